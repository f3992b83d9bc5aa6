;; The master of a pony application. A process of one slave sends procedures to
;; the node of the other, which must ask for the code of each, and then reads an
;; item of a process there; another process leaves the application at once. That
;; the item was taken waits behind the procedures; the news that the reader has
;; left, and the answer to a ping, do not. What the writer is told.
;; Arguments: the addresses of the two.
(import (scheme base) (scheme write) (scheme eval) (scheme process-context)
        (mound conditions) (termite process) (pony))

(define-channel-type line (x ? integer))
(define count 30)

(define me (self))
(define ans (current-node))
(define there (cadr (command-line)))
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda () (procedure (pony-startup "behind" 'slave 'ans ans))))))

(ans-start)
(define net (pony-startup "behind" 'master))
(define sink
  (remote-spawn there
    (lambda ()
      (let loop ((n 0) (sum 0))
        (if (< n count)
            (loop (+ n 1) (+ sum ((?))))
            (! me (list 'sum sum)))))))
(away there
      (lambda (net)
        (let ((end (pony-alloc-client net "line" line)))
          (define (put item)
            (guard (e ((condition? e) (condition-kind e)))
              (out! (end x) item)))
          ;; Of the second the reader is known.
          (let* ((one (put 1)) (two (put 2)) (three (put 3)))
            (! me (list 'wrote one two three))
            (recv ('never #t))))))
(away (list-ref (command-line) 2)
      (lambda (net)
        (let ((end (pony-alloc-server net "line" line)))
          (in (end x))
          (do ((n 0 (+ n 1)))
              ((= n count))
            (! sink (eval `(lambda () ,n) (environment '(scheme base)))))
          (in (end x))
          (spawn (lambda () (pony-shutdown! net)))
          (recv ('never #t)))))
(write (recv (('wrote . results) results)))
(newline)
(write (recv (('sum sum) sum)))
(newline)
(pony-shutdown! net 0)
