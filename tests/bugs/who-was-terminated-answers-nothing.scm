;;; A process that was busy, and fetched the order to end together with messages that had been sent
;;; after it, still received those. It takes two schedulers to see that.

(import (except (scheme base) error raise) (scheme write) (termite))

(define main (self))

(define (busy n) (if (> n 0) (busy (- n 1))))

(define (server)
  (! (self) 'tick)
  (let loop ()
    (recv
      ('tick (busy 300) (! (self) 'tick) (loop))
      (('ask from) (! from 'answered) (loop)))))

(define (answers? round)
  (let ((p (spawn server)))
    ;; Another scheduler may take it meanwhile.
    (? 0.0001 'nothing)
    (busy (modulo (* round 13) 10000))
    (let ((watch (monitor p)))
      (terminate! p)
      (! p (list 'ask main))
      (recv (('down ,watch pid reason object) 'ended))
      (eq? (? 0 'nothing) 'answered))))

(let loop ((round 0))
  (cond ((= round 200) (write 'never))
        ((answers? round) (write 'answered))
        (else (loop (+ round 1)))))
(newline)
