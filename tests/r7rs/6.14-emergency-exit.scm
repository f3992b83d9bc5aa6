;; R7RS 6.14: exit does what dynamic-wind owes, of each winder once, from the inside
;; to the outside; emergency-exit does nothing of that.
(import (scheme base) (scheme process-context))
(define (say text) (write-string text) (newline))
(dynamic-wind
 (lambda () (say "in"))
 (lambda ()
   ;; An exit from the way out of an exit.
   (dynamic-wind (lambda () (say "inner in"))
                 (lambda () (exit))
                 (lambda ()
                   (say "inner out")
                   (flush-output-port)
                   (if #f (exit 1))
                   (emergency-exit)
                   (say "not reached"))))
 (lambda () (say "not done by an emergency")))
(say "not reached")
(emergency-exit 2)
