;; Processes that have each allocated far more than they keep, and wait. Prints by how many bytes for
;; each of them the node has grown.
(import (scheme base) (scheme read) (scheme write) (scheme file) (termite process))

(define count 500)

(define (resident-bytes)
  (call-with-input-file "/proc/self/statm"
    (lambda (port) (read port) (* 4096 (read port)))))

;; Makes lists of up to 64 numbers, 6 megabytes in all.
(define (work)
  (let loop ((n 400000) (numbers '()))
    (if (> n 0)
        (loop (- n 1) (if (= 0 (remainder n 64)) '() (cons n numbers))))))

(define parent (self))
(define before (resident-bytes))

(do ((n 0 (+ n 1)))
    ((= n count))
  (spawn (lambda () (work) (! parent 'done) (?))))
(do ((n 0 (+ n 1)))
    ((= n count))
  (?))
(? 3 'idle)
(write (quotient (- (resident-bytes) before) count))
(newline)
