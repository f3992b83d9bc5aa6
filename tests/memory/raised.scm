;; A process that is told when its heap is full handles that and goes on.
(import (scheme base) (scheme write) (termite process) (mound conditions))

(define (show object) (write object) (newline))
(define me (self))
(define (end-of pid)
  (let ((tag (monitor pid)))
    (recv
      (('down ,tag _ reason object)
       (list reason (if (condition? object) (condition-kind object) object)))
      (after 60 'it-lives))))

(define (grow list n) (if (= n 0) list (grow (cons n list) (- n 1))))
(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))

;; A condition that can be handled, as often as the limit is met.
(define careful
  (spawn
    (lambda ()
      (define (attempt)
        (guard (e (#t (list 'handled (condition-kind e))))
          (length (grow '() 1000000))))
      (let* ((first (attempt)) (second (attempt)))
        (! me (list first second (deep 1000)))))
    limits: '((heap . 100000) (when-heap-full . raise))))
(show (? 60 'nothing))

;; A stack that grew too deep, too, also where no clause of guard is sure to fit.
(define deep-one
  (spawn
    (lambda ()
      (! me (guard (e ((condition? e) (list 'handled (condition-kind e))))
              (deep 1000000))))
    limits: '((heap . 60000) (when-heap-full . raise))))
(show (? 60 'nothing))

;; Who handles it and takes still more dies.
(show
  (end-of
    (spawn
      (lambda ()
        (with-exception-handler
          (lambda (e) (grow '() 1000000))
          (lambda () (grow '() 1000000))))
      limits: '((heap . 100000) (when-heap-full . raise)))))
