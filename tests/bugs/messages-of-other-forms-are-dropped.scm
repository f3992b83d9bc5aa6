;; Whoever sent a list of three objects to the process of a mutex, a thread or a condition variable
;; ended it: the answer went to what is no pid.
(import (scheme base) (scheme file) (scheme write) (srfi 18) (only (mound port) port-process)
        (only (termite process) ! ? alive? make-tag self spawn)
        (only (termite load) meter-supervisor))

(define (show object) (write object) (newline))
;; Whether it still lives when it has taken all of them.
(define (outlives? pid)
  (for-each (lambda (message) (! pid message))
            (list '(1 2 3) (list (self) 'no-tag 'state) (list 5 (make-tag) 'state) '(a) 'b "c" 4 '()))
  (thread-sleep! 0.02)
  (alive? pid))
(show (outlives? (make-mutex)))
(show (outlives? (make-condition-variable)))
(show (outlives? (make-thread list)))
(show (outlives? (thread-start! (make-thread (lambda () (thread-sleep! 1000))))))
(show (outlives? (spawn (lambda () (meter-supervisor '())))))
(call-with-input-file "/dev/null"
  (lambda (port)
    (show (outlives? (port-process port)))
    (show (eof-object? (read-char port)))))
