;;; Making lists, taking them apart, folding them, searching them.
;;; One list is the fast case; several lists end with the shortest.

;;> (xcons a b): the pair of b and a. SRFI 1.
;;> Example: (xcons 1 2) => (2 . 1)
(define (xcons a b) (cons b a))

;;> (cons* object ... tail): a list of the objects, ending in the tail. SRFI 1.
;;> Example: (cons* 1 2 '(3 4)) => (1 2 3 4)
(define (cons* first . rest)
  (let loop ((first first) (rest rest))
    (if (null? rest)
        first
        (cons first (loop (car rest) (cdr rest))))))

;;> (list-tabulate k procedure): the list of its results for 0 to below k. SRFI
;;> 1.
;;> Example: (list-tabulate 3 -) => (0 -1 -2)
(define (list-tabulate k procedure)
  (%require-size k 'list-tabulate)
  (let loop ((index (- k 1)) (result '()))
    (if (< index 0)
        result
        (loop (- index 1) (cons (procedure index) result)))))

;;> (circular-list object ...): a list that has no end. SRFI 1.
;;> Example: (list-ref (circular-list 1 2) 5) => 2
(define (circular-list first . rest)
  (let ((result (cons first rest)))
    (set-cdr! (last-pair result) result)
    result))

;;> (iota count [start [step]]): count numbers from start (0) by step (1). SRFI
;;> 1.
;;> Example: (iota 3 1) => (1 2 3)
(define iota
  (case-lambda
    ((count) (iota count 0 1))
    ((count start) (iota count start 1))
    ((count start step)
     (%require-size count 'iota)
     (let loop ((index (- count 1)) (result '()))
       (if (< index 0)
           result
           (loop (- index 1) (cons (+ start (* index step)) result)))))))

;;> (proper-list? object): the same as list?. SRFI 1.
;;> Example: (proper-list? '(1)) => #t
(define (proper-list? object) (list? object))

;;> (circular-list? object): whether it is a list without an end. SRFI 1.
;;> Example: (circular-list? '(1 2)) => #f
(define (circular-list? object)
  (let loop ((slow object) (fast object))
    (cond ((not (pair? fast)) #f)
          ((not (pair? (cdr fast))) #f)
          ((eq? (cdr slow) (cddr fast)) #t)
          (else (loop (cdr slow) (cddr fast))))))

;;> (dotted-list? object): whether it ends in something else than (). SRFI 1.
;;> Example: (dotted-list? '(1 . 2)) => #t
(define (dotted-list? object)
  (if (circular-list? object)
      #f
      (let loop ((object object))
        (if (pair? object) (loop (cdr object)) (not (null? object))))))

;;> (not-pair? object): whether it is no pair. SRFI 1.
;;> Example: (not-pair? 1) => #t
(define (not-pair? object) (not (pair? object)))

;;> (null-list? list): whether the list is empty. Raises type. SRFI 1.
;;> Example: (null-list? '()) => #t
(define (null-list? list) (%end? list))

;;> (list= same? list ...): whether the lists have the same length and elements
;;> that are the same. SRFI 1.
;;> Example: (list= = '(1 2) '(1 2)) => #t
(define (list= same? . lists)
  (let next ((lists lists))
    (if (or (null? lists) (null? (cdr lists)))
        #t
        (%walk more ((left (car lists)) (right (cadr lists)))
          (and (%end? left) (%end? right) (next (cdr lists)))
          (cond ((%end? right) #f)
                ((same? (car left) (car right)) (more (cdr right)))
                (else #f))))))

;;> (first list): its element 0. Raises type. SRFI 1.
;;> Example: (first '(1 2 3 4 5 6 7 8 9 10)) => 1
(define (first list) (car list))

;;> (second list): its element 1. Raises type. SRFI 1.
;;> Example: (second '(1 2 3 4 5 6 7 8 9 10)) => 2
(define (second list) (cadr list))

;;> (third list): its element 2. Raises type. SRFI 1.
;;> Example: (third '(1 2 3 4 5 6 7 8 9 10)) => 3
(define (third list) (caddr list))

;;> (fourth list): its element 3. Raises type. SRFI 1.
;;> Example: (fourth '(1 2 3 4 5 6 7 8 9 10)) => 4
(define (fourth list) (cadddr list))

;;> (fifth list): its element 4. Raises type. SRFI 1.
;;> Example: (fifth '(1 2 3 4 5 6 7 8 9 10)) => 5
(define (fifth list) (list-ref list 4))

;;> (sixth list): its element 5. Raises type. SRFI 1.
;;> Example: (sixth '(1 2 3 4 5 6 7 8 9 10)) => 6
(define (sixth list) (list-ref list 5))

;;> (seventh list): its element 6. Raises type. SRFI 1.
;;> Example: (seventh '(1 2 3 4 5 6 7 8 9 10)) => 7
(define (seventh list) (list-ref list 6))

;;> (eighth list): its element 7. Raises type. SRFI 1.
;;> Example: (eighth '(1 2 3 4 5 6 7 8 9 10)) => 8
(define (eighth list) (list-ref list 7))

;;> (ninth list): its element 8. Raises type. SRFI 1.
;;> Example: (ninth '(1 2 3 4 5 6 7 8 9 10)) => 9
(define (ninth list) (list-ref list 8))

;;> (tenth list): its element 9. Raises type. SRFI 1.
;;> Example: (tenth '(1 2 3 4 5 6 7 8 9 10)) => 10
(define (tenth list) (list-ref list 9))

;;> (car+cdr pair): its car and cdr as two values. Raises type. SRFI 1.
;;> Example: (call-with-values (lambda () (car+cdr '(1 . 2))) list) => (1 2)
(define (car+cdr pair) (values (car pair) (cdr pair)))

;;> (take list k): its first k elements. Raises type, range. SRFI 1.
;;> Example: (take '(a b c) 2) => (a b)
(define (take list k)
  (%require-size k 'take)
  (let loop ((rest list) (left k) (taken '()))
    (cond ((= left 0) (reverse taken))
          ((pair? rest) (loop (cdr rest) (- left 1) (cons (car rest) taken)))
          ;; It is too short, which this complains of.
          (else (list-tail list k)))))

;;> (drop list k): what follows its first k elements. Raises type, range. SRFI
;;> 1.
;;> Example: (drop '(a b c) 2) => (c)
(define (drop list k) (list-tail list k))

;;> (take-right list k): its last k elements. Raises type. SRFI 1.
;;> Example: (take-right '(a b c) 2) => (b c)
(define (take-right list k)
  (%walk next ((ahead (list-tail list k)) (result list))
    result
    (next (cdr result))))

;;> (drop-right list k): what comes before its last k elements. Raises type.
;;> SRFI 1.
;;> Example: (drop-right '(a b c) 2) => (a)
(define (drop-right list k)
  (%walk next ((ahead (list-tail list k)) (list list) (taken '()))
    (reverse taken)
    (next (cdr list) (cons (car list) taken))))

;;> (split-at list k): take and drop as two values. Raises type. SRFI 1.
;;> Example: (call-with-values (lambda () (split-at '(a b c) 1)) list) => ((a) (b c))
(define (split-at list k) (values (take list k) (drop list k)))

;;> (last list): its last element. Raises type. SRFI 1.
;;> Example: (last '(a b c)) => c
(define (last list) (car (last-pair list)))

;;> (last-pair list): its last pair. Raises type. SRFI 1.
;;> Example: (last-pair '(a b c)) => (c)
(define (last-pair list)
  (%walk next ((rest (cdr list)) (last list)) last (next rest)))

;;> (length+ list): its length, or #f if it has no end. SRFI 1.
;;> Example: (length+ '(a b c)) => 3
(define (length+ list) (if (circular-list? list) #f (length list)))

;;> (concatenate lists): the lists of the list appended. SRFI 1.
;;> Example: (concatenate '((1) (2 3))) => (1 2 3)
(define (concatenate lists) (apply append lists))

;;> (zip list1 list2 ...): lists of corresponding elements. SRFI 1.
;;> Example: (zip '(1 2) '(a b)) => ((1 a) (2 b))
(define (zip first . rest)
  (%require-one-end first rest 'zip)
  (apply map list first rest))

;;> (unzip1 lists): the first elements. SRFI 1.
;;> Example: (unzip1 '((1 a) (2 b))) => (1 2)
(define (unzip1 lists) (map car (%require-list lists 'unzip1)))

;;> (unzip2 lists): the first and the second elements as two values. SRFI 1.
;;> Example: (call-with-values (lambda () (unzip2 '((1 a) (2 b)))) list) => ((1 2) (a b))
(define (unzip2 lists)
  (%require-list lists 'unzip2)
  (values (map car lists) (map cadr lists)))

;;> (find test list): the first element that passes, or #f. SRFI 1.
;;> Example: (find even? '(3 4 5 6)) => 4
(define (find test list)
  (let ((tail (find-tail test list))) (if tail (car tail) #f)))

;;> (find-tail test list): the part that begins with the first element that
;;> passes, or #f. SRFI 1.
;;> Example: (find-tail even? '(3 4 5)) => (4 5)
(define (find-tail test list)
  (cond ((not (pair? list)) (%at-end list #f))
        ((test (car list)) list)
        (else (find-tail test (cdr list)))))

;;> (filter test list): the elements that pass. SRFI 1.
;;> Example: (filter even? '(1 2 3 4)) => (2 4)
(define (filter test list)
  (%walk next ((rest list) (kept '()))
    (%at-end rest (reverse kept))
    (next (if (test (car rest)) (cons (car rest) kept) kept))))

;;> (remove test list): the elements that do not pass. SRFI 1.
;;> Example: (remove even? '(1 2 3 4)) => (1 3)
(define (remove test list)
  (%walk next ((rest list) (kept '()))
    (%at-end rest (reverse kept))
    (next (if (test (car rest)) kept (cons (car rest) kept)))))

;;> (partition test list): filter and remove as two values. SRFI 1.
;;> Example: (call-with-values (lambda () (partition even? '(1 2 3))) list) => ((2) (1 3))
(define (partition test list)
  (%require-list list 'partition)
  (let loop ((list list) (kept '()) (others '()))
    (cond ((%end? list) (values (reverse kept) (reverse others)))
          ((test (car list)) (loop (cdr list) (cons (car list) kept) others))
          (else (loop (cdr list) kept (cons (car list) others))))))

;;> (take-while test list): the elements before the first that fails. SRFI 1.
;;> Example: (take-while even? '(2 4 5 6)) => (2 4)
(define (take-while test list)
  (let loop ((list list) (taken '()))
    (cond ((not (pair? list)) (%at-end list (reverse taken)))
          ((test (car list)) (loop (cdr list) (cons (car list) taken)))
          (else (reverse taken)))))

;;> (drop-while test list): the part from the first element that fails. SRFI 1.
;;> Example: (drop-while even? '(2 4 5 6)) => (5 6)
(define (drop-while test list)
  (cond ((not (pair? list)) (%at-end list '()))
        ((test (car list)) (drop-while test (cdr list)))
        (else list)))

;;> (span test list): take-while and drop-while as two values. SRFI 1.
;;> Example: (call-with-values (lambda () (span even? '(2 5 6))) list) => ((2) (5 6))
(define (span test list)
  (let loop ((list list) (taken '()))
    (cond ((%end? list) (values (reverse taken) '()))
          ((test (car list)) (loop (cdr list) (cons (car list) taken)))
          (else (values (reverse taken) list)))))

;;> (break test list): span for the first element that passes. SRFI 1.
;;> Example: (call-with-values (lambda () (break even? '(1 2 3))) list) => ((1) (2 3))
(define (break test list)
  (span (lambda (element) (not (test element))) list))
