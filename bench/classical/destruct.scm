;;; Pairs that are assigned: a list of lists whose halves are exchanged and joined again.

(define (make-row length element)
  (let loop ((length length) (row '()))
    (if (= length 0) row (loop (- length 1) (cons element row)))))

;; Cuts the list after `count` pairs; the second part.
(define (cut! list count)
  (let loop ((pair list) (count count))
    (if (= count 1)
        (let ((rest (cdr pair)))
          (set-cdr! pair '())
          rest)
        (loop (cdr pair) (- count 1)))))

(define (join! one other)
  (let loop ((pair one))
    (if (null? (cdr pair))
        (begin (set-cdr! pair other) one)
        (loop (cdr pair)))))

(define (rotate! row)
  (let ((half (quotient (length row) 2)))
    (if (= half 0)
        row
        (let ((rest (cut! row half)))
          (join! rest row)))))

;; Each step changes the heads of all rows and rotates one of them.
(define (step! rows number)
  (let loop ((left rows) (index 0))
    (if (pair? left)
        (let ((row (car left)))
          (set-car! row (+ index (car row)))
          (if (= index (remainder number 10))
              (set-car! left (rotate! row)))
          (loop (cdr left) (+ index 1))))))

(define (sum rows)
  (let outer ((rows rows) (weight 1) (total 0))
    (if (null? rows)
        total
        (let inner ((row (car rows)) (weight weight) (total total))
          (if (null? row)
              (outer (cdr rows) weight total)
              (inner (cdr row) (+ weight 1) (+ total (* weight (car row)))))))))

(define (benchmark size)
  (let ((rows (let loop ((count 10) (rows '()))
                (if (= count 0)
                    rows
                    (loop (- count 1) (cons (make-row 12 count) rows))))))
    (do ((number 0 (+ number 1)))
        ((= number size) (sum rows))
      (step! rows number))))
