;; A variable that is called `...` may stand in a template that another macro made.
(import (scheme base) (scheme write))

(define-syntax with-macro
  (syntax-rules ()
    ((_ name value body)
     (let-syntax ((m (syntax-rules () ((_ w q) (let ((w value)) q)))))
       (m name body)))))

(define (f ...) (with-macro x (car ...) x))
(write (f '(1 2)))
(define (g ... q w) (with-macro x (list ... q w) x))
(write (g 1 2 3))
(newline)
