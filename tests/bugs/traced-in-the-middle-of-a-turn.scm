;; A process that was to be traced, and that looked at its mailbox in the middle
;; of a turn, was traced from its next turn on only: calls were missing.
(import (scheme base) (scheme write) (termite process) (mound trace))
(define (double x) (* 2 x))
(define (work numbers) (map double numbers))
(define me (self))

(define (poll)
  (if (eq? 'go (? 0 'nothing))
      (! me (list 'done (work '(1 2))))
      (poll)))

(define (calls-of-double worker found)
  (recv
    (('trace ,worker 'called "double" place arguments)
     (calls-of-double worker (cons arguments found)))
    (('trace ,worker . rest) (calls-of-double worker found))
    (('done result) (list (reverse found) result))))

(define (try)
  (let ((worker (spawn (lambda () (! me 'ready) (poll)))))
    (recv ('ready #t))
    (trace-to me worker 'calls)
    (! worker 'go)
    (calls-of-double worker '())))

(define right '((("1") ("2")) (2 4)))
(do ((round 0 (+ round 1)))
    ((= round 20))
  (let ((told (try)))
    (if (not (equal? told right))
        (begin (write told) (newline)))))
(display "all calls are told\n")
