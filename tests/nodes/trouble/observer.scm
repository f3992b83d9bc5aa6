;; Tells of another node, at once and for each line that it reads: by how many
;; days its clock differs, whether a timer takes its time there, and whether it
;; was lost.
(import (scheme base) (scheme write) (scheme time) (scheme process-context)
        (termite process))

(define there (cadr (command-line)))
(define (days)
  (let ((seconds (- (on there current-second) (current-second))))
    (exact (round (/ seconds 86400)))))
(define (timer-is-right?)
  (on there
      (lambda ()
        (let ((start (current-jiffy)))
          (recv
            (after 0.1
              (< 0.09
                 (/ (- (current-jiffy) start) (jiffies-per-second))
                 10)))))))

(monitor-node there)
(let loop ()
  (write (list (days) (timer-is-right?)
               ;; Longer than two silent heartbeats.
               (recv (message message) (after 1.2 'here))))
  (newline)
  (display "next")
  (newline)
  (if (not (eof-object? (read-line))) (loop)))
