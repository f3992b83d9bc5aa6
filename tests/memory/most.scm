;; A process that holds most of the memory of all ends when one that has little is refused some; so
;; neither the one that asks dies, nor others that only have what they have. Run with little memory and
;; without limits for one process (crates/cli/tests/memory.rs).
(import (scheme base) (scheme write) (termite process) (mound conditions))

(define (vectors count)
  (let loop ((i 0) (all '()))
    (if (= i count) all (loop (+ i 1) (cons (make-vector 10000 i) all)))))

;; Holds so many vectors of 80 kB, and says so.
(define me (self))
(define (holder count)
  (spawn (lambda ()
           (let ((all (vectors count)))
             (! me 'holds)
             (recv ('never (write all)))))))

(define most (holder 1100))
(define watch (monitor most))
(? 60)
(define others (list (holder 250) (holder 250)))
(? 60)
(? 60)

;; From 5 MB it grows to 60 MB, which is more than is left, and little beside what the first one has.
(define growing
  (spawn (lambda ()
           (let loop ((all (vectors 60)) (i 0))
             (if (< i 70)
                 (begin
                   (recv (after 0.01 #f))
                   (loop (append (vectors 10) all) (+ i 1)))
                 (! me (list 'grown (length all))))))))

(write (recv (('down ,watch ,most reason object) (list reason (condition-kind object)))
             (after 60 'nobody)))
(newline)
(write (? 60))
(newline)
(write (map alive? others))
(newline)
