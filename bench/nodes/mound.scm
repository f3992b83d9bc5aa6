;;; What two nodes do for each other; see README.md. Arguments: the other node,
;;; and the seconds of each measurement.

(import (scheme base) (scheme process-context) (scheme time) (scheme write)
        (termite process) (mound sort))

(define there (list-ref (command-line) 1))
(define seconds (string->number (list-ref (command-line) 2)))

(define (now) (current-jiffy))
(define (microseconds from to)
  (/ (* 1000000.0 (- to from)) (jiffies-per-second)))
(define (over? start) (passed? start seconds))
(define (passed? start seconds)
  (>= (microseconds start (now)) (* 1000000.0 seconds)))

(define (show name . words)
  (display name)
  (for-each (lambda (word) (display " ") (display word)) words)
  (newline))

(define (whole number) (exact (round number)))

(define (percentile sorted part)
  (list-ref sorted
            (min (- (length sorted) 1)
                 (exact (floor (* part (length sorted)))))))

;; Repeats an operation for so many seconds: the times, sorted.
(define (times operation seconds)
  (operation)
  (let ((start (now)))
    (let loop ((times '()))
      (if (passed? start seconds)
          (list-sort < times)
          (let ((before (now)))
            (operation)
            (loop (cons (microseconds before (now)) times)))))))

(define (show-these name times)
  (show name "p50" (whole (percentile times 0.5)) "us p99"
        (whole (percentile times 0.99)) "us most" (whole (percentile times 1))
        "us of" (length times)))

(define (show-times name operation)
  (show-these name (times operation seconds)))

(define (echo)
  (recv ((from tag message) (! from (list tag message))))
  (echo))

;; Takes messages, and says how many there were when it is asked.
(define (sink count)
  (recv
    ((from tag 'count) (! from (list tag count)) (sink 0))
    (_ (sink (+ count 1)))))

;; So many messages at once that the clock is not what is measured.
(define (show-throughput name message at-once)
  (let ((sink (remote-spawn there (lambda () (sink 0)))) (start (now)))
    (let loop ()
      (let batch ((left at-once))
        (if (> left 0) (begin (! sink message) (batch (- left 1)))))
      (if (not (over? start)) (loop)))
    (let* ((count (!? sink 'count 600))
           (rate (/ (* 1000000.0 count) (microseconds start (now)))))
      (terminate! sink)
      (show name (whole rate) "messages/s"
            (/ (round (* 10 (/ (* rate (bytevector-length message)) 1000000)))
               10)
            "MB/s"))))

;; Sends a large message again and again, each when the one before has come.
(define (bulk sink message)
  (! sink message)
  (!? sink 'count 600)
  (bulk sink message))

(if (not (ping there 60)) (error "no node" there))
(define echoing (remote-spawn there echo))
(show-times "request" (lambda () (!? echoing 1 600)))
(show-throughput "one way, 64 B" (make-bytevector 64 1) 1000)
(show-throughput "one way, 256 KiB" (make-bytevector (* 256 1024) 1) 10)
(define me (self))
(show-times "spawn there, and hear of it"
  (lambda ()
    (remote-spawn there (lambda () (! me 'here)))
    (recv ('here #t))))
;; Sixteen processes ask, one after another, since some have more in common with the
;; sender of the large messages than others: the times of all, and of the one that
;; waited longest.
(define (show-beside name bytes)
  (let* ((sink (remote-spawn there (lambda () (sink 0))))
         (message (make-bytevector bytes 1))
         (sender (spawn (lambda () (bulk sink message)))))
    (let loop ((left 16) (all '()) (worst '(0)))
      (if (= left 0)
          (begin
            (show-these name (list-sort < all))
            (show-these (string-append name ", slowest asker") worst))
          (let ((times (beside-times)))
            (loop (- left 1) (append times all)
                  (if (> (percentile times 0.5) (percentile worst 0.5))
                      times
                      worst)))))
    (terminate! sender)
    (terminate! sink)))
(define (beside-times)
  (spawn
    (lambda ()
      (! me
         (list 'times (times (lambda () (!? echoing 1 600)) (/ seconds 4))))))
  (recv (('times times) times)))
(show-beside "request beside 256 KiB" (* 256 1024))
(show-beside "request beside 64 MiB" (* 64 1024 1024))
