;;; Comparing and exchanging in a vector: quicksort of pseudo-random integers.

(define (sort-part! numbers low high)
  (if (< low high)
      (let ((pivot (vector-ref numbers (quotient (+ low high) 2))))
        (let partition ((left low) (right high))
          (cond ((> left right)
                 (sort-part! numbers low right)
                 (sort-part! numbers left high))
                ((< (vector-ref numbers left) pivot)
                 (partition (+ left 1) right))
                ((> (vector-ref numbers right) pivot)
                 (partition left (- right 1)))
                (else
                 (let ((number (vector-ref numbers left)))
                   (vector-set! numbers left (vector-ref numbers right))
                   (vector-set! numbers right number)
                   (partition (+ left 1) (- right 1)))))))))

(define (pseudo-random-vector size)
  (let ((numbers (make-vector size 0)))
    (let fill ((index 0) (seed 42))
      (if (= index size)
          numbers
          (begin
            (vector-set! numbers index seed)
            (fill (+ index 1) (remainder (* 16807 seed) 2147483647)))))))

(define (ascending? numbers)
  (let loop ((index 1))
    (or (>= index (vector-length numbers))
        (and (<= (vector-ref numbers (- index 1)) (vector-ref numbers index))
             (loop (+ index 1))))))

(define (benchmark size)
  (let ((numbers (pseudo-random-vector size)))
    (sort-part! numbers 0 (- size 1))
    (list (ascending? numbers) (vector-ref numbers (quotient size 2)))))
