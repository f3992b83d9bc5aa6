;; A process that starts linked ones for as long as it lives does not keep the
;; links to those that have ended.
(import (scheme base) (scheme write) (mound file) (mound strings) (termite process))

(define me (self))
(define (resident)
  (* 4 (string->number (cadr (string-split (read-file "/proc/self/statm") " ")))))
(define (start-and-end count)
  (when (> count 0)
    (wait-for (spawn (lambda () (inbound-link me) 'ends)))
    (start-and-end (- count 1))))

(start-and-end 2000)
(define before (resident))
(start-and-end 300000)
(define growth (- (resident) before))
;; A link takes some twenty bytes. In KiB:
(write (or (< growth 3000) growth))
(newline)
;; Only the living are listed.
(write (length (cdr (assq 'links (process-info me)))))
(newline)
