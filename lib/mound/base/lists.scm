;;; Lists, and the procedures that go through them. What takes several lists
;;; stops at the end of the shortest.

;;> (list? object): whether it is a proper list; ends for circular ones. R7RS
;;> 6.4.
;;> Example: (list? '(1 . 2)) => #f
(define (list? object)
  (%or-in-steps (list? object) (if (%long-length object) #t #f)))

;;> (list object ...): a new list. R7RS 6.4.
;;> Example: (list 1 'b "c") => (1 b "c")
(define list
  (case-lambda
    (() '())
    ((a) (%primitive cons a '()))
    ((a b) (%primitive cons a (%primitive cons b '())))
    ((a b c)
     (%primitive cons a (%primitive cons b (%primitive cons c '()))))
    ((a b c d)
     (%primitive cons a
                 (%primitive cons b
                             (%primitive cons c (%primitive cons d '())))))
    (objects objects)))

;;> (make-list k): a list of k unspecified elements. (make-list k fill): of k
;;> times `fill`. Raises type, range. R7RS 6.4.
;;> Example: (make-list 2 3) => (3 3)
(define make-list
  (case-lambda
    ((k) (make-list k #f))
    ((k fill)
     (%require-size k 'make-list)
     (let loop ((k k) (result '()))
       (if (%primitive > k 0)
           (loop (%primitive subtract k 1) (%primitive cons fill result))
           result)))))

;; A number of elements that a list may have.
(define (%require-size k who)
  (if (not (and (%primitive fixnum? k) (%primitive >= k 0)))
      (%type-error who "a count" k)))

;;> (length list): how many elements it has. Raises type. R7RS 6.4.
;;> Example: (length '(a b c)) => 3
(define (length list)
  (%or-in-steps (length list) (%long-length-of list 'length)))

;;> (append list ... object): one list of all elements, ending in the last
;;> argument. Raises type. R7RS 6.4.
;;> Example: (append '(1) '(2 3) '(4)) => (1 2 3 4)
(define append
  (case-lambda
    ((a b) (%append a b))
    ((a b c)
     (cond ((not (list? a)) (%not-a-list a))
           ((not (list? b)) (%not-a-list b))
           (else (%append a (%append b c)))))
    (() '())
    ((a) a)
    ((a . rest) (%append-all a rest))))

(define (%append-all list lists)
  (if (%primitive null? lists)
      list
      (let ((tail (%append-all (%primitive car lists) (%primitive cdr lists))))
        (if (list? list) (%append list tail) (%not-a-list list)))))

(define (%not-a-list object) (%type-error 'append "a proper list" object))

;; What a quasiquotation becomes that splices lists and vectors.
(define (%append list tail)
  (%or-in-steps (append list tail)
    (begin
      (%long-length-of list 'append)
      (%reverse-onto (%reverse-onto list '()) tail))))
(define (%list->vector list) (list->vector list))

;; The elements of a list as a vector, for what takes more than a frame has room
;; for: `required` of them, and what follows as a list if `rest?`.
(define (%take-apart who list required rest?)
  (let ((count (length list)))
    (if (if rest? (< count required) (not (= count required)))
        (%error-of-kind 'arity #f
                        (string-append
                         (symbol->string who) " called with "
                         (number->string count) " arguments, but it takes "
                         (if rest? "at least " "") (number->string required)
                         " arguments")))
    (let ((parts (make-vector (if rest? (+ required 1) required) #f)))
      (let loop ((index 0) (rest list))
        (cond ((< index required)
               (%primitive vector-set! parts index (%primitive car rest))
               (loop (+ index 1) (%primitive cdr rest)))
              (rest? (%primitive vector-set! parts required rest) parts)
              (else parts))))))

;;> (reverse list): its elements in reverse order. Raises type. R7RS 6.4.
;;> Example: (reverse '(1 2 3)) => (3 2 1)
(define (reverse list)
  (%or-in-steps (reverse list)
    (begin
      (%long-length-of list 'reverse)
      (%reverse-onto list '()))))

;;> (append-reverse list tail): the reverse of the list, ending in the tail.
;;> Raises type. SRFI 1.
;;> Example: (append-reverse '(2 1) '(3)) => (1 2 3)
(define (append-reverse list tail)
  (%walk next ((rest list) (tail tail))
    (%at-end rest tail)
    (next (%primitive cons (%primitive car rest) tail))))

;; The same for a list that was made here.
(define (%reverse-onto list tail)
  (if (%primitive pair? list)
      (%reverse-onto (%primitive cdr list)
                     (%primitive cons (%primitive car list) tail))
      tail))

;;> (list-tail list k): what follows its first k elements. Raises type, range.
;;> R7RS 6.4.
;;> Example: (list-tail '(a b c) 1) => (b c)
(define (list-tail list k) (%after list k 0 'list-tail))

;; The first elements of a list, so many if there are: for short lists.
(define (%at-most count list)
  (if (or (null? list) (<= count 0))
      '()
      (cons (car list) (%at-most (- count 1) (cdr list)))))

;; What follows the first k elements. `who` complains: of an index that is none,
;; of a list that is too short, or of what is no list at all. More elements than
;; k, so many, are needed.
(define (%after list k more who)
  (if (if (%primitive fixnum? k) (%primitive < k 0) #t)
      (%type-error who "an index" k))
  (let loop ((rest list) (left k))
    (cond ((eq? left 0) rest)
          ((%primitive pair? rest)
           (loop (%primitive cdr rest) (%primitive subtract left 1)))
          ((%primitive null? rest)
           (%index-error k list (- (length list) more) who))
          (else (%type-error who "a list" list)))))

;; The last index that would be valid is told, if there is one.
(define (%index-error k list last who)
  (%error-of-kind
   'range who
   (if (%primitive < last 0)
       "index out of range, there are no elements"
       (%primitive string-append "index out of range, 0 to "
                   (%primitive string-append (number->string last)
                               " are valid")))
   k list))

;;> (list-ref list k): its element k, from 0. Raises type, range. R7RS 6.4.
;;> Example: (list-ref '(a b c) 2) => c
(define (list-ref list k) (%primitive car (%pair-at list k 'list-ref)))

(define (%pair-at list k who)
  (let ((rest (%after list k 1 who)))
    (cond ((%primitive pair? rest) rest)
          ((%primitive null? rest)
           (%index-error k list (- (length list) 1) who))
          (else (%type-error who "a list" list)))))

;;> (list-set! list k object): changes element k. Raises type, range, frozen.
;;> R7RS 6.4.
;;> Example: (let ((l (list 1 2))) (list-set! l 1 5) l) => (1 5)
(define (list-set! list k object)
  (%primitive set-car! (%pair-at list k 'list-set!) object))

;;> (list-copy object): new pairs with the same elements, so that they can be
;;> changed; another object is returned as it is. Raises type if the pairs go
;;> round in a circle. R7RS 6.4.
;;> Example: (list-copy '(1 2 3)) => (1 2 3)
(define (list-copy object)
  (if (and (%primitive pair? object) (not (list? object)))
      (%require-last object))
  (let loop ((rest object) (copied '()))
    (if (%primitive pair? rest)
        (loop (%primitive cdr rest)
              (%primitive cons (%primitive car rest) copied))
        (%reverse-onto copied rest))))

;;> (memq object list): the part of the list that begins with the object, by
;;> eq?, or #f. Raises type. R7RS 6.4.
;;> Example: (memq 'c '(a b c d)) => (c d)
(define (memq object list)
  (%walk next ((rest list))
    (%at-end rest #f)
    (if (%primitive eq? object (%primitive car rest)) rest (next))))

;;> (memv object list): the same by eqv?. Raises type. R7RS 6.4.
;;> Example: (memv 101 '(100 101 102)) => (101 102)
(define (memv object list)
  (if (%same-is-eqv? object)
      (memq object list)
      (%walk next ((rest list))
        (%at-end rest #f)
        (if (%primitive eqv? object (%primitive car rest)) rest (next)))))

;;> (member object list): the same by equal?. (member object list same?): the
;;> same by `same?`. Raises type. R7RS 6.4.
;;> Example: (member (list 'a) '(b (a) c)) => ((a) c)
(define member
  (case-lambda
    ((object list) (%member object list))
    ((object list same?)
     (%walk next ((rest list))
       (%at-end rest #f)
       (if (same? object (%primitive car rest)) rest (next))))))

(define (%member object list)
  (if (%same-is-equal? object)
      (memq object list)
      (%walk next ((rest list))
        (%at-end rest #f)
        (if (equal? object (%primitive car rest)) rest (next)))))

;;> (assq object alist): the first pair whose car is the object, by eq?, or #f.
;;> Raises type. R7RS 6.4.
;;> Example: (assq 'b '((a 1) (b 2))) => (b 2)
(define (assq object alist)
  (%walk next ((rest alist))
    (%at-end rest #f)
    (let ((association (%primitive car rest)))
      (if (%primitive eq? object (%primitive car association))
          association
          (next)))))

;;> (assv object alist): the same by eqv?. Raises type. R7RS 6.4.
;;> Example: (assv 5 '((2 3) (5 7))) => (5 7)
(define (assv object alist)
  (if (%same-is-eqv? object)
      (assq object alist)
      (%walk next ((rest alist))
        (%at-end rest #f)
        (let ((association (%primitive car rest)))
          (if (%primitive eqv? object (%primitive car association))
              association
              (next))))))

;;> (assoc object alist): the same by equal?. (assoc object alist same?): the
;;> same by `same?`. Raises type. R7RS 6.4.
;;> Example: (assoc 2.0 '((1 one) (2 two)) =) => (2 two)
(define assoc
  (case-lambda
    ((object alist) (%assoc object alist))
    ((object alist same?)
     (%walk next ((rest alist))
       (%at-end rest #f)
       (let ((association (%primitive car rest)))
         (if (same? object (%primitive car association))
             association
             (next)))))))

(define (%assoc object alist)
  (if (%same-is-equal? object)
      (assq object alist)
      (%walk next ((rest alist))
        (%at-end rest #f)
        (let ((association (%primitive car rest)))
          (if (equal? object (%primitive car association))
              association
              (next))))))

;;> (map procedure list1 list2 ...): the list of the results for corresponding
;;> elements, from the first to the last. Raises type. R7RS 6.10.
;;> Example: (map + '(1 2 3) '(10 20)) => (11 22)
(define map
  (case-lambda
    ((procedure list)
     (let loop ((list list) (results '()))
       (if (%primitive pair? list)
           (loop (%primitive cdr list)
                 (%primitive cons (procedure (%primitive car list)) results))
           (begin
             (%require-null list 'map)
             (%reverse-onto results '())))))
    ((procedure left right)
     (let loop ((left left) (right right) (results '()))
       (if (and (%primitive pair? left) (%primitive pair? right))
           (loop (%primitive cdr left) (%primitive cdr right)
                 (%primitive cons
                             (procedure (%primitive car left)
                                        (%primitive car right))
                             results))
           (begin
             (%require-end left right 'map)
             (%reverse-onto results '())))))
    ((procedure left middle right)
     (let loop ((left left) (middle middle) (right right) (results '()))
       (if (and (%primitive pair? left) (%primitive pair? middle)
                (%primitive pair? right))
           (loop (%primitive cdr left) (%primitive cdr middle)
                 (%primitive cdr right)
                 (%primitive cons
                             (procedure (%primitive car left)
                                        (%primitive car middle)
                                        (%primitive car right))
                             results))
           (begin
             (%require-ends (list left middle right) 'map)
             (%reverse-onto results '())))))
    ((procedure first . rest)
     (let loop ((lists (%primitive cons first rest)) (results '()))
       (if (%all-pairs? lists)
           (loop (%cdrs lists)
                 (%primitive cons
                             (%primitive %apply procedure (%cars lists))
                             results))
           (begin
             (%require-ends lists 'map)
             (%reverse-onto results '())))))))

;;> (for-each procedure list1 list2 ...): calls the procedure with
;;> corresponding elements, from the first to the last. Raises type. R7RS 6.10.
;;> Example: (let ((n 0)) (for-each (lambda (x) (set! n (+ n x))) '(1 2 3)) n) => 6
(define for-each
  (case-lambda
    ((procedure list)
     (let loop ((list list))
       (if (%primitive pair? list)
           (begin
             (procedure (%primitive car list))
             (loop (%primitive cdr list)))
           (%require-null list 'for-each))))
    ((procedure left right)
     (let loop ((left left) (right right))
       (if (and (%primitive pair? left) (%primitive pair? right))
           (begin
             (procedure (%primitive car left) (%primitive car right))
             (loop (%primitive cdr left) (%primitive cdr right)))
           (%require-end left right 'for-each))))
    ((procedure first . rest)
     (let loop ((lists (%primitive cons first rest)))
       (if (%all-pairs? lists)
           (begin
             (%primitive %apply procedure (%cars lists))
             (loop (%cdrs lists)))
           (%require-ends lists 'for-each))))))

(define (%require-null object who)
  (if (not (%primitive null? object)) (%type-error who "a list" object)))

;; The one that is no pair is the end of the shorter list.
(define (%require-end left right who)
  (%require-null (if (%primitive pair? left) right left) who))

(define (%require-ends lists who)
  (if (%primitive pair? (%primitive car lists))
      (%require-ends (%primitive cdr lists) who)
      (%require-null (%primitive car lists) who)))

(define (%all-pairs? lists)
  (cond ((%primitive null? lists) #t)
        ((%primitive pair? (%primitive car lists))
         (%all-pairs? (%primitive cdr lists)))
        (else #f)))

(define (%cars lists)
  (if (%primitive null? lists)
      '()
      (%primitive cons (%primitive car (%primitive car lists))
                  (%cars (%primitive cdr lists)))))

(define (%cdrs lists)
  (if (%primitive null? lists)
      '()
      (%primitive cons (%primitive cdr (%primitive car lists))
                  (%cdrs (%primitive cdr lists)))))
