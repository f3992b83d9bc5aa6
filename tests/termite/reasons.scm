;; The reasons of an end: normal, failure, terminated, noproc.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define (heard-within seconds thunk)
  (catch (lambda (e) (list (termite-exception-reason e) (termite-exception-object e)))
    (spawn-link thunk)
    (? seconds 'nothing)))
(define (heard thunk) (heard-within 0.05 thunk))
(show (heard-within 60 (lambda () (raise 'oops))))
;; A normal end is no exception.
(show (heard (lambda () 'value)))
(show (heard shutdown!))
(show (heard halt!))
(show (heard-within 60 (lambda () (terminate! (self)))))
;; What a process passes on keeps its origin.
(define me (self))
(define (pass-on)
  (let ((inner (spawn-link (lambda () (raise 'deep)))))
    (! me inner)
    (?)))
(show (catch (lambda (e)
               (list (termite-exception-object e) (termite-exception-reason e)))
        (spawn-link pass-on)
        (?)
        (? 30 'nothing)))
;; Linking with a process that has ended tells at once.
(define dead (spawn (lambda () 1)))
(wait-for dead)
(show (catch termite-exception-reason (inbound-link dead) (? 30 'nothing)))
;; An exception that is caught ends nothing.
(show (heard (lambda () (catch (lambda (e) 'caught) (raise 'inside)))))
(define made (make-termite-exception me 'failure 'by-hand))
(show (list (termite-exception? made) (termite-exception-object made)))
(show (catch termite-exception-object (! (self) made) (?)))
