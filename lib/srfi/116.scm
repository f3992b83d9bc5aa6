;;; An immutable list is the empty list, or an immutable pair whose icdr is one.
;;; Pairs of R7RS are others; equal? does not look into immutable pairs. What
;;; gives a rest of its argument gives that itself; all else is made anew.

(define-record-type immutable-pair
  (%ipair a d)
  ipair?
  (a %a)
  (d %d))

(define (%require-ipair object who)
  (if (not (ipair? object)) (%type-error who "an immutable pair" object)))

(define (%icar object who)
  (%require-ipair object who)
  (%a object))

(define (%icdr object who)
  (%require-ipair object who)
  (%d object))

;; A list of the elements of an immutable one.
(define (%list ilist who)
  (let loop ((rest ilist) (found '()))
    (cond ((ipair? rest) (loop (%d rest) (cons (%a rest) found)))
          ((null? rest) (reverse found))
          (else (%type-error who "an immutable list" ilist)))))

(define (%lists ilists who) (map (lambda (ilist) (%list ilist who)) ilists))

;; The elements of a list in reverse order, before the tail.
(define (%onto reversed tail)
  (if (null? reversed)
      tail
      (%onto (cdr reversed) (%ipair (car reversed) tail))))

(define (%ilist list) (%onto (reverse list) '()))

;;> (ipair a d): a new immutable pair. SRFI 116.
;;> Example: (icdr (ipair 1 2)) => 2
(define (ipair a d) (%ipair a d))

;;> (ilist object ...): an immutable list of the objects. SRFI 116.
;;> Example: (ilist->list (ilist 1 2)) => (1 2)
(define (ilist . objects) (%ilist objects))

;;> (iq datum ...): an immutable list of the data, with immutable pairs in place
;;> of pairs. SRFI 116.
;;> Example: (itree->tree (iq a (b . c))) => (a (b . c))
(define-syntax iq
  (syntax-rules () ((_ . data) (tree->itree 'data))))

;;> (xipair d a): the pair of a and d. SRFI 116.
;;> Example: (icar (xipair 1 2)) => 2
(define (xipair d a) (%ipair a d))

;;> (ipair* object1 object2 ...): the objects, the last as the tail. SRFI 116.
;;> Example: (ilist->list (ipair* 1 2 (ilist 3))) => (1 2 3)
(define (ipair* object . more)
  (let ((reversed (reverse (cons object more))))
    (%onto (cdr reversed) (car reversed))))

;;> (make-ilist k [object]): an immutable list of k times the object. Raises
;;> type. SRFI 116.
;;> Example: (ilist->list (make-ilist 3 'c)) => (c c c)
(define make-ilist
  (case-lambda
    ((k) (make-ilist k #f))
    ((k object)
     (%require-size k 'make-ilist)
     (%ilist (make-list k object)))))

;;> (ilist-tabulate k procedure): an immutable list of what it returns for 0 to
;;> k - 1. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (ilist-tabulate 4 -)) => (0 -1 -2 -3)
(define (ilist-tabulate k procedure)
  (%require-size k 'ilist-tabulate)
  (%require-callback procedure 1 'ilist-tabulate)
  (%ilist (list-tabulate k procedure)))

;;> (ilist-copy object): new immutable pairs with the same elements and the same
;;> tail. SRFI 116.
;;> Example: (ilist->list (ilist-copy (ilist 1 2))) => (1 2)
(define (ilist-copy object)
  (let loop ((rest object) (found '()))
    (if (ipair? rest)
        (loop (%d rest) (cons (%a rest) found))
        (%onto found rest))))

;;> (iiota k [start [step]]): an immutable list of k numbers from the start (0)
;;> by the step (1). Raises type. SRFI 116.
;;> Example: (ilist->list (iiota 3 5 2)) => (5 7 9)
(define iiota
  (case-lambda
    ((k) (iiota k 0 1))
    ((k start) (iiota k start 1))
    ((k start step)
     (%require-size k 'iiota)
     (for-each (lambda (object)
                 (if (not (number? object))
                     (%type-error 'iiota "a number" object)))
               (list start step))
     (%ilist (iota k start step)))))

;;> (ipair? object): whether it is an immutable pair. SRFI 116.
;;> Example: (map ipair? (list (ipair 1 2) (cons 1 2) '())) => (#t #f #f)

;;> (proper-ilist? object): whether it is an immutable list. SRFI 116.
;;> Example: (map proper-ilist? (list (ilist 1) '() (ipair 1 2) '(1))) => (#t #t #f #f)
(define (proper-ilist? object)
  (if (ipair? object) (proper-ilist? (%d object)) (null? object)))

;;> (ilist? object): the same. SRFI 116.
;;> Example: (ilist? (ilist 1)) => #t
(define (ilist? object) (proper-ilist? object))

;;> (dotted-ilist? object): whether it is none. SRFI 116.
;;> Example: (map dotted-ilist? (list (ipair 1 2) 5 (ilist 1))) => (#t #t #f)
(define (dotted-ilist? object) (not (proper-ilist? object)))

;;> (not-ipair? object): whether it is no immutable pair. SRFI 116.
;;> Example: (not-ipair? '()) => #t
(define (not-ipair? object) (not (ipair? object)))

;;> (null-ilist? ilist): whether it is empty. Raises type. SRFI 116.
;;> Example: (null-ilist? '()) => #t
(define (null-ilist? ilist)
  (cond ((null? ilist) #t)
        ((ipair? ilist) #f)
        (else (%type-error 'null-ilist? "an immutable list" ilist))))

;;> (ilist= same? ilist ...): whether all have the same length and elements that
;;> are the same. Raises type, arity. SRFI 116.
;;> Example: (ilist= = (ilist 1 2) (ilist 1 2)) => #t
(define (ilist= same? . ilists)
  (%require-callback same? 2 'ilist=)
  (apply list= same? (%lists ilists 'ilist=)))

;;> (icar ipair): its first part. Raises type. SRFI 116.
;;> Example: (icar (ipair 1 2)) => 1
(define (icar ipair) (%icar ipair 'icar))

;;> (icdr ipair): its second part. Raises type. SRFI 116.
;;> Example: (icdr (ipair 1 2)) => 2
(define (icdr ipair) (%icdr ipair 'icdr))

;;> (icar+icdr ipair): both. Raises type. SRFI 116.
;;> Example: (call-with-values (lambda () (icar+icdr (ipair 1 2))) list) => (1 2)
(define (icar+icdr ipair)
  (%require-ipair ipair 'icar+icdr)
  (values (%a ipair) (%d ipair)))

;;> (replace-icar ipair object): a pair with the object as icar. Raises type.
;;> SRFI 116.
;;> Example: (icar (replace-icar (ipair 1 2) 3)) => 3
(define (replace-icar ipair object)
  (%require-ipair ipair 'replace-icar)
  (%ipair object (%d ipair)))

;;> (replace-icdr ipair object): a pair with the object as icdr. Raises type.
;;> SRFI 116.
;;> Example: (icdr (replace-icdr (ipair 1 2) 3)) => 3
(define (replace-icdr ipair object)
  (%require-ipair ipair 'replace-icdr)
  (%ipair (%a ipair) object))

;;> (pair->ipair pair): an immutable pair with the same parts. Raises type. SRFI
;;> 116.
;;> Example: (icdr (pair->ipair '(1 . 2))) => 2
(define (pair->ipair pair)
  (if (not (pair? pair)) (%type-error 'pair->ipair "a pair" pair))
  (%ipair (car pair) (cdr pair)))

;;> (ipair->pair ipair): a pair with the same parts. Raises type. SRFI 116.
;;> Example: (ipair->pair (ipair 1 2)) => (1 . 2)
(define (ipair->pair ipair)
  (%require-ipair ipair 'ipair->pair)
  (cons (%a ipair) (%d ipair)))

;;> (list->ilist list): an immutable list of its elements; the tail of a dotted
;;> one stays. Raises type. SRFI 116.
;;> Example: (icar (list->ilist '(1 2))) => 1
(define (list->ilist list)
  (if (not (or (pair? list) (null? list)))
      (%type-error 'list->ilist "a list" list))
  (%chain->ichain list (lambda (object) object)))

;;> (ilist->list ilist): a list of its elements; the tail of a dotted one stays.
;;> Raises type. SRFI 116.
;;> Example: (ilist->list (ipair 1 2)) => (1 . 2)
(define (ilist->list ilist)
  (if (not (or (ipair? ilist) (null? ilist)))
      (%type-error 'ilist->list "an immutable list" ilist))
  (%ichain->chain ilist (lambda (object) object)))

;; What the procedure makes of the elements and of the tail.
(define (%chain->ichain chain procedure)
  (if (not (list? chain)) (%require-last chain))
  (let loop ((rest chain) (found '()))
    (if (pair? rest)
        (loop (cdr rest) (cons (procedure (car rest)) found))
        (%onto found (procedure rest)))))

(define (%ichain->chain chain procedure)
  (let loop ((rest chain) (found '()))
    (if (ipair? rest)
        (loop (%d rest) (cons (procedure (%a rest)) found))
        (append-reverse found (procedure rest)))))

;;> (tree->itree object): the object with immutable pairs in place of pairs.
;;> SRFI 116.
;;> Example: (icar (icar (tree->itree '((1) 2)))) => 1
(define (tree->itree object)
  (if (pair? object) (%chain->ichain object tree->itree) object))

;;> (itree->tree object): the object with pairs in place of immutable pairs.
;;> SRFI 116.
;;> Example: (itree->tree (ilist (ilist 1) 2)) => ((1) 2)
(define (itree->tree object)
  (if (ipair? object) (%ichain->chain object itree->tree) object))

;;> (gtree->itree object): tree->itree, which looks into immutable pairs, too.
;;> SRFI 116.
;;> Example: (itree->tree (gtree->itree (ipair '(1) 2))) => ((1) . 2)
(define (gtree->itree object)
  (cond ((pair? object) (%chain->ichain object gtree->itree))
        ((ipair? object)
         (%onto (reverse (%elements object gtree->itree))
                (gtree->itree (%tail object))))
        (else object)))

;;> (gtree->tree object): itree->tree, which looks into pairs, too. SRFI 116.
;;> Example: (gtree->tree (list (ilist 1) 2)) => ((1) 2)
(define (gtree->tree object)
  (cond ((ipair? object) (%ichain->chain object gtree->tree))
        ((pair? object)
         (if (not (list? object)) (%require-last object))
         (let loop ((rest object) (found '()))
           (if (pair? rest)
               (loop (cdr rest) (cons (gtree->tree (car rest)) found))
               (append-reverse found (gtree->tree rest)))))
        (else object)))

(define (%elements chain procedure)
  (if (ipair? chain)
      (cons (procedure (%a chain)) (%elements (%d chain) procedure))
      '()))

(define (%tail chain) (if (ipair? chain) (%tail (%d chain)) chain))

;;> (iapply procedure object ... ilist): calls it with the objects and the
;;> elements of the list. Raises type. SRFI 116.
;;> Example: (iapply + 1 2 (ilist 3 4)) => 10
(define (iapply procedure object . more)
  (%require-procedure procedure 'iapply)
  (let ((reversed (reverse (cons object more))))
    (apply procedure
           (append-reverse (cdr reversed)
                           (%list (car reversed) 'iapply)))))
