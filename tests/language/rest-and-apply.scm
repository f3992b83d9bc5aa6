;; Lists of the rest and procedures that are applied to lists: through each way
;; of calling, with few and many arguments, and what is told of wrong ones.
(import (scheme base) (scheme case-lambda) (scheme write))

(define (show . objects)
  (for-each (lambda (object) (write object) (display " ")) objects)
  (newline))

(define-syntax told
  (syntax-rules ()
    ((_ expression)
     (show (guard (condition (#t (error-object-message condition)))
             expression)))))

(define (rest . r) r)
(define (one-rest a . r) (list a r))
(define (three-rest a b c . r) (list a b c r))
(define choose
  (case-lambda
    (() 'none)
    ((a) (list 'one a))
    ((a b) (list 'two a b))
    ((a b . r) (list 'more a b r))))
(define (count-down n . r)
  (if (= n 0) r (apply count-down (- n 1) n r)))
(define (loop n . r)
  (if (= n 0) r (loop (- n 1) n (length r))))
(define (keeper k)
  (case-lambda (() k) ((a) (list k a)) ((a . r) (list k a r))))

;; By name, in the middle and at the end.
(define (end-0) (rest))
(define (end-1 a) (rest a))
(define (end-4 a b c d) (one-rest d c b a))
(show (rest) (rest 1) (rest 1 2 3))
(show (one-rest 1) (one-rest 1 2) (one-rest 1 2 3 4 5 6 7 8))
(show (three-rest 1 2 3) (three-rest 1 2 3 4) (three-rest 1 2 3 4 5))
(show (end-0) (end-1 1) (end-4 1 2 3 4))
(show (choose) (choose 1) (choose 1 2) (choose 1 2 3) (choose 1 2 3 4))
(show (count-down 5) (loop 3))

;; As objects.
(define procedures (list rest one-rest choose (keeper 'kept)))
(show (map (lambda (procedure) (procedure 1)) procedures))
(show (map (lambda (procedure) (procedure 1 2)) procedures))
(show (map (lambda (procedure) (procedure 1 2 3)) procedures))
(show ((car procedures)) ((keeper 'kept)))

;; By apply.
(define (numbers n)
  (let loop ((n n) (list '())) (if (= n 0) list (loop (- n 1) (cons n list)))))
(show (map (lambda (procedure) (apply procedure '(1))) procedures))
(show (map (lambda (procedure) (apply procedure 1 '(2 3))) procedures))
(show (map (lambda (procedure) (apply procedure 1 2 '(3 4))) procedures))
(show (apply rest '()) (apply choose '()) (apply rest 1 '()))
(show (apply + (numbers 30)) (apply + (numbers 31)) (apply + (numbers 32))
      (apply + (numbers 33)) (apply + (numbers 1000)))
(show (length (apply rest (numbers 31))) (length (apply rest (numbers 5000))))
(show (call/cc (lambda (k) (+ 1 (apply k '(2))))))
(show (call-with-values (lambda () (call/cc (lambda (k) (apply k '(1 2)))))
        list))
(show (apply apply (list + 1 (list 2 3))))
(show (apply map list '((1 2) (3 4))))

;; The list of the rest is new each time and can be changed.
(define given (list 1 2 3))
(define taken (apply rest given))
(set-car! taken 'changed)
(show given taken (eq? (cdr given) (cdr taken)))
(define (changed . r) (set-car! r 'new) r)
(define some (list (changed 1 2) (changed 1 2)))
(set-cdr! (car some) '())
(show some)

;; Much garbage, so that lists are made where there is no room.
(define (sums n)
  (let loop ((n n) (sum 0))
    (if (= n 0)
        sum
        (loop (- n 1)
              (+ sum (length (rest n n n n n n n n))
                 (length (apply rest n given))
                 (car (cadr (one-rest 1 n))))))))
(show (sums 20000))

;; Sums and chains of several numbers.
(show (+ 1 2 3 4) (- 1 2 3 4) (* 1 2 3 4) (+ 1 2 3 4 5) (* 1.5 2 3 4 5)
      (/ 24 3 2) (/ 24 2 3 4) (- 0.0 0 -0.0 0))
(show (< 1 2 3) (< 1 3 2) (< 2 1 3) (< 1 2 3 4) (> 3 2 1) (>= 3 3 1)
      (<= 1 1 0) (= 1 1 1) (= 1 1 2) (= 1.0 1 1) (< 1 2.5 7/2))
(told (< 1 2 'a))
(told (< 2 1 'a))
(told (< 'a 1 2))
(told (> 1 'a 2))
(told (+ 1 2 3 'a))
(told (* 'a 2 3 4))
(told (- 1 2 'a 4))
(told (/ 1 2 0))

;; What is wrong.
(told (one-rest))
(told (apply one-rest '()))
(told (three-rest 1 2))
(told ((keeper 1) . ()))
(told ((case-lambda ((a) a) ((a b c . d) d)) 1 2))
(told (apply (case-lambda ((a) a) ((a b c . d) d)) '(1 2)))
(told (apply rest 1))
(told (apply rest '(1 . 2)))
(told (apply rest 1 2))
(told (apply rest 1 '(1 . 2)))
(told (apply 5 '(1)))
(let ((circle (list 1 2)))
  (set-cdr! (cdr circle) circle)
  (told (apply rest circle)))
