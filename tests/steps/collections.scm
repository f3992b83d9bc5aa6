;; A process that collects much waits for its turn as long as others do for it:
;; what is beside it does the more while it works.

(import (scheme base) (scheme write) (except (termite) error raise) (mound base))

(define bystander (spawn (lambda () (let loop ((i 0)) (loop (+ i 1))))))

(define main (self))
(define (work rounds)
  (if (> rounds 0)
      (let ((kept (let loop ((i 0) (kept '()))
                    (if (< i 200000) (loop (+ i 1) (cons i kept)) kept))))
        (if (pair? kept) (work (- rounds 1))))))
(define collector
  (spawn (lambda ()
           (work 10)
           (! main 'done)
           (?))))

(?)
(define (paid pid) (cdr (assq 'reductions (process-info pid))))
(let ((beside (paid bystander)) (own (paid collector)))
  (write (if (> (* 4 beside) (* 5 own)) 'more (list beside own)))
  (newline))
(terminate! bystander)
(terminate! collector)
