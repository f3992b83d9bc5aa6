;;; Hash tables: mutable, of one process; in a message they arrive frozen.
;;; What goes through a table works on a snapshot of it, so that the table may
;;; be changed meanwhile and continuations may come back.

;;> (make-hash-table): a table with keys compared by equal?.
;;> (make-hash-table same?): by eq?, eqv?, equal?, string=?, char=?, symbol=?.
;;> Further arguments are ignored. Raises type. SRFI 69.
;;> Example: (hash-table-count (make-hash-table)) => 0
(define make-hash-table
  (case-lambda
    (() (%primitive %make-hash-table 'equal))
    ((same? . ignored)
     (%primitive %make-hash-table (%equivalence-name same?)))))

(define (%equivalence-name same?)
  (cond ((%primitive eq? same? equal?) 'equal)
        ((%primitive eq? same? eqv?) 'eqv)
        ((%primitive eq? same? eq?) 'eq)
        ((%primitive eq? same? string=?) 'equal)
        ((%primitive eq? same? char=?) 'eqv)
        ((%primitive eq? same? symbol=?) 'eq)
        (else (%type-error 'make-hash-table
                           "an equivalence that tables know" same?))))

;;> (hash-table? object): whether it is a hash table. SRFI 69.
;;> Example: (hash-table? (make-hash-table)) => #t
(define (hash-table? object) (%primitive hash-table? object))

;;> (alist->hash-table alist [same?]): a table of the associations; the first
;;> for a key counts. Raises type. SRFI 69.
;;> Example: (hash-table-ref/default (alist->hash-table '((a . 1) (a . 2))) 'a 0) => 1
(define (alist->hash-table alist . options)
  (let ((table (apply make-hash-table options)))
    (for-each
     (lambda (association)
       (if (not (hash-table-contains? table (%primitive car association)))
           (hash-table-set! table (%primitive car association)
                            (%primitive cdr association))))
     (%require-list alist 'alist->hash-table))
    table))

;;> (hash-table-ref table key [fail [succeed]]): what `succeed` (the identity)
;;> makes of the value of the key; without one, what the thunk `fail` returns.
;;> Raises type, range if there is no `fail`. SRFI 69.
;;> Example: (hash-table-ref (alist->hash-table '((a . 1))) 'b (lambda () 'none)) => none
(define hash-table-ref
  (case-lambda
    ((table key)
     (let ((value (hash-table-ref/default table key %missing)))
       (if (%primitive eq? value %missing)
           (%error-of-kind 'range 'hash-table-ref "no such key" key)
           value)))
    ((table key fail)
     (let ((value (hash-table-ref/default table key %missing)))
       (if (%primitive eq? value %missing) (fail) value)))
    ((table key fail succeed)
     (let ((value (hash-table-ref/default table key %missing)))
       (if (%primitive eq? value %missing) (fail) (succeed value))))))

;;> (hash-table-ref/default table key default): the value of the key, or the
;;> default. Raises type. SRFI 69.
;;> Example: (hash-table-ref/default (make-hash-table) 'a 0) => 0
(define (hash-table-ref/default table key default)
  (%or-in-steps (%hash-table-ref table key default)
    (%table-ref-in-steps table key default)))

;; What a table gives in which a key is not: no program has it.
(define %missing (%primitive cons #f #f))

;;> (hash-table-set! table key value): associates the key with the value. Raises
;;> type, frozen. SRFI 69.
;;> Example: (let ((t (make-hash-table))) (hash-table-set! t "k" 1) (hash-table-ref t "k")) => 1
(define (hash-table-set! table key value)
  (if (%primitive absent? (%primitive %hash-table-set! table key value))
      (%table-set-in-steps! table key value)))

;;> (hash-table-delete! table key): removes the association of the key, if
;;> there is one. Raises type, frozen. SRFI 69.
;;> Example: (let ((t (alist->hash-table '((a . 1))))) (hash-table-delete! t 'a) (hash-table-count t)) => 0
(define (hash-table-delete! table key)
  (if (%primitive absent? (%primitive %hash-table-delete! table key))
      (%table-delete-in-steps! table key)))

;;> (hash-table-contains? table key): whether the key has a value. Raises type.
;;> SRFI 69.
;;> Example: (hash-table-contains? (alist->hash-table '((a . #f))) 'a) => #t
(define (hash-table-contains? table key)
  (%or-in-steps (%hash-table-contains? table key)
    (%table-contains-in-steps? table key)))

;;> (hash-table-count table): how many associations it has. Raises type. SRFI
;;> 69.
;;> Example: (hash-table-count (alist->hash-table '((a . 1) (b . 2)))) => 2
(define (hash-table-count table) (%primitive %hash-table-count table))

;;> (hash-table-update! table key change [fail]): associates the key with what
;;> `change` makes of its value, or of what `fail` returns. Raises type, frozen,
;;> range if there is no `fail`. SRFI 69.
;;> Example: (let ((t (alist->hash-table '((a . 1))))) (hash-table-update! t 'a -) (hash-table-ref t 'a)) => -1
(define hash-table-update!
  (case-lambda
    ((table key change)
     (hash-table-set! table key (change (hash-table-ref table key))))
    ((table key change fail)
     (hash-table-set! table key (change (hash-table-ref table key fail))))))

;;> (hash-table-update!/default table key change default): the same with a
;;> default in place of a thunk. Raises type, frozen. SRFI 69.
;;> Example: (let ((t (make-hash-table))) (hash-table-update!/default t 'a - 5) (hash-table-ref t 'a)) => -5
(define (hash-table-update!/default table key change default)
  (hash-table-set! table key
                   (change (hash-table-ref/default table key default))))

;;> (hash-table->alist table): its associations as pairs, in the order in which
;;> the keys were added. Raises type. SRFI 69.
;;> Example: (hash-table->alist (alist->hash-table '((a . 1)))) => ((a . 1))
(define (hash-table->alist table)
  (let loop ((end (%primitive %hash-table-used table)) (associations '()))
    (if (%primitive = end 0)
        associations
        (let ((start (max 0 (%primitive subtract end 16384))))
          (loop start
                (%primitive %hash-table->alist table start end
                            associations))))))

;;> (hash-table-keys table): its keys. Raises type. SRFI 69.
;;> Example: (hash-table-keys (alist->hash-table '((a . 1)))) => (a)
(define (hash-table-keys table)
  (map car (hash-table->alist table)))

;;> (hash-table-values table): its values. Raises type. SRFI 69.
;;> Example: (hash-table-values (alist->hash-table '((a . 1)))) => (1)
(define (hash-table-values table)
  (map cdr (hash-table->alist table)))

;;> (hash-table-walk table procedure): calls the procedure with each key and its
;;> value. Raises type. SRFI 69.
;;> Example: (let ((n 0)) (hash-table-walk (alist->hash-table '((a . 1))) (lambda (k v) (set! n v))) n) => 1
(define (hash-table-walk table procedure)
  (for-each
   (lambda (association)
     (procedure (%primitive car association) (%primitive cdr association)))
   (hash-table->alist table)))

;;> (hash-table-fold table combine start): combines key, value and result so far
;;> for each association. Raises type. SRFI 69.
;;> Example: (hash-table-fold (alist->hash-table '((a . 1) (b . 2))) (lambda (k v n) (+ v n)) 0) => 3
(define (hash-table-fold table combine start)
  (let loop ((rest (hash-table->alist table)) (result start))
    (if (%primitive null? rest)
        result
        (loop (%primitive cdr rest)
              (combine (%primitive car (%primitive car rest))
                       (%primitive cdr (%primitive car rest))
                       result)))))

;;> (hash-table-copy table): a table with the same associations that can be
;;> changed. Raises type. SRFI 69.
;;> Example: (hash-table-count (hash-table-copy (alist->hash-table '((a . 1))))) => 1
(define (hash-table-copy table . ignored)
  (%or-in-steps (%hash-table-copy table)
    (let ((copy (%primitive %hash-table-roomy table)))
      (%table-take-all! copy table 0)
      copy)))

;;> (hash-table-clear! table): removes all associations. Raises type, frozen.
;;> Example: (let ((t (alist->hash-table '((a . 1))))) (hash-table-clear! t) (hash-table-count t)) => 0
(define (hash-table-clear! table) (%primitive %hash-table-clear! table))

;;> (hash object [bound]): an exact integer, the same for objects that are
;;> equal?; below the bound if given. Raises type. SRFI 69.
;;> Example: (= (hash "ab") (hash (string #\a #\b))) => #t
(define hash
  (case-lambda
    ((object) (%primitive %hash object))
    ((object bound) (%primitive modulo (%primitive %hash object) bound))))

;;> (string-hash string [bound]): hash of a string, below the bound, which is
;;> that of SRFI 128 if none is given. Raises type. SRFI 69.
;;> Example: (string-hash "ab" 1) => 0
(define string-hash
  (case-lambda
    ((string) (string-hash string 33554432))
    ((string bound)
     (if (%primitive string? string)
         (hash string bound)
         (%type-error 'string-hash "a string" string)))))
