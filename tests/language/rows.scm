;; Objects that are made one soon after the other, for which machine code asks
;; for room at once: they must be whole wherever memory is collected.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (five a b c d e) (list a b c d e))
(define (tree a b) (cons (cons a (cons b '())) (cons (cons b a) (list a b))))
(define (parts pair)
  (cons (cdr pair) (cons (car pair) (cons (car pair) (cdr pair)))))
(define (closures a b)
  (list (lambda () a) (lambda (c) (list a b c)) (lambda () (cons b a))))
(define (counter start)
  (let ((count start) (step 1))
    (list (lambda () (set! count (+ count step)) count)
          (lambda (by) (set! step by)))))
;; Ways that meet before the last of a row, as in this recursion.
(define (join a b) (if (null? a) b (cons (car a) (join (cdr a) b))))
(define (pairs a)
  (let ((rest (if (pair? a) (cons 'rest (cdr a)) '())))
    (cons (if (null? a) 'none 'some) (cons a rest))))

(define (repeat count thunk)
  (let loop ((count count) (result #f))
    (if (= count 0) result (loop (- count 1) (thunk)))))

(define (numbers count) (if (= count 0) '() (cons count (numbers (- count 1)))))

(show (repeat 3000 (lambda () (five 1 2.5 'c "d" '(e)))))
(show (repeat 3000 (lambda () (tree '(1 2) (vector 3)))))
(show (repeat 3000 (lambda () (parts (cons 1 (list 2 3))))))
(show (repeat 3000
              (lambda ()
                (let ((made (closures 'a (list 'b))))
                  (list ((car made)) ((cadr made) 'c) ((list-ref made 2)))))))
(define count (counter 10))
(show ((car count)))
((cadr count) 5)
(show ((car count)))
(show (repeat 300 (lambda () (join (numbers 9) (numbers 2)))))
(show (repeat 300 (lambda () (list (pairs '()) (pairs '(1)) (pairs '(1 2))))))
