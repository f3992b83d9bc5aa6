;; State machines: what an event does depends on the state.
(import (scheme base) (scheme write) (termite process) (mound state-machine))

(define (show object) (write object) (newline))
(define me (self))
(define (caught thunk) (catch (lambda (e) e) (thunk)))

;; A lock that opens for a code, and locks itself again after a while.
(define (lock code)
  (make-state-machine
   (lambda (delay) (values 'locked (list '() delay)))
   (lambda (state event data)
     (let ((typed (car data)) (delay (cadr data)))
       (match (list state event)
         (('locked ('cast digit))
          (let ((now (append typed (list digit))))
            (cond ((equal? now code)
                   (list 'next 'open (list '() delay) (list 'timeout delay)))
                  ((< (length now) (length code))
                   (list 'keep (list now delay)))
                  (else (list 'keep (list '() delay))))))
         (('open ('timeout 'state)) (list 'next 'locked (list '() delay)))
         ;; Digits are for the next time it is locked.
         (('open ('cast _)) (list 'keep data 'postpone))
         ((_ ('call from 'state)) (list 'keep data (list 'reply from state)))
         ((_ ('call from 'break)) (raise 'broken))
         ((_ ('call from 'delayed))
          (spawn (lambda () (state-machine:reply from 'by-another)))
          (list 'keep data))
         ((_ ('info message)) (! me (list 'info message)) (list 'keep data))
         ((_ ('enter old)) (! me (list 'entered state 'from old)) (list 'keep data)))))
   (lambda (reason state data) (! me (list 'ended reason state)))
   enter: #t))

(define door (state-machine:start (lock '(1 2 3)) 0.02))
(define (type . digits) (for-each (lambda (d) (state-machine:cast door d)) digits))
(show (?))
(show (state-machine:call door 'state))
(type 1 2 1)
(show (state-machine:call door 'state))
(type 1 2 3)
(show (?))
(show (?))
(show (state-machine:call door 'state))
;; Two codes at once: the second one is for later.
(type 1 2 3 1 2 3)
(show (list (?) (?) (?)))
(show (?))
(show (state-machine:call door 'delayed))
(! door '(something else))
(show (?))
(state-machine:stop door 'enough)
(show (?))
(show (pair? (memq (wait-for door 5) '(normal noproc))))

;; What handle raises reaches the caller, and ends the machine.
(define fragile (state-machine:start-link (lock '(1)) 1))
(?)
(show (caught (lambda () (state-machine:call fragile 'break))))
(show (catch termite-exception-object (? 5)))
;; What init raises is raised by the start.
(show (caught (lambda () (state-machine:start (make-state-machine (lambda () (raise 'no)) list list)))))

;; Named timeouts, events that come next, stopping with a reply.
(define ticker
  (state-machine:start
   (make-state-machine
    (lambda () (values 'run '()))
    (lambda (state event trace)
      (let ((trace (cons event trace)))
        (match event
          (('cast 'go)
           (list 'keep trace '(timeout slow 0.03) '(timeout never 5) '(timeout quick 0.01)
                 '(event (cast inner))))
          (('timeout 'quick) (list 'keep trace '(cancel never)))
          (('timeout 'slow) (! me 'slow-came) (list 'keep trace))
          (('call from 'stop) (list 'stop 'asked trace (list 'reply from (reverse trace))))
          (_ (list 'keep trace)))))
    (lambda (reason state trace) (! me (list reason state (length trace)))))))
(state-machine:cast ticker 'go)
(recv ('slow-came 'waited))
(show (map (lambda (event) (if (eq? (car event) 'call) 'call event))
           (state-machine:call ticker 'stop)))
(show (?))
(show (caught (lambda () (error-object? (caught (lambda () (make-state-machine 1 2 3)))))))
