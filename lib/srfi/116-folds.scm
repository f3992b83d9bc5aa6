;;; Folding, unfolding and mapping. Of several lists, the shortest counts.

;;> (icount procedure ilist1 ilist2 ...): how often it is true of the elements.
;;> Raises type, arity. SRFI 116.
;;> Example: (icount even? (ilist 1 2 4)) => 2
(define (icount procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'icount)))
    (%require-callback procedure (length lists) 'icount)
    (apply count procedure lists)))

;;> (imap procedure ilist1 ilist2 ...): an immutable list of what it returns for
;;> the elements. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (imap + (ilist 1 2) (ilist 3 4))) => (4 6)
(define (imap procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'imap)))
    (%require-callback procedure (length lists) 'imap)
    (%ilist (apply map procedure lists))))

;;> (imap-in-order procedure ilist1 ilist2 ...): the same, from the first to the
;;> last. SRFI 116.
;;> Example: (ilist->list (imap-in-order - (ilist 1 2))) => (-1 -2)
(define (imap-in-order procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'imap-in-order)))
    (%require-callback procedure (length lists) 'imap-in-order)
    (%ilist (apply map procedure lists))))

;;> (ifor-each procedure ilist1 ilist2 ...): calls it with the elements, in
;;> order. Raises type, arity. SRFI 116.
;;> Example: (let ((sum 0)) (ifor-each (lambda (x) (set! sum (+ sum x))) (ilist 1 2)) sum) => 3
(define (ifor-each procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'ifor-each)))
    (%require-callback procedure (length lists) 'ifor-each)
    (apply for-each procedure lists)))

;;> (ifilter-map procedure ilist1 ilist2 ...): an immutable list of what it
;;> returns for the elements, without #f. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (ifilter-map (lambda (x) (and (even? x) (* x x))) (ilist 1 2 4))) => (4 16)
(define (ifilter-map procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'ifilter-map)))
    (%require-callback procedure (length lists) 'ifilter-map)
    (%ilist (apply filter-map procedure lists))))

;;> (iany procedure ilist1 ilist2 ...): the first true value that it returns for
;;> the elements, or #f. Raises type, arity. SRFI 116.
;;> Example: (iany even? (ilist 1 2)) => #t
(define (iany procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'iany)))
    (%require-callback procedure (length lists) 'iany)
    (apply any procedure lists)))

;;> (ievery procedure ilist1 ilist2 ...): what it returns for the last elements
;;> if it is true of all, #t if there are none; else #f. Raises type, arity.
;;> SRFI 116.
;;> Example: (ievery odd? (ilist 1 2)) => #f
(define (ievery procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'ievery)))
    (%require-callback procedure (length lists) 'ievery)
    (apply every procedure lists)))

;;> (ilist-index procedure ilist1 ilist2 ...): the index of the first elements
;;> of which it is true, or #f. Raises type, arity. SRFI 116.
;;> Example: (ilist-index even? (ilist 1 3 4)) => 2
(define (ilist-index procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'ilist-index)))
    (%require-callback procedure (length lists) 'ilist-index)
    (apply list-index procedure lists)))

;;> (ifold procedure start ilist1 ilist2 ...): combines the elements and the
;;> result so far, which comes last, from the first element to the last. Raises
;;> type, arity. SRFI 116.
;;> Example: (ifold cons '() (ilist 1 2)) => (2 1)
(define (ifold procedure start ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'ifold)))
    (%require-callback procedure (+ 1 (length lists)) 'ifold)
    (apply fold procedure start lists)))

;;> (ifold-right procedure start ilist1 ilist2 ...): the same from the last to
;;> the first. Raises type, arity. SRFI 116.
;;> Example: (ifold-right cons '() (ilist 1 2)) => (1 2)
(define (ifold-right procedure start ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'ifold-right)))
    (%require-callback procedure (+ 1 (length lists)) 'ifold-right)
    (apply fold-right procedure start lists)))

;;> (iappend-map procedure ilist1 ilist2 ...): the immutable lists that it
;;> returns for the elements, appended. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (iappend-map (lambda (x) (ilist x x)) (ilist 1 2))) => (1 1 2 2)
(define (iappend-map procedure ilist1 . more)
  (let ((lists (%lists (cons ilist1 more) 'iappend-map)))
    (%require-callback procedure (length lists) 'iappend-map)
    (%iappend (apply map procedure lists) 'iappend-map)))

;;> (ireduce procedure empty ilist): combines the elements, from the first to
;;> the last; the object `empty` if there are none. Raises type, arity. SRFI
;;> 116.
;;> Example: (ireduce - 0 (ilist 1 2 4)) => 3
(define (ireduce procedure empty ilist)
  (%require-callback procedure 2 'ireduce)
  (reduce procedure empty (%list ilist 'ireduce)))

;;> (ireduce-right procedure empty ilist): the same from the last to the first.
;;> Raises type, arity. SRFI 116.
;;> Example: (ireduce-right - 0 (ilist 1 2 4)) => 3
(define (ireduce-right procedure empty ilist)
  (%require-callback procedure 2 'ireduce-right)
  (reduce-right procedure empty (%list ilist 'ireduce-right)))

;;> (iunfold stop? element next seed [make-tail]): an immutable list of the
;;> elements of each seed until one stops; then what make-tail returns for that,
;;> or (). Raises type, arity. SRFI 116.
;;> Example: (ilist->list (iunfold (lambda (n) (> n 3)) - (lambda (n) (+ n 1)) 1)) => (-1 -2 -3)
(define (iunfold stop? element next seed . make-tail)
  (%require-unfolders stop? element next 'iunfold)
  (let loop ((seed seed) (found '()))
    (if (stop? seed)
        (%onto found (if (pair? make-tail) ((car make-tail) seed) '()))
        (let ((object (element seed)))
          (loop (next seed) (cons object found))))))

(define (%require-unfolders stop? element next who)
  (for-each (lambda (procedure) (%require-callback procedure 1 who))
            (list stop? element next)))

;;> (iunfold-right stop? element next seed [tail]): the same in reverse order,
;;> before the tail. Raises type, arity. SRFI 116.
;;> Example: (ilist->list (iunfold-right zero? - (lambda (n) (- n 1)) 3)) => (-1 -2 -3)
(define (iunfold-right stop? element next seed . tail)
  (%require-unfolders stop? element next 'iunfold-right)
  (let loop ((seed seed) (made (if (pair? tail) (car tail) '())))
    (if (stop? seed)
        made
        (loop (next seed) (%ipair (element seed) made)))))

;;> (ipair-for-each procedure ilist1 ilist2 ...): calls it with the pairs of the
;;> lists, in order. Raises type, arity. SRFI 116.
;;> Example: (let ((l '())) (ipair-for-each (lambda (p) (set! l (cons (ilength p) l))) (ilist 1 2)) l) => (1 2)
(define (ipair-for-each procedure ilist1 . more)
  (let ((ilists (cons ilist1 more)))
    (%lists ilists 'ipair-for-each)
    (%require-callback procedure (length ilists) 'ipair-for-each)
    (for-each (lambda (pairs) (apply procedure pairs)) (%all-pairs ilists))))

;; A list of lists of the pairs of the lists, in order.
(define (%all-pairs ilists)
  (if (every ipair? ilists)
      (cons ilists (%all-pairs (map %d ilists)))
      '()))

;;> (ipair-fold procedure start ilist1 ilist2 ...): ifold of the pairs. Raises
;;> type, arity. SRFI 116.
;;> Example: (ipair-fold (lambda (p n) (+ n (ilength p))) 0 (ilist 1 2 3)) => 6
(define (ipair-fold procedure start ilist1 . more)
  (let ((ilists (cons ilist1 more)))
    (%lists ilists 'ipair-fold)
    (%require-callback procedure (+ 1 (length ilists)) 'ipair-fold)
    (fold (lambda (pairs result)
            (apply procedure (append pairs (list result))))
          start
          (%all-pairs ilists))))

;;> (ipair-fold-right procedure start ilist1 ilist2 ...): ifold-right of the
;;> pairs. Raises type, arity. SRFI 116.
;;> Example: (ipair-fold-right (lambda (p l) (cons (ilength p) l)) '() (ilist 1 2)) => (2 1)
(define (ipair-fold-right procedure start ilist1 . more)
  (let ((ilists (cons ilist1 more)))
    (%lists ilists 'ipair-fold-right)
    (%require-callback procedure (+ 1 (length ilists)) 'ipair-fold-right)
    (fold-right (lambda (pairs result)
                  (apply procedure (append pairs (list result))))
                start
                (%all-pairs ilists))))
