;;; Hash tables: counting words and numbers.

(define (word number)
  (string-append "w" (number->string (remainder (* number number) 509))))

(define (count! table key)
  (hash-table-set! table key (+ 1 (hash-table-ref/default table key 0))))

(define (benchmark size)
  (let ((words (make-hash-table)) (numbers (make-hash-table)))
    (let loop ((count 0) (seed 1))
      (if (< count size)
          (begin
            (count! words (word count))
            (count! numbers (remainder seed 5003))
            (loop (+ count 1) (remainder (* 16807 seed) 2147483647)))))
    (let loop ((number 0) (sum 0))
      (if (= number 5003)
          (list sum (hash-table-ref/default words "w4" 0))
          (loop (+ number 1)
                (+ sum
                   (* number
                      (remainder (hash-table-ref/default numbers number 0)
                                 7))))))))
