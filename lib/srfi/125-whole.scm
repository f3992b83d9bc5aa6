;;; Whole tables. What goes through a table works on a snapshot of it.

;;> (hash-table-size table): how many associations it has. Raises type. SRFI
;;> 125.
;;> Example: (hash-table-size (hash-table (make-default-comparator) 'a 1 'b 2)) => 2
(define (hash-table-size table)
  (%check-table table 'hash-table-size)
  (%table-size table))

;;> (hash-table-keys table): its keys. Raises type. SRFI 125.
;;> Example: (hash-table-keys (hash-table (make-default-comparator) 'a 1 'b 2)) => (a b)
(define (hash-table-keys table)
  (%check-table table 'hash-table-keys)
  (map car (%table->alist table)))

;;> (hash-table-values table): its values. Raises type. SRFI 125.
;;> Example: (hash-table-values (hash-table (make-default-comparator) 'a 1 'b 2)) => (1 2)
(define (hash-table-values table)
  (%check-table table 'hash-table-values)
  (map cdr (%table->alist table)))

;;> (hash-table-entries table): its keys and its values as two lists. Raises
;;> type. SRFI 125.
;;> Example: (call-with-values (lambda () (hash-table-entries (hash-table (make-default-comparator) 'a 1 'b 2))) list) => ((a b) (1 2))
(define (hash-table-entries table)
  (%check-table table 'hash-table-entries)
  (let ((alist (%table->alist table)))
    (values (map car alist) (map cdr alist))))

;;> (hash-table-find procedure table fail): the first result for a key and
;;> its value that is not #f, or what the thunk returns. Raises type. SRFI
;;> 125.
;;> Example: (hash-table-find (lambda (k v) (and (= v 2) k)) (hash-table (make-default-comparator) 'a 1 'b 2) (lambda () #f)) => b
(define (hash-table-find procedure table fail)
  (%check-table table 'hash-table-find)
  (let loop ((rest (%table->alist table)))
    (if (null? rest)
        (fail)
        (or (procedure (caar rest) (cdar rest)) (loop (cdr rest))))))

;;> (hash-table-count test table): for how many keys and values the test
;;> passes. Raises type. SRFI 125.
;;> Example: (hash-table-count (lambda (k v) (odd? v)) (hash-table (make-default-comparator) 'a 1 'b 2)) => 1
(define (hash-table-count test table)
  (%check-table table 'hash-table-count)
  (hash-table-fold (lambda (key value count)
                     (if (test key value) (+ count 1) count))
                   0 table))

;;> (hash-table-map procedure comparator table): a table, with the
;;> comparator, of the keys and the results for their values. Raises type.
;;> SRFI 125.
;;> Example: (hash-table-ref (hash-table-map - (make-default-comparator) (hash-table (make-default-comparator) 'a 1 'b 2)) 'a) => -1
(define (hash-table-map procedure comparator table)
  (%check-table table 'hash-table-map)
  (let ((result (make-hash-table comparator)))
    (for-each
     (lambda (association)
       (%table-set! result (car association) (procedure (cdr association))))
     (%table->alist table))
    result))

;;> (hash-table-for-each procedure table): calls the procedure with each key
;;> and its value. Raises type. SRFI 125.
;;> Example: (let ((n 0)) (hash-table-for-each (lambda (k v) (set! n (+ n v))) (hash-table (make-default-comparator) 'a 1 'b 2)) n) => 3
(define (hash-table-for-each procedure table)
  (if (%table? procedure)
      (%for-each-entry table procedure)
      (begin
        (%check-table table 'hash-table-for-each)
        (%for-each-entry procedure table))))

(define (%for-each-entry procedure table)
  (for-each
   (lambda (association) (procedure (car association) (cdr association)))
   (%table->alist table)))

;;> (hash-table-walk table procedure): the same in SRFI 69's order of
;;> arguments. Raises type. SRFI 125.
;;> Example: (let ((n 0)) (hash-table-walk (hash-table (make-default-comparator) 'a 1 'b 2) (lambda (k v) (set! n (+ n v)))) n) => 3
(define (hash-table-walk table procedure)
  (%check-table table 'hash-table-walk)
  (%for-each-entry procedure table))

;;> (hash-table-map! procedure table): replaces each value by the result for
;;> its key and itself. Raises type, frozen. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-map! (lambda (k v) (* 10 v)) t) (hash-table-ref t 'b)) => 20
(define (hash-table-map! procedure table)
  (%check-change table 'hash-table-map!)
  (for-each
   (lambda (association)
     (%table-set! table (car association)
                  (procedure (car association) (cdr association))))
   (%table->alist table)))

;;> (hash-table-map->list procedure table): the list of the results for the
;;> keys and their values. Raises type. SRFI 125.
;;> Example: (hash-table-map->list list (hash-table (make-default-comparator) 'a 1 'b 2)) => ((a 1) (b 2))
(define (hash-table-map->list procedure table)
  (%check-table table 'hash-table-map->list)
  (map (lambda (association) (procedure (car association) (cdr association)))
       (%table->alist table)))

;;> (hash-table-fold combine start table): combines key, value and result so
;;> far for each association. Raises type. SRFI 125.
;;> Example: (hash-table-fold (lambda (k v n) (+ v n)) 0 (hash-table (make-default-comparator) 'a 1 'b 2)) => 3
(define (hash-table-fold combine start table)
  (if (%table? combine)
      (%fold-entries start table combine)
      (begin
        (%check-table table 'hash-table-fold)
        (%fold-entries combine start table))))

(define (%fold-entries combine start table)
  (let loop ((rest (%table->alist table)) (result start))
    (if (null? rest)
        result
        (loop (cdr rest) (combine (caar rest) (cdar rest) result)))))

;;> (hash-table-prune! test table): removes the associations for which the
;;> test passes. Raises type, frozen. SRFI 125.
;;> Example: (let ((t (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t))) (hash-table-prune! (lambda (k v) (odd? v)) t) (hash-table-keys t)) => (b)
(define (hash-table-prune! test table)
  (%check-change table 'hash-table-prune!)
  (for-each
   (lambda (association)
     (if (test (car association) (cdr association))
         (%table-delete! table (car association))))
   (%table->alist table)))

;;> (hash-table-copy table [mutable?]): a table with the same associations,
;;> which can be changed if that is true. Raises type. SRFI 125.
;;> Example: (hash-table-mutable? (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t)) => #t
(define hash-table-copy
  (case-lambda
    ((table) (%table-freeze! (%table-copy table)))
    ((table mutable?)
     (if mutable? (%table-copy table) (%table-freeze! (%table-copy table))))))

;;> (hash-table-empty-copy table): a table with the same equality and no
;;> associations. Raises type. SRFI 125.
;;> Example: (hash-table-size (hash-table-empty-copy (hash-table (make-default-comparator) 'a 1 'b 2))) => 0
(define (hash-table-empty-copy table)
  (%check-table table 'hash-table-empty-copy)
  (let ((copy (%table-copy table)))
    (%table-clear! copy)
    copy))

;;> (hash-table->alist table): its associations as pairs. Raises type. SRFI
;;> 125.
;;> Example: (hash-table->alist (hash-table (make-default-comparator) 'a 1 'b 2)) => ((a . 1) (b . 2))
(define (hash-table->alist table)
  (%check-table table 'hash-table->alist)
  (%table->alist table))

;;> (hash-table-union! to from): adds the associations of `from` whose keys
;;> `to` does not have; returns `to`. Raises type, frozen. SRFI 125.
;;> Example: (hash-table-ref (hash-table-union! (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t) (hash-table (make-default-comparator) 'a 5 'c 3)) 'a) => 1
(define (hash-table-union! to from)
  (%check-change to 'hash-table-union!)
  (%check-table from 'hash-table-union!)
  (for-each
   (lambda (association)
     (if (not (%table-contains? to (car association)))
         (%table-set! to (car association) (cdr association))))
   (%table->alist from))
  to)

;;> (hash-table-merge! to from): the same. Raises type, frozen. SRFI 125.
;;> Example: (hash-table-size (hash-table-merge! (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t) (hash-table (make-default-comparator) 'c 3))) => 3
(define (hash-table-merge! to from)
  (%check-change to 'hash-table-merge!)
  (%check-table from 'hash-table-merge!)
  (hash-table-union! to from))

;;> (hash-table-intersection! to from): removes the associations of `to`
;;> whose keys `from` does not have; returns `to`. Raises type, frozen. SRFI
;;> 125.
;;> Example: (hash-table-keys (hash-table-intersection! (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t) (hash-table (make-default-comparator) 'a 5))) => (a)
(define (hash-table-intersection! to from)
  (%check-change to 'hash-table-intersection!)
  (%check-table from 'hash-table-intersection!)
  (hash-table-prune! (lambda (key value) (not (%table-contains? from key))) to)
  to)

;;> (hash-table-difference! to from): removes those whose keys `from` has;
;;> returns `to`. Raises type, frozen. SRFI 125.
;;> Example: (hash-table-keys (hash-table-difference! (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t) (hash-table (make-default-comparator) 'a 5))) => (b)
(define (hash-table-difference! to from)
  (%check-change to 'hash-table-difference!)
  (%check-table from 'hash-table-difference!)
  (hash-table-prune! (lambda (key value) (%table-contains? from key)) to)
  to)

;;> (hash-table-xor! to from): leaves the associations in `to` whose keys
;;> only one of them has; returns `to`. Raises type, frozen. SRFI 125.
;;> Example: (hash-table-keys (hash-table-xor! (hash-table-copy (hash-table (make-default-comparator) 'a 1 'b 2) #t) (hash-table (make-default-comparator) 'a 5 'c 3))) => (b c)
(define (hash-table-xor! to from)
  (%check-change to 'hash-table-xor!)
  (%check-table from 'hash-table-xor!)
  (for-each
   (lambda (association)
     (if (%table-contains? to (car association))
         (%table-delete! to (car association))
         (%table-set! to (car association) (cdr association))))
   (%table->alist from))
  to)

;;> (hash object [bound]): what default-hash gives, below the bound if there
;;> is one. SRFI 125.
;;> Example: (= (hash '(1 "a")) (hash (list 1.0 "a"))) => #t
(define (hash object . bound)
  (if (null? bound)
      (default-hash object)
      (modulo (default-hash object) (car bound))))

;;> (hash-by-identity object [bound]): an exact integer, the same for
;;> objects that are eq?. SRFI 125.
;;> Example: (= (hash-by-identity 'a) (hash-by-identity 'a)) => #t
(define (hash-by-identity object . bound)
  (apply %identity-hash object bound))

;;> (hash-table-equivalence-function table): what compares its keys. Raises
;;> type. SRFI 125.
;;> Example: (eq? (hash-table-equivalence-function (make-hash-table eqv?)) eqv?) => #t
(define (hash-table-equivalence-function table)
  (%check-table table 'hash-table-equivalence-function)
  (%table-same? table))

;;> (hash-table-hash-function table): a hash function that fits its keys.
;;> Raises type. SRFI 125.
;;> Example: (procedure? (hash-table-hash-function (make-hash-table eqv?))) => #t
(define (hash-table-hash-function table)
  (%check-table table 'hash-table-hash-function)
  (%table-hash table))
