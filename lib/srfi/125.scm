;;; Making tables, and what concerns one key.

;; A comparator is taken apart; else the arguments are an equality and maybe a
;; hash function, as in SRFI 69.
(define (%new-table who comparator options)
  (if (comparator? comparator)
      (%any-table (comparator-equality-predicate comparator)
                  (if (comparator-hashable? comparator)
                      (comparator-hash-function comparator)
                      #f))
      (%any-table comparator
                  (if (and (pair? options) (procedure? (car options)))
                      (car options)
                      (%usual-hash comparator)))))

(define (%usual-hash same?)
  (cond ((eq? same? string-ci=?) string-ci-hash)
        ((eq? same? =) number-hash)
        (else #f)))

;;> (make-hash-table comparator option ...): a table with the equality and
;;> the hash function of a comparator; or of an equality and, among the
;;> options, a hash function. Raises type. SRFI 125.
;;> Example: (hash-table-size (make-hash-table (make-default-comparator))) => 0
(define (make-hash-table comparator . options)
  (%new-table 'make-hash-table comparator options))

;;> (hash-table comparator key value ...): a table of these associations
;;> that cannot be changed. Raises type, and error if a key is there twice.
;;> SRFI 125.
;;> Example: (hash-table-ref (hash-table (make-default-comparator) 'a 1 'b 2) 'b) => 2
(define (hash-table comparator . keys-and-values)
  (let ((table (make-hash-table comparator)))
    (let loop ((rest keys-and-values))
      (if (pair? rest)
          (begin
            (if (null? (cdr rest)) (error "hash-table: a key without value"))
            (if (%table-contains? table (car rest))
                (error "hash-table: two values for one key" (car rest)))
            (%table-set! table (car rest) (cadr rest))
            (loop (cddr rest)))))
    (%table-freeze! table)))

;;> (hash-table-unfold stop? association next seed comparator option ...): a
;;> table of the two values that the second procedure returns for each seed,
;;> until one stops. Raises type. SRFI 125.
;;> Example: (hash-table-ref (hash-table-unfold zero? (lambda (n) (values n (* n n))) (lambda (n) (- n 1)) 3 (make-default-comparator)) 3) => 9
(define (hash-table-unfold stop? association next seed comparator . options)
  (let ((table (apply make-hash-table comparator options)))
    (let loop ((seed seed))
      (if (stop? seed)
          table
          (begin
            (call-with-values
             (lambda () (association seed))
             (lambda (key value) (%table-set! table key value)))
            (loop (next seed)))))))

;;> (alist->hash-table alist comparator option ...): a table of the
;;> associations; the first for a key counts. Raises type. SRFI 125.
;;> Example: (hash-table-ref (alist->hash-table '((a . 1) (a . 2)) (make-default-comparator)) 'a) => 1
(define (alist->hash-table alist comparator . options)
  (let ((table (apply make-hash-table comparator options)))
    (for-each
     (lambda (association)
       (if (not (%table-contains? table (car association)))
           (%table-set! table (car association) (cdr association))))
     (%require-list alist 'alist->hash-table))
    table))

;;> (hash-table? object): whether it is a hash table. SRFI 125.
;;> Example: (hash-table? (hash-table (make-default-comparator) 'a 1 'b 2)) => #t
(define (hash-table? object) (%table? object))

;;> (hash-table-contains? table key): whether the key has a value. Raises
;;> type. SRFI 125.
;;> Example: (hash-table-contains? (hash-table (make-default-comparator) 'a 1 'b 2) 'c) => #f
(define (hash-table-contains? table key)
  (%check-table table 'hash-table-contains?)
  (%table-contains? table key))

;;> (hash-table-exists? table key): whether the key has a value. Raises
;;> type. SRFI 125.
;;> Example: (hash-table-exists? (hash-table (make-default-comparator) 'a 1 'b 2) 'c) => #f
(define (hash-table-exists? table key)
  (%check-table table 'hash-table-exists?)
  (%table-contains? table key))

;;> (hash-table-empty? table): whether it has no associations. Raises type.
;;> SRFI 125.
;;> Example: (hash-table-empty? (hash-table (make-default-comparator) 'a 1 'b 2)) => #f
(define (hash-table-empty? table)
  (%check-table table 'hash-table-empty?)
  (= (%table-size table) 0))

;;> (hash-table=? comparator table1 table2): whether they have the same
;;> keys, with values that are equal by the comparator. Raises type. SRFI
;;> 125.
;;> Example: (let ((t (hash-table (make-default-comparator) 'a 1 'b 2))) (hash-table=? (make-default-comparator) t (hash-table-copy t))) => #t
(define (hash-table=? comparator table1 table2)
  (%check-table table1 'hash-table=?)
  (%check-table table2 'hash-table=?)
  (let ((same? (comparator-equality-predicate comparator)))
    (and (= (%table-size table1) (%table-size table2))
         (let loop ((rest (%table->alist table1)))
           (or (null? rest)
               (and (%table-ref table2 (caar rest)
                                (lambda () #f)
                                (lambda (value) (same? (cdar rest) value)))
                    (loop (cdr rest))))))))

;;> (hash-table-mutable? table): whether it can be changed. Raises type.
;;> SRFI 125.
;;> Example: (hash-table-mutable? (hash-table (make-default-comparator) 'a 1 'b 2)) => #f
(define (hash-table-mutable? table)
  (%check-table table 'hash-table-mutable?)
  (%table-mutable? table))

;;> (hash-table-ref table key [fail [succeed]]): what `succeed` (the
;;> identity) makes of the value of the key; without one, what the thunk
;;> `fail` returns. Raises type, range if there is no `fail`. SRFI 125.
;;> Example: (hash-table-ref (hash-table (make-default-comparator) 'a 1 'b 2) 'c (lambda () 'none)) => none
(define hash-table-ref
  (case-lambda
    ((table key)
     (hash-table-ref table key
                     (lambda ()
                       (%error-of-kind 'range 'hash-table-ref
                                       "no such key" key))))
    ((table key fail)
     (hash-table-ref table key fail (lambda (value) value)))
    ((table key fail succeed)
     (%check-table table 'hash-table-ref)
     (%table-ref table key fail succeed))))

;;> (hash-table-ref/default table key default): the value of the key, or the
;;> default. Raises type. SRFI 125.
;;> Example: (hash-table-ref/default (hash-table (make-default-comparator) 'a 1 'b 2) 'c 0) => 0
(define (hash-table-ref/default table key default)
  (%check-table table 'hash-table-ref/default)
  (%table-ref/default table key default))

;;> (hash-table-set! table key value ...): associates each key with the
;;> value behind it. Raises type, frozen. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-set! t 'c 3 'd 4) (hash-table-size t)) => 4
(define hash-table-set!
  (case-lambda
    ((table key value)
     (%check-change table 'hash-table-set!)
     (%table-set! table key value))
    ((table . rest)
     (%check-change table 'hash-table-set!)
     (let loop ((rest rest))
       (if (pair? rest)
           (begin
             (if (null? (cdr rest))
                 (error "hash-table-set!: a key without value"))
             (%table-set! table (car rest) (cadr rest))
             (loop (cddr rest))))))))

;;> (hash-table-delete! table key ...): removes the associations of the
;;> keys; returns how many there were. Raises type, frozen. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-delete! t 'a 'c)) => 1
(define hash-table-delete!
  (case-lambda
    ((table key)
     (%check-change table 'hash-table-delete!)
     (let ((before (%table-size table)))
       (%table-delete! table key)
       (- before (%table-size table))))
    ((table . keys)
     (%check-change table 'hash-table-delete!)
     (let ((before (%table-size table)))
       (for-each (lambda (key) (%table-delete! table key)) keys)
       (- before (%table-size table))))))

;;> (hash-table-intern! table key fail): the value of the key; what the
;;> thunk `fail` returns becomes it if there is none. Raises type, frozen.
;;> SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-intern! t 'c (lambda () 3)) (hash-table-ref t 'c)) => 3
(define (hash-table-intern! table key fail)
  (%check-change table 'hash-table-intern!)
  (%table-ref table key
              (lambda ()
                (let ((value (fail)))
                  (%table-set! table key value)
                  value))
              values))

;;> (hash-table-update! table key change [fail [succeed]]): associates the
;;> key with what `change` makes of what hash-table-ref gives. Raises type,
;;> frozen, range if there is no `fail`. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-update! t 'a -) (hash-table-ref t 'a)) => -1
(define hash-table-update!
  (case-lambda
    ((table key change)
     (hash-table-update! table key change
                         (lambda ()
                           (%error-of-kind 'range 'hash-table-update!
                                           "no such key" key))))
    ((table key change fail)
     (hash-table-update! table key change fail (lambda (value) value)))
    ((table key change fail succeed)
     (%check-change table 'hash-table-update!)
     (%table-set! table key (change (%table-ref table key fail succeed))))))

;;> (hash-table-update!/default table key change default): the same with a
;;> default. Raises type, frozen. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-update!/default t 'c - 5) (hash-table-ref t 'c)) => -5
(define (hash-table-update!/default table key change default)
  (%check-change table 'hash-table-update!/default)
  (%table-set! table key (change (%table-ref/default table key default))))

;;> (hash-table-pop! table): removes an association and returns its key and
;;> its value. Raises type, frozen, range if there is none. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (call-with-values (lambda () (hash-table-pop! t)) list) (hash-table-size t)) => 1
(define (hash-table-pop! table)
  (%check-change table 'hash-table-pop!)
  (if (hash-table-empty? table)
      (%error-of-kind 'range 'hash-table-pop! "the hash table is empty" table))
  (let ((association (car (%table->alist table))))
    (%table-delete! table (car association))
    (values (car association) (cdr association))))

;;> (hash-table-clear! table): removes all associations. Raises type,
;;> frozen. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-clear! t) (hash-table-size t)) => 0
(define (hash-table-clear! table)
  (%check-change table 'hash-table-clear!)
  (%table-clear! table))
