;; The master, with the name server, is on a node that is killed. What two others say
;; to each other goes directly, and goes on; what only the master knows is lost. The
;; line "ready" asks for the end of that node.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process) (pony))

(define-channel-type line (x ? integer) (y ! integer))

(define (show object) (write object) (newline))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...) (guard (e ((condition? e) (condition-kind e)) (#t e)) body ...))))

(define (main second third)
  (define me (self))
  (define (note object) (! me (list 'note object)))
  (define (noted) (recv (('note object) object)))
  (remote-spawn third
    (lambda ()
      (ans-start)
      (pony-startup "app" 'master)
      (note 'started)
      (recv ('never #t))))
  (show (noted))
  (define net (pony-startup "app" 'slave 'ans third 'messages 'error))
  (define point (pony-error-point net))
  (pony-message-process net me)
  (define (at-second procedure)
    (remote-spawn second (lambda () (procedure (pony-startup "app" 'slave 'ans third)))))

  (define client (pony-alloc-client net "echo" line))
  (define echo
    (at-second (lambda (net)
                 (let ((server (pony-alloc-server net "echo" line)))
                   (let loop () (out! (server y) (* 2 (in (server x)))) (loop))))))
  (define (ask n) (out! (client x) n) (in (client y)))
  (show (map ask '(1 2 3)))
  ;; One that only reads, of one that will write later.
  (define reader (pony-alloc-server net "later" line))
  (define later
    (at-second (lambda (net)
                 (let ((end (pony-alloc-client net "later" line)))
                   (out! (end x) 1)
                   (note (recv (('write n) (out! (end x) n) n)))
                   (recv ('never #t))))))
  (show (in (reader x)))
  (define claimed (pony-alloc-shared-client net "claimed" line))

  (display "ready")
  (newline)
  (recv (('pony-message 'error text) #t))
  (show (map ask '(4 5 6)))
  (! later '(write 7))
  (show (list (in (reader x)) (noted)))
  (show (list (kind (claim! claimed)) (kind (pony-alloc-client net "new" line))))
  ;; The end of a process at the other side is told without the master, too.
  (terminate! echo)
  (terminate! later)
  (show (list (kind (ask 8)) (kind (in (reader x)))))
  (show (let-values (((errors point) (pony-errors-after net point #f #t '())))
          (map pony-error-master? errors)))
  (show (pony-shutdown! net)))

(apply main (cdr (command-line)))
