;;; Hash tables of which an operation takes too long for one primitive: those
;;; that are large and grow or are copied, or whose hashes are out of date, and
;;; those with keys that take long to compare. See steps.scm.

;; Puts a table in order that is full, or whose hashes are out of date: it
;; becomes another one, which takes its associations in steps.
(define (%table-settle! table)
  (let ((successor (%primitive %hash-table-successor table)))
    (if successor
        (begin
          (%table-take-all! successor table 0)
          (%primitive %hash-table-become! table successor)))))

(define (%table-take-all! to from entry)
  (let ((next (%primitive %hash-table-take! to from entry)))
    (if next (%table-take-all! to from next))))

;; The place of the key, or #f. The table is not changed meanwhile.
(define (%table-find table key)
  (let ((same? (case (%primitive %hash-table-kind table)
                 ((eq) eq?)
                 ((eqv) eqv?)
                 (else equal?))))
    (let loop ((place (%primitive %hash-table-next table key #f)))
      (if place
          (let ((found (%primitive %hash-table-key-at table place)))
            (if (if (%primitive absent? found) #f (same? found key))
                place
                (loop (%primitive %hash-table-next table key place))))
          #f))))

(define (%table-ref-in-steps table key default)
  (%table-settle! table)
  (%or-in-steps (%hash-table-ref table key default)
    (let ((place (%table-find table key)))
      (if place (%primitive %hash-table-value-at table place) default))))

(define (%table-contains-in-steps? table key)
  (%table-settle! table)
  (%or-in-steps (%hash-table-contains? table key)
    (if (%table-find table key) #t #f)))

(define (%table-set-in-steps! table key value)
  (%table-settle! table)
  (if (%primitive absent? (%primitive %hash-table-set! table key value))
      (let ((place (%table-find table key)))
        (if place
            (%primitive %hash-table-set-at! table place value)
            (%table-add-in-steps! table key value)))))

;; A collection may have come between.
(define (%table-add-in-steps! table key value)
  (if (%primitive absent? (%primitive %hash-table-add! table key value))
      (begin
        (%table-settle! table)
        (%table-add-in-steps! table key value))))

(define (%table-delete-in-steps! table key)
  (%table-settle! table)
  (if (%primitive absent? (%primitive %hash-table-delete! table key))
      (let ((place (%table-find table key)))
        (if place (%primitive %hash-table-delete-at! table place)))))
