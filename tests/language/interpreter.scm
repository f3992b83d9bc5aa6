;; A small evaluator: closures, symbols and lists at work.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (lookup name env)
  (cond ((assq name env) => cdr)
        (else (error "unbound variable:" name))))

(define (evaluate x env)
  (cond ((symbol? x) (lookup x env))
        ((not (pair? x)) x)
        (else
         (case (car x)
           ((quote) (cadr x))
           ((if) (evaluate (if (evaluate (cadr x) env) (caddr x) (car (cdddr x)))
                           env))
           ((lambda)
            (lambda args
              (evaluate (caddr x) (append (map cons (cadr x) args) env))))
           ((letrec)
            (let* ((frame (map (lambda (b) (cons (car b) #f)) (cadr x)))
                   (inner (append frame env)))
              (for-each (lambda (cell b) (set-cdr! cell (evaluate (cadr b) inner)))
                        frame (cadr x))
              (evaluate (caddr x) inner)))
           (else
            (apply (evaluate (car x) env)
                   (map (lambda (y) (evaluate y env)) (cdr x))))))))

(define (caddr x) (car (cddr x)))
(define (cdddr x) (cdr (cddr x)))
(define global
  (list (cons '+ +) (cons '- -) (cons '* *) (cons '< <) (cons 'cons cons)))

(show (evaluate '((lambda (x y) (+ x (* y y))) 3 4) global))
(show (evaluate '(letrec ((fib (lambda (n)
                                 (if (< n 2)
                                     n
                                     (+ (fib (- n 1)) (fib (- n 2)))))))
                   (fib 15))
                global))
(show (evaluate '(((lambda (f) (lambda (x) (f (f x)))) (lambda (n) (* n n))) 3)
                global))
(show (guard (e ((error-object? e) (error-object-irritants e)))
        (evaluate '(+ 1 nowhere) global)))
