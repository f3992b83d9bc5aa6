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

;; How many KiB the memory grows meanwhile.
(define (growth count)
  (let ((before (resident)))
    (start-and-end count)
    (- (resident) before)))
;; The least of some rounds: links would be kept in each, and what the allocator keeps is not.
(define (least-growth rounds least)
  (if (or (= rounds 0) (< least 3000))
      least
      (least-growth (- rounds 1) (min least (growth 300000)))))

(start-and-end 2000)
;; A link takes some twenty bytes.
(define least (least-growth 4 (growth 300000)))
(write (or (< least 3000) least))
(newline)
;; Only the living are listed.
(write (length (cdr (assq 'links (process-info me)))))
(newline)
