;; Steps go on elsewhere: the process is taken apart and put together between
;; them.

(import (scheme base) (scheme write) (mound base))

(define n 66000)
(define v (make-vector n 1))
(write (vector-length (vector-append v v)))
(newline)
(define l (vector->list v))
(write (length (reverse l)))
(newline)
(write (equal? l (vector->list (vector-copy v))))
(newline)
(define t (make-hash-table eqv?))
(do ((i 0 (+ i 1))) ((= i 9000)) (hash-table-set! t i i))
(write (list (hash-table-count (hash-table-copy t)) (hash-table-ref t 8999)))
(newline)
(write (string-length
        (call-with-output-string (lambda (port) (write (list l v) port)))))
(newline)
