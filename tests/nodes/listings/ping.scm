;; Figure 1 of "An R7RS Compatible Module System for Termite Scheme" (2020), left
;; column; see buggy-pong.scm. What a comment says of a value is printed.
(import (except (termite) node1 node2) (places))

(define pong-server
  (remote-service 'pong-server node2))

(define new-server
  (spawn
    (lambda ()
      (let loop () ;; code that will be migrated
        (recv
          ((from tag 'clone)
           (call/cc
             (lambda (k)
               (! from (list tag k)))))
          ((from tag 'ping)
           (! from (list tag 'pong)))
          (('update k)
           (k #t)))
        (loop)))))

(node-init node1)
(print (!? pong-server 'ping)) ; => gnop
(! pong-server (list 'update (!? new-server 'clone)))
(print (!? pong-server 'ping)) ; => pong
;; It goes on as it is.
(print (!? pong-server 'ping))
