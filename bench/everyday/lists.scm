;;; Lists: what goes through them, searches, sorting, equality.

(define (numbers-below n)
  (let loop ((i (- n 1)) (list '()))
    (if (< i 0) list (loop (- i 1) (cons i list)))))

(define hundred (numbers-below 100))
(define (repeat n procedure)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (loop (+ i 1) (+ sum (procedure i))))))

(everyday 'map 20000
  (lambda (n)
    (repeat n (lambda (i) (car (map (lambda (x) (+ x i)) hundred))))))

(everyday 'map-two-lists 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (cadr (map (lambda (x y) (+ x y i)) hundred hundred))))))

(everyday 'map-three-lists 5000
  (lambda (n)
    (repeat n
            (lambda (i)
              (cadr (map (lambda (x y z) (+ x y z i))
                         hundred
                         hundred
                         hundred))))))

(everyday 'for-each 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((sum 0))
                (for-each (lambda (x) (set! sum (+ sum x i))) hundred)
                sum)))))

(everyday 'append 50000
  (lambda (n)
    (let ((tail (list 1 2 3)))
      (repeat n (lambda (i) (set-car! tail i) (car (append hundred tail)))))))

(everyday 'append-short 1000000
  (lambda (n)
    (let ((some (list 1 2 3)) (tail (list 4)))
      (repeat n (lambda (i) (set-car! some i) (car (append some tail)))))))

(everyday 'reverse 50000
  (lambda (n) (repeat n (lambda (i) (car (reverse hundred))))))

(everyday 'length 50000
  (lambda (n) (repeat n (lambda (i) (+ i (length hundred))))))

(everyday 'length-short 2000000
  (lambda (n)
    (let ((lists (vector '() '(1) '(1 2) '(1 2 3))))
      (repeat n (lambda (i) (length (vector-ref lists (remainder i 4))))))))

(everyday 'list-made-of-five 1000000
  (lambda (n)
    (repeat n (lambda (i) (car (cddddr (list 1 2 3 4 i)))))))

(everyday 'list-tail-and-list-ref 100000
  (lambda (n)
    (repeat n
            (lambda (i)
              (+ (car (list-tail hundred (remainder i 50)))
                 (list-ref hundred (remainder i 99)))))))

(everyday 'list-copy 50000
  (lambda (n) (repeat n (lambda (i) (car (list-copy hundred))))))

(define names '(a b c d e f g h i j))
(define wanted (vector 'c 'j 'z 'a))

(everyday 'memq 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (if (memq (vector-ref wanted (remainder i 4)) names) 1 0)))))

(define ten (numbers-below 10))

(everyday 'memv-fixnum 1000000
  (lambda (n) (repeat n (lambda (i) (if (memv (remainder i 12) ten) 1 0)))))

(everyday 'member-fixnum 500000
  (lambda (n) (repeat n (lambda (i) (if (member (remainder i 12) ten) 1 0)))))

(define words '("alpha" "beta" "gamma" "delta" "epsilon" "zeta"))
(define looked-for (vector "beta" "zeta" "omega" "gamma"))

(everyday 'member-string 500000
  (lambda (n)
    (repeat n
            (lambda (i)
              (if (member (vector-ref looked-for (remainder i 4)) words)
                  1
                  0)))))

(define by-symbol
  '((a . 1) (b . 2) (c . 3) (d . 4) (e . 5) (f . 6) (g . 7) (h . 8) (i . 9)
    (j . 0)))

(everyday 'assq 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((found
                     (assq (vector-ref wanted (remainder i 4)) by-symbol)))
                (if found (cdr found) 5))))))

(define by-number
  '((0 . 1) (1 . 2) (2 . 3) (3 . 4) (4 . 5) (5 . 6) (6 . 7) (7 . 8) (8 . 9)
    (9 . 0)))

(everyday 'assv-fixnum 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((found (assv (remainder i 12) by-number)))
                (if found (cdr found) 5))))))

(define by-word
  '(("alpha" . 1) ("beta" . 2) ("gamma" . 3) ("delta" . 4) ("epsilon" . 5)
    ("zeta" . 6)))

(everyday 'assoc-string 500000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((found
                     (assoc (vector-ref looked-for (remainder i 4)) by-word)))
                (if found (cdr found) 5))))))

(define by-list '(((a 1) . 1) ((a 2) . 2) ((b 1) . 3) ((b 2) . 4)))
(define looked-for-lists (vector '(a 2) '(b 1) '(b 2) '(c 1)))

(everyday 'assoc-list 500000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((found
                     (assoc (vector-ref looked-for-lists (remainder i 4))
                            by-list)))
                (if found (cdr found) 5))))))

(everyday 'equal-short-lists 1000000
  (lambda (n)
    (let ((left (list 'a "b" (list 1 2) #\c))
          (right (list 'a "b" (list 1 2) #\c)))
      (repeat n (lambda (i) (if (equal? left right) 1 0))))))

(everyday 'equal-shared 20000
  (lambda (n)
    (define (doubled depth part)
      (if (= depth 0) part (doubled (- depth 1) (cons part part))))
    (let ((left (doubled 8 'a)) (right (doubled 8 'a)))
      (repeat n (lambda (i) (if (equal? left right) 1 0))))))

(everyday 'fold 20000
  (lambda (n)
    (repeat n (lambda (i) (fold (lambda (x sum) (+ x sum i)) 0 hundred)))))

(everyday 'filter 20000
  (lambda (n)
    (repeat
     n
     (lambda (i) (car (filter (lambda (x) (> x (remainder i 50))) hundred))))))

(everyday 'delete 20000
  (lambda (n) (repeat n (lambda (i) (cadr (delete (remainder i 4) hundred))))))

(everyday 'any-and-every 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (+ (if (any (lambda (x) (> x 90)) hundred) 1 0)
                 (if (every (lambda (x) (< x i)) hundred) 1 0))))))

(everyday 'apply-append 20000
  (lambda (n)
    (let ((lists (map (lambda (i) (list i i i)) ten)))
      (repeat n (lambda (i) (length (apply append lists)))))))

(define (random-list count)
  (let loop ((i 0) (seed 42) (list '()))
    (if (= i count)
        list
        (loop (+ i 1) (remainder (* 16807 seed) 2147483647) (cons seed list)))))

(everyday 'sort-list-of-1000 50
  (lambda (n)
    (let ((list (random-list 1000)))
      (repeat n (lambda (i) (car (list-sort < list)))))))

(everyday 'sort-strings 50
  (lambda (n)
    (let ((list (map number->string (random-list 300))))
      (repeat n (lambda (i) (string-length (car (list-sort string<? list))))))))

(everyday 'cxr-walk 1000000
  (lambda (n)
    (let ((forms
           (vector (list 'define (list 'f 'x 'y) 1)
                   (list 'define (list 'g 'x) 2))))
      (repeat n
              (lambda (i)
                (let ((form (vector-ref forms (remainder i 2))))
                  (+ (caddr form)
                     (if (eq? (cadadr form) 'x) 1 0)
                     (if (eq? (caadr form) 'f) 1 0))))))))

(everyday 'association-list-grown 20000
  (lambda (n)
    (define (count key alist)
      (cond ((null? alist) (list (cons key 1)))
            ((eq? (caar alist) key)
             (cons (cons key (+ 1 (cdar alist))) (cdr alist)))
            (else (cons (car alist) (count key (cdr alist))))))
    (let loop ((i 0) (alist '()))
      (if (= i n)
          (cdr (assq 'c alist))
          (loop (+ i 1) (count (list-ref names (remainder i 10)) alist))))))
