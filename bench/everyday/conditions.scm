;;; Conditions, records, promises.

(define (checked i) (if (= 0 (remainder i 10)) (raise 'tenth) i))

(everyday 'guard-nothing-raised 500000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1)
                (+ sum (guard (condition (#t 1)) (checked (+ 1 (* 10 i))))))))))

(everyday 'guard-raised 200000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1)
                (+ sum
                   (guard (condition ((symbol? condition) 1) (else 2))
                     (checked (* 10 i)))))))))

(everyday 'raise-continuable 300000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1)
                (with-exception-handler
                 (lambda (condition) (+ condition 1))
                 (lambda () (+ sum (raise-continuable i)))))))))

(everyday 'error-and-its-message 100000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1)
                (+ sum
                   (guard (condition
                           ((error-object? condition)
                            (string-length (error-object-message condition))))
                     (error "no such thing" i))))))))

(everyday 'error-of-the-system 100000
  (lambda (n)
    (let ((vector (make-vector 3 0)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (loop (+ i 1)
                  (+ sum
                     (guard (condition (#t 1))
                       (vector-ref vector (+ 3 (remainder i 5)))))))))))

(define-record-type point
  (make-point x y)
  point?
  (x point-x set-point-x!)
  (y point-y))

(define-record-type circle
  (make-circle center radius)
  circle?
  (center circle-center)
  (radius circle-radius))

(everyday 'record-made-and-read 3000000
  (lambda (n)
    (let loop ((i 0) (last (make-point 0 0)))
      (if (= i n)
          (point-x last)
          (loop (+ i 1) (make-point (+ 1 (point-y last)) (point-x last)))))))

(everyday 'record-changed 3000000
  (lambda (n)
    (let ((point (make-point 0 1)))
      (let loop ((i 0))
        (if (= i n)
            (point-x point)
            (begin
              (set-point-x! point (+ i (- (point-x point)) (point-y point)))
              (loop (+ i 1))))))))

(everyday 'record-predicates 3000000
  (lambda (n)
    (let ((shapes (vector (make-point 1 2) (make-circle #f 3) 'none)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (let ((shape (vector-ref shapes (remainder i 3))))
              (loop (+ i 1)
                    (+ sum
                       (cond ((point? shape) (point-y shape))
                             ((circle? shape) (circle-radius shape))
                             (else 1))))))))))

(everyday 'promise-made-and-forced 1000000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (let ((promise (delay (+ i 1))))
            (loop (+ i 1) (+ sum (force promise) (- (force promise)) 1)))))))

(everyday 'promise-stream 500000
  (lambda (n)
    (define (from i) (cons i (delay (from (+ i 1)))))
    (let loop ((i 0) (stream (from 0)) (sum 0))
      (if (= i n)
          sum
          (loop (+ i 1) (force (cdr stream)) (+ sum (car stream)))))))

(everyday 'assertion-by-type 3000000
  (lambda (n)
    (let ((things (vector 1 'a "b" #\c 2.5 '(d) '() #t)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (let ((thing (vector-ref things (remainder i 8))))
              (loop (+ i 1)
                    (+ sum
                       (cond ((pair? thing) 1)
                             ((null? thing) 2)
                             ((symbol? thing) 3)
                             ((string? thing) 4)
                             ((char? thing) 5)
                             ((boolean? thing) 6)
                             ((integer? thing) 7)
                             ((number? thing) 8)
                             (else 9))))))))))
