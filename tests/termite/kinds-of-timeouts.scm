;; How long a receive waits: what is a number of seconds or a time, and what is
;; refused.
(import (scheme base) (scheme write) (scheme time) (mound conditions)
        (mound time)
        (termite process))

(define (show object) (write object) (newline))
(define (refusal thunk)
  (guard (e ((condition? e)
             (list (condition-kind e) (error-object-message e)
                   (error-object-irritants e))))
    (thunk)))
(define (waited timeout) (refusal (lambda () (recv ('never #t) (after timeout 'over)))))
(define (asked timeout) (refusal (lambda () (? timeout 'over))))
(define (chosen timeout)
  (refusal (lambda () (?? symbol? timeout 'over))))

(! (self) 5)
;; At once, and soon.
(define (past) (seconds->time (- (current-second) 10)))
(for-each (lambda (timeout) (show (list (waited timeout) (chosen timeout))))
          (list 0 -1 -0.0 -inf.0 1/1000 0.001 (past)))
;; Never: what is there is found, and what comes.
(for-each (lambda (timeout)
            (let ((me (self)))
              (spawn (lambda () (! me 'came)))
              (show (refusal (lambda () (recv ('came 'came)
                                              (after timeout 'over)))))))
          (list #f +inf.0 1e9 1000000001))
;; No numbers that say how long.
(for-each (lambda (timeout)
            (show (map (lambda (wait) (wait timeout)) (list waited asked chosen))))
          (list +nan.0 'soon "1" '() #t 1+i))
(show (asked 0))
