;; Waiting for so long only.
(import (scheme base) (scheme write) (scheme time) (termite process))

(define (show object) (write object) (newline))
(define-syntax seconds-of
  (syntax-rules ()
    ((_ expression)
     (let* ((start (current-jiffy)) (value expression))
       (list value (/ (- (current-jiffy) start) (jiffies-per-second)))))))
(define (within? low high result)
  (list (car result) (<= low (cadr result) high)))

(show (within? 0.1 30 (seconds-of (? 0.1 'default))))
(show (within? 0 30 (seconds-of (? 0 'poll))))
(show (within? 0.1 30 (seconds-of (?? odd? 0.1 'none))))
(define (timeout-of thunk) (catch (lambda (e) (list 'raised e)) (thunk)))
(show (timeout-of (lambda () (? 0.01))))
(show (timeout-of (lambda () (?? odd? 0.01))))
(define silent (spawn (lambda () (recv ('stop 1)))))
(show (timeout-of (lambda () (!? silent 'question 0.01))))
(show (!? silent 'question 0.01 'no-answer))
(show (recv (after 0.01 'only-after)))
(show (recv ('never 1) (after 0 'at-once)))

;; Messages that do not fit do not prolong the wait.
(define me (self))
(define noise
  (spawn (lambda () (let loop () (! me 'noise) (recv (after 0.02 1)) (loop)))))
(show (within? 0.1 30 (seconds-of (recv ('never 1) (after 0.1 'timeout)))))
(terminate! noise)
(show (recv ('noise 'still-there)))
(show (catch (lambda (e) 'type) (? 'soon)))
(! (self) 'for-ever)
(show (?? (lambda (m) (eq? m 'for-ever)) #f))
