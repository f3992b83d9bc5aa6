;;; What may use the pairs of its arguments up, and here does not; and the parts
;;; of associations of more than two lists.

;;> (unzip3 lists): the lists of their first, second and third elements. SRFI 1.
;;> Example: (call-with-values (lambda () (unzip3 '((1 a x) (2 b y)))) list) => ((1 2) (a b) (x y))
(define (unzip3 lists)
  (%require-list lists 'unzip3)
  (values (map first lists) (map second lists) (map third lists)))

;;> (unzip4 lists): the same up to the fourth. SRFI 1.
;;> Example: (call-with-values (lambda () (unzip4 '((1 2 3 4)))) list) => ((1) (2) (3) (4))
(define (unzip4 lists)
  (%require-list lists 'unzip4)
  (values (map first lists) (map second lists) (map third lists)
          (map fourth lists)))

;;> (unzip5 lists): the same up to the fifth. SRFI 1.
;;> Example: (call-with-values (lambda () (unzip5 '((1 2 3 4 5)))) list) => ((1) (2) (3) (4) (5))
(define (unzip5 lists)
  (%require-list lists 'unzip5)
  (values (map first lists) (map second lists) (map third lists)
          (map fourth lists) (map fifth lists)))

;;> (lset-diff+intersection same? list1 list2 ...): what is in the first only,
;;> and what is in the first and in another. SRFI 1.
;;> Example: (call-with-values (lambda () (lset-diff+intersection eq? '(a b c) '(b) '(c))) list) => ((a) (b c))
(define (lset-diff+intersection same? first . rest)
  (%require-lists (cons first rest) 'lset-diff+intersection)
  (partition (lambda (object)
               (not (any (lambda (list) (%found? object list same?)) rest)))
             first))

;;> (append! ...): the same as append; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (append! '(1) '(2 3)) => (1 2 3)
(define append! append)

;;> (append-map! ...): the same as append-map; the lists it is given may be used
;;> for the result by other Schemes. SRFI 1.
;;> Example: (append-map! list '(1 2)) => (1 2)
(define append-map! append-map)

;;> (append-reverse! ...): the same as append-reverse; the lists it is given may
;;> be used for the result by other Schemes. SRFI 1.
;;> Example: (append-reverse! '(2 1) '(3)) => (1 2 3)
(define append-reverse! append-reverse)

;;> (alist-delete! ...): the same as alist-delete; the lists it is given may be
;;> used for the result by other Schemes. SRFI 1.
;;> Example: (alist-delete! 'a '((a . 1) (b . 2))) => ((b . 2))
(define alist-delete! alist-delete)

;;> (break! ...): the same as break; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (call-with-values (lambda () (break! even? '(1 2 3))) list) => ((1) (2 3))
(define break! break)

;;> (concatenate! ...): the same as concatenate; the lists it is given may be
;;> used for the result by other Schemes. SRFI 1.
;;> Example: (concatenate! '((1) (2 3))) => (1 2 3)
(define concatenate! concatenate)

;;> (delete! ...): the same as delete; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (delete! 1 '(1 2 1 3)) => (2 3)
(define delete! delete)

;;> (delete-duplicates! ...): the same as delete-duplicates; the lists it is
;;> given may be used for the result by other Schemes. SRFI 1.
;;> Example: (delete-duplicates! '(a b a c b)) => (a b c)
(define delete-duplicates! delete-duplicates)

;;> (drop-right! ...): the same as drop-right; the lists it is given may be used
;;> for the result by other Schemes. SRFI 1.
;;> Example: (drop-right! '(1 2 3) 1) => (1 2)
(define drop-right! drop-right)

;;> (filter! ...): the same as filter; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (filter! even? '(1 2 4)) => (2 4)
(define filter! filter)

;;> (lset-diff+intersection! ...): the same as lset-diff+intersection; the lists
;;> it is given may be used for the result by other Schemes. SRFI 1.
;;> Example: (call-with-values (lambda () (lset-diff+intersection! eq? '(a b) '(b))) list) => ((a) (b))
(define lset-diff+intersection! lset-diff+intersection)

;;> (lset-difference! ...): the same as lset-difference; the lists it is given
;;> may be used for the result by other Schemes. SRFI 1.
;;> Example: (lset-difference! eq? '(a b) '(b c)) => (a)
(define lset-difference! lset-difference)

;;> (lset-intersection! ...): the same as lset-intersection; the lists it is
;;> given may be used for the result by other Schemes. SRFI 1.
;;> Example: (lset-intersection! eq? '(a b) '(b c)) => (b)
(define lset-intersection! lset-intersection)

;;> (lset-union! ...): the same as lset-union; the lists it is given may be used
;;> for the result by other Schemes. SRFI 1.
;;> Example: (lset-union! eq? '(a b) '(b c)) => (c a b)
(define lset-union! lset-union)

;;> (lset-xor! ...): the same as lset-xor; the lists it is given may be used for
;;> the result by other Schemes. SRFI 1.
;;> Example: (lset-xor! eq? '(a b) '(b c)) => (c a)
(define lset-xor! lset-xor)

;;> (map! ...): the same as map; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (map! - '(1 2)) => (-1 -2)
(define map! map)

;;> (partition! ...): the same as partition; the lists it is given may be used
;;> for the result by other Schemes. SRFI 1.
;;> Example: (call-with-values (lambda () (partition! even? '(1 2 4))) list) => ((2 4) (1))
(define partition! partition)

;;> (remove! ...): the same as remove; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (remove! even? '(1 2 4)) => (1)
(define remove! remove)

;;> (reverse! ...): the same as reverse; the lists it is given may be used for
;;> the result by other Schemes. SRFI 1.
;;> Example: (reverse! (list 1 2 3)) => (3 2 1)
(define reverse! reverse)

;;> (span! ...): the same as span; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (call-with-values (lambda () (span! odd? '(1 2 3))) list) => ((1) (2 3))
(define span! span)

;;> (split-at! ...): the same as split-at; the lists it is given may be used for
;;> the result by other Schemes. SRFI 1.
;;> Example: (call-with-values (lambda () (split-at! '(1 2 3) 1)) list) => ((1) (2 3))
(define split-at! split-at)

;;> (take! ...): the same as take; the lists it is given may be used for the
;;> result by other Schemes. SRFI 1.
;;> Example: (take! '(1 2 3) 2) => (1 2)
(define take! take)

;;> (take-while! ...): the same as take-while; the lists it is given may be used
;;> for the result by other Schemes. SRFI 1.
;;> Example: (take-while! odd? '(1 2 3)) => (1)
(define take-while! take-while)
