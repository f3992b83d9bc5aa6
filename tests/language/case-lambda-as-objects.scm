;;; A case-lambda that is called as an object: which clause is entered, for each number of
;;; arguments, wherever the clauses with a list of the rest stand, with and without free
;;; variables, in tail position and not, and from loops that have been compiled.

(import (scheme base) (scheme case-lambda) (scheme write))

(define (show object) (write object) (newline))

(define (attempt thunk)
  (guard (condition (#t (error-object-message condition))) (thunk)))

(define (variants captured)
  (list
   (case-lambda (() (list 'none captured)) ((a) (list 'one captured a))
                ((a b) (list 'two captured a b)) ((a b c) (list 'three captured a b c))
                ((a b c d) (list 'four captured a b c d))
                ((a b c d e) (list 'five captured a b c d e)))
   (case-lambda ((a b) (list 'two captured a b)) (rest (list 'rest captured rest)))
   (case-lambda ((a . rest) (list 'rest captured a rest)) ((a b) (list 'never captured a b))
                (() (list 'none captured)))
   (case-lambda ((a) (list 'one captured a)) ((a . rest) (list 'rest captured a rest))
                ((a b c) (list 'never captured a b c)))
   (case-lambda ((a) (list 'first captured a)) ((a) (list 'never captured a)))
   (case-lambda ((a b c . rest) (list 'rest captured a b c rest)) ((a) (list 'one captured a)))
   (case-lambda (rest (list 'all captured rest)))
   (lambda (a b) (list 'no-clauses captured a b))
   (lambda rest (list 'only-rest captured rest))))

(define without-captured
  (list (case-lambda (() 0) ((a) (list a)) ((a b) (list a b)) ((a b c) (list a b c)))
        (case-lambda ((a . rest) (cons a rest)) ((a b) 'never))))

;; Neither in tail position.
(define (call-all procedure)
  (show (list (attempt (lambda () (list (procedure))))
              (attempt (lambda () (list (procedure 1))))
              (attempt (lambda () (list (procedure 1 2))))
              (attempt (lambda () (list (procedure 1 2 3))))
              (attempt (lambda () (list (procedure 1 2 3 4))))
              (attempt (lambda () (list (procedure 1 2 3 4 5)))))))

;; In tail position, with more slots around it than arguments.
(define (call-last procedure a b c)
  (let ((sum (+ a b c)))
    (if (odd? sum) (procedure sum b) (procedure sum))))

(for-each call-all (append (variants 'x) without-captured))
(for-each (lambda (procedure)
            (show (list (attempt (lambda () (call-last procedure 1 2 3)))
                        (attempt (lambda () (call-last procedure 1 2 4))))))
          (append (variants 'y) without-captured))
(for-each (lambda (object) (show (attempt (lambda () (object 1)))))
          (list 5 'a "text" car (list 1)))

;; Often enough, and deep: each is called from within another.
(define nested
  (case-lambda
    ((n) (if (= n 0) 0 (+ 1 (nested n (- n 1)))))
    ((n m) (nested n m 0))
    ((n m k) (if (= m 0) k (+ k ((car (list nested)) m))))))
(show (nested 3000))

(define (sum-of operations)
  (let loop ((count 0) (sum 0) (rest operations))
    (cond ((= count 5000) sum)
          ((null? rest) (loop count sum operations))
          (else (loop (+ count 1) ((car rest) sum count) (cdr rest))))))
(show (sum-of (list + - max min (case-lambda ((a) 'never) ((a b) (if (odd? b) a b))))))

;; A continuation is called where a case-lambda has been.
(define (call-with-one procedure) (procedure 1))
(show (map (lambda (make) (call/cc (lambda (return) (call-with-one (make return)) 'not-left)))
           (list (lambda (return) return)
                 (lambda (return) (case-lambda ((a) (return (list a))) (() 0)))
                 (lambda (return) (case-lambda ((a) a) (() 0)))
                 (lambda (return) list))))

;; Parameters are such objects.
(define radix (make-parameter 10 (lambda (n) (* n 2))))
(define (reader parameter) (parameter))
(show (list (reader radix) (parameterize ((radix 3)) (reader radix)) (reader radix)))
(radix 7)
(show (list (reader radix) (parameterize ((radix 3)) (radix 4) (reader radix)) (reader radix)))
(show (map (case-lambda ((a) (list a)) ((a b) (list a b)) ((a b c) (list a b c)))
           '(1 2 3) '(4 5 6) '(7 8)))
