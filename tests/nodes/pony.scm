;; Channels between two nodes: names, claims, ends that move, and what becomes of
;; them when a node leaves.
(import (scheme base) (scheme case-lambda) (scheme write) (scheme process-context)
        (mound sort) (mound conditions) (termite process) (mound channel) (pony))

(define-channel-type line (x ? integer) (y ! integer))
(define-protocol ends
  (client-end (client line)) (server-end (server line)) (shared-end (client line shared))
  (finish (client carrier)) (number integer) (stop))
(define-channel-type carrier (x ? ends) (y ! ends))
(define-channel-type bulk (x ? bytevector))

(define (show object) (write object) (newline))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...)
     (guard (e ((and (pony-error? e) (pony-error-code e)) (pony-error-code e))
               ((condition? e) (condition-kind e))
               (#t e))
       body ...))))

(define (main there)
  (define me (self))
  (define (note object) (! me (list 'note object)))
  (define noted
    (case-lambda
      (() (recv (('note object) object)))
      ((timeout default) (recv (('note object) object) (after timeout default)))))
  ;; Runs on the other node, which becomes one of the application for it.
  (define ans (current-node))
  (define (away procedure)
    (remote-spawn there (lambda () (procedure (pony-startup "app" 'slave 'ans ans)))))

  ;; Without a master; a slave that waits.
  (ans-start)
  (show (kind (on there (lambda () (pony-startup "app" 'slave 'ans ans)))))
  (remote-spawn there
    (lambda ()
      (let ((net (pony-startup "app" 'slave-wait 'ans ans)))
        (note (> (pony-own-node-id net) 0))
        (pony-shutdown! net)
        (note 'left))))
  (let wait () (if (null? (ans-applications)) (wait)))
  (show (ans-applications))
  ;; Where that is refused, a second one of that node cannot wait too.
  (show (on there (lambda ()
                    (guard (e (#t (pony-error-code e)))
                      (pony-startup "app" 'slave-wait 'ans ans 'once #t)))))
  (define net (pony-startup "app" 'master))
  (show (list (noted) (noted) (pony-own-node-id net) (ans-applications)))
  (show (kind (pony-startup "app" 'master)))
  (show (on there (lambda () (guard (e (#t (pony-error-code e)))
                               (pony-startup "app" 'master 'ans ans)))))

  ;; Ends by name, in any order; the pair of calls back and forth.
  (define client (pony-alloc-client net "echo" line 'unshared))
  (away (lambda (net)
          (let ((server (pony-alloc-server net "echo" line)))
            (let loop ()
              (out! (server y) (* 2 (in (server x))))
              (loop)))))
  (show (map (lambda (n) (out! (client x) n) (in (client y))) (numbers 1 10)))
  (show (list (end-networked? client) (pony-current-remote-node net client)))

  ;; The second part of an application on a node, if it is to be the only one.
  (show (list (on there (lambda () (guard (e (#t (pony-error-code e)))
                                     (pony-startup "app" 'slave 'ans ans 'once #t))))
              (kind (pony-startup "app" 'slave-wait 'once #t))
              (kind (pony-startup "app" 'slave 'once 'yes))))

  ;; What does not fit.
  (show (list (kind (pony-alloc-client net "" line))
              (kind (pony-alloc-client net "echo" carrier))
              (kind (pony-alloc-shared-client net "echo" line))
              (kind (pony-alloc-client net "echo" line))
              (server-end? (pony-alloc-server net "other" line 'shared))
              (kind (pony-alloc-client net "other" line))
              (kind (pony-alloc-shared-server net "other" line))
              (client-end? (pony-alloc-shared-client net "other" line))))
  ;; One of two that allocate it.
  (show (sort (list (kind (begin (pony-alloc-server net "race" line) 1))
                    (on there (lambda ()
                                (let ((net (pony-startup "app" 'slave 'ans ans)))
                                  (guard (e (#t (pony-error-code e)))
                                    (pony-alloc-server net "race" line)
                                    1)))))
              <))

  ;; A shared client end on both nodes; each claim is on its own.
  (define counter (pony-alloc-server net "counter" line))
  (define (add net times)
    (let ((end (pony-alloc-shared-client net "counter" line)))
      (for-each (lambda (n)
                  (with-claim end
                    (out! (end x) 0)
                    (out! (end x) (+ 1 (in (end y))))))
                (numbers 1 times))))
  (away (lambda (net) (add net 20)))
  (away (lambda (net) (add net 20)))
  (spawn (lambda () (add net 20)))
  (show (let loop ((left 60) (value 0))
          (if (= left 0)
              value
              (begin
                (in (counter x))
                (out! (counter y) value)
                (loop (- left 1) (in (counter x)))))))

  ;; Ends that go away, and come home; the other side does not notice.
  (define mover (pony-alloc-client net "mover" carrier))
  (away (lambda (net)
          (let ((server (pony-alloc-server net "mover" carrier)))
            (let loop ()
              (case-in (server x)
                ((client-end c) (out! (c x) 7) (out! (server y) 'client-end c) (loop))
                ((server-end s) (out! (server y) 'number (in (s x)))
                                (out! (server y) 'server-end s) (loop))
                ((shared-end c) (with-claim c (out! (c x) 8)) (loop))
                ((finish k) (fork ((lambda (k) (out! (k x) 'number 9)) k)) (loop))
                ((number n) (note n) (loop))
                ((stop) (note 'stopped)))))))
  (define-values (c s) (make-ends line))
  (out! (mover x) 'client-end c)
  (show (list (kind (out! (c x) 1)) (in (s x)) (end-networked? s)))
  (case-in (mover y) ((client-end end) (set! c end)))
  (show (par ((lambda (c) (out! (c x) 11)) c) ((lambda (s) (in (s x))) s)))
  (show (kind (pony-current-remote-node net s)))
  ;; A writer here, whose reader goes there and back, each item once.
  (fork ((lambda (c) (for-each (lambda (n) (out! (c x) n)) (numbers 1 3)) (note 'written)) c))
  (out! (mover x) 'server-end s)
  (case-in (mover y) ((number n) (show n)))
  (case-in (mover y) ((server-end end) (set! s end)))
  (show (list (in (s x)) (in (s x)) (noted)))
  ;; Both ends there, shared ends, and an end over itself.
  (define-values (c2 s2) (make-ends/any2one line))
  (out! (mover x) 'shared-end c2)
  (show (in (s2 x)))
  (show (par ((lambda (c) (with-claim c (out! (c x) 12))) c2) ((lambda (s) (in (s x))) s2)))
  (out! (mover x) 'finish mover)
  (show (list (noted) (end-defined? mover)))

  ;; Much data.
  (define big (pony-alloc-server net "big" bulk))
  (away (lambda (net)
          (let ((end (pony-alloc-client net "big" bulk)))
            (out! (end x) (make-bytevector 1000000 7)))))
  (show (bytevector-length (in (big x))))

  ;; A violation there is raised there, and nothing is sent.
  (define strict (pony-alloc-server net "strict" line))
  (away (lambda (net)
          (let ((end (pony-alloc-client net "strict" line)))
            (note (kind (out! (end x) 'no-integer)))
            (out! (end x) 1))))
  (show (list (noted) (in (strict x))))

  ;; The end of a holder there.
  (define guarded (pony-alloc-shared-server net "guarded" line))
  (claim! guarded)
  (define holder (away (lambda (net)
                         (let ((end (pony-alloc-shared-client net "guarded" line)))
                           (claim! end)
                           (out! (end x) 1)
                           (recv ('never #t))))))
  (show (in (guarded x)))
  (terminate! holder)
  (show (kind (out! (guarded y) 2)))
  (away (lambda (net)
          (let ((end (pony-alloc-shared-client net "guarded" line)))
            (with-claim end (out! (end x) 3) (note (in (end y)))))))
  (show (in (guarded x)))
  (out! (guarded y) 4)
  (show (noted))

  ;; A plain channel of this node, used from there, and a choice with one of there.
  (define plain (make-channel))
  (remote-spawn there
    (lambda ()
      (channel-put! plain 5)
      (note (sync (choose-event (get-event plain) (timeout-event 60))))))
  (show (channel-get! plain))
  (channel-put! plain 6)
  (show (noted))
  (show (kind (sync (choose-event (get-event plain) (get-event (on there make-channel))))))

  ;; A second application on the same server; a bridge.
  (define other (pony-startup "other" 'master))
  (define in-other (pony-alloc-server other "counter" line))
  (remote-spawn there (lambda ()
                        (let* ((net (pony-startup "other" 'slave 'ans ans))
                               (end (pony-alloc-client net "counter" line)))
                          (out! (end x) 77)
                          (recv ('never #t)))))
  (show (in (in-other x)))

  ;; Local bundles go on after the end; named ones do not.
  (define-values (c3 s3) (make-ends line))
  (show (pony-shutdown! other 0))
  (show (kind (in (in-other x))))
  (show (kind (pony-alloc-client other "late" line)))
  (show (ans-applications))
  (show (par ((lambda (c) (out! (c x) 1)) c3) ((lambda (s) (in (s x))) s3)))
  (show (pony-shutdown! net 0))
  (show (list (ans-applications) (kind (in (counter x)))
              (pony-error? (guard (e (#t e)) (out! (counter y) 1))))))

(main (cadr (command-line)))
