;; A node whose server has an error in it, and becomes what it is sent.
(import (scheme base) (scheme write) (termite process))

(define (start-server)
  (spawn
   (lambda ()
     (let loop ((count 0))
       (recv
         (('update k) (k #t))
         ((from tag 'count) (! from (list tag count)) (loop count))
         ((from tag 'ping) (! from (list tag 'gnop)) (loop (+ count 1))))))))
(publish-service 'pong-server (start-server))
(display "ready")
(newline)
