;;; Loops over lists: a list of half the length, made on the way there.

(define (make-list-of count)
  (let loop ((count count) (list '()))
    (if (= count 0) list (loop (- count 1) (cons '() list)))))

(define (half list)
  (do ((list list (cddr list))
       (result '() (cons (car list) result)))
      ((null? list) result)))

(define (benchmark size)
  (let ((list (make-list-of 200)))
    (do ((count 0 (+ count 1))
         (sum 0 (+ sum (length (half list)))))
        ((= count size) sum))))
