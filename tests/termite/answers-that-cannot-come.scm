;; A request with a timeout is over as soon as no answer can come: the process has ended, or ends, or
;; there is none of that name. Each of these would take an hour.

(import (scheme base) (scheme write) (termite process) (mound conditions))

(define (show . objects) (write objects) (newline))
(define hour 3600)
(define (kind thunk) (catch (lambda (e) (if (condition? e) (condition-kind e) e)) (thunk)))

(define gone (spawn (lambda () 'ended)))
(wait-for gone)
(show 'ended (!? gone 'question hour 'no-answer) (kind (lambda () (!? gone 'question hour))))

(define (ends-when-asked) (spawn (lambda () (?))))
(show 'ends (!? (ends-when-asked) 'question hour 'no-answer)
      (kind (lambda () (!? (ends-when-asked) 'question hour))))

(define (dies-when-asked) (spawn (lambda () (?) (terminate! (self)))))
(show 'dies (!? (dies-when-asked) 'question hour #f)
      (kind (lambda () (!? (dies-when-asked) 'question (seconds->time (+ hour (time->seconds (current-time))))))))

;; An answer that was sent before is found, and nothing is left over.
(define (answers-and-ends) (spawn (lambda () (recv ((from tag x) (! from (list tag x)))))))
(show 'answers (!? (answers-and-ends) 1 hour) (!? (answers-and-ends) 2 hour 'no-answer)
      (? 0 'nothing-left))

(node-init (make-node "127.0.0.1" 0))
(show 'no-service (!? (remote-service 'nobody (current-node)) 'question hour 'no-answer)
      (kind (lambda () (!? (remote-service 'nobody (current-node)) 'question hour))))

;; To oneself, the timeout counts.
(show 'oneself (!? (self) 'question 0.01 'late))
