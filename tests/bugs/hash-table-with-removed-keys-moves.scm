;; A table more than half of whose entries were removed could not be read back.
(import (scheme base) (scheme write) (mound hash-table) (termite process))

(define table (make-hash-table))
(do ((i 0 (+ i 1))) ((= i 200)) (hash-table-set! table i (* i i)))
(do ((i 0 (+ i 1))) ((= i 150)) (hash-table-delete! table i))
(node-init "localhost:0")
(define copy
  (let ((table table))
    (on (current-node) (lambda () table))))
(write (list (hash-table-count copy) (hash-table-ref/default copy 149 'removed)
             (hash-table-ref copy 150)))
(newline)
