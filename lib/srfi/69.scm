;;; What (mound hash-table) does not have under the same name.

;;> (hash-by-identity object [bound]): an exact integer, the same for objects
;;> that are eq?. SRFI 69.
;;> Example: (= (hash-by-identity 'a) (hash-by-identity 'a)) => #t
(define (hash-by-identity object . bound) (apply hash object bound))

;;> (string-ci-hash string [bound]): the same for strings that differ in case
;;> only. Raises type. SRFI 69.
;;> Example: (= (string-ci-hash "ab") (string-ci-hash "AB")) => #t
(define (string-ci-hash string . bound)
  (apply string-hash (string-foldcase string) bound))

;;> (hash-table-merge! to from): adds the associations of `from` whose keys
;;> `to` does not have; returns `to`. Raises type, frozen. SRFI 69.
;;> Example: (hash-table-size (hash-table-merge! (make-hash-table) (alist->hash-table '((a . 1))))) => 1
(define (hash-table-merge! to from)
  (hash-table-walk
   from
   (lambda (key value)
     (if (not (hash-table-exists? to key)) (hash-table-set! to key value))))
  to)

;;> (hash-table-equivalence-function table): what compares its keys: eq?, eqv?
;;> or equal?. Raises type. SRFI 69.
;;> Example: (eq? (hash-table-equivalence-function (make-hash-table)) equal?) => #t
(define (hash-table-equivalence-function table)
  (case (%primitive %hash-table-kind table)
    ((eq) eq?)
    ((eqv) eqv?)
    (else equal?)))

;;> (hash-table-hash-function table): a hash function that fits its keys. Raises
;;> type. SRFI 69.
;;> Example: (procedure? (hash-table-hash-function (make-hash-table))) => #t
(define (hash-table-hash-function table)
  (hash-table-size table)
  hash)
