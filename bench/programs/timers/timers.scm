;;; Waits that end by a message while 100 000 timers are set: each sets a timer and
;;; takes it back.

(import (scheme base) (scheme write) (scheme time) (mound sort)
        (only (termite process) ! !? ? recv self spawn terminate! priority:
              process-info))
(include "../mound.scm")
(include "../measure.scm")

(define waiting 100000)
(define turns 200000)

(define (wait-long)
  (recv ('never 1) (after 100000 2)))

(define (start count)
  (if (> count 0)
      (begin
        (spawn wait-long)
        (start (- count 1)))))

(define (echo)
  (recv ((from tag n) (! from (list tag n))) (after 1000 'too-long))
  (echo))

(define server (spawn echo))

(define (ask count)
  (if (= count 0)
      'done
      (begin
        (!? server count 1000)
        (ask (- count 1)))))

(start waiting)
(measure-times 3 'timers turns same (lambda () (ask turns)))
