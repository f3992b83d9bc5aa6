;; A traced call of a procedure of the program had no place, and private
;; procedures of the libraries were told of.
(import (scheme base) (scheme write) (termite process) (mound trace)
        (mound strings))
(define (double x) (* 2 x))
(define (work numbers) (map double numbers))

(define me (self))
(define worker
  (spawn
    (lambda ()
      (! me 'ready)
      (recv ('go (! me (list 'done (work '(1 2)))))))))
(recv ('ready #t))
(trace-to me worker 'calls)
(! worker 'go)

;; The line and the column, after the name of the file.
(define (line-and-column place)
  (let ((parts (reverse (string-split place ":"))))
    (if (= (length parts) 3)
        (list (cadr parts) (car parts))
        place)))
(let loop ()
  (recv
    (('trace ,worker 'called procedure place arguments)
     (write (list procedure (line-and-column place) arguments))
     (newline)
     (loop))
    (('done result)
     (write result)
     (newline))))
