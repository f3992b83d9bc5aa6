;; Two procedures of equal code with other names are one function in bytes; both in one
;; process could not be taken apart.
(import (scheme base) (scheme write) (scheme eval) (mound conditions))

(define there (environment '(scheme base)))
(define (named name)
  (eval `(let () (define (,name x) (if (pair? x) (car x) x)) ,name) there))

(define one (named 'one))
(define other (named 'other))
(define (loop n both)
  (if (= n 0)
      (list ((car both) '(1)) ((cadr both) 2))
      (loop (- n 1) both)))
(write (loop 200 (list one other)))
(newline)
