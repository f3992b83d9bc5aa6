;;; Allocation with little and with much alive, and comparisons of larger data.

(define (repeat n procedure)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (loop (+ i 1) (+ sum (procedure i))))))

(define (numbers-below n)
  (let loop ((i (- n 1)) (list '()))
    (if (< i 0) list (loop (- i 1) (cons i list)))))

(define (tree depth)
  (if (= depth 0) '() (cons (tree (- depth 1)) (tree (- depth 1)))))

(define (leaves tree)
  (if (null? tree) 1 (+ (leaves (car tree)) (leaves (cdr tree)))))

(everyday 'pairs-dropped 5000000
  (lambda (n)
    (let loop ((i 0) (last '()))
      (if (= i n) (car last) (loop (+ i 1) (cons i 2))))))

(everyday 'list-of-100000-dropped 20
  (lambda (n) (repeat n (lambda (i) (length (numbers-below 100000))))))

(everyday 'flonums-dropped 3000000
  (lambda (n)
    (let ((kept (vector 0.0 0.0 0.0)))
      (let loop ((i 0))
        (if (= i n)
            (exact (vector-ref kept 1))
            (begin
              (vector-set! kept (remainder i 3) (* 0.5 (inexact i)))
              (loop (+ i 1))))))))

(everyday 'strings-dropped 500000
  (lambda (n)
    (repeat
     n
     (lambda (i) (string-length (make-string (+ 20 (remainder i 10)) #\a))))))

(everyday 'vectors-of-100-dropped 100000
  (lambda (n) (repeat n (lambda (i) (vector-ref (make-vector 100 i) 50)))))

(everyday 'tree-of-a-million-pairs 1
  (lambda (n) (repeat n (lambda (i) (leaves (tree 20))))))

(everyday 'small-trees 300
  (lambda (n) (repeat n (lambda (i) (leaves (tree 12))))))

;; Ten megabytes and more stay alive while pairs are made and dropped.
(everyday 'pairs-beside-10-mb 3000000
  (lambda (n)
    (let ((alive (tree 19)))
      (let loop ((i 0) (last '()))
        (if (= i n)
            (+ (car last) (if (pair? alive) 1 0))
            (loop (+ i 1) (cons i 2)))))))

(everyday 'lists-beside-10-mb 20
  (lambda (n)
    (let ((alive (numbers-below 600000)))
      (+ (length alive)
         (repeat n
                 (lambda (i)
                   (length (map (lambda (x) (+ x i))
                                (numbers-below 50000)))))))))

;; Each object lives for a while: a ring of the last hundred thousand.
(everyday 'ring-of-100000-lists 500000
  (lambda (n)
    (let ((ring (make-vector 100000 '())))
      (let loop ((i 0))
        (if (= i n)
            (length (vector-ref ring 77))
            (begin
              (vector-set! ring (remainder i 100000) (list i 1 2))
              (loop (+ i 1))))))))

(everyday 'old-vector-of-new-pairs 1000000
  (lambda (n)
    (let ((vector (make-vector 200000 '())))
      (let loop ((i 0) (at 1))
        (if (= i n)
            (if (pair? (vector-ref vector 1)) 1 0)
            (begin
              (vector-set! vector at (cons i (vector-ref vector 0)))
              (loop (+ i 1) (remainder (+ at 16807) 199999))))))))

(everyday 'queue-of-1000 2000000
  (lambda (n)
    (let* ((first (numbers-below 1000)) (last (list-tail first 999)))
      (let loop ((i 0) (first first) (last last))
        (if (= i n)
            (+ (car first) (car last))
            (let ((new (list i)))
              (set-cdr! last new)
              (loop (+ i 1) (cdr first) new)))))))

(everyday 'equal-tree-of-4096 200
  (lambda (n)
    (let ((left (tree 12)) (right (tree 12)))
      (repeat n (lambda (i) (if (equal? left right) 1 0))))))

(everyday 'equal-list-of-10000 100
  (lambda (n)
    (let ((left (vector->list (make-vector 10000 7)))
          (right (vector->list (make-vector 10000 7))))
      (repeat n (lambda (i) (if (equal? left right) 1 0))))))
