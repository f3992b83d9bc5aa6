;; Processes that wait are made until the node refuses one. Prints by how many bytes its memory has
;; grown meanwhile.
(import (scheme base) (scheme read) (scheme write) (scheme file) (termite process))

(define (resident-bytes)
  (call-with-input-file "/proc/self/statm"
    (lambda (port) (read port) (* 4096 (read port)))))
(define (idle) (spawn (lambda () (?))))

;; The first ones also pay for what is made once, and leave room for the port at the end.
(define first (map (lambda (i) (idle)) (make-list 1000)))
(define before (resident-bytes))
(guard (refusal (#t #t))
  (let more () (idle) (more)))
(for-each (lambda (pid) (! pid 'end)) first)
(? 1 'all-wait)
(write (- (resident-bytes) before))
(newline)
