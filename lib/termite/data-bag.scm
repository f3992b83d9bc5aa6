;;; Bags: processes that hold objects, compared by equal?, each once.

;;> (make-bag [name: name]): a new empty bag. Raises type.
;;> Example: (eval '(bag-length (make-bag)) (environment '(termite) '(termite data))) => 0
(define (make-bag . options)
  (%make-data 'bag make-hash-table %answer-bag options))

(define (%answer-bag term table)
  (match term
    (('member object) (values (hash-table-contains? table object) table))
    (('add object)
     (hash-table-set! table object #t)
     (values #t table))
    (('remove object)
     (hash-table-delete! table object)
     (values #t table))
    ('length (values (hash-table-count table) table))
    ('list (values (hash-table-keys table) table))
    (_ (%unknown-request 'bag term))))

;;> (bag? object): whether it is a bag. A process is asked, and has one second
;;> to answer.
;;> Example: (eval '(list (bag? (make-bag)) (bag? (make-dict))) (environment '(termite) '(termite data))) => (#t #f)
(define (bag? object) (%of-kind? object 'bag))

;;> (bag-length bag): the number of its elements. Raises type.
;;> Example: (eval '(let ((b (make-bag))) (bag-add! b 'a) (bag-add! b 'a) (bag-length b)) (environment '(termite) '(termite data))) => 1
(define (bag-length bag) (server:call bag 'length))

;;> (bag-add! bag object): puts the object in. Raises type, unsendable.
;;> Example: (eval '(let ((b (make-bag))) (bag-add! b 'a) (bag->list b)) (environment '(termite) '(termite data))) => (a)
(define (bag-add! bag object)
  (server:call bag (list 'add object))
  (void))

;;> (bag-remove! bag object): takes the object out, if it is in. Raises type,
;;> unsendable.
;;> Example: (eval '(let ((b (make-bag))) (bag-add! b "a") (bag-remove! b "a") (bag->list b)) (environment '(termite) '(termite data))) => ()
(define (bag-remove! bag object)
  (server:call bag (list 'remove object))
  (void))

;;> (bag-member? bag object): whether the object is in. Raises type, unsendable.
;;> Example: (eval '(let ((b (make-bag))) (bag-add! b '(1)) (bag-member? b '(1))) (environment '(termite) '(termite data))) => #t
(define (bag-member? bag object)
  (server:call bag (list 'member object)))

;;> (bag-search test bag): the first true value of the test called with each
;;> element there is now; #f if there is none. Raises type.
;;> Example: (eval '(let ((b (make-bag))) (bag-add! b 4) (bag-search (lambda (n) (and (even? n) n)) b)) (environment '(termite) '(termite data))) => 4
(define (bag-search test bag) (%search test (bag->list bag)))

;;> (bag-for-each procedure bag): calls the procedure, in this process, with
;;> each element there is now. Raises type.
;;> Example: (eval '(let ((a (make-bag)) (b (make-bag))) (bag-add! a 1) (bag-for-each (lambda (n) (bag-add! b (- n))) a) (bag->list b)) (environment '(termite) '(termite data))) => (-1)
(define (bag-for-each procedure bag) (for-each procedure (bag->list bag)))

;;> (bag->list bag): its elements, in the order in which they were added. Raises
;;> type.
;;> Example: (eval '(let ((b (make-bag))) (bag-add! b 2) (bag-add! b 1) (bag->list b)) (environment '(termite) '(termite data))) => (2 1)
(define (bag->list bag) (server:call bag 'list))
