;; A node that does not exist is found out soon.
(import (scheme base) (scheme write) (scheme time)
        (mound conditions) (termite process))

(define (show object) (write object) (newline))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e)) (#t e)) (thunk)))
;; Nobody listens at port 1.
(define nowhere "127.0.0.1:1")

(define start (current-jiffy))
(show (kind-of (lambda () (on nowhere (lambda () 1)))))
(show (kind-of (lambda () (remote-spawn nowhere (lambda () 1)))))
(show (kind-of (lambda () (remote-spawn nowhere (lambda () 1) timeout: 60))))
(show (kind-of (lambda () (remote-spawn-link nowhere (lambda () 1)))))
(show (kind-of (lambda () (migrate-task nowhere))))
(show (on nowhere (lambda () 1) 60 'default))
(show (ping nowhere 60))
(! (remote-service 'echo nowhere) 'lost)
(show (kind-of (lambda () (!? (remote-service 'echo nowhere) 'hello))))
(show (!? (remote-service 'echo nowhere) 'hello 0.3 'no-answer))
(show (if (< (- (current-jiffy) start) (* 30 (jiffies-per-second))) 'soon 'late))
