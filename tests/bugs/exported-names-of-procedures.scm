;; A procedure that a library exports under another name only bore the name that the library has
;; for it, in what is written, in traces and in complaints: `mapping-size: expected a hashmap`.
(define-library (renames)
  (export (rename inner outer) (rename other one) other (rename choice first-name)
          (rename choice second-name) pass)
  (import (scheme base) (scheme case-lambda))
  (begin
    (define (inner x) (car x))
    (define (other x) (car x))
    (define choice (case-lambda ((x) x) ((x y) y)))
    ;; A macro that mentions it does not export it under another name.
    (define-syntax pass (syntax-rules () ((_ x) (inner x))))))
(import (scheme base) (scheme write) (renames) (srfi 146 hash) (srfi 160 u8) (mound conditions))

(define-syntax who
  (syntax-rules ()
    ((_ form) (guard (e (#t (write (condition-who e)) (newline))) form (newline)))))

(for-each (lambda (procedure) (write procedure) (newline))
          (list outer one other first-name second-name hashmap-size))
(write (pass '(1)))
(newline)
(who (hashmap-size 5))
(who (alist->hashmap 5 '()))
(who (u8vector-empty? 5))
(who (u8vector-fold + 0 5))
