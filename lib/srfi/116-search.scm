;;; Choosing, searching and removing elements, and lists of associations.

;;> (ifilter test ilist): the elements that pass. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (ifilter even? (ilist 1 2))) => (2)
(define (ifilter test ilist)
  (%require-callback test 1 'ifilter)
  (%ilist (filter test (%list ilist 'ifilter))))

;;> (iremove test ilist): the elements that do not pass. Raises type, arity.
;;> SRFI 116.
;;> Example: (ilist->list (iremove even? (ilist 1 2))) => (1)
(define (iremove test ilist)
  (%require-callback test 1 'iremove)
  (%ilist (remove test (%list ilist 'iremove))))

;;> (ipartition test ilist): both. Raises type, arity. SRFI 116.
;;> Example: (call-with-values (lambda () (ipartition even? (ilist 1 2))) (lambda (in out) (list (ilist->list in) (ilist->list out)))) => ((2) (1))
(define (ipartition test ilist)
  (%require-callback test 1 'ipartition)
  (call-with-values
   (lambda () (partition test (%list ilist 'ipartition)))
   (lambda (in out) (values (%ilist in) (%ilist out)))))

;; The rest of the list from the first element that passes, or `otherwise`.
(define (%search test ilist otherwise who)
  (let loop ((rest ilist))
    (cond ((ipair? rest) (if (test (%a rest)) rest (loop (%d rest))))
          ((null? rest) otherwise)
          (else (%type-error who "an immutable list" ilist)))))

;;> (ifind test ilist): the first element that passes, or #f. Raises type,
;;> arity. SRFI 116.
;;> Example: (ifind even? (ilist 1 2 4)) => 2
(define (ifind test ilist)
  (%require-callback test 1 'ifind)
  (let ((rest (%search test ilist #f 'ifind))) (and rest (%a rest))))

;;> (ifind-tail test ilist): the rest from that element on, or #f. Raises type,
;;> arity. SRFI 116.
;;> Example: (ilist->list (ifind-tail even? (ilist 1 2 3))) => (2 3)
(define (ifind-tail test ilist)
  (%require-callback test 1 'ifind-tail)
  (%search test ilist #f 'ifind-tail))

;;> (idrop-while test ilist): the rest from the first element that does not
;;> pass. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (idrop-while even? (ilist 2 3 4))) => (3 4)
(define (idrop-while test ilist)
  (%require-callback test 1 'idrop-while)
  (%search (lambda (object) (not (test object))) ilist '() 'idrop-while))

;;> (itake-while test ilist): the elements before that. Raises type, arity. SRFI
;;> 116.
;;> Example: (ilist->list (itake-while even? (ilist 2 3 4))) => (2)
(define (itake-while test ilist)
  (%require-callback test 1 'itake-while)
  (%before ilist (%search (lambda (object) (not (test object))) ilist '()
                          'itake-while)))

;; The elements of the list before a rest of it.
(define (%before ilist rest)
  (let loop ((pair ilist) (found '()))
    (if (eq? pair rest)
        (%onto found '())
        (loop (%d pair) (cons (%a pair) found)))))

;;> (ispan test ilist): both, of itake-while and idrop-while. Raises type,
;;> arity. SRFI 116.
;;> Example: (call-with-values (lambda () (ispan even? (ilist 2 3 4))) (lambda (l r) (list (ilist->list l) (ilist->list r)))) => ((2) (3 4))
(define (ispan test ilist)
  (%require-callback test 1 'ispan)
  (let ((rest (%search (lambda (object) (not (test object))) ilist '()
                       'ispan)))
    (values (%before ilist rest) rest)))

;;> (ibreak test ilist): the elements before the first that passes, and the
;;> rest. Raises type, arity. SRFI 116.
;;> Example: (call-with-values (lambda () (ibreak even? (ilist 1 2 3))) (lambda (l r) (list (ilist->list l) (ilist->list r)))) => ((1) (2 3))
(define (ibreak test ilist)
  (%require-callback test 1 'ibreak)
  (let ((rest (%search test ilist '() 'ibreak)))
    (values (%before ilist rest) rest)))

;;> (imember object ilist [same?]): the rest from the first element that is the
;;> same as the object, by equal?, or #f. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (imember 2 (ilist 1 2 3))) => (2 3)
(define imember
  (case-lambda
    ((object ilist) (%member object ilist equal? 'imember))
    ((object ilist same?)
     (%require-callback same? 2 'imember)
     (%member object ilist same? 'imember))))

(define (%member object ilist same? who)
  (%search (lambda (element) (same? object element)) ilist #f who))

;;> (imemq object ilist): the same by eq?. Raises type. SRFI 116.
;;> Example: (ilist->list (imemq 'b (iq a b c))) => (b c)
(define (imemq object ilist) (%member object ilist eq? 'imemq))

;;> (imemv object ilist): the same by eqv?. Raises type. SRFI 116.
;;> Example: (ilist->list (imemv 'b (iq a b c))) => (b c)
(define (imemv object ilist) (%member object ilist eqv? 'imemv))

;;> (idelete object ilist [same?]): the elements that are not the same as the
;;> object, by equal?. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (idelete 1 (ilist 1 2 1))) => (2)
(define idelete
  (case-lambda
    ((object ilist) (idelete object ilist equal?))
    ((object ilist same?)
     (%require-callback same? 2 'idelete)
     (%ilist (delete object (%list ilist 'idelete) same?)))))

;;> (idelete-duplicates ilist [same?]): the elements that are not the same as
;;> one before them, by equal?. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (idelete-duplicates (ilist 1 2 1))) => (1 2)
(define idelete-duplicates
  (case-lambda
    ((ilist) (idelete-duplicates ilist equal?))
    ((ilist same?)
     (%require-callback same? 2 'idelete-duplicates)
     (%ilist (delete-duplicates (%list ilist 'idelete-duplicates) same?)))))

;;> (iassoc object ilist [same?]): the first immutable pair of the list whose
;;> icar is the same as the object, by equal?, or #f. Raises type, arity. SRFI
;;> 116.
;;> Example: (icdr (iassoc 2 (iq (1 . a) (2 . b)))) => b
(define iassoc
  (case-lambda
    ((object ilist) (%assoc object ilist equal? 'iassoc))
    ((object ilist same?)
     (%require-callback same? 2 'iassoc)
     (%assoc object ilist same? 'iassoc))))

(define (%assoc object ilist same? who)
  (let ((rest (%search (lambda (pair) (same? object (%icar pair who)))
                       ilist #f who)))
    (and rest (%a rest))))

;;> (iassq object ilist): the same by eq?. Raises type. SRFI 116.
;;> Example: (icdr (iassq 'b (iq (a . 1) (b . 2)))) => 2
(define (iassq object ilist) (%assoc object ilist eq? 'iassq))

;;> (iassv object ilist): the same by eqv?. Raises type. SRFI 116.
;;> Example: (icdr (iassv 'b (iq (a . 1) (b . 2)))) => 2
(define (iassv object ilist) (%assoc object ilist eqv? 'iassv))

;;> (ialist-cons key object ilist): the list with the immutable pair of both
;;> before it. SRFI 116.
;;> Example: (itree->tree (ialist-cons 'a 1 (iq (b . 2)))) => ((a . 1) (b . 2))
(define (ialist-cons key object ilist) (%ipair (%ipair key object) ilist))

;;> (ialist-delete key ilist [same?]): the list without the pairs whose icar is
;;> the same as the key, by equal?. Raises type, arity. SRFI 116.
;;> Example: (itree->tree (ialist-delete 'a (iq (a . 1) (b . 2)))) => ((b . 2))
(define ialist-delete
  (case-lambda
    ((key ilist) (ialist-delete key ilist equal?))
    ((key ilist same?)
     (%require-callback same? 2 'ialist-delete)
     (%ilist (remove (lambda (pair) (same? key (%icar pair 'ialist-delete)))
                     (%list ilist 'ialist-delete))))))
