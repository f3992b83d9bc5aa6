;; The SRFIs that R7RS took over, and the smallest others: 8, 9, 11, 16, 23, 28, 31,
;; 39, 87, 98, 145.
(import (only (scheme base) + - * / = < quote list cons car cdr define let lambda
              if guard set! vector call-with-values values equal? symbol?
              error-object-message error-object-irritants not let* assq list? pair?
              cond)
        (mound conditions)
        (srfi 8) (srfi 9) (srfi 11) (srfi 16) (srfi 23) (srfi 28) (srfi 31)
        (srfi 39) (srfi 64) (srfi 87) (srfi 98) (srfi 145))

(test-begin "small")

(test-group "8"
  (test-equal '(1 (2 3)) (receive (a . rest) (values 1 2 3) (list a rest)))
  (test-equal '(1 2) (receive all (values 1 2) all))
  (test-equal 0 (receive () (values) 0)))

(test-group "9"
  (define-record-type :point (make-point x y) point?
    (x point-x) (y point-y set-point-y!) (color point-color set-point-color!))
  (define p (make-point 1 2))
  (set-point-y! p 5)
  (set-point-color! p 'red)
  (test-equal '(#t #f 1 5 red)
    (list (point? p) (point? (vector 1 2)) (point-x p) (point-y p)
          (point-color p)))
  (test-error 'type (point-x 5)))

(test-group "11"
  (test-equal '(1 2 (3 4) (5))
    (let-values (((a b . rest) (values 1 2 3 4)) (all (values 5)))
      (list a b rest all)))
  (test-equal '(1 3)
    (let*-values (((a) (values 1)) ((b) (values (+ a 2)))) (list a b))))

(test-group "16"
  (define f
    (case-lambda (() 'none) ((a) (list 'one a)) ((a . rest) (list a rest))))
  (test-equal '(none (one 1) (1 (2 3))) (list (f) (f 1) (f 1 2 3))))

(test-group "23"
  (test-equal '("bad" (1 x))
    (guard (e (#t (list (error-object-message e) (error-object-irritants e))))
      (error "bad" 1 'x))))

(test-group "28"
  (test-equal "" (format ""))
  (test-equal "a \"b\" ~\n" (format "~a ~s ~~~%" "a" "b"))
  (test-equal "(1 \"x\") (1 x)" (format "~s ~a" '(1 "x") '(1 "x")))
  (test-error 'error (format "~a"))
  (test-error 'error (format "~"))
  (test-error 'error (format "~q" 1)))

(test-group "31"
  (test-equal 120 ((rec (f n) (if (= n 0) 1 (* n (f (- n 1))))) 5))
  (test-equal '(3 2 1)
    ((rec f (lambda (n) (if (= n 0) '() (cons n (f (- n 1)))))) 3))
  (test-equal '(1 (2)) ((rec (f a . rest) (list a rest)) 1 2)))

(test-group "39"
  (define p (make-parameter 5 (lambda (x) (* x 2))))
  (test-equal '(10 2 10)
    (let* ((before (p)) (inside (parameterize ((p 1)) (p))))
      (list before inside (p)))))

(test-group "87"
  (test-equal 6 (case 3 ((1 2) 'low) ((3) => (lambda (x) (* 2 x))) (else 'high)))
  (test-equal 10 (case 9 ((1) 'one) (else => (lambda (x) (+ x 1))))))

(test-group "98"
  (test-equal #f (get-environment-variable "MOUND no such variable"))
  (test-assert (list? (get-environment-variables)))
  (test-error 'type (get-environment-variable 'x)))

(test-group "145"
  (test-equal 3 (assume (+ 1 2) "a message"))
  (test-equal '(assertion ((= 1 2) "why" 3))
    (guard (e (#t (list (condition-kind e) (error-object-irritants e))))
      (assume (= 1 2) "why" 3))))

(test-end)
