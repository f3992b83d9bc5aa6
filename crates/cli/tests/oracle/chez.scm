;;; What R7RS and SRFI 8 and 69 have and Chez Scheme has not, for generated programs alone: records
;;; have two fields, of which the first can be changed.

(import (rename (chezscheme) (define-record-type define-record-type/r6rs)
                (parameterize parameterize/chez) (make-hash-table make-hash-table/chez)
                (number->string number->string/chez) (round round/chez)
                (numerator numerator/chez) (denominator denominator/chez)))

(define-syntax define-record-type
  (syntax-rules ()
    ((_ type (make one two) is? (one* get-one set-one!) (two* get-two))
     (define-record-type/r6rs (type make is?)
       (fields (mutable one get-one set-one!) (immutable two get-two))))))

(define-syntax receive
  (syntax-rules ()
    ((_ formals producer body ...)
     (call-with-values (lambda () producer) (lambda formals body ...)))))

;; Chez Scheme converts the old value again on the way out.
(define-syntax parameterize
  (syntax-rules ()
    ((_ bindings body ...) (parameterize/chez bindings (let () body ...)))))

(define make-promise
  (lambda (object) (delay object)))

(define (exact-integer? x) (and (integer? x) (exact? x)))
(define error-object? condition?)
(define (square x) (* x x))
(define (floor-quotient n m) (quotient (- n (modulo n m)) m))
(define (floor-remainder n m) (modulo n m))
(define (floor/ n m) (values (floor-quotient n m) (floor-remainder n m)))
(define (truncate-quotient n m) (quotient n m))

;; What rounds to zero keeps its sign, as IEEE 754 has it; Guile and Chez Scheme lose it.
(define (round x)
  (let ((rounded (round/chez x)))
    (if (and (flonum? rounded) (fl= rounded 0.0) (fl< x 0.0)) -0.0 rounded)))

;; R7RS leaves open what these are for numbers that are not rational.
(define (not-rational? x) (and (flonum? x) (not (rational? x))))
(define (numerator x) (if (not-rational? x) x (numerator/chez x)))
(define (denominator x) (if (not-rational? x) 1.0 (denominator/chez x)))

(define (number->string n . base)
  (string-downcase (apply number->string/chez n base)))

;; In order. R7RS leaves that open, and programs of the common dialect see it.
(define (map f first . others)
  (let loop ((lists (cons first others)))
    (if (memq #f (for-all-list pair? lists))
        '()
        (let ((one (apply f (for-all-list car lists))))
          (cons one (loop (for-all-list cdr lists)))))))
(define (for-all-list f list)
  (if (null? list) '() (cons (f (car list)) (for-all-list f (cdr list)))))
(define (vector-map f v) (list->vector (map f (vector->list v))))

(define (vector-append . vectors)
  (list->vector (apply append (map vector->list vectors))))

(define (make-hash-table same?) (make-hashtable equal-hash same?))
(define (hash-table-set! table key value) (hashtable-set! table key value))
(define (hash-table-ref/default table key default) (hashtable-ref table key default))
