;; Files and connections are opened until there are no descriptors for more.
(define (attack)
  (define listener (tcp-listen 0))
  (define (open-all open)
    (guard (e (#t #f))
      (do ((i 0 (+ i 1))) ((= i 20000)) (open))))
  (for-seconds 2
    (lambda ()
      (open-all (lambda () (open-input-file "/dev/null")))
      (open-all (lambda () (tcp-connect "127.0.0.1" (listener-port listener)))))))
