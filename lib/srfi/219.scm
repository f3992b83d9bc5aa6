;;; The define that makes procedures which return procedures.

;;> (define ((name formal ...) formal ...) body ...): defines a procedure that
;;> returns a procedure, and so on for more parentheses; otherwise it is the
;;> usual define. SRFI 219.
;;> Example: (let () (define ((adder n) x) (+ n x)) (map (adder 10) '(1 2))) => (11 12)
(define-syntax %define
  (syntax-rules ()
    ((_ ((target . outer) . inner) . body)
     (%define (target . outer) (lambda inner . body)))
    ((_ . definition) (define . definition))))
