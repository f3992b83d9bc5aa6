;; What the end of a process means to those around it: who is told, of what, and
;; when; who goes on.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))
(define (until-dead pid) (if (alive? pid) (until-dead pid) 'dead))

;; Each way to end, as a monitor tells of it.
(define (told-of end)
  (let* ((pid (spawn (lambda () (recv ('go (end))))))
         (watch (monitor pid)))
    (! pid 'go)
    (recv (('down ,watch ,pid reason object) (list reason object)))))
(show (told-of (lambda () 'value)))
(show (told-of shutdown!))
(show (told-of halt!))
(show (told-of (lambda () (raise 'oops))))
(show (told-of (lambda () (terminate! (self)))))
(show (told-of (lambda () (raise (make-termite-exception me 'failure 'passed-on)))))

;; An end that nobody is linked with harms nobody; the node goes on.
(define loner (spawn (lambda () (raise 'unheard))))
(show (until-dead loner))
(show (? 0 'nothing))

;; The exception waits for the next receive: computing goes on undisturbed.
(define (until-told)
  (if (= (cdr (assq 'mailbox-length (process-info me))) 0) (until-told) 'told))
(spawn-link (lambda () (raise 'early)))
(until-told)
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(show (catch (lambda (e) 'disturbed) (fib 20)))
(! me 'a-later-message)
(show (catch termite-exception-object (?? symbol?)))
(show (?))

;; It does not matter what the receive looks for; a clause for it is not needed.
(define (raised-in receive)
  (let ((child (spawn-link (lambda () (raise 'here)))))
    (catch termite-exception-object (receive))))
(show (raised-in (lambda () (recv ('never 1)))))
(show (raised-in (lambda () (recv ('never 1) (after 60 'late)))))
(show (raised-in (lambda () (?? number? 60 'late))))
(show (raised-in (lambda () (!? (spawn (lambda () (?) (?))) 'question 60 'late))))
(show (raised-in (lambda () (recv (message (list 'taken message))))))
;; A handler that returns gives the receive its value.
(show (with-exception-handler
       (lambda (e) 'resumed)
       (lambda ()
         (spawn-link (lambda () (raise 'here)))
         (list (?)))))

;; A normal end ends no partner, in either direction.
(define parent
  (spawn (lambda ()
           (! me (spawn-link (lambda ()
                               (recv ((from tag 'ping) (! from (list tag 'pong)))))))
           'ends)))
(define orphan (?))
(until-dead parent)
(show (!? orphan 'ping))
(define employer
  (spawn (lambda ()
           (until-dead (spawn-link (lambda () 'ends)))
           (recv ((from tag 'ping) (! from (list tag 'pong)))))))
(show (!? employer 'ping))

;; A failed end ends the partners that do not catch it, and theirs, each with
;; the origin and the object of the first.
(define (chain length)
  (if (= length 0)
      (recv ('go (raise 'the-first)))
      (let ((next (spawn-link (lambda () (chain (- length 1))))))
        (recv ('go (! next 'go) (?))))))
(define head #f)
(show (catch (lambda (e)
               (list (termite-exception-reason e) (termite-exception-object e)
                     (pid? (termite-exception-origin e))
                     (eq? (termite-exception-origin e) head)))
        (set! head (spawn-link (lambda () (chain 5))))
        (! head 'go)
        (?)))
(show (let* ((pid (spawn (lambda () (chain 5)))) (watch (monitor pid)))
        (! pid 'go)
        (recv (('down ,watch _ reason object) (list reason object)))))

;; spawn-linked-to: a third process is told, in one direction.
(define (listener name)
  (spawn (lambda ()
           (let loop ()
             (! me (list name (catch termite-exception-object (?))))
             (loop)))))
(define third (listener 'third))
(define worker (spawn-linked-to third (lambda () (recv ('go (raise 'failed))))))
(! worker 'go)
(show (?))
(define other (spawn-linked-to third (lambda () (recv ((from tag 'ping) (! from (list tag 'pong)))))))
(terminate! third)
(until-dead third)
(show (!? other 'ping))
;; links: several are told.
(define both (list (listener 'a) (listener 'b)))
(spawn (lambda () (raise 'to-both)) links: both)
(show (list (recv (('a x) x)) (recv (('b x) x))))
(show (? 0.02 'nothing))
