;;; Going through queues with two ends: as lists, which take as long.

;; Whether two have the same elements.
(define (%same? same? left right)
  (and (= (%length left) (%length right))
       (let loop ((left (%all left)) (right (%all right)))
         (or (null? left)
             (and (same? (car left) (car right))
                  (loop (cdr left) (cdr right)))))))

;;> (ideque= same? ideque ...): whether all have the same elements in the same
;;> order. Raises type. SRFI 134.
;;> Example: (ideque= = (ideque 1 2) (ideque-reverse (ideque 2 1))) => #t
(define (ideque= same? . ideques)
  (for-each (lambda (ideque) (%check-ideque ideque 'ideque=)) ideques)
  (or (null? ideques)
      (let loop ((first (car ideques)) (rest (cdr ideques)))
        (or (null? rest)
            (and (%same? same? first (car rest))
                 (loop (car rest) (cdr rest)))))))

;;> (ideque-any test ideque): the first true value of the test for an element,
;;> or #f. Raises type. SRFI 134.
;;> Example: (ideque-any (lambda (x) (and (even? x) (* x x))) (ideque 1 2)) => 4
(define (ideque-any test ideque)
  (%check-ideque ideque 'ideque-any)
  (let loop ((rest (%all ideque)) (result #f))
    (if (or result (null? rest))
        result
        (loop (cdr rest) (test (car rest))))))

;;> (ideque-every test ideque): the value of the test for the last element, if
;;> it is true for all, or else #f. Raises type. SRFI 134.
;;> Example: (ideque-every (lambda (x) (and (even? x) (* x x))) (ideque 2 4)) => 16
(define (ideque-every test ideque)
  (%check-ideque ideque 'ideque-every)
  (let loop ((rest (%all ideque)) (result #t))
    (if (and result (pair? rest))
        (loop (cdr rest) (test (car rest)))
        result)))

;;> (ideque-append ideque ...): the ideque of the elements of all. Raises type.
;;> SRFI 134.
;;> Example: (ideque->list (ideque-append (ideque 1) (ideque) (ideque 2 3))) => (1 2 3)
(define (ideque-append . ideques)
  (for-each (lambda (ideque) (%check-ideque ideque 'ideque-append)) ideques)
  (%from-list (concatenate (map %all ideques))))

;;> (ideque-count test ideque): how many elements pass. Raises type. SRFI 134.
;;> Example: (ideque-count even? (ideque 1 2 4)) => 2
(define (ideque-count test ideque)
  (%check-ideque ideque 'ideque-count)
  (fold (lambda (object count) (if (test object) (+ count 1) count))
        0 (%all ideque)))

;;> (ideque-zip ideque1 ideque2 ...): the ideque of the lists of elements at the
;;> same place, as long as the shortest. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-zip (ideque 1 2 3) (ideque 'a 'b))) => ((1 a) (2 b))
(define (ideque-zip ideque . rest)
  (for-each (lambda (ideque) (%check-ideque ideque 'ideque-zip))
            (cons ideque rest))
  (%from-list (apply map list (%all ideque) (map %all rest))))

;;> (ideque-map procedure ideque): the ideque of what the procedure returns for
;;> each element. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-map square (ideque 1 2 3))) => (1 4 9)
(define (ideque-map procedure ideque)
  (%check-ideque ideque 'ideque-map)
  (%from-list (map procedure (%all ideque))))

;;> (ideque-filter-map procedure ideque): the same of what is not #f. Raises
;;> type. SRFI 134.
;;> Example: (ideque->list (ideque-filter-map (lambda (x) (and (even? x) (* x x))) (ideque 1 2 4))) => (4 16)
(define (ideque-filter-map procedure ideque)
  (%check-ideque ideque 'ideque-filter-map)
  (%from-list (filter-map procedure (%all ideque))))

;;> (ideque-append-map procedure ideque): the ideque of the elements of the
;;> lists that the procedure returns. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-append-map (lambda (x) (list x x)) (ideque 1 2))) => (1 1 2 2)
(define (ideque-append-map procedure ideque)
  (%check-ideque ideque 'ideque-append-map)
  (list->ideque (append-map procedure (%all ideque))))

;;> (ideque-for-each procedure ideque): calls the procedure with each element in
;;> order. Raises type. SRFI 134.
;;> Example: (let ((seen '())) (ideque-for-each (lambda (x) (set! seen (cons x seen))) (ideque 1 2)) seen) => (2 1)
(define (ideque-for-each procedure ideque)
  (%check-ideque ideque 'ideque-for-each)
  (for-each procedure (%all ideque)))

;;> (ideque-for-each-right procedure ideque): the same in reverse order. Raises
;;> type. SRFI 134.
;;> Example: (let ((seen '())) (ideque-for-each-right (lambda (x) (set! seen (cons x seen))) (ideque 1 2)) seen) => (1 2)
(define (ideque-for-each-right procedure ideque)
  (%check-ideque ideque 'ideque-for-each-right)
  (for-each procedure (%all (ideque-reverse ideque))))

;;> (ideque-fold combine start ideque): combines each element with the result so
;;> far, which comes last. Raises type. SRFI 134.
;;> Example: (ideque-fold cons '() (ideque 1 2 3)) => (3 2 1)
(define (ideque-fold combine start ideque)
  (%check-ideque ideque 'ideque-fold)
  (fold combine start (%all ideque)))

;;> (ideque-fold-right combine start ideque): the same from the last. Raises
;;> type. SRFI 134.
;;> Example: (ideque-fold-right cons '() (ideque 1 2 3)) => (1 2 3)
(define (ideque-fold-right combine start ideque)
  (%check-ideque ideque 'ideque-fold-right)
  (fold-right combine start (%all ideque)))

;;> (ideque-filter test ideque): the ideque of the elements that pass. Raises
;;> type. SRFI 134.
;;> Example: (ideque->list (ideque-filter even? (ideque 1 2 4))) => (2 4)
(define (ideque-filter test ideque)
  (%check-ideque ideque 'ideque-filter)
  (%from-list (filter test (%all ideque))))

;;> (ideque-remove test ideque): the ideque of the elements that do not pass.
;;> Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-remove even? (ideque 1 2 4))) => (1)
(define (ideque-remove test ideque)
  (%check-ideque ideque 'ideque-remove)
  (%from-list (remove test (%all ideque))))

;;> (ideque-partition test ideque): the ideques of the elements that pass and of
;;> the others. Raises type. SRFI 134.
;;> Example: (call-with-values (lambda () (ideque-partition even? (ideque 1 2 3))) (lambda (in out) (list (ideque->list in) (ideque->list out)))) => ((2) (1 3))
(define (ideque-partition test ideque)
  (%check-ideque ideque 'ideque-partition)
  (call-with-values
   (lambda () (partition test (%all ideque)))
   (lambda (in out) (values (%from-list in) (%from-list out)))))

(define (%find test list failure)
  (let loop ((rest list))
    (cond ((null? rest) (failure))
          ((test (car rest)) (car rest))
          (else (loop (cdr rest))))))

;;> (ideque-find test ideque [failure]): the first element that passes, or what
;;> the thunk `failure` returns, or #f. Raises type. SRFI 134.
;;> Example: (ideque-find even? (ideque 1 2 4)) => 2
(define ideque-find
  (case-lambda
    ((test ideque) (ideque-find test ideque (lambda () #f)))
    ((test ideque failure)
     (%check-ideque ideque 'ideque-find)
     (%find test (%all ideque) failure))))

;;> (ideque-find-right test ideque [failure]): the same for the last. Raises
;;> type. SRFI 134.
;;> Example: (ideque-find-right even? (ideque 1 2 4 5)) => 4
(define ideque-find-right
  (case-lambda
    ((test ideque) (ideque-find-right test ideque (lambda () #f)))
    ((test ideque failure)
     (%check-ideque ideque 'ideque-find-right)
     (%find test (%all (ideque-reverse ideque)) failure))))

;; The elements before the first that fails, and the others, given to `result`.
(define (%span test ideque result)
  (call-with-values
   (lambda () (span test (%all ideque)))
   (lambda (before after) (result (%from-list before) (%from-list after)))))

;;> (ideque-take-while test ideque): the ideque of the elements before the first
;;> that fails. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-take-while even? (ideque 2 4 5 6))) => (2 4)
(define (ideque-take-while test ideque)
  (%check-ideque ideque 'ideque-take-while)
  (%span test ideque (lambda (before after) before)))

;;> (ideque-drop-while test ideque): the ideque without them. Raises type. SRFI
;;> 134.
;;> Example: (ideque->list (ideque-drop-while even? (ideque 2 4 5 6))) => (5 6)
(define (ideque-drop-while test ideque)
  (%check-ideque ideque 'ideque-drop-while)
  (%span test ideque (lambda (before after) after)))

;;> (ideque-take-while-right test ideque): the ideque of the elements behind the
;;> last that fails. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-take-while-right even? (ideque 2 5 4 6))) => (4 6)
(define (ideque-take-while-right test ideque)
  (%check-ideque ideque 'ideque-take-while-right)
  (%span test (ideque-reverse ideque)
         (lambda (before after) (ideque-reverse before))))

;;> (ideque-drop-while-right test ideque): the ideque without them. Raises type.
;;> SRFI 134.
;;> Example: (ideque->list (ideque-drop-while-right even? (ideque 2 5 4 6))) => (2 5)
(define (ideque-drop-while-right test ideque)
  (%check-ideque ideque 'ideque-drop-while-right)
  (%span test (ideque-reverse ideque)
         (lambda (before after) (ideque-reverse after))))

;;> (ideque-span test ideque): the ideques of the elements before the first that
;;> fails, and of the others. Raises type. SRFI 134.
;;> Example: (call-with-values (lambda () (ideque-span even? (ideque 2 3 4))) (lambda (a b) (list (ideque->list a) (ideque->list b)))) => ((2) (3 4))
(define (ideque-span test ideque)
  (%check-ideque ideque 'ideque-span)
  (%span test ideque values))

;;> (ideque-break test ideque): the ideques of the elements before the first
;;> that passes, and of the others. Raises type. SRFI 134.
;;> Example: (call-with-values (lambda () (ideque-break even? (ideque 1 2 3))) (lambda (a b) (list (ideque->list a) (ideque->list b)))) => ((1) (2 3))
(define (ideque-break test ideque)
  (%check-ideque ideque 'ideque-break)
  (%span (lambda (object) (not (test object))) ideque values))

;;> (generator->ideque generator): an ideque of what the generator returns until
;;> the end-of-file object. SRFI 134.
;;> Example: (ideque->list (generator->ideque (ideque->generator (ideque 1 2)))) => (1 2)
(define (generator->ideque generator)
  (let loop ((count 0) (made '()))
    (let ((object (generator)))
      (if (eof-object? object)
          (%balanced 0 '() count made)
          (loop (+ count 1) (cons object made))))))

;;> (ideque->generator ideque): a generator of its elements. Raises type. SRFI
;;> 134.
;;> Example: (let ((g (ideque->generator (ideque 1)))) (let* ((a (g)) (b (g))) (list a (eof-object? b)))) => (1 #t)
(define (ideque->generator ideque)
  (%check-ideque ideque 'ideque->generator)
  (let ((rest (%all ideque)))
    (lambda ()
      (if (null? rest)
          (eof-object)
          (let ((object (car rest)))
            (set! rest (cdr rest))
            object)))))
