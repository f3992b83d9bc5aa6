;; The master of a pony application. The second of the other nodes holds a claim and an end, and is
;; lost at some moment: whoever waits for it is told in time, and its claim passes on.
(import (scheme base) (scheme write) (scheme process-context) (scheme time) (mound conditions)
        (termite process) (pony))

(define-channel-type line (x ? integer) (y ! integer))

(define (show . objects)
  (write objects)
  (newline)
  (flush-output-port))
(define me (self))
(define ans (current-node))
(define steady (cadr (command-line)))
(define doomed (list-ref (command-line) 2))
(define (note . objects) (! me (cons 'note objects)))
(define-syntax kind
  (syntax-rules ()
    ((_ e) (guard (problem ((condition? problem) (condition-kind problem))) e))))

(ans-start)
(define net (pony-startup "lost" 'master))
(define (away node procedure)
  (let ((ans ans))
    (remote-spawn node
      (lambda ()
        (guard (e ((pony-error? e) #f))
          (procedure (pony-startup "lost" 'slave 'ans ans)))))))

(define guarded (pony-alloc-server net "guarded" line))
(define lost (pony-alloc-client net "lost" line))
(define reader (pony-alloc-server net "reader" line))
(away doomed
      (lambda (net)
        (let ((end (pony-alloc-shared-client net "guarded" line)))
          (claim! end)
          (out! (end x) 1)
          (recv ('never #t)))))
(away doomed
      (lambda (net)
        (pony-alloc-server net "lost" line)
        (let ((end (pony-alloc-client net "reader" line)))
          (out! (end x) 1)
          (recv ('never #t)))))
(in (guarded x))
(in (reader x))
(away steady
      (lambda (net)
        (let ((end (pony-alloc-shared-client net "guarded" line)))
          (with-claim end (out! (end x) 2))
          (note 'passed))))

(define started (current-second))
(fork ((lambda (end) (note 'writer (kind (out! (end x) 1)))) lost))
(fork ((lambda (end) (note 'reader (kind (in (end x))))) reader))
(fork ((lambda (end) (note 'claim (kind (in (end x))))) guarded))
(show 'ready)
(define writer (recv (('note 'writer object) object)))
(define read (recv (('note 'reader object) object)))
(define claim (recv (('note 'claim object) object)))
(recv (('note 'passed) #t))
(show 'writer writer 'reader read 'claim claim (< (- (current-second) started) 20))
(pony-shutdown! net 0)
