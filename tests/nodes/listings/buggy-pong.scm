;; Figure 1 of "An R7RS Compatible Module System for Termite Scheme" (2020), right
;; column, as printed, without the declaration for Gambit's compiler. The nodes are
;; those of (places), so that the ports are free.
(import (except (termite) node1 node2) (places))

(define pong-server
  (spawn
    (lambda ()
      (let loop ()
        (recv
          ((from tag 'ping)
           (! from (list tag 'gnop))) ;; BUG!
          (('update k)
            (k #t)))
        (loop)))))

(node-init node2)

;; publish the pong server
(publish-service 'pong-server pong-server)

;; The paper's program is at a prompt and does not end here.
(display "ready")
(newline)
(wait-for pong-server)
