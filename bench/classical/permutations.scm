;;; Lists that share their ends: all permutations of some numbers.

(define (permutations items)
  (if (null? items)
      '(())
      (let each ((left items) (before '()) (found '()))
        (if (null? left)
            found
            (each (cdr left)
                  (cons (car left) before)
                  (let extend ((rest (permutations (append before (cdr left))))
                               (found found))
                    (if (null? rest)
                        found
                        (extend (cdr rest)
                                (cons (cons (car left) (car rest))
                                      found)))))))))

(define (one-to count)
  (let loop ((count count) (items '()))
    (if (= count 0) items (loop (- count 1) (cons count items)))))

(define (benchmark size)
  (let ((all (permutations (one-to size))))
    (list (length all)
          (let loop ((left all) (sum 0))
            (if (null? left)
                sum
                (loop (cdr left)
                      (remainder (+ (* 3 sum) (caar left)) 1000003)))))))
