;;; Version 1.0 of the library (example.org/fred/pong): a server with a mistake.

(define-library (pong)
  (import (scheme base) (termite process))
  (export start-server)
  (begin
    (define (answer count) (list 'gnop count))

    (define (serve count)
      (recv
        ;; Goes on as another server, with what this one has counted.
        (('become k) (k count))
        ;; Gives away what it would do next.
        ((from tag 'clone)
         (serve (call/cc (lambda (k) (! from (list tag k)) count))))
        ((from tag 'ping)
         (! from (list tag (answer count)))
         (serve (+ count 1)))))

    (define (start-server) (spawn (lambda () (serve 0))))))
