;; Such a variable was unspecified, and the program went on with that.
(import (scheme base) (scheme write) (mound conditions))

(define-syntax try
  (syntax-rules ()
    ((_ expression)
     (begin
       (write (guard (e ((condition? e) (list (condition-kind e)
                                              (error-object-irritants e))))
                expression))
       (newline)))))

(try (letrec ((a (list b)) (b (list 1))) a))
(try (let () (define a (list b)) (define b (list 1)) a))
(try (let () (define (get) b) (define a (get)) (define b (list 1)) a))
(try (let () (define (get) b) (define a (get)) (define b 1) a))
(try (let () (define a b) (define b 1) a))
(try (letrec ((a (lambda () b)) (b (list 1))) (a)))
(try (let () (define (ev? n) (or (= n 0) (od? (- n 1))))
          (define x (list (ev? 0)))
          (define od? (if (pair? x) (lambda (n) (not (ev? n))) #f))
          (od? 3)))
(try (let () (define counter 0)
          (define (next!) (set! counter (+ counter 1)) counter)
          (define first (next!))
          (define limit (+ first 10))
          (list first limit (next!))))
