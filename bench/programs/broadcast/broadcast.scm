;;; One process sends a message to each of 10 000, and each answers.

(import (scheme base) (scheme write) (scheme time) (mound sort)
        (only (termite process) ! !? ? recv self spawn terminate! priority:
              process-info))
(include "../mound.scm")
(include "../measure.scm")

(define listeners 10000)
(define rounds 20)

(define (listen)
  (let ((message (?)))
    (! (car message) (cdr message))
    (listen)))

(define (make-listeners count pids)
  (if (= count 0)
      pids
      (make-listeners (- count 1) (cons (spawn listen) pids))))

(define (add-answers count sum)
  (if (= count 0) sum (add-answers (- count 1) (+ sum (?)))))

(define (broadcast pids round sum)
  (if (= round 0)
      sum
      (let ((message (cons (self) round)))
        (for-each (lambda (pid) (! pid message)) pids)
        (broadcast pids (- round 1) (+ sum (add-answers listeners 0))))))

(let ((pids (make-listeners listeners '())))
  (measure-times 3 'broadcast (* listeners rounds) same
                 (lambda () (broadcast pids rounds 0))))
