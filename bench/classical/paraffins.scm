;;; Vectors of lists that share: how many paraffins there are with so many carbon atoms,
;;; by making all of them.

;; A radical is #f (hydrogen) or a vector of three radicals.
(define (radicals-up-to count)
  (let ((table (make-vector (+ count 1) '())))
    (vector-set! table 0 (list #f))
    (do ((size 1 (+ size 1)))
        ((> size count) table)
      (vector-set! table size (radicals-of table size)))))

;; Calls `visit` with each way to write the number as a sum of three in ascending order.
(define (each-three number visit)
  (do ((one 0 (+ one 1)))
      ((> (* 3 one) number))
    (do ((other one (+ other 1)))
        ((> (+ one other other) number))
      (visit one other (- number one other)))))

;; Calls `visit` with each pair of lists' elements; if the lists are one, each pair once.
(define (each-rest list same? visit)
  (if (pair? list)
      (begin
        (visit (car list) (if same? list #f))
        (each-rest (cdr list) same? visit))))

(define (radicals-of table size)
  (let ((found '()))
    (each-three
     (- size 1)
     (lambda (a b c)
       (each-rest
        (vector-ref table a)
        (= a b)
        (lambda (first rest)
          (each-rest
           (or rest (vector-ref table b))
           (= b c)
           (lambda (second rest)
             (each-rest
              (or rest (vector-ref table c))
              #f
              (lambda (third rest)
                (set! found (cons (vector first second third) found))))))))))
    found))

(define (multisets count kinds)
  (let loop ((index 0) (product 1))
    (if (= index count)
        product
        (loop (+ index 1) (quotient (* product (+ kinds index)) (+ index 1))))))

;; Paraffins with a bond in the middle.
(define (bond-centred table size)
  (if (odd? size)
      0
      (let ((half (length (vector-ref table (quotient size 2)))))
        (quotient (* half (+ half 1)) 2))))

;; Those with an atom in the middle: four radicals of less than half the size.
(define (atom-centred table size)
  (let ((limit (quotient (- size 1) 2)) (total 0))
    (let choose ((left 4) (least 0) (atoms (- size 1)) (ways 1))
      (cond ((= left 0) (if (= atoms 0) (set! total (+ total ways))))
            ((<= least (min limit atoms))
             ;; So many of the smallest size, then larger ones.
             (do ((count 0 (+ count 1)))
                 ((or (> count left) (> (* count least) atoms)))
               (choose (- left count)
                       (+ least 1)
                       (- atoms (* count least))
                       (* ways
                          (multisets count
                                     (length (vector-ref table least)))))))))
    total))

(define (benchmark size)
  (let ((table (radicals-up-to (quotient size 2))))
    (+ (bond-centred table size) (atom-centred table size))))
