;; A thread that gives up its turn goes on after those that were ready.
(import (scheme base) (scheme write) (srfi 18))

(define (say text)
  (make-thread (lambda () (display text))))

(thread-start! (say "first\n"))
(thread-yield!)
(display "second\n")
(thread-start! (say "third\n"))
(thread-yield!)
(display "fourth\n")
