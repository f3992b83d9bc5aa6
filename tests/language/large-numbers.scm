;; Numbers so large that most of these operations are computed outside of the
;; schedulers: in the middle of expressions, in loops, with errors. All is checked
;; by laws, since the digits are many.
(import (scheme base) (scheme write) (scheme read) (scheme inexact)
        (srfi 151))

(define (check name . truths)
  (write (cons name (map (lambda (truth) (if truth 'yes 'no)) truths)))
  (newline))

(define prime 1000003)
(define a (expt 3 40000))
(define b (expt 7 30000))
(define c (+ (expt 10 25000) 7))

;; Modulo a small prime by a small exponent.
(define (power-modulo base exponent)
  (let loop ((result 1) (n exponent))
    (if (= n 0) result (loop (modulo (* result base) prime) (- n 1)))))

(check 'powers
       (= (modulo a prime) (power-modulo 3 40000))
       (= (modulo b prime) (power-modulo 7 30000))
       (= (* a a) (expt 3 80000)))

(let* ((product (* a b)) (n (+ (* product c) 12345)))
  (let-values (((whole rest) (floor/ n product)))
    (check 'division
           (= whole c)
           (= rest 12345)
           (= (quotient n product) c)
           (= (modulo (- n) product) (- product 12345)))))

(check 'divisors
       (= (gcd (* a b) (* a c)) (* a (gcd b c)))
       (= (gcd a b) 1)
       (= (lcm (* a 2) (* b 2)) (* 2 a b)))

;; With a loop around it and values that live on across the wait.
(check 'loops
       (let loop ((n 0) (sum 0.5) (all '()))
         (if (= n 4)
             (and (= sum 6.5) (apply = (map - all '(0 1 2 3))))
             (loop (+ n 1)
                   (+ sum (inexact (gcd a (* b (+ n 2)))))
                   (append all (list (+ n (gcd a b))))))))

(let-values (((root rest) (exact-integer-sqrt (+ (* a a b b) 5))))
  (check 'roots (= root (* a b)) (= rest 5) (= (sqrt (* c c)) c)
         (= (expt (* b b b) 1/3) b)))

(let ((text (number->string c)))
  (check 'digits
         (= (string-length text) 25001)
         (string=? text (string-append "1" (make-string 24999 #\0) "7"))
         (= (string->number text) c)
         (= (string->number (number->string b 7) 7) b)
         (= (string->number (string-append text "/3")) (/ c 3))
         (not (string->number (string-append text "x")))
         (not (string->number (string-append text "/0")))))

(let ((half (/ a (* 2 b))))
  (check 'fractions
         (= (+ half half) (/ a b))
         (= (* half (/ b a)) 1/2)
         (= (- half (/ c b)) (/ (- a (* 2 c)) (* 2 b)))
         (= (/ (/ a b) (/ a c)) (/ c b))
         (< half (/ a b))
         (= (numerator half) a)
         (= (denominator half) (* 2 b))
         (= (floor (/ a 2)) (quotient a 2))
         (= (max half (/ a b)) (/ a b))
         (= (inexact (/ (+ a 1) a)) 1.0)
         (= (exact (floor (inexact (/ (* c 5) (* c 2))))) 2)))

(check 'bits
       (= (arithmetic-shift (arithmetic-shift b 5000000) -5000000) b)
       (= (bitwise-and (bitwise-not b) b) 0)
       (= (bitwise-xor (bitwise-ior a b) (bitwise-and a b)) (bitwise-xor a b))
       (= (bit-count (- (expt 2 5000000) 1)) 5000000))

;; The reader and the printer.
(define (written object)
  (call-with-port (open-output-string)
    (lambda (port) (write object port) (get-output-string port))))

(let* ((object (list a 'x (vector b (/ c b)) a "end"))
       (text (written object)))
  (check 'text
         (equal? (read (open-input-string text)) object)
         (equal? (written (read (open-input-string text))) text)))

(let ((port (open-input-string
             (string-append "1 #;" (number->string a) " (" (number->string b)
                            " . " (number->string c) ") last"))))
  (let* ((first (read port)) (second (read port)) (third (read port)))
    (check 'reader
           (= first 1)
           (= (car second) b)
           (= (cdr second) c)
           (eq? third 'last)
           (eof-object? (read port)))))

;; What is long and begins like a number, but is none.
(let ((name (string-append (number->string c) "-and-more")))
  (check 'symbols
         (eq? (read (open-input-string name)) (string->symbol name))
         (eq? (read (open-input-string (written (string->symbol name))))
              (string->symbol name))))

;; Errors.
(define (kind thunk)
  (guard (e ((read-error? e) 'read) ((error-object? e) (error-object-message e)))
    (thunk)))

(write (list (kind (lambda () (quotient (* a b) 0)))
             (kind (lambda () (expt a a)))
             (kind (lambda () (gcd (* a b) 'a)))
             (kind (lambda () (exact-integer-sqrt (- (* a b)))))
             (kind (lambda ()
                     (read (open-input-string
                            (string-append "#e" (number->string c) "x")))))))
(newline)

;; Handlers and continuations around it.
(check 'continuations
       (= (call/cc (lambda (k) (k (gcd (* a b) (* b c))))) (* b (gcd a c)))
       (= 1 (with-exception-handler
             (lambda (e) 1)
             (lambda () (gcd (+ 1 (raise-continuable 'x)) (* a b))
                        (gcd (raise-continuable 'x) (* a b))))))
