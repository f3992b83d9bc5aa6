;;; Walking lists: Takeuchi's function, where a number is the length of a list.

(define (count-down n)
  (if (= n 0) '() (cons n (count-down (- n 1)))))

(define (shorter? one other)
  (and (pair? other)
       (or (null? one)
           (shorter? (cdr one) (cdr other)))))

(define (takl x y z)
  (if (shorter? y x)
      (takl (takl (cdr x) y z)
            (takl (cdr y) z x)
            (takl (cdr z) x y))
      z))

(define (benchmark size)
  (let ((x (count-down 18)) (y (count-down 12)) (z (count-down 6)))
    (do ((count 1 (+ count 1))
         (sum 0 (+ sum (length (takl x y z)))))
        ((> count size) sum))))
