;; A running process goes on with the code of another: same pid, new answers.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define server
  (spawn
   (lambda ()
     (let loop ()
       (recv
         (('update k) (k #t))
         ((from tag 'ping) (! from (list tag 'gnop))))
       (loop)))))

(define new-server
  (spawn
   (lambda ()
     (let loop ()
       (recv
         (('update k) (k #t))
         ((from tag 'clone)
          (call/cc (lambda (k) (! from (list tag k)))))
         ((from tag 'ping) (! from (list tag 'pong))))
       (loop)))))

(show (!? server 'ping))
(! server (list 'update (!? new-server 'clone)))
(show (!? server 'ping))
(show (!? new-server 'ping))
(show (list (alive? server) (eq? server new-server)))
