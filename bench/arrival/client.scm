;;; Calls the procedure of a library on a node that has never seen it, and then
;;; again. Arguments: the node, and how often. Prints one line in milliseconds:
;;; the first call and what it takes there to run, then the medians of both for
;;; the calls after it.

(import (scheme base) (scheme process-context) (scheme time) (scheme write)
        (termite process) (mound sort) (work))

(define there (list-ref (command-line) 1))
(define rounds (string->number (list-ref (command-line) 2)))

(define (milliseconds start end)
  (/ (* 1000.0 (- end start)) (jiffies-per-second)))

;; On the other node: how long it takes there, which is checked by its result.
(define (timed)
  (let* ((start (current-jiffy))
         (result (main)))
    (list result (milliseconds start (current-jiffy)))))

;; Milliseconds of a call, and of that there.
(define (call)
  (let* ((start (current-jiffy))
         (answer (on there timed))
         (time (milliseconds start (current-jiffy))))
    (if (not (equal? (car answer) expected))
        (error "another result" (car answer) expected))
    (cons time (cadr answer))))

(define expected (main))

(define (median numbers)
  (list-ref (list-sort < numbers) (quotient (length numbers) 2)))

(define (show number)
  (display " ")
  (display (/ (round (* 1000 number)) 1000)))

;; The connection is there before anything is measured.
(if (not (ping there 60)) (error "no node" there))
(define first (call))
(define others
  (let loop ((left rounds) (calls '()))
    (if (= left 0) calls (loop (- left 1) (cons (call) calls)))))
(for-each show
          (list (car first) (cdr first)
                (median (map car others)) (median (map cdr others))))
(newline)
