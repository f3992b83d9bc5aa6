;; The master of a pony application reads one large item from another node, and
;; sends small ones to that node and back meanwhile, through channels of their
;; own: how long these take in the time of the simulation, in which a way takes
;; a millisecond. The large item takes a quarter of a second, as the
;; other node has to be given room again and again.
;; Argument: the address of the other node.
(import (scheme base) (scheme write) (scheme process-context)
        (mound clock) (termite process) (pony))

(define-channel-type bulk (x ? bytevector))
(define-channel-type line (x ? integer) (y ! integer))
(define size 32000000)

(define me (self))
(define ans (current-node))
(define (away procedure)
  (let ((ans ans))
    (remote-spawn (cadr (command-line))
      (lambda ()
        (procedure (pony-startup "large" 'slave 'ans ans))))))

(ans-start)
(define net (pony-startup "large" 'master))
(away (lambda (net)
        (let ((end (pony-alloc-server net "small" line)))
          (let loop ()
            (out! (end y) (in (end x)))
            (loop)))))
(away (lambda (net)
        (let ((end (pony-alloc-client net "large" bulk)))
          (out! (end x) (make-bytevector size 7)))))
(define large (pony-alloc-server net "large" bulk))
(define small (pony-alloc-client net "small" line))
(define (exchange n)
  (let ((begin (monotonic-time)))
    (out! (small x) n)
    (in (small y))
    (- (monotonic-time) begin)))
(exchange 0)

(define begin-large (monotonic-time))
(fork
 ((lambda (end) (! me (list 'read (bytevector-length (in (end x)))))) large))
(let loop ((n 0) (longest 0))
  (let ((longest (max longest (exchange n)))
        (read (recv (('read length) length) (after 0 #f))))
    (if read
        (let ((whole (- (monotonic-time) begin-large)))
          (write (list 'large (= read size) 'takes-long (> whole 0.2)
                       'small (> n 10) 'none-waits-for-it (< longest 0.1)))
          (newline))
        (loop (+ n 1) longest))))
(pony-shutdown! net 0)
