;;; Definitions of procedures with optional arguments.

;;> (define-optionals (name variable ... (variable expression) ... . rest) body
;;> ...): defines a procedure as opt-lambda makes it. SRFI 227.
;;> Example: (let () (define-optionals (f x (y 1)) (list x y)) (list (f 0) (f 0 2))) => ((0 1) (0 2))
(define-syntax define-optionals
  (syntax-rules ()
    ((_ (name . formals) . body) (%define-optionals #f name formals . body))))

;;> (define-optionals* (name variable ... (variable expression) ... . rest) body
;;> ...): defines a procedure as opt*-lambda makes it. SRFI 227.
;;> Example: (let () (define-optionals* (f x (y (* x x)) . z) (list x y z)) (f 3)) => (3 9 ())
(define-syntax define-optionals*
  (syntax-rules ()
    ((_ (name . formals) . body) (%define-optionals #t name formals . body))))
