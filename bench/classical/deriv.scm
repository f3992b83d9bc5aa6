;;; Making and taking apart lists: symbolic derivatives.

(define (derivative expression variable)
  (if (pair? expression)
      (let ((operator (car expression)) (operands (cdr expression)))
        (case operator
          ((+ -)
           (cons operator
                 (map (lambda (operand) (derivative operand variable))
                      operands)))
          ((*)
           (list '*
                 expression
                 (cons '+
                       (map (lambda (operand)
                              (list '/ (derivative operand variable) operand))
                            operands))))
          ((/)
           (let ((above (car operands)) (below (cadr operands)))
             (list '-
                   (list '/ (derivative above variable) below)
                   (list '/
                         above
                         (list '* below below (derivative below variable))))))
          (else (error "no rule for this operator" operator))))
      (if (eq? expression variable) 1 0)))

(define (pairs tree)
  (if (pair? tree)
      (+ 1 (pairs (car tree)) (pairs (cdr tree)))
      0))

(define polynomial
  '(+ (* 3 x x) (* a x x) (/ (* b x) (- x 7)) (* x x x) 5))

(define (benchmark size)
  (let loop ((count size) (result #f))
    (if (= count 0)
        (pairs (derivative result 'x))
        (loop (- count 1) (derivative polynomial 'x)))))
