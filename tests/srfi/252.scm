;; Tests of properties: kinds of results, and what is told of a failure.
(import (scheme base) (scheme complex) (scheme write) (srfi 1) (srfi 64)
        (srfi 252))

(define-syntax results
  (syntax-rules ()
    ((_ body ...)
     (let ((runner (test-runner-null)))
       (test-with-runner runner body ...)
       (write
        (list (test-result-kind runner)
              (test-result-ref runner 'property-arguments)
              (let ((error (test-result-ref runner 'actual-error)))
                (and error (error-object-message error)))))
       (newline)))))

(define integers (list (exact-integer-generator)))

;; What holds, and what does not.
(results (test-property (lambda (n) (= n (- (- n)))) integers))
(results (test-property (lambda (a b) (= (+ a b) (+ b a)))
                        (list (exact-integer-generator)
                              (exact-rational-generator))))
(results (test-property (lambda (n) (= n 7)) integers 0))
(results (test-property-expect-fail (lambda (n) #f) integers))
(results (test-property-skip (lambda (n) #f) integers))
(results (test-property-error (lambda (n) (car n)) integers))
(results (test-property-error (lambda (n) n) integers))
(results (test-property-error-type 'type (lambda (n) (car n)) integers))
(results (test-property-error-type 'type (lambda (n) (raise n)) integers))

;; The simplest values that fail are found.
(results (test-property (lambda (n) (< n 50)) (list (exact-integer-generator))))
(results (test-property (lambda (list) (not (memv 0 list)))
                        (list (list-generator-of (exact-integer-generator)))))
(results (test-property (lambda (list) (< (length list) 3))
                        (list (list-generator-of (exact-integer-generator)))))
(results (test-property (lambda (vector) (< (vector-length vector) 2))
                        (list (vector-generator-of (boolean-generator)))))
(results (test-property (lambda (string) (< (string-length string) 2))
                        (list (string-generator))))
(results (test-property (lambda (bytes) (= 0 (bytevector-length bytes)))
                        (list (bytevector-generator))))
(results (test-property (lambda (pair) (< (+ (car pair) (cdr pair)) 10))
                        (list (pair-generator-of (exact-integer-generator)))))
(results (test-property (lambda (n) (if (> n 20) (car n) #t))
                        (list (exact-integer-generator))))

;; A generator of the program: values stay those that it may give.
(define evens
  (shrinking-generator
   (let ((next 100)) (lambda () (set! next (+ next 2)) next))
   (lambda (n) (if (> n 0) (list (- n 2)) '()))))
(results (test-property (lambda (n) (< n 31)) (list evens)))
(results (test-property (lambda (n) (< n 31)) (list (lambda () 77))))

;; A generator that ends is an error.
(results (test-property (lambda (n) #t) (list (lambda () (eof-object)))))

;; The values that come first.
(define (first-of generator count)
  (if (= count 0)
      '()
      (let ((value (generator)))
        (cons value (first-of generator (- count 1))))))
(write (first-of (boolean-generator) 2))
(newline)
(write (first-of (exact-complex-generator) 15))
(newline)
(write (first-of (exact-integer-complex-generator) 9))
(newline)
(write (first-of (inexact-real-generator) 9))
(newline)
(write (list ((char-generator)) ((string-generator)) ((symbol-generator))
             ((bytevector-generator))))
(newline)
(write (map (lambda (generator test) (every test (first-of (generator) 200)))
            (list exact-integer-generator exact-rational-generator
                  exact-number-generator exact-real-generator
                  inexact-integer-generator inexact-rational-generator
                  inexact-number-generator inexact-complex-generator
                  number-generator
                  integer-generator rational-generator real-generator
                  complex-generator string-generator symbol-generator
                  char-generator bytevector-generator)
            (list exact-integer? (lambda (n) (and (exact? n) (rational? n)))
                  exact? (lambda (n) (and (exact? n) (real? n)))
                  (lambda (n) (and (inexact? n) (integer? n)))
                  (lambda (n) (and (inexact? n) (rational? n)))
                  inexact? (lambda (n) (and (inexact? n) (complex? n)))
                  number? integer? rational? real? complex? string? symbol?
                  char? bytevector?)))
(newline)
(write (((procedure-generator-of (lambda () 5))) 1 2))
(newline)
(write (test-runner? (property-test-runner)))
(newline)
