;;; Characters of a string: the search of Knuth, Morris and Pratt, beside the simple one.

(define (make-text length)
  (let ((text (make-string length #\a)))
    (let loop ((index 0) (seed 7))
      (if (< index length)
          (begin
            (string-set! text index
                         (string-ref "aaab"
                                     (quotient (remainder seed 1024) 256)))
            (loop (+ index 1) (remainder (* 16807 seed) 2147483647)))))
    text))

;; For each prefix of the pattern, the length of its longest border.
(define (borders pattern)
  (let* ((length (string-length pattern)) (table (make-vector (+ length 1) 0)))
    (vector-set! table 0 -1)
    (let loop ((index 1) (border 0))
      (cond ((> index length) table)
            ((= index 1) (loop 2 0))
            (else
             (let shorten ((border border))
               (cond ((< border 0)
                      (vector-set! table index 0)
                      (loop (+ index 1) 0))
                     ((char=? (string-ref pattern border)
                              (string-ref pattern (- index 1)))
                      (vector-set! table index (+ border 1))
                      (loop (+ index 1) (+ border 1)))
                     (else (shorten (vector-ref table border))))))))))

(define (occurrences text pattern)
  (let ((table (borders pattern)) (length (string-length pattern)))
    (let loop ((index 0) (matched 0) (count 0))
      (if (= index (string-length text))
          count
          (let shorten ((matched matched))
            (cond ((< matched 0) (loop (+ index 1) 0 count))
                  ((char=? (string-ref text index) (string-ref pattern matched))
                   (if (= (+ matched 1) length)
                       (loop (+ index 1) (vector-ref table length) (+ count 1))
                       (loop (+ index 1) (+ matched 1) count)))
                  (else (shorten (vector-ref table matched)))))))))

(define (simple-occurrences text pattern)
  (let ((last (- (string-length text) (string-length pattern))))
    (define (matches? start index)
      (or (= index (string-length pattern))
          (and (char=? (string-ref text (+ start index))
                       (string-ref pattern index))
               (matches? start (+ index 1)))))
    (let loop ((start 0) (count 0))
      (if (> start last)
          count
          (loop (+ start 1) (if (matches? start 0) (+ count 1) count))))))

(define (benchmark size)
  (let ((text (make-text size)))
    (let loop ((patterns
                '("aab" "aaaa" "abaab" "aaabaaa" "baaaaaaab" "aaaaaaaaaaa"))
               (sums '()))
      (if (null? patterns)
          (reverse sums)
          (let ((count (occurrences text (car patterns))))
            (if (not (= count (simple-occurrences text (car patterns))))
                (error "the searches differ" (car patterns)))
            (loop (cdr patterns) (cons count sums)))))))
