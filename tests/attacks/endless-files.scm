;; Files without an end.
(define (attack)
  (guard (e (#t #f)) (call-with-input-file "/dev/zero" read-line))
  (guard (e (#t #f)) (call-with-input-file "/dev/zero" (lambda (port) (read-string 1000000000 port))))
  (guard (e (#t #f)) (call-with-input-file "/dev/zero" read)))
