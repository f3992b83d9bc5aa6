;; The ring of the Termite paper: 250 000 processes that are alive at once, and
;; then a million messages around it.
(import (scheme base) (scheme write) (termite process))

(define size 250000)

(define (member-of-ring next)
  (let ((n (?)))
    (! next (if (= n 0) 0 (- n 1)))
    (if (> n 0) (member-of-ring next))))

(define (make-ring count next)
  (if (= count 0)
      next
      (make-ring (- count 1)
                 (spawn (lambda () (member-of-ring next))))))

;; This process is the last of the ring, too.
(define (run turns)
  (let ((first (make-ring (- size 1) (self))))
    (! first turns)
    (let loop ((passed 0))
      (let ((n (?)))
        (if (= n 0)
            (begin (write (list turns passed)) (newline))
            (begin (! first (- n 1)) (loop (+ passed 1))))))))

(run 0)
(run 1000000)
