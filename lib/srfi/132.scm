;;; All sorting is stable: merge sort, of (mound sort). Ranges of vectors are
;;; [start [end]].

(define (%start range) (if (pair? range) (car range) 0))

;;> (list-sorted? before? list): whether no element must come before the one in
;;> front of it. Raises type. SRFI 132.
;;> Example: (list-sorted? < '(1 1 2)) => #t
(define (list-sorted? before? list) (%list-sorted? before? list))

;;> (vector-sorted? before? vector [start [end]]): the same for the range.
;;> Raises type, range. SRFI 132.
;;> Example: (vector-sorted? < #(3 1 2) 1) => #t
(define (vector-sorted? before? vector . range)
  (%list-sorted? before? (apply vector->list vector range)))

;;> (list-stable-sort before? list): list-sort. SRFI 132.
;;> Example: (list-stable-sort (lambda (a b) (< (car a) (car b))) '((2 a) (1 b) (2 c))) => ((1 b) (2 a) (2 c))
(define (list-stable-sort before? list) (list-sort before? list))

;;> (list-sort! before? list): list-sort. SRFI 132.
;;> Example: (list-sort! < (list 2 1)) => (1 2)
(define (list-sort! before? list) (list-sort before? list))

;;> (list-stable-sort! before? list): list-sort. SRFI 132.
;;> Example: (list-stable-sort! < (list 2 1)) => (1 2)
(define (list-stable-sort! before? list) (list-sort before? list))

;;> (vector-sort before? vector [start [end]]): a new vector of the elements of
;;> the range in order. Raises type, range. SRFI 132.
;;> Example: (vector-sort < #(3 1 2)) => #(1 2 3)
(define (vector-sort before? vector . range)
  (apply %vector-sort before? vector range))

;;> (vector-stable-sort before? vector [start [end]]): the same. SRFI 132.
;;> Example: (vector-stable-sort < #(3 1 2) 1) => #(1 2)
(define (vector-stable-sort before? vector . range)
  (apply %vector-sort before? vector range))

;;> (vector-sort! before? vector [start [end]]): puts the elements of the range
;;> in order. Raises type, range, frozen. SRFI 132.
;;> Example: (let ((v (vector 3 2 1))) (vector-sort! < v 1) v) => #(3 1 2)
(define (vector-sort! before? vector . range)
  (vector-copy! vector (%start range)
                (apply %vector-sort before? vector range)))

;;> (vector-stable-sort! before? vector [start [end]]): the same. SRFI 132.
;;> Example: (let ((v (vector 3 2 1))) (vector-stable-sort! < v) v) => #(1 2 3)
(define (vector-stable-sort! before? vector . range)
  (apply vector-sort! before? vector range))

;;> (list-merge! before? left right): list-merge. SRFI 132.
;;> Example: (list-merge! < (list 1 4) (list 2 3)) => (1 2 3 4)
(define (list-merge! before? left right) (list-merge before? left right))

(define (%merge before? left right range)
  (let* ((range2 (if (and (pair? range) (pair? (cdr range))) (cddr range) '()))
         (range1 (cond ((null? range) '())
                       ((null? (cdr range)) range)
                       (else (list (car range) (cadr range))))))
    (list->vector
     (list-merge before?
                 (apply vector->list left range1)
                 (apply vector->list right range2)))))

;;> (vector-merge before? left right [start1 [end1 [start2 [end2]]]]): a new
;;> vector of the elements of two sorted ranges in order; of equal ones, those
;;> of the left come first. Raises type, range. SRFI 132.
;;> Example: (vector-merge < #(1 4) #(2 3)) => #(1 2 3 4)
(define (vector-merge before? left right . range)
  (%merge before? left right range))

;;> (vector-merge! before? to left right [at [start1 [end1 [start2 [end2]]]]]):
;;> puts that into `to`, from index `at` on. Raises type, range, frozen. SRFI
;;> 132.
;;> Example: (let ((v (make-vector 4 0))) (vector-merge! < v #(1 3) #(2) 1) v) => #(0 1 2 3)
(define (vector-merge! before? to left right . range)
  (vector-copy! to (%start range)
                (%merge before? left right
                        (if (pair? range) (cdr range) '()))))

;;> (list-delete-neighbor-dups same? list): the elements that are not the same
;;> as the one in front of them. Raises type. SRFI 132.
;;> Example: (list-delete-neighbor-dups = '(1 1 2 1)) => (1 2 1)
(define (list-delete-neighbor-dups same? list)
  (if (%end? (%require-list list 'list-delete-neighbor-dups))
      '()
      (let loop ((kept (cons (car list) '())) (rest (cdr list)))
        (cond ((%end? rest) (reverse kept))
              ((same? (car kept) (car rest)) (loop kept (cdr rest)))
              (else (loop (cons (car rest) kept) (cdr rest)))))))

;;> (list-delete-neighbor-dups! same? list): the same. SRFI 132.
;;> Example: (list-delete-neighbor-dups! = (list 1 1 2)) => (1 2)
(define (list-delete-neighbor-dups! same? list)
  (list-delete-neighbor-dups same? list))

;;> (vector-delete-neighbor-dups same? vector [start [end]]): a new vector of
;;> those of the range. Raises type, range. SRFI 132.
;;> Example: (vector-delete-neighbor-dups = #(1 1 2 1)) => #(1 2 1)
(define (vector-delete-neighbor-dups same? vector . range)
  (list->vector
   (list-delete-neighbor-dups same? (apply vector->list vector range))))

;;> (vector-delete-neighbor-dups! same? vector [start [end]]): puts those at the
;;> beginning of the range and returns where they end. Raises type, range,
;;> frozen. SRFI 132.
;;> Example: (let ((v (vector 1 1 2 2))) (let ((end (vector-delete-neighbor-dups! = v))) (list end (vector-copy v 0 end)))) => (2 #(1 2))
(define (vector-delete-neighbor-dups! same? vector . range)
  (let ((kept (apply vector-delete-neighbor-dups same? vector range)))
    (vector-copy! vector (%start range) kept)
    (+ (%start range) (vector-length kept))))

;;> (vector-find-median before? vector empty [mean]): the element in the middle
;;> of the order; the mean (by arithmetic) of two if their number is even; the
;;> object `empty` if there are none. Raises type. SRFI 132.
;;> Example: (list (vector-find-median < #(3 1 2) 0) (vector-find-median < #(4 1 2 3) 0)) => (2 5/2)
(define (vector-find-median before? vector empty . mean)
  (%median (%vector-sort before? vector) empty mean))

(define (%median sorted empty mean)
  (let* ((length (vector-length sorted)) (middle (quotient length 2)))
    (cond ((= length 0) empty)
          ((odd? length) (vector-ref sorted middle))
          (else
           ((if (pair? mean) (car mean) (lambda (a b) (/ (+ a b) 2)))
            (vector-ref sorted (- middle 1))
            (vector-ref sorted middle))))))

;;> (vector-find-median! before? vector empty [mean]): the same; the vector is
;;> in order then. Raises type, frozen. SRFI 132.
;;> Example: (let ((v (vector 3 1 2))) (list (vector-find-median! < v 0) v)) => (2 #(1 2 3))
(define (vector-find-median! before? vector empty . mean)
  (%vector-sort! before? vector)
  (%median vector empty mean))

;; Puts the element with k others of the range in front of it in its place,
;; those before it in front of it and the others behind: quickselect, with the
;; median of three as the pivot. The time is linear on the average.
(define (%select! before? vector k start end)
  (if (> (- end start) 1)
      (let* ((pivot (%median-of-three before? vector start end))
             (elements (vector->list vector start end))
             (less (%filter (lambda (x) (before? x pivot)) elements))
             (others (%filter (lambda (x) (not (before? x pivot))) elements))
             (same (%filter (lambda (x) (not (before? pivot x))) others))
             (greater (%filter (lambda (x) (before? pivot x)) others))
             (first (+ start (length less)))
             (second (+ first (length same))))
        (vector-copy! vector start (list->vector (append less same greater)))
        (cond ((< k first) (%select! before? vector k start first))
              ((>= k second) (%select! before? vector k second end))))))

(define (%filter test list)
  (let loop ((list list) (kept '()))
    (cond ((null? list) (reverse kept))
          ((test (car list)) (loop (cdr list) (cons (car list) kept)))
          (else (loop (cdr list) kept)))))

(define (%median-of-three before? vector start end)
  (let ((a (vector-ref vector start))
        (b (vector-ref vector (quotient (+ start end) 2)))
        (c (vector-ref vector (- end 1))))
    (cadr (list-sort before? (list a b c)))))

(define (%check-k who k vector start end)
  (if (not (and (exact-integer? start) (exact-integer? end) (exact-integer? k)
                (<= 0 start end (vector-length vector))
                (<= 0 k (- end start))))
      (%error-of-kind 'range who "no such range" k start end)))

(define (%end vector range)
  (if (and (pair? range) (pair? (cdr range)))
      (cadr range)
      (vector-length vector)))

;;> (vector-select! before? vector k [start [end]]): the element of the range
;;> with k others in front of it in the order; changes the order of the range.
;;> Raises type, range, frozen. SRFI 132.
;;> Example: (vector-select! < (vector 5 3 1 4 2) 2) => 3
(define (vector-select! before? vector k . range)
  (let ((start (%start range)) (end (%end vector range)))
    (%check-k 'vector-select! (+ k 1) vector start end)
    (%check-k 'vector-select! k vector start end)
    (%select! before? vector (+ start k) start end)
    (vector-ref vector (+ start k))))

;;> (vector-separate! before? vector k [start [end]]): puts the k elements of
;;> the range that come first in the order at its beginning, in any order.
;;> Raises type, range, frozen. SRFI 132.
;;> Example: (let ((v (vector 5 3 1 4 2))) (vector-separate! < v 2) (vector-sort < v 0 2)) => #(1 2)
(define (vector-separate! before? vector k . range)
  (let ((start (%start range)) (end (%end vector range)))
    (%check-k 'vector-separate! k vector start end)
    (if (< 0 k (- end start))
        (%select! before? vector (+ start k) start end))))
