;; Nobody reads standard error.
(define (attack)
  (define text (make-string 1000 #\x))
  (define (write-on) (write-string text (current-error-port)) (write-on))
  (for-seconds 2 (lambda () (spawn-link write-on) (write-on))))
