;;; Recursion over lists: a list of half the length, made on the way back.

(define (make-list-of count)
  (let loop ((count count) (list '()))
    (if (= count 0) list (loop (- count 1) (cons '() list)))))

(define (half list)
  (if (null? list)
      '()
      (cons (car list) (half (cddr list)))))

(define (benchmark size)
  (let ((list (make-list-of 200)))
    (do ((count 0 (+ count 1))
         (sum 0 (+ sum (length (half list)))))
        ((= count size) sum))))
