;; Procedures that are so small that the compiler puts their bodies in the place of calls of
;; themselves: what is evaluated, and in which order, is what was written.
(import (scheme base) (scheme write))

(define (show . objects) (for-each display objects) (newline))

(define (say object) (display object) (display " ") object)

;; Twice in operands.
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(show (map fib '(0 1 2 3 4 5 20)))

;; In an operand, a test, a sequence and a binding.
(define (count items) (if (null? items) 0 (+ 1 (count (cdr items)))))
(show (map count '(() (a) (a b) (a b c d e))))
(define (even-length? items) (if (null? items) #t (if (even-length? (cdr items)) #f #t)))
(show (map even-length? '(() (a) (a b) (a b c) (a b c d))))
(define (each items) (if (pair? items) (begin (each (cdr items)) (say (car items))) 'end))
(show (each '(1 2 3 4 5)))
(define (deep n) (if (= n 0) '() (let ((inner (deep (- n 1)))) (list inner n inner))))
(show (deep 3))

;; The parameter of the copy is another one than that of the procedure.
(define (sums n) (if (= n 0) '() (cons n (append (sums (- n 1)) (list n)))))
(show (sums 5))

;; Operands are evaluated once and in their order, also those that the body never looks at.
(define (order a b n) (if (= n 0) (list a b) (cons n (order (say (list n 'a)) (say (list n 'b)) (- n 1)))))
(show (order 0 0 3))
(define (unused n ignored) (if (= n 0) 0 (+ 1 (unused (- n 1) (say n)))))
(show (unused 4 #f))

;; Calls in tail position stay jumps, beside others that are not.
(define (mixed n) (cond ((= n 0) 0) ((odd? n) (mixed (- n 1))) (else (+ n (mixed (- n 1))))))
(show (mixed 100000))

;; Local procedures, which know variables around them.
(define (scale items factor)
  (let loop ((items items))
    (if (null? items) '() (cons (* factor (car items)) (loop (cdr items))))))
(show (scale '(1 2 3 4 5) 10))

;; As a value besides, assigned, and called with a wrong number of arguments: left alone.
(define (itself n) (if (= n 0) itself (list (itself (- n 1)))))
(show (procedure? (caar (itself 2))))
(define (assigned n) (if (= n 0) 'old (list (assigned (- n 1)))))
(define old assigned)
(set! assigned (lambda (n) (list 'new n)))
(show (old 3))
(define (wrong n) (if (= n 0) 0 (+ 1 (wrong n n))))
(show (guard (condition (#t 'refused)) (wrong 1)))

;; A continuation that is captured in the middle comes back to the middle.
(define saved #f)
(define (capture n)
  (if (= n 0) (call/cc (lambda (k) (set! saved k) 0)) (+ 1 (capture (- n 1)))))
(define (again)
  (let* ((times 0) (sum (capture 5)))
    (set! times (+ times 1))
    (if (< sum 8) (saved (+ sum 1)) (list sum times))))
(show (again))

;; What fails in the copy fails as it would have failed.
(define (total items) (if (null? items) 0 (+ (car items) (total (cdr items)))))
(show (guard (condition ((error-object? condition) (error-object-message condition)))
  (total '(1 2 . 3))))
(show (guard (condition ((error-object? condition) (error-object-irritants condition)))
  (total '(1 x))))
