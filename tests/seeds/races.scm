;; What races in processes may end in, for many orders of events: nobody hears of
;; an end twice or never, no answer reaches the wrong request, nothing is left
;; over.
(import (termite) (termite server))

(define rounds 40)
(define (repeat n thunk)
  (if (> n 0) (begin (thunk) (repeat (- n 1) thunk))))
(define (pause) (recv (after (/ (random-integer 4) 1000) 'paused)))
(define (check name truth . details)
  (if (not truth) (print (list 'broken: name details))))
(define (nothing-left name)
  (let ((rest (? 0.05 'empty)))
    (check name (eq? rest 'empty) rest)))

;; A link made to a process that is dying: one notice, with what is true.
(define (link-to-the-dying)
  (let ((victim (spawn (lambda () (pause) (raise 'gone)))))
    (pause)
    (inbound-link victim)
    (let ((heard (catch (lambda (e) (list (termite-exception-reason e)
                                          (eq? victim (termite-exception-origin e))))
                   (? 1 'silence))))
      (check 'link (member heard '((failure #t) (noproc #t))) heard))
    (nothing-left 'link)))
(repeat rounds link-to-the-dying)
(print 'link-to-the-dying)

;; The same by monitors, and taken back in time or not.
(define (monitor-the-dying)
  (let* ((victim (spawn pause)) (watch (monitor victim)))
    (pause)
    (if (= 0 (random-integer 2))
        (demonitor watch)
        (check 'monitor
               (recv (('down ,watch ,victim reason _) (memq reason '(normal noproc)))
                     (after 1 #f))))
    (nothing-left 'monitor)))
(repeat rounds monitor-the-dying)
(print 'monitor-the-dying)

;; A timeout that races with the answer: one of them, and the next request is not
;; confused.
(define slow
  (spawn (lambda ()
           (let loop ((n 0))
             (recv ((from tag question) (pause) (! from (list tag question))))
             (loop (+ n 1))))))
(define (timeout-against-reply)
  (let ((answer (!? slow 'first (/ (random-integer 4) 1000) 'timeout)))
    (check 'timeout (memq answer '(first timeout)) answer)
    (check 'next (eq? 'second (!? slow 'second)))
    (nothing-left 'timeout)))
(repeat rounds timeout-against-reply)
(print 'timeout-against-reply)

;; Calls of a server that ends at any moment: each ends with a reply or an
;; exception.
(define (call-of-the-dying)
  (let* ((server (server:start (make-simple-server-plugin
                                0 (lambda (term n) (pause) (values n (+ n 1))))
                               '()))
         (killer (spawn (lambda () (pause) (pause) (terminate! server)))))
    (let loop ((last -1))
      (let ((reply (catch (lambda (e) (if (condition? e) (condition-kind e) e))
                     (server:call server 'next))))
        (if (number? reply)
            (begin (check 'call (= reply (+ last 1)) reply) (loop reply))
            (check 'call (eq? reply 'noproc) reply))))
    (check 'dead (not (alive? server)))
    (nothing-left 'call)))
(repeat rounds call-of-the-dying)
(print 'call-of-the-dying)

;; Two processes that end at once, linked both ways.
(define (both-die)
  (let* ((a (spawn (lambda () (pause) (raise 'a))))
         (b (spawn (lambda () (catch (lambda (e) 'heard) (pause) (raise 'b))))))
    (full-link a b)
    (wait-for a)
    (wait-for b)
    (check 'both (not (or (alive? a) (alive? b))))))
(repeat rounds both-die)
(nothing-left 'both)
(print 'both-die)
