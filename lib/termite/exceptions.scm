;;; A handler that returns resumes at the raise: there is one stack of handlers,
;;; and only what raises decides which protocol holds.

;;> (raise object): calls the current handler with the object and returns what
;;> it returns. Ends the process if there is no handler. Termite paper 4.7.
;;> Example: (with-exception-handler (lambda (e) 2) (lambda () (+ 1 (raise 'x)))) => 3
(define (raise object) (raise-continuable object))

;;> (error message irritant ...): raises a condition of kind error; returns what
;;> the handler returns. Termite paper 4.7.
;;> Example: (catch error-object-irritants (error "bad" 1 2)) => (1 2)
(define (error message . irritants)
  (raise-continuable
   (%primitive %make-condition 'error message irritants #f #f)))
