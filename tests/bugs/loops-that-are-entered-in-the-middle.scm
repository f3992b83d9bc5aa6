;;; Of two local procedures that call each other, the one that is entered is the later one; and inner loops
;;; are left to a state of an outer one. What only a loop leads to, no way from before, had no machine code,
;;; and the jump there led anywhere: the program died of an illegal instruction.

(import (scheme base) (scheme write))

(define (show . values)
  (for-each (lambda (value) (write value) (display " ")) values)
  (newline))

;; Entered at the later one of two.
(define (parity n)
  (define (even n) (if (= n 0) 'even (odd (- n 1))))
  (define (odd n) (if (= n 0) 'odd (even (- n 1))))
  (odd n))

;; Three states, entered at each, of which each goes on with a state before it and one after it.
(define (machine start n)
  (define (one n sum) (if (= n 0) (list 'one sum) (three (- n 1) (+ sum 1))))
  (define (two n sum) (if (= n 0) (list 'two sum) (one (- n 1) (+ sum 10))))
  (define (three n sum) (if (= n 0) (list 'three sum) (two (- n 1) (+ sum 100))))
  (case start
    ((1) (one n 0))
    ((2) (two n 0))
    (else (three n 0))))

(define (last-state n)
  (define (one n sum) (if (= n 0) (list 'one sum) (three (- n 1) (+ sum 1))))
  (define (two n sum) (if (= n 0) (list 'two sum) (one (- n 1) (+ sum 10))))
  (define (three n sum) (if (= n 0) (list 'three sum) (two (- n 1) (+ sum 100))))
  (three n 0))

;; An inner loop that leaves to a state of the outer one.
(define (words text)
  (define end (string-length text))
  (define (between index count)
    (cond ((= index end) count)
          ((char=? (string-ref text index) #\space) (between (+ index 1) count))
          (else (within index (+ count 1)))))
  (define (within index count)
    (let loop ((index index))
      (cond ((= index end) count)
            ((char=? (string-ref text index) #\space) (between index count))
            (else (loop (+ index 1))))))
  (within 0 0))

;; The same with values that stay over the loop, and with calls and new objects in it.
(define (sorted items)
  (define (small items low high)
    (if (null? items)
        (list (reverse low) (reverse high))
        (large items low high)))
  (define (large items low high)
    (let loop ((items items) (high high))
      (cond ((null? items) (small items low high))
            ((< (car items) 0) (small (cdr items) (cons (car items) low) high))
            (else (loop (cdr items) (cons (abs (car items)) high))))))
  (large items '() '()))

;; Flonums that wait in registers.
(define (swing n)
  (define (up x n) (if (= n 0) x (down (* x 1.5) (- n 1))))
  (define (down x n) (if (= n 0) x (up (- (/ x 2.0) 0.25) (- n 1))))
  (down 8.0 n))

(show (parity 11) (parity 12) (parity 0))
(show (machine 1 7) (machine 2 8) (machine 3 9))
(show (last-state 0) (last-state 1) (last-state 2) (last-state 3000))
(show (words "") (words "a") (words " two  words ") (words "one and one is two"))
(show (sorted '(1 -2 3 -4 -5 6 7 -8)))
(show (swing 0) (swing 1) (swing 5))
(show (parity 100001))
