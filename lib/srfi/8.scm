;;; receive, a short way to write call-with-values.

;;> (receive formals expression body ...): the value of the body, with the
;;> values of the expression bound to the formals, which are those of lambda.
;;> SRFI 8.
;;> Example: (receive (quotient remainder) (floor/ 17 5) (list quotient remainder)) => (3 2)
(define-syntax receive
  (syntax-rules ()
    ((_ formals expression . body)
     (call-with-values (lambda () expression) (lambda formals . body)))))
