;;; A bank that survives its own mistakes: a generic server under a supervisor.
;;;
;;;   mound run examples/bank.scm
;;;
;;; The server keeps the accounts in its state. A request that it cannot do raises in
;;; the caller and changes nothing. When the server itself fails, its supervisor starts
;;; another, which begins with what the ledger has: a process beside it that does
;;; nothing else and so has no reason to fail.

(import (scheme base) (scheme write)
        (mound supervisor)
        (termite data) (termite process) (termite server))

(define ledger (make-dict))

(define (balance name)
  (let ((found (dict-ref ledger name)))
    (if found found 0)))

(define bank
  (make-server-plugin
   ;; How it begins.
   (lambda (_) 0)
   ;; Requests with an answer; the state is how many were served.
   (lambda (request served)
     (match request
       (('balance name)
        (values (balance name) (+ served 1)))
       (('withdraw name amount)
        (when (< (balance name) amount)
          (error "not enough money" name amount))
        (dict-set! ledger name (- (balance name) amount))
        (values (balance name) (+ served 1)))
       ('served
        (values served served))))
   ;; Requests without an answer.
   (lambda (request served)
     (match request
       (('deposit name amount)
        (dict-set! ledger name (+ (balance name) amount))
        (+ served 1))))
   (lambda (reason served) #t)))

(define family
  (supervisor:start 'one-for-one
    (list (server-child 'bank (lambda () (server:start bank #f))))))

(define (the-bank) (supervisor:child family 'bank))

(define (show what value)
  (display what)
  (display ": ")
  (write value)
  (newline))

(server:cast (the-bank) '(deposit ada 100))
(show "Ada has" (server:call (the-bank) '(balance ada)))
(show "after 30 less" (server:call (the-bank) '(withdraw ada 30)))
(show "1000 less is refused"
      (guard (e ((error-object? e) (error-object-message e)))
        (server:call (the-bank) '(withdraw ada 1000))))
(show "requests served" (server:call (the-bank) 'served))

;; The server is killed; the supervisor starts another.
(let ((first (the-bank)))
  (terminate! first)
  (wait-for first)
  (show "another server" (not (eq? first (the-bank))))
  (show "requests that it served" (server:call (the-bank) 'served))
  (show "Ada still has" (server:call (the-bank) '(balance ada))))

(supervisor:stop family)
