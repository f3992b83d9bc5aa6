;; Continuations that are captured and called deep in a recursion, between
;; collections of a process that has much to keep: its frames are looked at
;; once, and a mark stands where those begin that have been.
(import (scheme base) (scheme write))

;; So much that the process gets old memory.
(define kept (make-vector 60000 '()))

;; More than the room for young objects, in few of them.
(define (churn)
  (let loop ((count 20) (sum 0))
    (if (= count 0)
        sum
        (loop (- count 1) (+ sum (vector-length (make-vector 2000 count)))))))

;; The sum of the numbers to `depth`: each is given to a continuation, and
;; where `at` says so, the memory is filled before and after.
(define (climb depth at)
  (if (= depth 0)
      0
      (let ((rest (climb (- depth 1) at)))
        (+ rest
           (call-with-current-continuation
            (lambda (k)
              (when (at depth) (churn))
              (k (if (odd? depth)
                     depth
                     (call-with-current-continuation
                      (lambda (inner)
                        (when (at (+ depth 1)) (churn))
                        (inner depth)))))))))))

;; The same, and the youngest frame leaves all others at once.
(define (escape depth)
  (call-with-current-continuation
   (lambda (out)
     (let dive ((depth depth))
       (if (= depth 0)
           (begin (churn) (out 'out))
           (+ 1 (dive (- depth 1))))))))

;; Frames below the mark and above it are captured, and returned to again and
;; again; they are small ones, of which many are captured at once.
(define saved #f)

(define (bottom)
  (churn)
  (call-with-current-continuation
   (lambda (k) (set! saved k) 0)))

(define (one-down depth)
  (if (= depth 0) (bottom) (+ 1 (two-down (- depth 1)))))

(define (two-down depth)
  (if (= depth 0) (bottom) (+ 2 (one-down (- depth 1)))))

(define (again depth)
  (let* ((count 0) (sum (one-down depth)))
    (set! count (+ count 1))
    (churn)
    (if (< count 4)
        (saved count)
        (list sum count))))

(for-each
 (lambda (depth)
   (write (list (climb depth (lambda (depth) (= 0 (remainder depth 37))))
                (escape depth)
                (again depth)))
   (newline))
 '(1 20 33 34 35 36 37 38 39 40 100))
(write (vector-length kept))
(newline)
