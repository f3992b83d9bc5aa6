;; The supervisor of the paper whose worker dies while it is being ended, and
;; more races of ends and timeouts: each has one outcome of those it may have,
;; and nothing is left over.
(import (termite) (termite server) (termite supervisor))

(define rounds 30)
(define me (self))
(define (repeat n thunk)
  (if (> n 0) (begin (thunk) (repeat (- n 1) thunk))))
(define (pause) (recv (after (/ (random-integer 4) 1000) 'paused)))
(define (check name truth . details)
  (if (not truth) (print (list 'broken: name details))))
(define (nothing-left name)
  (let ((rest (? 0.05 'empty)))
    (check name (eq? rest 'empty) rest)))

;; Failing, ending well or being killed while it is being ended: it is not
;; started again, and the supervisor ends normally. One that is told to fail may
;; have done so before the supervisor was told to end; then another one was
;; started, once, and has ended too.
(define (worker)
  (recv ('fail (pause) (raise 'failed))
        ('shutdown (pause) (if (= 0 (random-integer 2)) (raise 'while-ending)))))
(define (dies-while-ending)
  (let* ((s (spawn-supervised worker shutdown-delay: #t
                              init-hook: (lambda (pid) (! me (list 'worker pid)))))
         (watch (monitor s))
         (pid (recv (('worker pid) pid)))
         (how (random-integer 3)))
    (if (= how 0) (! s 'fail))
    (! s 'shutdown)
    (if (= how 1) (! pid 'fail))
    (check 'supervisor
           (recv (('down ,watch ,s reason _) (eq? reason 'normal)) (after 60 #f)) how)
    (check 'worker (not (alive? pid)) how)
    (if (< how 2)
        (recv (('worker next) (check 'next (not (alive? next)) how))
              (after 0 #t)))
    (nothing-left 'worker)))
(repeat 8 dies-while-ending)
(print 'dies-while-ending)

;; A child that is dead, dying or alive when it is linked with: one notice in
;; each way to link.
(define (one-notice name link)
  (let ((heard (catch (lambda (e)
                        (list (termite-exception-reason e)
                              (termite-exception-object e)
                              (termite-exception-origin e)))
                 (link (lambda () (pause) (raise (self))))
                 (if (= 0 (random-integer 2)) (pause))
                 (? 1 'silence))))
    (check name
           (match heard
             (('failure pid pid) #t)
             (('noproc #f pid) (pid? pid))
             (_ #f))
           heard))
  (nothing-left name))
(repeat rounds (lambda () (one-notice 'spawn-link spawn-link)))
(repeat rounds
  (lambda () (one-notice 'linked-to (lambda (thunk) (spawn-linked-to me thunk)))))
(repeat rounds
  (lambda ()
    (one-notice 'full-link
                (lambda (thunk)
                  (let ((pid (spawn thunk))) (pause) (full-link pid) pid)))))
(print 'one-notice)

;; A link that a third process makes while one of the two is dying.
(define (link-of-others)
  (let* ((victim (spawn (lambda () (pause) (raise 'gone))))
         (listener
          (spawn (lambda ()
                   (let ((reason (catch termite-exception-reason (? 1 'silence))))
                     (! me (list 'heard reason (? 0.05 'empty))))))))
    (pause)
    (inbound-link victim listener)
    (let ((heard (recv (('heard reason rest) (list reason rest)))))
      (check 'others (member heard '((failure empty) (noproc empty))) heard))
    (nothing-left 'others)))
(repeat rounds link-of-others)
(print 'link-of-others)

;; The timeout of a call against its reply, and that of a wait against the end.
(define slow
  (server:start
   (make-simple-server-plugin 0 (lambda (term n) (pause) (values (list term n) (+ n 1))))
   '()))
(define (call-against-timeout n)
  (if (< n rounds)
      (let* ((limit (/ (random-integer 4) 1000))
             (reply (catch (lambda (e) e) (server:call slow 'first limit))))
        (check 'call (or (eq? reply 'timeout) (equal? reply (list 'first (* 2 n)))) reply)
        (let ((next (server:call slow 'second #f)))
          (check 'next (equal? next (list 'second (+ 1 (* 2 n)))) next))
        (nothing-left 'call)
        (call-against-timeout (+ n 1)))))
(call-against-timeout 0)
(print 'call-against-timeout)

(define (wait-against-end)
  (let* ((pid (spawn pause))
         (reason (wait-for pid (/ (random-integer 4) 1000) 'alive)))
    (check 'wait (memq reason '(alive normal noproc)) reason)
    (check 'wait-again (memq (wait-for pid 60 'alive) '(normal noproc)))
    (nothing-left 'wait)))
(repeat rounds wait-against-end)
(print 'wait-against-end)

;; A timeout that races with a message: it is taken now or later, once.
(define (message-against-timeout)
  (spawn (lambda () (pause) (! me 'message)))
  (let ((first (recv ('message 'message) (after (/ (random-integer 4) 1000) 'timeout))))
    (if (eq? first 'timeout)
        (check 'later (eq? 'message (? 60 'lost)))))
  (nothing-left 'message))
(repeat rounds message-against-timeout)
(print 'message-against-timeout)
