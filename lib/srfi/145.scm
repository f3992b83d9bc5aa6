;;; Assumptions. They are always checked.

;;> (assume expression message ...): the value of the expression. Raises a
;;> condition of kind assertion, with the expression and the messages, if it is
;;> #f. SRFI 145.
;;> Example: (assume (+ 1 2) "three") => 3
(define-syntax assume
  (syntax-rules ()
    ((_ expression message ...)
     (let ((value expression))
       (if value value (%assertion-failed 'expression message ...))))))
