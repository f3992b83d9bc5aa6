;;; rec, which names a value inside of its own expression.

;;> (rec name expression): the value of the expression, in which the name stands
;;> for that value. (rec (name . formals) body ...): a procedure that knows its
;;> own name. SRFI 31.
;;> Example: ((rec (factorial n) (if (= n 0) 1 (* n (factorial (- n 1))))) 5) => 120
(define-syntax rec
  (syntax-rules ()
    ((_ (name . formals) . body)
     (letrec ((name (lambda formals . body))) name))
    ((_ name expression) (letrec ((name expression)) name))))
