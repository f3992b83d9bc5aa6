;; The code of a running server of another node is replaced.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define server (remote-service 'pong-server there))
(define pid (on there (lambda () (resolve-service 'pong-server))))

(show (map (lambda (n) (!? server 'ping 60)) '(1 2 3)))
(show (!? server 'count 60))
(define new-server
  (spawn
   (lambda ()
     (let loop ((count 100))
       (recv
         (('update k) (k #t))
         ((from tag 'clone) (call/cc (lambda (k) (! from (list tag k)))) (loop count))
         ((from tag 'count) (! from (list tag count)) (loop count))
         ((from tag 'ping) (! from (list tag 'pong)) (loop (+ count 1))))))))
(! pid (list 'update (!? new-server 'clone 60)))
(show (map (lambda (n) (!? server 'ping 60)) '(1 2 3)))
(show (!? server 'count 60))
(show (eq? pid (on there (lambda () (resolve-service 'pong-server)))))
(show (!? new-server 'ping 60))
