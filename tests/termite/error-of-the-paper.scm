;; In `(termite)`, `error` raises as `raise` does: a handler that returns gives
;; its value to whoever raised. The condition has message and irritants.

(import (termite) (scheme write))

(define (show what)
  (write what)
  (newline))

(show (with-exception-handler
       (lambda (problem) 2)
       (lambda () (+ 1 (error "bad" 'a "b")))))
(show (with-exception-handler
       (lambda (problem)
         (list (error-object? problem)
               (error-object-message problem)
               (error-object-irritants problem)))
       (lambda () (error "bad" 'a "b" '(c)))))
(show (with-exception-handler
       error-object-irritants
       (lambda () (error "none"))))
(show (with-exception-catcher
       error-object-message
       (lambda () (list 'not 'reached (error "caught" 1)))))
