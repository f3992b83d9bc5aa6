;;; Parts of immutable lists, and what goes through whole ones. Of several
;;; lists, the shortest counts.

;; What follows the first k elements.
(define (%drop object k who)
  (%require-size k who)
  (let loop ((rest object) (left k))
    (cond ((= left 0) rest)
          ((ipair? rest) (loop (%d rest) (- left 1)))
          (else
           (%error-of-kind 'range who "there are not so many elements" k)))))

(define (%ref ilist k who)
  (let ((rest (%drop ilist k who)))
    (cond ((ipair? rest) (%a rest))
          ((ipair? ilist)
           (%error-of-kind 'range who "there are not so many elements" k))
          (else (%type-error who "an immutable list" ilist)))))

;; The first k elements, a list.
(define (%take object k who)
  (%drop object k who)
  (let loop ((rest object) (left k) (found '()))
    (if (= left 0)
        (reverse found)
        (loop (%d rest) (- left 1) (cons (%a rest) found)))))

(define (%count object)
  (let loop ((rest object) (count 0))
    (if (ipair? rest) (loop (%d rest) (+ count 1)) count)))

;;> (ilist-ref ilist k): its element k, from 0. Raises type, range. SRFI 116.
;;> Example: (ilist-ref (iq a b c) 2) => c
(define (ilist-ref ilist k) (%ref ilist k 'ilist-ref))

;;> (itake ilist k): its first k elements. Raises type, range. SRFI 116.
;;> Example: (ilist->list (itake (iq a b c) 2)) => (a b)
(define (itake ilist k) (%ilist (%take ilist k 'itake)))

;;> (idrop ilist k): what follows these. Raises type, range. SRFI 116.
;;> Example: (ilist->list (idrop (iq a b c) 2)) => (c)
(define (idrop ilist k) (%drop ilist k 'idrop))

;;> (ilist-tail ilist k): the same. SRFI 116.
;;> Example: (ilist->list (ilist-tail (iq a b c) 2)) => (c)
(define (ilist-tail ilist k) (%drop ilist k 'ilist-tail))

(define (%require-at-most k object who)
  (%require-size k who)
  (if (> k (%count object))
      (%error-of-kind 'range who "there are not so many elements" k)))

;;> (itake-right ilist k): its last k elements, and its tail. Raises type,
;;> range. SRFI 116.
;;> Example: (ilist->list (itake-right (iq a b c) 2)) => (b c)
(define (itake-right ilist k)
  (%require-at-most k ilist 'itake-right)
  (%drop ilist (- (%count ilist) k) 'itake-right))

;;> (idrop-right ilist k): the elements before these. Raises type, range. SRFI
;;> 116.
;;> Example: (ilist->list (idrop-right (iq a b c) 2)) => (a)
(define (idrop-right ilist k)
  (%require-at-most k ilist 'idrop-right)
  (%ilist (%take ilist (- (%count ilist) k) 'idrop-right)))

;;> (isplit-at ilist k): its first k elements, and what follows. Raises type,
;;> range. SRFI 116.
;;> Example: (call-with-values (lambda () (isplit-at (iq a b c) 1)) (lambda (l r) (list (ilist->list l) (ilist->list r)))) => ((a) (b c))
(define (isplit-at ilist k)
  (let ((first (%take ilist k 'isplit-at)))
    (values (%ilist first) (%drop ilist k 'isplit-at))))

;;> (ilast ilist): its last element. Raises type. SRFI 116.
;;> Example: (ilast (iq a b c)) => c
(define (ilast ilist)
  (%require-ipair ilist 'ilast)
  (%a (last-ipair ilist)))

;;> (last-ipair ilist): its last pair. Raises type. SRFI 116.
;;> Example: (icdr (last-ipair (iq a b . c))) => c
(define (last-ipair ilist)
  (%require-ipair ilist 'last-ipair)
  (let loop ((pair ilist))
    (if (ipair? (%d pair)) (loop (%d pair)) pair)))

;;> (ilength ilist): how many elements it has. Raises type. SRFI 116.
;;> Example: (ilength (iq a b c)) => 3
(define (ilength ilist) (length (%list ilist 'ilength)))

(define (%iappend ilists who)
  (if (null? ilists)
      '()
      (let loop ((rest (cdr (reverse ilists)))
                 (tail (car (reverse ilists))))
        (if (null? rest)
            tail
            (loop (cdr rest)
                  (%onto (reverse (%list (car rest) who)) tail))))))

;;> (iappend ilist ... object): the elements of all, the last object as the
;;> tail. Raises type. SRFI 116.
;;> Example: (ilist->list (iappend (ilist 1) (ilist 2) (ilist 3))) => (1 2 3)
(define (iappend . ilists) (%iappend ilists 'iappend))

;;> (iconcatenate ilists): the same for an immutable list of them. Raises type.
;;> SRFI 116.
;;> Example: (ilist->list (iconcatenate (iq (1) (2)))) => (1 2)
(define (iconcatenate ilists)
  (%iappend (%list ilists 'iconcatenate) 'iconcatenate))

;;> (ireverse ilist): its elements in reverse order. Raises type. SRFI 116.
;;> Example: (ilist->list (ireverse (ilist 1 2))) => (2 1)
(define (ireverse ilist) (%onto (%list ilist 'ireverse) '()))

;;> (iappend-reverse ilist tail): the same before the tail. Raises type. SRFI
;;> 116.
;;> Example: (ilist->list (iappend-reverse (ilist 2 1) (ilist 3))) => (1 2 3)
(define (iappend-reverse ilist tail)
  (%onto (%list ilist 'iappend-reverse) tail))

;;> (izip ilist1 ilist2 ...): an immutable list of immutable lists of the
;;> elements. Raises type. SRFI 116.
;;> Example: (itree->tree (izip (ilist 1 2) (iq a b c))) => ((1 a) (2 b))
(define (izip ilist1 . more)
  (%ilist (apply map ilist (%lists (cons ilist1 more) 'izip))))

(define (%unzip ilists k who)
  (let ((rows (%list ilists who)))
    (apply values
           (map (lambda (column)
                  (%ilist (map (lambda (row) (%ref row column who)) rows)))
                (iota k)))))

;;> (iunzip1 ilists): as 1 values, immutable lists of the first elements of each
;;> of the lists, and so on. Raises type, range. SRFI 116.
;;> Example: (call-with-values (lambda () (iunzip1 (iq (1 2 3 4 5) (6 7 8 9 10)))) (lambda all (ilist->list (car all)))) => (1 6)
(define (iunzip1 ilists) (%unzip ilists 1 'iunzip1))

;;> (iunzip2 ilists): as 2 values, immutable lists of the first elements of each
;;> of the lists, and so on. Raises type, range. SRFI 116.
;;> Example: (call-with-values (lambda () (iunzip2 (iq (1 2 3 4 5) (6 7 8 9 10)))) (lambda all (ilist->list (car all)))) => (1 6)
(define (iunzip2 ilists) (%unzip ilists 2 'iunzip2))

;;> (iunzip3 ilists): as 3 values, immutable lists of the first elements of each
;;> of the lists, and so on. Raises type, range. SRFI 116.
;;> Example: (call-with-values (lambda () (iunzip3 (iq (1 2 3 4 5) (6 7 8 9 10)))) (lambda all (ilist->list (car all)))) => (1 6)
(define (iunzip3 ilists) (%unzip ilists 3 'iunzip3))

;;> (iunzip4 ilists): as 4 values, immutable lists of the first elements of each
;;> of the lists, and so on. Raises type, range. SRFI 116.
;;> Example: (call-with-values (lambda () (iunzip4 (iq (1 2 3 4 5) (6 7 8 9 10)))) (lambda all (ilist->list (car all)))) => (1 6)
(define (iunzip4 ilists) (%unzip ilists 4 'iunzip4))

;;> (iunzip5 ilists): as 5 values, immutable lists of the first elements of each
;;> of the lists, and so on. Raises type, range. SRFI 116.
;;> Example: (call-with-values (lambda () (iunzip5 (iq (1 2 3 4 5) (6 7 8 9 10)))) (lambda all (ilist->list (car all)))) => (1 6)
(define (iunzip5 ilists) (%unzip ilists 5 'iunzip5))
