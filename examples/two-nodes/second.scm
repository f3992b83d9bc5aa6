;;; The second node of the example: it has a server with an error in it, and
;;; otherwise only waits for work from others.

(import (scheme base) (scheme write) (termite process))

(define (say . parts)
  (display "second: ")
  (for-each display parts)
  (newline))

;; Answers pings wrongly, and becomes whatever continuation it is sent.
(define (start-pong-server)
  (spawn
   (lambda ()
     (let loop ((count 0))
       (recv
         (('update k) (k #t))
         ((from tag 'ping)
          (! from (list tag 'gnop))
          (loop (+ count 1))))))
   name: 'pong-server))

(publish-service 'pong-server (start-pong-server))
(say "a pong server runs here, with an error in it")
