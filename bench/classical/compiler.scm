;;; A small compiler and its machine: expressions to instructions with a stack, folded where
;;; constants are known, then run.

(define (constant? expression) (number? expression))

(define (fold expression)
  (if (pair? expression)
      (let ((operator (car expression)) (operands (map fold (cdr expression))))
        (cond ((eq? operator 'if)
               (if (constant? (car operands))
                   (if (= 0 (car operands)) (caddr operands) (cadr operands))
                   (cons 'if operands)))
              ((and (constant? (car operands))
                    (pair? (cdr operands))
                    (constant? (cadr operands)))
               (operate operator (car operands) (cadr operands)))
              (else (cons operator operands))))
      expression))

(define (operate operator one other)
  (case operator
    ((+) (+ one other))
    ((-) (- one other))
    ((*) (remainder (* one other) 1000003))
    ((<) (if (< one other) 1 0))
    (else (error "no such operator" operator))))

;; Instructions in reverse order, before those in `code`.
(define (emit expression environment code)
  (cond ((number? expression) (cons (list 'push expression) code))
        ((symbol? expression)
         (cons (list 'load (position expression environment 0)) code))
        ((eq? (car expression) 'if)
         (let* ((test (emit (cadr expression) environment code))
                (consequent (reverse (emit (caddr expression) environment '())))
                (alternative
                 (reverse (emit (cadddr expression) environment '()))))
           (cons
            (list 'branch (list->vector consequent) (list->vector alternative))
            test)))
        (else
         (let* ((one (emit (cadr expression) environment code))
                (other (emit (caddr expression) environment one)))
           (cons (list 'operate (car expression)) other)))))

(define (position name environment index)
  (if (eq? name (car environment))
      index
      (position name (cdr environment) (+ index 1))))

(define (compile-expression expression environment)
  (list->vector (reverse (emit (fold expression) environment '()))))

(define (execute code arguments stack)
  (let ((end (vector-length code)))
    (let loop ((index 0) (stack stack))
      (if (= index end)
          stack
          (let ((instruction (vector-ref code index)))
            (case (car instruction)
              ((push) (loop (+ index 1) (cons (cadr instruction) stack)))
              ((load)
               (loop (+ index 1)
                     (cons (list-ref arguments (cadr instruction)) stack)))
              ((operate)
               (loop (+ index 1)
                     (cons (operate (cadr instruction) (cadr stack) (car stack))
                           (cddr stack))))
              (else
               (loop (+ index 1)
                     (execute (if (= 0 (car stack))
                                  (caddr instruction)
                                  (cadr instruction))
                              arguments
                              (cdr stack))))))))))

(define sample
  '(if (< (+ a (* 3 4)) (* b 2))
       (+ (* a a) (- (* b (+ 1 2)) (if (< 1 2) c d)))
       (- (* c (+ d a)) (* (+ a b) (if (< b c) (- a d) (+ 5 6))))))

(define (benchmark size)
  (let loop ((count 0) (sum 0))
    (if (= count size)
        sum
        (let ((code (compile-expression sample '(a b c d))))
          (loop (+ count 1)
                (let runs ((number 0) (sum sum))
                  (if (= number 5)
                      sum
                      (runs (+ number 1)
                            (remainder (+ (* 31 sum)
                                          (car (execute
                                                code
                                                (list number count 7 sum)
                                                '())))
                                       1000003)))))))))
