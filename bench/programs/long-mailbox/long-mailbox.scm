;;; Requests of a process whose mailbox is empty, and of one with a million
;;; messages that it does not want yet.

(import (scheme base) (scheme write) (scheme time) (mound sort)
        (only (termite process) ! !? ? recv self spawn terminate! priority:
              process-info))
(include "../mound.scm")
(include "../measure.scm")

(define requests 100000)

(define (echo)
  (recv ((from tag n) (! from (list tag n))))
  (echo))

(define server (spawn echo))

(define (ask count sum)
  (if (= count 0) sum (ask (- count 1) (+ sum (!? server 1)))))

(define (fill count to)
  (if (> count 0)
      (begin
        (! to count)
        (fill (- count 1) to))))

(measure-times 3 'request-0 requests same (lambda () (ask requests 0)))
(fill 1000000 (self))
;; What has come is taken over once.
(ask 1000 0)
(measure-times 3 'request-1000000 requests same (lambda () (ask requests 0)))
