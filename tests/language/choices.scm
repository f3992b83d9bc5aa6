;; Comparisons that choose one of two values, which machine code makes without
;; a branch: of fixnums, other numbers, and what is no number.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

;; Both ways set a value; one way does; either may be a constant.
(define (lesser a b) (+ 0 (if (< a b) a b)))
(define (at-least a b) (let ((a (if (< a b) b a))) (list a b)))
(define (at-most a b) (let ((a (if (<= a b) a b))) (list a b)))
(define (sign a) (* 1 (if (> a 0) 1 -1)))
(define (not-negative a) (let ((b (if (< a 0) 0 a))) (cons b a)))
(define (mark a b) (list (if (= a b) 'same 'other)))

(define numbers
  (list 0 1 -1 7 (expt 2 60) (- (expt 2 60)) 0.5 -2.5 1.0 1e300 1/3
        (/ 0. 0.)))

(define (each procedure)
  (for-each (lambda (a)
              (for-each (lambda (b) (write (procedure a b)) (display " "))
                        numbers)
              (newline))
            numbers))

(for-each each (list lesser at-least at-most mark))
(show (map sign numbers))
(show (map not-negative numbers))

;; What is chosen is chosen again, and goes round a loop.
(define (extremes list)
  (let loop ((list list) (low (car list)) (high (car list)))
    (if (null? list)
        (cons low high)
        (let ((a (car list)))
          (loop (cdr list) (if (< a low) a low) (if (> a high) a high))))))
(show (extremes '(3 1 4 1 5 9 2 6)))
(show (extremes '(3 1.5 4 1 5 9/2 2 6)))

;; In a procedure that may be entered without a look at the room for its frame.
(define (pick a b c)
  (if (eq? a 'none)
      c
      (let ((d (if (< a b) a c))) (vector d c))))
(show (list (pick 'none 1 2) (pick 1 2 3) (pick 2 1 3) (pick 2.5 3 4)))

;; What is no number raises as in a comparison that branches.
(define (message-of thunk)
  (call-with-current-continuation
   (lambda (k)
     (with-exception-handler
      (lambda (e) (k (error-object-message e)))
      thunk))))
(show (message-of (lambda () (lesser 'a 1))))
(show (message-of (lambda () (lesser 1 "b"))))
(show (message-of (lambda () (at-least 1.5 '()))))
