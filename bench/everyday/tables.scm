;;; Hash tables of SRFI 69.

(define (repeat n procedure)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (loop (+ i 1) (+ sum (procedure i))))))

(define (table-of keys)
  (let ((table (make-hash-table)))
    (let loop ((keys keys) (i 0))
      (if (null? keys)
          table
          (begin
            (hash-table-set! table (car keys) i)
            (loop (cdr keys) (+ i 1)))))))

(define (numbers-below n)
  (let loop ((i (- n 1)) (list '()))
    (if (< i 0) list (loop (- i 1) (cons i list)))))

(define (name i) (string-append "name" (number->string i)))

(everyday 'table-ref-fixnum 1000000
  (lambda (n)
    (let ((table (table-of (numbers-below 1000))))
      (repeat n
              (lambda (i)
                (hash-table-ref/default table (remainder i 1009) 0))))))

(everyday 'table-ref-symbol 1000000
  (lambda (n)
    (let ((table (table-of '(a b c d e f g h))) (wanted (vector 'a 'h 'z 'd)))
      (repeat n
              (lambda (i)
                (hash-table-ref/default table
                                        (vector-ref wanted (remainder i 4))
                                        9))))))

(everyday 'table-ref-string 500000
  (lambda (n)
    (let ((table (table-of (map name (numbers-below 100))))
          (wanted (list->vector (map name (numbers-below 110)))))
      (repeat n
              (lambda (i)
                (hash-table-ref/default table
                                        (vector-ref wanted (remainder i 110))
                                        0))))))

(everyday 'table-ref-list 200000
  (lambda (n)
    (let* ((keys (map (lambda (i) (list i 'key (name i))) (numbers-below 100)))
           (table (table-of keys))
           (wanted
            (list->vector (map (lambda (key) (map (lambda (x) x) key)) keys))))
      (repeat n
              (lambda (i)
                (hash-table-ref/default table
                                        (vector-ref wanted (remainder i 100))
                                        0))))))

(everyday 'eq-table-ref-symbol 1000000
  (lambda (n)
    (let ((table (make-hash-table eq?)) (wanted (vector 'a 'h 'z 'd)))
      (for-each (lambda (key) (hash-table-set! table key 5)) '(a b c d e f g h))
      (repeat n
              (lambda (i)
                (hash-table-ref/default table
                                        (vector-ref wanted (remainder i 4))
                                        9))))))

(everyday 'table-set-fixnum 1000000
  (lambda (n)
    (let ((table (make-hash-table)))
      (let loop ((i 0))
        (if (= i n)
            (hash-table-ref/default table 17 #f)
            (begin
              (hash-table-set! table (remainder i 1009) i)
              (loop (+ i 1))))))))

(everyday 'table-grown 200000
  (lambda (n)
    (let ((table (make-hash-table)))
      (let loop ((i 0))
        (if (= i n)
            (hash-table-ref/default table (- n 1) #f)
            (begin (hash-table-set! table (* i 7) i) (loop (+ i 1)))))
      (hash-table-size table))))

(everyday 'table-update-string 300000
  (lambda (n)
    (let ((table (make-hash-table))
          (words (list->vector (map name (numbers-below 100)))))
      (let loop ((i 0))
        (if (= i n)
            (hash-table-ref/default table "name7" #f)
            (begin
              (hash-table-update!/default
               table (vector-ref words (remainder i 100))
               (lambda (count) (+ count 1)) 0)
              (loop (+ i 1))))))))

(everyday 'table-added-and-deleted 300000
  (lambda (n)
    (let ((table (make-hash-table)))
      (let loop ((i 0))
        (if (= i n)
            (hash-table-size table)
            (begin
              (hash-table-set! table i i)
              (if (>= i 100) (hash-table-delete! table (- i 100)))
              (loop (+ i 1))))))))

(everyday 'table-made-small 100000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((table (make-hash-table)))
                (hash-table-set! table 'a i)
                (hash-table-set! table 'b 1)
                (hash-table-ref/default table 'a #f))))))

(everyday 'table-walked 2000
  (lambda (n)
    (let ((table (table-of (numbers-below 1000))))
      (repeat n
              (lambda (i)
                (let ((sum 0))
                  (hash-table-walk
                   table
                   (lambda (key value) (set! sum (+ sum value))))
                  sum))))))

(everyday 'table-to-list 2000
  (lambda (n)
    (let ((table (table-of (numbers-below 1000))))
      (repeat n (lambda (i) (length (hash-table->alist table)))))))
