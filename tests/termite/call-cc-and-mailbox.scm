;; Continuations, dynamic-wind and parameters together with receiving.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))

(define (collect-until-end)
  (call/cc
   (lambda (return)
     (let loop ((seen '()))
       (recv ('end (return (reverse seen)))
             (x (loop (cons x seen))))))))
(for-each (lambda (m) (! me m)) '(1 2 3 end 4))
(show (collect-until-end))
(show (?))

;; Waiting inside of dynamic-wind does not leave it.
(define (wound)
  (let ((trace '()))
    (dynamic-wind
     (lambda () (set! trace (cons 'in trace)))
     (lambda () (set! trace (cons (? 0.01 'waited) trace)))
     (lambda () (set! trace (cons 'out trace))))
    (reverse trace)))
(show (wound))

;; A parameter is bound for one process only; a new one has the first value.
(define p (make-parameter 'first))
(show (parameterize ((p 'mine))
        (spawn (lambda () (! me (p))))
        (let ((childs (?))) (list (p) childs))))

;; An escape out of the test of a receive leaves all messages in place.
(for-each (lambda (m) (! me m)) '(a b c))
(show (call/cc (lambda (k) (?? (lambda (m) (if (eq? m 'b) (k 'escaped) #f))))))
(show (let* ((x (?)) (y (?)) (z (?))) (list x y z)))
(show (guard (e (#t (list 'raised e)))
        (! me 1)
        (recv (x (where (raise 'in-guard)) x))))
(show (?))
;; A receive in a procedure given to map.
(for-each (lambda (m) (! me m)) '(10 20 30))
(show (map (lambda (x) (+ x (?))) '(1 2 3)))
