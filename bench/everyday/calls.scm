;;; Calls: rest arguments, apply, multiple values, parameters, winders,
;;; continuations, closures.

(define (sum-of-rest first . rest)
  (let loop ((rest rest) (sum first))
    (if (null? rest) sum (loop (cdr rest) (+ sum (car rest))))))

(everyday 'rest-arguments-3 2000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n) sum (loop (+ i 1) (+ sum (sum-of-rest i 1 2 -3)))))))

(define (count-of-rest first . rest) (if (null? rest) first (car rest)))

(everyday 'rest-arguments-none 2000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n) sum (loop (+ i 1) (+ sum (count-of-rest i)))))))

(define distance
  (case-lambda
    ((a) (distance a 0))
    ((a b) (if (< a b) (- b a) (- a b)))
    ((a b . more) (+ (distance a b) (apply distance b more)))))

(everyday 'case-lambda 3000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n) sum (loop (+ i 1) (- (distance i) (distance sum i)))))))

(define (three a b c) (if (< a b) (- c a) (+ a c)))

(everyday 'apply-3 2000000
  (lambda (n)
    (let ((arguments (list 4 5 6)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (begin
              (set-car! arguments (remainder i 8))
              (loop (+ i 1) (+ sum (apply three arguments)))))))))

(everyday 'apply-+-10 500000
  (lambda (n)
    (let ((arguments (list 0 1 2 3 4 5 6 7 8 9)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (begin
              (set-car! arguments i)
              (loop (+ i 1) (+ sum (apply + arguments)))))))))

(define operations (vector + - max min (lambda (a b) b)))

(everyday 'unknown-procedure 3000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1) ((vector-ref operations (remainder i 5)) sum i))))))

(define (two-values i) (if (odd? i) (values i 1) (values 1 i)))

(everyday 'call-with-values 3000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1)
                (call-with-values (lambda () (two-values i))
                  (lambda (a b) (+ sum (- a b)))))))))

(everyday 'let-values 3000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (let-values (((a b) (two-values i)))
            (loop (+ i 1) (+ sum (* 2 a) b)))))))

(everyday 'values-to-list 1000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1)
                (+ sum
                   (cadr (call-with-values (lambda () (two-values i))
                                           list))))))))

(define radix (make-parameter 10))

(everyday 'parameter-read 3000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n) sum (loop (+ i 1) (+ sum (radix)))))))

(everyday 'parameterize 500000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1) (+ sum (parameterize ((radix i)) (radix))))))))

(everyday 'dynamic-wind 1000000
  (lambda (n)
    (let ((depth 0))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            (+ sum depth)
            (loop (+ i 1)
                  (+ sum
                     (dynamic-wind
                      (lambda () (set! depth (+ depth 1)))
                      (lambda () (+ i depth))
                      (lambda () (set! depth (- depth 1)))))))))))

(everyday 'escape-by-call/cc 1000000
  (lambda (n)
    (define (first-multiple of numbers)
      (call/cc
       (lambda (return)
         (for-each (lambda (number)
                     (if (= 0 (remainder number of)) (return number)))
                   numbers)
         0)))
    (let ((numbers (list 1 2 3)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (loop (+ i 1)
                  (+ sum (first-multiple (+ 1 (remainder i 3)) numbers))))))))

;; Two continuations that take turns.
(everyday 'coroutines-by-call/cc 300000
  (lambda (n)
    (let ((producer #f) (consumer #f))
      (define (produce value)
        (call/cc (lambda (k) (set! producer k) (consumer value))))
      (define (next)
        (call/cc
         (lambda (k)
           (set! consumer k)
           (if producer
               (producer #f)
               (let loop ((i 0)) (produce i) (loop (+ i 1)))))))
      (let loop ((i 0) (sum 0))
        (if (= i n) sum (loop (+ i 1) (+ sum (next))))))))

(everyday 'closure-made-and-called 3000000
  (lambda (n)
    (define (adder a b) (lambda (c) (+ a b c)))
    (let ((kept (vector #f #f #f #f)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (begin
              (vector-set! kept (remainder i 4) (adder i 1))
              (loop (+ i 1)
                    (+ sum ((vector-ref kept (remainder (* i i) 2)) 2)))))))))

(everyday 'captured-variable-set 5000000
  (lambda (n)
    (let* ((count 0)
           (next! (lambda (by) (set! count (+ count by)) count))
           (kept (list next!)))
      (let loop ((i 0))
        (if (< i n) (begin ((car kept) i) (loop (+ i 1)))))
      count)))

(everyday 'deep-recursion 1000
  (lambda (n)
    (define (build i) (if (= i 0) '() (cons i (build (- i 1)))))
    (let loop ((i 0) (sum 0))
      (if (= i n) sum (loop (+ i 1) (+ sum (car (build 1000))))))))

(everyday 'mutual-recursion 5000000
  (lambda (n)
    (define (even-number? i) (if (= i 0) #t (odd-number? (- i 1))))
    (define (odd-number? i) (if (= i 0) #f (even-number? (- i 1))))
    (if (even-number? n) 1 0)))

(define (seven a b c d e f g)
  (if (= a 0) (+ b c d e f g) (seven (- a 1) c d e f g b)))

(everyday 'seven-parameters 3000000
  (lambda (n) (seven n 1 2 3 4 5 6)))
