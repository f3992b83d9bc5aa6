;; Many processes are made, wait, and end. Prints the memory of the node before, with them, and when
;; it had nothing to do for a while.
(import (scheme base) (scheme read) (scheme write) (scheme file) (termite process))

(define (show-resident-bytes)
  (write (call-with-input-file "/proc/self/statm"
           (lambda (port) (read port) (* 4096 (read port)))))
  (newline))

(show-resident-bytes)
(define crowd
  (spawn
   (lambda ()
     (define all (map (lambda (i) (spawn (lambda () (?)))) (make-list 200000)))
     (show-resident-bytes)
     (for-each (lambda (pid) (! pid 'end)) all))))
(wait-for crowd)
(? 3 'idle)
(show-resident-bytes)
