;; Services of the other node.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e)) (#t e)) (thunk)))

(define echo (remote-service 'echo there))
(show (!? echo 'hello))
(show (!? echo '(1 #(2) "3") 30))
(show (map (lambda (n) (!? echo n 30 'none)) '(1 2 3)))
;; One that is not there.
(define nobody (remote-service 'nobody there))
(show (!? nobody 'hello 0.3 'no-answer))
(show (kind-of (lambda () (!? nobody 'hello 0.3))))
(show (ping there 30))
(show (kind-of (lambda () (!? nobody 'hello))))
(! nobody 'into-the-void)
(show (!? echo 'still-there 30))
;; A name that is given and taken away there.
(show (on there
        (lambda ()
          (publish-service 'second (resolve-service 'echo))
          (pid? (resolve-service 'second)))))
(show (!? (remote-service 'second there) 'by-another-name 30))
(on there (lambda () (unpublish-service 'second)))
(show (!? (remote-service 'second there) 'gone 0.3 'no-answer))
;; A service of this node, asked from there.
(publish-service 'adder
  (spawn (lambda ()
           (let loop ()
             (recv ((from tag (a b)) (! from (list tag (+ a b)))))
             (loop)))))
(show (let ((here (current-node)))
        (on there (lambda () (!? (remote-service 'adder here) '(3 4) 30)))))
