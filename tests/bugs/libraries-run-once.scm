;; Who imports a library while its body runs waits for the end of it, and
;; finds all that it defines; a library whose body has failed is tried again,
;; and what imports it does not run.
(import (scheme base) (scheme eval) (scheme write) (mound conditions)
        (termite process))

(define me (self))
(define (show object) (write object) (newline))

(define (use expression . libraries)
  (guard (problem ((error-object? problem) (error-object-message problem))
                  ((condition? problem) (condition-kind problem)))
    (eval expression (apply environment '(scheme base) libraries))))

(define (ask)
  (spawn (lambda () (! me (list 'answer (use '(answer) '(once waits)))))))

(ask)
(define body
  (let loop ()
    (or (resolve-service 'body)
        (begin (recv (after 0.01 #t)) (loop)))))
(ask)
(ask)
;; The compiler has done what those have asked for.
(show (use '(+ 1 2)))
(show (recv (('answer early) early) (after 0.05 'nothing-yet)))
(! body 21)
(show (list (?) (?) (?)))

(show (string? (use '(use) '(once needs))))
(publish-service 'second-time me)
(show (use '(use) '(once needs)))
(show (use '(use) '(once needs)))
(show (use 'late '(once looks)))
