;;; Synchronous communication of integers round a circle of processes: prefix,
;;; delta (which sends to its two readers one after the other) and successor, and a
;;; consumer; four communications a round. The program of the papers on occam.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) self process-info)
        (pony))
(include "../mound.scm")
(include "../measure.scm")

(define rounds 50000)
(define-channel-type line (x ? integer))

(define (prefix from to)
  (out! (to x) 0)
  (let loop ()
    (out! (to x) (in (from x)))
    (loop)))

(define (delta from to other)
  (let ((n (in (from x))))
    (out! (to x) n)
    (out! (other x) n)
    (delta from to other)))

(define (successor from to)
  (out! (to x) (+ 1 (in (from x))))
  (successor from to))

(define (consume from count)
  (let ((n (in (from x))))
    (if (= count 1) n (consume from (- count 1)))))

;; What a process raises when the circle ends is no matter.
(define-syntax start
  (syntax-rules ()
    ((_ procedure end ...)
     (fork ((lambda ends
              (guard (e ((pony-error? e) #f)) (apply procedure ends)))
            end ...)))))

(let-values (((a-out a-in) (make-ends line))
             ((b-out b-in) (make-ends line))
             ((c-out c-in) (make-ends line))
             ((d-out d-in) (make-ends line)))
  (start prefix b-in a-out)
  (start delta a-in c-out d-out)
  (start successor c-in b-out)
  (consume d-in 1000)
  (measure-times 2 'commstime (* 4 rounds) (lambda (n) (modulo (+ n 1) 1000))
                 (lambda () (consume d-in rounds))))
