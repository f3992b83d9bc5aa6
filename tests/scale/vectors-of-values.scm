;; Each element of a vector or list that holds procedures was put before the rest one level deeper: from 10 000
;; on, a flat vector was refused since it was nested too deeply.

(import (scheme base) (scheme write) (scheme eval) (scheme repl))

(define environment (interaction-environment))
(define (procedures n) (make-list n (lambda () 'called)))

(define (show made)
  (let ((elements (if (vector? made) (vector->list made) made)))
    (write (list (vector? made) (length elements)
                 ((list-ref elements (- (length elements) 1)))))
    (newline)))

(show (eval (list->vector (procedures 20000)) environment))
(show (eval (list 'quote (procedures 20000)) environment))
;; Constants between them, and a tail.
(let ((made (eval (list 'quote (append (list 1 car "text" '(2 3) #(4)) 'end)) environment)))
  (write (list (car made) (eq? car (cadr made)) (cddr made)))
  (newline))
