;;; Version 2.0 of the library (example.org/fred/pong): the mistake is mended,
;;; and what the server says comes from another repository.

(define-library (pong)
  (import (scheme base) (termite process) (example.org/ann words @1.0))
  (export start-server)
  (begin
    (define (answer count) (list (word-for 'ping) count))

    (define (serve count)
      (recv
        (('become k) (k count))
        ((from tag 'clone)
         (serve (call/cc (lambda (k) (! from (list tag k)) count))))
        ((from tag 'ping)
         (! from (list tag (answer count)))
         (serve (+ count 1)))))

    (define (start-server) (spawn (lambda () (serve 0))))))
