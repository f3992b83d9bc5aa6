;;; Strings that grow, are cut and joined.

(define (grow text limit)
  (if (> (string-length text) limit)
      text
      (let* ((longer (string-append "123" text "456" text "789"))
             (length (string-length longer)))
        (grow (string-append (substring longer (quotient length 2) length)
                             (substring longer 0 (+ (quotient length 2) 1)))
              limit))))

(define (weight text)
  (let loop ((index 0) (sum 0))
    (if (= index (string-length text))
        sum
        (loop (+ index 1)
              (remainder (+ (* 7 sum) (char->integer (string-ref text index)))
                         65521)))))

(define (benchmark size)
  (let loop ((count 0) (text ""))
    (if (= count size)
        (list (string-length text) (weight text))
        (loop (+ count 1) (grow "grow" 20000)))))
