;;; SRFI 1, continued: procedures that combine elements, associations, sets.

(define (%any-null? lists)
  (cond ((null? lists) #f)
        ((%end? (car lists)) #t)
        (else (%any-null? (cdr lists)))))

;; Complains of lists of which none has an end.
(define (%require-one-end first rest who)
  (if (not (or (list? first) (any list? rest)))
      (%require-list first who)))

;;> (fold combine start list1 list2 ...): combines the elements, from the first
;;> to the last, with the result so far, which comes last. SRFI 1.
;;> Example: (fold cons '() '(1 2 3)) => (3 2 1)
(define fold
  (case-lambda
    ((combine start list)
     (let loop ((list list) (result start))
       (if (pair? list)
           (loop (cdr list) (combine (car list) result))
           (%at-end list result))))
    ((combine start first . rest)
     (%require-one-end first rest 'fold)
     (let loop ((lists (cons first rest)) (result start))
       (if (%any-null? lists)
           result
           (loop (map cdr lists)
                 (apply combine (append (map car lists) (list result)))))))))

;;> (fold-right combine start list1 list2 ...): the same from the last. SRFI 1.
;;> Example: (fold-right cons '() '(1 2 3)) => (1 2 3)
(define fold-right
  (case-lambda
    ((combine start list) (fold combine start (reverse list)))
    ((combine start first . rest)
     (%require-one-end first rest 'fold-right)
     (let loop ((lists (cons first rest)))
       (if (%any-null? lists)
           start
           (apply combine
                  (append (map car lists) (list (loop (map cdr lists))))))))))

;;> (pair-fold combine start list1 list2 ...): fold over the pairs of the lists;
;;> a pair may be changed by `combine`. SRFI 1.
;;> Example: (pair-fold cons '() '(1 2)) => ((2) (1 2))
(define pair-fold
  (case-lambda
    ((combine start list)
     (%require-list list 'pair-fold)
     (let loop ((list list) (result start))
       (if (%end? list)
           result
           (let ((next (cdr list))) (loop next (combine list result))))))
    ((combine start first . rest)
     (%require-one-end first rest 'pair-fold)
     (let loop ((lists (cons first rest)) (result start))
       (if (%any-null? lists)
           result
           (let ((next (map cdr lists)))
             (loop next (apply combine (append lists (list result))))))))))

;;> (pair-fold-right combine start list1 list2 ...): the same from the last
;;> pair. SRFI 1.
;;> Example: (pair-fold-right cons '() '(1 2)) => ((1 2) (2))
(define pair-fold-right
  (case-lambda
    ((combine start list)
     (fold combine start (pair-fold cons '() list)))
    ((combine start first . rest)
     (%require-one-end first rest 'pair-fold-right)
     (let loop ((lists (cons first rest)))
       (if (%any-null? lists)
           start
           (apply combine (append lists (list (loop (map cdr lists))))))))))

;;> (reduce combine default list): fold that begins with the first element; the
;;> default for the empty list. SRFI 1.
;;> Example: (reduce + 0 '(1 2 3)) => 6
(define (reduce combine default list)
  (%require-list list 'reduce)
  (if (%end? list) default (fold combine (car list) (cdr list))))

;;> (reduce-right combine default list): the same from the last. SRFI 1.
;;> Example: (reduce-right - 0 '(1 2 3)) => 2
(define (reduce-right combine default list)
  (if (%end? list)
      default
      (let ((reversed (reverse list)))
        (fold combine (car reversed) (cdr reversed)))))

;;> (unfold stop? element next seed [tail]): the list of the elements of each
;;> seed until one stops. SRFI 1.
;;> Example: (unfold (lambda (n) (> n 3)) square (lambda (n) (+ n 1)) 1) => (1 4 9)
(define unfold
  (case-lambda
    ((stop? element next seed)
     (unfold stop? element next seed (lambda (seed) '())))
    ((stop? element next seed tail)
     (let loop ((seed seed) (made '()))
       (if (stop? seed)
           (append-reverse made (tail seed))
           (loop (next seed) (cons (element seed) made)))))))

;;> (unfold-right stop? element next seed [tail]): the same in reverse. SRFI 1.
;;> Example: (unfold-right zero? square (lambda (n) (- n 1)) 3) => (1 4 9)
(define unfold-right
  (case-lambda
    ((stop? element next seed)
     (unfold-right stop? element next seed '()))
    ((stop? element next seed tail)
     (let loop ((seed seed) (result tail))
       (if (stop? seed)
           result
           (loop (next seed) (cons (element seed) result)))))))

;;> (append-map procedure list1 list2 ...): the results appended. SRFI 1.
;;> Example: (append-map (lambda (x) (list x x)) '(1 2)) => (1 1 2 2)
(define (append-map procedure first . rest)
  (%require-one-end first rest 'append-map)
  (apply append (apply map procedure first rest)))

;;> (filter-map procedure list1 list2 ...): the results that are not #f. SRFI 1.
;;> Example: (filter-map (lambda (x) (and (even? x) (* x x))) '(1 2 4)) => (4 16)
(define (filter-map procedure first . rest)
  (%require-one-end first rest 'filter-map)
  (filter (lambda (result) result) (apply map procedure first rest)))

;;> (map-in-order procedure list1 list2 ...): the same as map. SRFI 1.
;;> Example: (map-in-order - '(1 2)) => (-1 -2)
(define (map-in-order procedure first . rest)
  (apply map procedure first rest))

;;> (pair-for-each procedure list1 list2 ...): calls the procedure with the
;;> pairs of the lists, which it may change. SRFI 1.
;;> Example: (let ((n 0)) (pair-for-each (lambda (p) (set! n (+ n (length p)))) '(a b)) n) => 3
(define pair-for-each
  (case-lambda
    ((procedure list)
     (%require-list list 'pair-for-each)
     (let loop ((list list))
       (if (pair? list)
           (let ((next (cdr list)))
             (procedure list)
             (loop next)))))
    ((procedure first . rest)
     (%require-one-end first rest 'pair-for-each)
     (let loop ((lists (cons first rest)))
       (if (not (%any-null? lists))
           (let ((next (map cdr lists)))
             (apply procedure lists)
             (loop next)))))))

;;> (count test list1 list2 ...): how often the test passes. SRFI 1.
;;> Example: (count even? '(1 2 4)) => 2
(define (count test first . rest)
  (%require-one-end first rest 'count)
  (let loop ((lists (cons first rest)) (passed 0))
    (if (%any-null? lists)
        passed
        (loop (map cdr lists)
              (if (apply test (map car lists)) (+ passed 1) passed)))))

;;> (any test list1 list2 ...): the first result that is not #f, or #f. SRFI 1.
;;> Example: (any even? '(1 2 3)) => #t
(define any
  (case-lambda
    ((test list)
     (cond ((not (pair? list)) (%at-end list #f))
           ((null? (cdr list)) (test (car list)))
           (else (or (test (car list)) (any test (cdr list))))))
    ((test first . rest)
     (let loop ((lists (cons first rest)))
       (if (%any-null? lists)
           #f
           (or (apply test (map car lists)) (loop (map cdr lists))))))))

;;> (every test list1 list2 ...): #f if one result is #f, else the last. SRFI 1.
;;> Example: (every even? '(2 4)) => #t
(define every
  (case-lambda
    ((test list)
     (cond ((not (pair? list)) (%at-end list #t))
           ((null? (cdr list)) (test (car list)))
           (else (and (test (car list)) (every test (cdr list))))))
    ((test first . rest)
     (let loop ((lists (cons first rest)) (result #t))
       (if (%any-null? lists)
           result
           (let ((result (apply test (map car lists))))
             (and result (loop (map cdr lists) result))))))))

;;> (list-index test list1 list2 ...): the index of the first elements that
;;> pass, or #f. SRFI 1.
;;> Example: (list-index even? '(1 3 4)) => 2
(define (list-index test first . rest)
  (if (null? rest)
      (let loop ((list first) (index 0))
        (cond ((%end? list) #f)
              ((test (car list)) index)
              (else (loop (cdr list) (+ index 1)))))
      (%list-index test (cons first rest) 0)))

(define (%list-index test lists index)
  (cond ((%any-null? lists) #f)
        ((apply test (map car lists)) index)
        (else (%list-index test (map cdr lists) (+ index 1)))))

;;> (delete object list [same?]): the elements that are not the same. What is
;;> behind the last one that goes may be shared with the list. SRFI 1.
;;> Example: (delete 1 '(1 2 1 3)) => (2 3)
(define delete
  (case-lambda
    ((object list)
     (if (or (symbol? object) (fixnum? object) (char? object))
         (%deleted eq? object list)
         (%deleted equal? object list)))
    ((object list same?)
     (remove (lambda (element) (same? object element)) list))))

;; Most elements stay, so pairs are made only where one of them goes: `run` is
;; what begins behind the last one that went, `kept` what came before it.
(define-syntax %deleted
  (syntax-rules ()
    ((_ same? object list)
     (%walk next ((rest list) (run list) (kept '()))
       (%at-end rest (append-reverse kept run))
       (let ((goes? (same? object (car rest))))
         (next (if goes? (cdr rest) run)
               (if goes? (%with-run run rest kept) kept)))))))

;; The elements of a run, the last first, before those that were kept.
(define (%with-run run end kept)
  (if (eq? run end)
      kept
      (%with-run (cdr run) end (cons (car run) kept))))

;;> (delete-duplicates list [same?]): the first of those that are the same. SRFI
;;> 1.
;;> Example: (delete-duplicates '(a b a c b)) => (a b c)
(define delete-duplicates
  (case-lambda
    ((list) (delete-duplicates list equal?))
    ((list same?)
     (%walk next ((rest list) (kept '()))
       (%at-end rest (reverse kept))
       (next (if (%kept? (car rest) kept same?)
                 kept
                 (cons (car rest) kept)))))))

(define (%kept? object kept same?)
  (any (lambda (element) (same? element object)) kept))

;;> (alist-cons key value alist): the alist with one association more. SRFI 1.
;;> Example: (alist-cons 'a 1 '()) => ((a . 1))
(define (alist-cons key value alist) (cons (cons key value) alist))

;;> (alist-copy alist): the alist with new pairs. SRFI 1.
;;> Example: (alist-copy '((a . 1))) => ((a . 1))
(define (alist-copy alist)
  (map (lambda (association) (cons (car association) (cdr association)))
       (%require-list alist 'alist-copy)))

;;> (alist-delete key alist [same?]): the associations of other keys. SRFI 1.
;;> Example: (alist-delete 'a '((a . 1) (b . 2))) => ((b . 2))
(define alist-delete
  (case-lambda
    ((key alist) (alist-delete key alist equal?))
    ((key alist same?)
     (remove (lambda (association) (same? key (car association))) alist))))

;; Which argument of `same?` comes from which list is part of SRFI 1: an object
;; is compared with those it is added to as (same? element object), and looked
;; for in another list as (same? object element).
(define (%in? object list same?)
  (any (lambda (element) (same? element object)) list))

(define (%found? object list same?)
  (any (lambda (element) (same? object element)) list))

;;> (lset-adjoin same? list object ...): the list with those it lacks. SRFI 1.
;;> Example: (lset-adjoin eq? '(a b) 'b 'c) => (c a b)
(define (lset-adjoin same? list . objects)
  (%adjoin-all same? (%require-list list 'lset-adjoin) objects))

(define (%require-lists lists who)
  (for-each (lambda (list) (%require-list list who)) lists))

(define (%adjoin-all same? list objects)
  (fold (lambda (object result)
          (if (%in? object result same?) result (cons object result)))
        list objects))

;;> (lset-union same? list ...): what is in any of them. SRFI 1.
;;> Example: (lset-union eq? '(a b) '(b c)) => (c a b)
(define (lset-union same? . lists)
  (%require-lists lists 'lset-union)
  ;; The union with an empty list is the other list as it is.
  (reduce (lambda (list result)
            (if (null? result) list (%adjoin-all same? result list)))
          '() lists))

;;> (lset-intersection same? list ...): what is in all of them. SRFI 1.
;;> Example: (lset-intersection eq? '(a b) '(b c)) => (b)
(define (lset-intersection same? first . rest)
  (%require-lists (cons first rest) 'lset-intersection)
  (filter (lambda (object)
            (every (lambda (list) (%found? object list same?)) rest))
          first))

;;> (lset-difference same? list ...): what is in the first only. SRFI 1.
;;> Example: (lset-difference eq? '(a b) '(b c)) => (a)
(define (lset-difference same? first . rest)
  (%require-lists (cons first rest) 'lset-difference)
  (remove (lambda (object)
            (any (lambda (list) (%found? object list same?)) rest))
          first))

;;> (lset-xor same? list ...): what is in an odd number of them. SRFI 1.
;;> Example: (lset-xor eq? '(a b) '(b c)) => (c a)
(define (lset-xor same? . lists)
  (%require-lists lists 'lset-xor)
  (reduce (lambda (right left)
            (append (lset-difference same? right left)
                    (lset-difference same? left right)))
          '() lists))

;;> (lset<= same? list ...): whether each is a subset of the next. SRFI 1.
;;> Example: (lset<= eq? '(a) '(a b)) => #t
(define (lset<= same? . lists)
  (%require-lists lists 'lset<=)
  (%each-and-next? (lambda (left right) (%subset? same? left right)) lists))

(define (%each-and-next? fits? lists)
  (or (null? lists)
      (null? (cdr lists))
      (and (fits? (car lists) (cadr lists))
           (%each-and-next? fits? (cdr lists)))))

(define (%subset? same? left right)
  (every (lambda (object) (%found? object right same?)) left))

;;> (lset= same? list ...): whether all have the same elements. SRFI 1.
;;> Example: (lset= eq? '(a b) '(b a)) => #t
(define (lset= same? . lists)
  (%require-lists lists 'lset=)
  ;; The first argument of `same?` is always of the list that comes first.
  (%each-and-next?
   (lambda (left right)
     (and (%subset? same? left right)
          (every (lambda (object) (%in? object left same?)) right)))
   lists))
