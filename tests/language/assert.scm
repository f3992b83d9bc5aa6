;; Assertions.
(import (scheme base) (scheme write) (only (mound syntax) assert)
        (mound conditions))

(define (show object) (write object) (newline))

(define (half n)
  (assert (even? n) n)
  (quotient n 2))
(show (half 10))
(show (guard (e (#t (error-object-irritants e))) (half 7)))
(show (guard (e (#t (condition-kind e))) (assert (= 1 2))))
(show (guard (e (#t (condition-kind e))) (error "x")))
(show (with-exception-catcher (lambda (e) (list 'caught e)) (lambda () (raise 1))))
(show (with-exception-catcher list (lambda () 'quiet)))
(show (guard (e (#t (condition-kind e))) (vector-ref (vector 1) 'x)))
(show (guard (e (#t (condition? e))) (car 1)))
(display-condition (guard (e (#t e)) (error "it went wrong:" "text" 'symbol 5)))
(newline)
