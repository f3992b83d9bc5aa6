;;; Vectors and bytevectors.

(define (repeat n procedure)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (loop (+ i 1) (+ sum (procedure i))))))

(define (ascending n)
  (let ((vector (make-vector n 0)))
    (let loop ((i 0))
      (if (= i n)
          vector
          (begin (vector-set! vector i i) (loop (+ i 1)))))))

(define hundred (ascending 100))

(everyday 'vector-ref 5000000
  (lambda (n)
    (let ((vector (ascending 64)))
      (let loop ((i 0) (sum 0))
        (if (= i n)
            sum
            (loop (+ i 1) (+ sum (vector-ref vector (remainder i 64)))))))))

(everyday 'vector-set 5000000
  (lambda (n)
    (let ((vector (make-vector 64 0)))
      (let loop ((i 0))
        (if (= i n)
            (vector-ref vector 3)
            (begin
              (vector-set! vector (remainder i 64) i)
              (loop (+ i 1))))))))

(everyday 'vector-set-of-pairs 2000000
  (lambda (n)
    (let ((vector (make-vector 1000 '())))
      (let loop ((i 0))
        (if (= i n)
            (car (vector-ref vector 7))
            (begin
              (vector-set! vector (remainder i 1000) (cons i i))
              (loop (+ i 1))))))))

(everyday 'make-vector-of-10 1000000
  (lambda (n) (repeat n (lambda (i) (vector-ref (make-vector 10 i) 9)))))

(everyday 'vector-of-4 2000000
  (lambda (n) (repeat n (lambda (i) (vector-ref (vector 1 2 i 4) 2)))))

(everyday 'vector-map 20000
  (lambda (n)
    (repeat
     n
     (lambda (i) (vector-ref (vector-map (lambda (x) (+ x i)) hundred) 5)))))

(everyday 'vector-for-each 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((sum 0))
                (vector-for-each (lambda (x) (set! sum (+ sum x i))) hundred)
                sum)))))

(everyday 'vector-to-list-and-back 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (vector-length (list->vector (vector->list hundred)))))))

(everyday 'vector-copy 100000
  (lambda (n) (repeat n (lambda (i) (vector-ref (vector-copy hundred) 99)))))

(everyday 'vector-fill 100000
  (lambda (n)
    (let ((vector (make-vector 100 0)))
      (repeat n (lambda (i) (vector-fill! vector i) (vector-ref vector 50))))))

(everyday 'vector-copy-part 300000
  (lambda (n)
    (let ((to (make-vector 100 0)))
      (repeat n
              (lambda (i)
                (vector-copy! to (remainder i 50) hundred 10 30)
                (vector-ref to 40))))))

(everyday 'vector-append 300000
  (lambda (n)
    (let ((left (vector 1 2 3)) (right (vector 4 5)))
      (repeat n (lambda (i) (vector-length (vector-append left right)))))))

(everyday 'matrix-of-vectors 30
  (lambda (n)
    (let* ((size 60)
           (rows (let ((rows (make-vector size #f)))
                   (do ((i 0 (+ i 1))) ((= i size) rows)
                     (vector-set! rows i (make-vector size i))))))
      (repeat n
              (lambda (k)
                (let row ((i 0) (sum 0))
                  (if (= i size)
                      sum
                      (let column ((j 0) (sum sum))
                        (if (= j size)
                            (row (+ i 1) sum)
                            (column (+ j 1)
                                    (+ sum
                                       (* k
                                          (vector-ref (vector-ref rows i)
                                                      j)))))))))))))

(everyday 'sort-vector-of-1000 50
  (lambda (n)
    (define (random-vector count)
      (let ((vector (make-vector count 0)))
        (let loop ((i 0) (seed 42))
          (if (= i count)
              vector
              (begin
                (vector-set! vector i seed)
                (loop (+ i 1) (remainder (* 16807 seed) 2147483647)))))))
    (repeat n
            (lambda (i)
              (let ((vector (random-vector 1000)))
                (vector-sort! < vector)
                (vector-ref vector 500))))))

(everyday 'bytevector-ref-and-set 3000000
  (lambda (n)
    (let ((bytes (make-bytevector 64 1)))
      (let loop ((i 0))
        (if (= i n)
            (bytevector-u8-ref bytes 3)
            (let ((at (remainder i 64)))
              (bytevector-u8-set!
               bytes
               at
               (remainder (+ i (bytevector-u8-ref bytes at)) 256))
              (loop (+ i 1))))))))

(everyday 'bytevector-copy 300000
  (lambda (n)
    (let ((bytes (make-bytevector 100 7)))
      (repeat n (lambda (i) (bytevector-u8-ref (bytevector-copy bytes) 50))))))

(everyday 'bytevector-append 300000
  (lambda (n)
    (let ((left (bytevector 1 2 3)) (right (bytevector 4 5)))
      (repeat n
              (lambda (i)
                (bytevector-length (bytevector-append left right)))))))

(everyday 'utf8-there-and-back 200000
  (lambda (n)
    (repeat n
            (lambda (i)
              (string-length
               (utf8->string (string->utf8 "a few words of text")))))))
