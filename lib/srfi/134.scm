;;; Queues with two ends that are never changed.
;;;
;;;   front: a b c      back: f e d       the queue a b c d e f
;;;
;;; Invariant: neither list is empty if there are two elements or more. When
;;; removing an element leaves one list empty, the other is divided in the
;;; middle. So each end costs the same for each queue, counted over the
;;; operations on a queue and what comes of it. Both lengths are known.

(define-record-type <ideque>
  (%make front-length front back-length back)
  ideque?
  (front-length %front-length)
  (front %front)
  (back-length %back-length)
  (back %back))

;;> (ideque? object): whether it is an ideque. SRFI 134.
;;> Example: (map ideque? (list (ideque) '(1))) => (#t #f)

(define %empty (%make 0 '() 0 '()))

(define (%check-ideque object who)
  (if (not (ideque? object)) (%type-error who "an ideque" object)))

;; The queue of these lists, divided anew if one is empty and the other is not
;; one element long.
(define (%balanced front-length front back-length back)
  (cond ((and (= front-length 0) (> back-length 1))
         (let ((half (quotient back-length 2)))
           (%make (- back-length half) (reverse (drop back half))
                  half (take back half))))
        ((and (= back-length 0) (> front-length 1))
         (let ((half (quotient front-length 2)))
           (%make half (take front half)
                  (- front-length half) (reverse (drop front half)))))
        (else (%make front-length front back-length back))))

(define (%from-list list) (%balanced (length list) list 0 '()))

(define (%all ideque)
  (if (null? (%back ideque))
      (%front ideque)
      (append (%front ideque) (reverse (%back ideque)))))

(define (%check-some ideque who)
  (%check-ideque ideque who)
  (if (%none? ideque) (%error-of-kind 'range who "the ideque is empty" ideque)))

(define (%none? ideque)
  (and (null? (%front ideque)) (null? (%back ideque))))

;;> (ideque object ...): an ideque of the objects. SRFI 134.
;;> Example: (ideque->list (ideque 1 2 3)) => (1 2 3)
(define (ideque . objects) (%from-list objects))

;;> (list->ideque list): an ideque of its elements. Raises type. SRFI 134.
;;> Example: (ideque->list (list->ideque '(1 2 3))) => (1 2 3)
(define (list->ideque list)
  (%from-list (list-copy (%require-list list 'list->ideque))))

;;> (ideque->list ideque): a list of its elements. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-add-front (ideque 2) 1)) => (1 2)
(define (ideque->list ideque)
  (%check-ideque ideque 'ideque->list)
  (append (%front ideque) (reverse (%back ideque))))

;;> (ideque-tabulate length procedure): an ideque of what the procedure returns
;;> for each index. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-tabulate 4 square)) => (0 1 4 9)
(define (ideque-tabulate length procedure)
  (if (not (and (exact-integer? length) (>= length 0)))
      (%type-error 'ideque-tabulate "a length" length))
  (let loop ((index 0) (made '()))
    (if (= index length)
        (%balanced 0 '() length made)
        (loop (+ index 1) (cons (procedure index) made)))))

;;> (ideque-unfold stop? mapper successor seed): an ideque of what `mapper`
;;> makes of each seed, until one stops. SRFI 134.
;;> Example: (ideque->list (ideque-unfold zero? square (lambda (n) (- n 1)) 3)) => (9 4 1)
(define (ideque-unfold stop? mapper successor seed)
  (%from-list (unfold stop? mapper successor seed)))

;;> (ideque-unfold-right stop? mapper successor seed): the same in reverse
;;> order. SRFI 134.
;;> Example: (ideque->list (ideque-unfold-right zero? square (lambda (n) (- n 1)) 3)) => (1 4 9)
(define (ideque-unfold-right stop? mapper successor seed)
  (ideque-reverse (ideque-unfold stop? mapper successor seed)))

;;> (ideque-empty? ideque): whether it has no elements. Raises type. SRFI 134.
;;> Example: (ideque-empty? (ideque)) => #t
(define (ideque-empty? ideque)
  (%check-ideque ideque 'ideque-empty?)
  (%none? ideque))

;;> (ideque-length ideque): how many elements it has. Raises type. SRFI 134.
;;> Example: (ideque-length (ideque 1 2)) => 2
(define (ideque-length ideque)
  (%check-ideque ideque 'ideque-length)
  (%length ideque))

(define (%length ideque) (+ (%front-length ideque) (%back-length ideque)))

;;> (ideque-front ideque): its first element. Raises type, range. SRFI 134.
;;> Example: (ideque-front (ideque 1 2 3)) => 1
(define (ideque-front ideque)
  (%check-some ideque 'ideque-front)
  (car (if (null? (%front ideque)) (%back ideque) (%front ideque))))

;;> (ideque-back ideque): its last element. Raises type, range. SRFI 134.
;;> Example: (ideque-back (ideque 1 2 3)) => 3
(define (ideque-back ideque)
  (%check-some ideque 'ideque-back)
  (car (if (null? (%back ideque)) (%front ideque) (%back ideque))))

;;> (ideque-add-front ideque object): the ideque with the object before all.
;;> Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-add-front (ideque 2 3) 1)) => (1 2 3)
(define (ideque-add-front ideque object)
  (%check-ideque ideque 'ideque-add-front)
  (%balanced (+ (%front-length ideque) 1) (cons object (%front ideque))
             (%back-length ideque) (%back ideque)))

;;> (ideque-add-back ideque object): the ideque with the object behind all.
;;> Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-add-back (ideque 2 3) 1)) => (2 3 1)
(define (ideque-add-back ideque object)
  (%check-ideque ideque 'ideque-add-back)
  (%balanced (%front-length ideque) (%front ideque)
             (+ (%back-length ideque) 1) (cons object (%back ideque))))

;;> (ideque-remove-front ideque): the ideque without its first element. Raises
;;> type, range. SRFI 134.
;;> Example: (ideque->list (ideque-remove-front (ideque 1 2 3))) => (2 3)
(define (ideque-remove-front ideque)
  (%check-some ideque 'ideque-remove-front)
  (if (null? (%front ideque))
      %empty
      (%balanced (- (%front-length ideque) 1) (cdr (%front ideque))
                 (%back-length ideque) (%back ideque))))

;;> (ideque-remove-back ideque): the ideque without its last element. Raises
;;> type, range. SRFI 134.
;;> Example: (ideque->list (ideque-remove-back (ideque 1 2 3))) => (1 2)
(define (ideque-remove-back ideque)
  (%check-some ideque 'ideque-remove-back)
  (if (null? (%back ideque))
      %empty
      (%balanced (%front-length ideque) (%front ideque)
                 (- (%back-length ideque) 1) (cdr (%back ideque)))))

;;> (ideque-reverse ideque): the ideque in reverse order. Raises type. SRFI 134.
;;> Example: (ideque->list (ideque-reverse (ideque 1 2 3))) => (3 2 1)
(define (ideque-reverse ideque)
  (%check-ideque ideque 'ideque-reverse)
  (%make (%back-length ideque) (%back ideque)
         (%front-length ideque) (%front ideque)))

(define (%check-count ideque n limit who)
  (%check-ideque ideque who)
  (if (not (exact-integer? n)) (%type-error who "an exact integer" n))
  (if (not (<= 0 n limit))
      (%error-of-kind 'range who
                      (string-append "out of range, 0 to "
                                     (number->string limit) " are valid")
                      n)))

;;> (ideque-ref ideque index): the element at the index. Raises type, range.
;;> SRFI 134.
;;> Example: (ideque-ref (ideque 'a 'b 'c) 1) => b
(define (ideque-ref ideque index)
  (%check-some ideque 'ideque-ref)
  (%check-count ideque index (- (%length ideque) 1) 'ideque-ref)
  (if (< index (%front-length ideque))
      (list-ref (%front ideque) index)
      (list-ref (%back ideque) (- (%length ideque) index 1))))

;; The first n of the elements, of which there are as many.
(define (%take ideque n)
  (if (<= n (%front-length ideque))
      (%balanced n (take (%front ideque) n) 0 '())
      (let ((behind (- n (%front-length ideque))))
        (%balanced (%front-length ideque) (%front ideque) behind
                   (drop (%back ideque) (- (%back-length ideque) behind))))))

;; What is left without them.
(define (%drop ideque n)
  (if (<= n (%front-length ideque))
      (%balanced (- (%front-length ideque) n) (drop (%front ideque) n)
                 (%back-length ideque) (%back ideque))
      (let ((left (- (%length ideque) n)))
        (%balanced 0 '() left (take (%back ideque) left)))))

;;> (ideque-take ideque n): the ideque of its first n elements. Raises type,
;;> range. SRFI 134.
;;> Example: (ideque->list (ideque-take (ideque 1 2 3) 2)) => (1 2)
(define (ideque-take ideque n)
  (%check-ideque ideque 'ideque-take)
  (%check-count ideque n (%length ideque) 'ideque-take)
  (%take ideque n))

;;> (ideque-take-right ideque n): the ideque of its last n elements. Raises
;;> type, range. SRFI 134.
;;> Example: (ideque->list (ideque-take-right (ideque 1 2 3) 2)) => (2 3)
(define (ideque-take-right ideque n)
  (%check-ideque ideque 'ideque-take-right)
  (%check-count ideque n (%length ideque) 'ideque-take-right)
  (%drop ideque (- (%length ideque) n)))

;;> (ideque-drop ideque n): the ideque without its first n elements. Raises
;;> type, range. SRFI 134.
;;> Example: (ideque->list (ideque-drop (ideque 1 2 3) 2)) => (3)
(define (ideque-drop ideque n)
  (%check-ideque ideque 'ideque-drop)
  (%check-count ideque n (%length ideque) 'ideque-drop)
  (%drop ideque n))

;;> (ideque-drop-right ideque n): the ideque without its last n elements. Raises
;;> type, range. SRFI 134.
;;> Example: (ideque->list (ideque-drop-right (ideque 1 2 3) 2)) => (1)
(define (ideque-drop-right ideque n)
  (%check-ideque ideque 'ideque-drop-right)
  (%check-count ideque n (%length ideque) 'ideque-drop-right)
  (%take ideque (- (%length ideque) n)))

;;> (ideque-split-at ideque n): the ideques of its first n elements and of the
;;> others. Raises type, range. SRFI 134.
;;> Example: (call-with-values (lambda () (ideque-split-at (ideque 1 2 3) 1)) (lambda (a b) (list (ideque->list a) (ideque->list b)))) => ((1) (2 3))
(define (ideque-split-at ideque n)
  (%check-ideque ideque 'ideque-split-at)
  (%check-count ideque n (%length ideque) 'ideque-split-at)
  (values (%take ideque n) (%drop ideque n)))
