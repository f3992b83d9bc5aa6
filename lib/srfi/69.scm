;;; Where SRFI 69 differs from SRFI 125: tables are compared by equal? if
;;; nothing else is said, and copies can be changed.

;;> (make-hash-table [same? [hash option ...]]): a table with keys compared by
;;> `same?` (equal?), with a hash function that fits it; there is one for eq?,
;;> eqv?, equal?, =, string=?, string-ci=?, char=? and symbol=?. Raises type.
;;> SRFI 69.
;;> Example: (let ((t (make-hash-table string-ci=?))) (hash-table-set! t "A" 1) (hash-table-ref t "a")) => 1
(define make-hash-table
  (case-lambda
    (() (%make-hash-table equal?))
    ((same?) (%make-hash-table same?))
    ((same? . options) (apply %make-hash-table same? options))))

;;> (alist->hash-table alist [same? [hash option ...]]): such a table of the
;;> associations; the first for a key counts. Raises type. SRFI 69.
;;> Example: (hash-table-ref (alist->hash-table '((a . 1) (a . 2))) 'a) => 1
(define (alist->hash-table alist . options)
  (%first-of (%require-list alist 'alist->hash-table)
             (apply make-hash-table options)))

(define (%first-of alist table)
  (if (%end? alist)
      table
      (begin
        (if (not (%table-contains? table (car (car alist))))
            (%table-set! table (car (car alist)) (cdr (car alist))))
        (%first-of (cdr alist) table))))

;;> (hash-table-copy table): a table with the same associations that can be
;;> changed. Raises type. SRFI 69.
;;> Example: (hash-table-size (hash-table-copy (alist->hash-table '((a . 1))))) => 1
(define (hash-table-copy table . ignored) (%hash-table-copy table #t))
