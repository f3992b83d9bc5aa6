;;; Large integers: factorials, multiplied up one way and divided down another.

(define (product low high)
  (if (= low high)
      low
      (let ((middle (quotient (+ low high) 2)))
        (* (product low middle) (product (+ middle 1) high)))))

(define (divide-down number limit)
  (let loop ((number number) (divisor 2))
    (if (> divisor limit)
        number
        (loop (quotient number divisor) (+ divisor 1)))))

(define (digit-sum number)
  (let loop ((number number) (sum 0))
    (if (= number 0)
        sum
        (loop (quotient number 10000) (+ sum (remainder number 10000))))))

(define (benchmark size)
  (let ((number (product 1 size)))
    (list (divide-down number size) (digit-sum number))))
