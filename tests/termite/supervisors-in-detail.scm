;; The supervisor of the paper: how many failures are too many if nobody says so,
;; and each way to end a worker.
(import (termite) (termite supervisor))

(define me (self))
(define (worker)
  (recv
    ((from tag 'ping) (! from (list tag 'pong)) (worker))
    ('crash (raise 'crashed))
    ('shutdown (! me 'asked) (recv ('really 'ends)))))
(define (supervised . options)
  (apply spawn-thunk-supervised worker
         init-hook: (lambda (pid) (! me (list 'worker pid)))
         options))
(define (started) (recv (('worker pid) pid)))

;; Five failures are accepted, the sixth is not.
(define weak (supervised))
(define watch (monitor weak))
(started)
(for-each (lambda (n)
            (! weak 'crash)
            (started)
            (print (list n (!? weak 'ping))))
          '(1 2 3 4 5))
(! weak 'crash)
(print (recv (('down ,watch _ reason object)
              (list reason (error-object-irritants object)))))
(print (!? weak 'ping 0.01 'no-answer))

;; Asked and waited for, however long it takes.
(define patient (supervised shutdown-delay: #t))
(define patients-worker (started))
(! patient 'shutdown)
(print (?))
(print (? 0.05 'some-time-passes))
(print (list (alive? patient) (alive? patients-worker)))
(! patients-worker 'really)
(wait-for patient)
(print (list (alive? patient) (alive? patients-worker)))

;; Asked, then ended when the time is over.
(define strict (supervised shutdown-delay: 0.5))
(define stricts-worker (started))
(! strict 'shutdown)
(print (?))
(wait-for strict)
(print (list (alive? strict) (alive? stricts-worker)))

;; Not asked.
(define hasty (supervised shutdown-delay: #f))
(define hastys-worker (started))
(! hasty 'shutdown)
(wait-for hasty)
(print (list (alive? stricts-worker) (alive? hastys-worker)))
(print (? 0 'nothing))

;; A worker that fails when it is asked to end is not started again.
(define touchy
  (spawn-supervised (lambda () (recv ('shutdown (raise 'touched))))
                    shutdown-delay: #t
                    init-hook: (lambda (pid) (! me (list 'worker pid)))))
(define touchys-worker (started))
(! touchy 'shutdown)
(print (let ((reason (wait-for touchy))) (and (memq reason '(normal noproc)) 'ended)))
(print (alive? touchys-worker))
(print (? 0.05 'not-started-again))

;; Messages reach the worker in their order, before and after a failure, and the
;; pid that is known stays the same.
(define (listing seen)
  (recv ('crash (raise 'crashed))
        ((from tag 'seen) (! from (list tag (reverse seen))) (listing seen))
        ('shutdown 'ends)
        (message (listing (cons message seen)))))
(define list-keeper
  (spawn-supervised (lambda () (listing '()))
                    shutdown-delay: #t
                    init-hook: (lambda (pid) (! me (list 'worker pid)))))
(started)
(for-each (lambda (n) (! list-keeper n)) '(1 2 3 4 5))
(print (!? list-keeper 'seen))
(! list-keeper 'crash)
(started)
(for-each (lambda (n) (! list-keeper n)) '(6 7))
(print (!? list-keeper 'seen))
(! list-keeper 'shutdown)
(wait-for list-keeper)

;; Options are keywords with a value each.
(define-syntax refusal
  (syntax-rules ()
    ((_ call) (guard (e (#t (list (condition-kind e) (error-object-message e)))) call 'taken))))
(define (never) (raise 'called))
(print (refusal (spawn-thunk-supervised never threshold:)))
(print (refusal (spawn-thunk-supervised never threshold: 3 window:)))
(print (refusal (spawn-thunk-supervised never 'threshold 3)))
(print (refusal (spawn-thunk-supervised never 3)))
