;; Continuations that leave.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (first-negative numbers)
  (call/cc
   (lambda (return)
     (for-each (lambda (x) (if (negative? x) (return x))) numbers)
     'none)))
(show (list (first-negative '(54 0 37 -3 245 19)) (first-negative '(1 2))))

(define (list-length object)
  (call/cc
   (lambda (return)
     (letrec ((r (lambda (o)
                   (cond ((null? o) 0)
                         ((pair? o) (+ (r (cdr o)) 1))
                         (else (return #f))))))
       (r object)))))
(show (list (list-length '(1 2 3 4)) (list-length '(a b . c))))

(show (+ 1 (call/cc (lambda (k) (+ 10 (k 1))))))
(show (call/cc procedure?))
(show (vector-map (lambda (x) (call/cc (lambda (k) (if (= x 2) (k 'two) x))))
                  #(1 2 3)))
(show (call/cc
       (lambda (outer)
         (list 1 (call/cc (lambda (inner) (outer (list 'out 2)) 'never))))))
(show (let ((k (call/cc (lambda (c) c)))) (if (procedure? k) (k 'again) k)))
(define (find-in tree wanted)
  (call/cc
   (lambda (found)
     (let walk ((tree tree) (path '()))
       (cond ((pair? tree)
              (walk (car tree) (cons 'car path))
              (walk (cdr tree) (cons 'cdr path)))
             ((eq? tree wanted) (found (reverse path)))))
     #f)))
(show (find-in '(a (b . c) d) 'c))
(show (find-in '(a (b . c) d) 'e))
