;;; The names that the programs need, in Chez Scheme.

(import (except (chezscheme)
                define-record-type
                error
                make-hash-table
                string-copy!)
        (rename (only (chezscheme) define-record-type error string-copy!)
                (define-record-type r6rs-define-record-type)
                (error chez:error)
                (string-copy! chez:string-copy!)))

(define (current-jiffy)
  (let ((now (current-time 'time-monotonic)))
    (+ (* 1000000000 (time-second now)) (time-nanosecond now))))
(define (jiffies-per-second) 1000000000)

(define (reductions) #f)

;; Tables of SRFI 69.
(define make-hash-table
  (case-lambda
    (() (make-hashtable equal-hash equal?))
    ((same?)
     (if (eq? same? eq?)
         (make-eq-hashtable)
         (make-hashtable equal-hash same?)))))
(define (hash-table-ref/default table key default)
  (hashtable-ref table key default))
(define (hash-table-set! table key value) (hashtable-set! table key value))

(define (write-string text port) (put-string port text))

;; What R7RS calls by these names.
(define (error message . irritants) (apply chez:error #f message irritants))
(define (string-copy! to at from start end)
  (chez:string-copy! from start to at (- end start)))

;; Records as in R7RS.
(define-syntax define-record-type
  (lambda (form)
    (syntax-case form ()
      ((_ name (constructor argument ...) predicate (field . procedures) ...)
       (with-syntax (((clause ...)
                      (map (lambda (field procedures)
                             (syntax-case procedures ()
                               ((get) #`(immutable #,field get))
                               ((get set) #`(mutable #,field get set))))
                           #'(field ...)
                           #'(procedures ...))))
         #'(r6rs-define-record-type (name constructor predicate)
             (fields clause ...)))))))
