;; The reports are of objects that are large, circular or both.
(define (attack)
  (define large (make-list 100000 (make-string 10 #\x)))
  (define circle (let ((l (list 1 2 3))) (set-cdr! (cddr l) l) l))
  (do ((i 0 (+ i 1))) ((= i 30))
    (spawn (lambda () (raise large)))
    (spawn (lambda () (error "all of this:" large circle)))
    (recv (after 0.01 #f))))
