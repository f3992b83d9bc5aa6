;;; What a queue keeps its elements in: a ring for those that come out in the
;;; order of their arrival, a heap for those that come out by their order.
;;;
;;; An operation that raises, since what the user compares with does, has
;;; changed nothing.

;; take!: the procedure of an end, head or tail, that removes an element and
;; returns it. put-back!: a procedure of that element and its end. remove!: a
;; procedure of an object that removes an element like it; whether there was
;; one.
(define-record-type store
  (%make-store size put! take! put-back! remove! remove-at! list clear!)
  %store?
  (size %store-size)
  (put! %store-put!)
  (take! %store-take!)
  (put-back! %store-put-back!)
  (remove! %store-remove!)
  (remove-at! %store-remove-at!)
  (list %store-list)
  (clear! %store-clear!))

;; The room of an empty ring.
(define %ring-room 8)

(define (%make-ring)
  (let ((items (make-vector %ring-room #f)) (room %ring-room) (head 0) (size 0))
    (define (place index)
      (let ((place (+ head index)))
        (if (< place room) place (- place room))))
    (define (grow!)
      (let ((larger (make-vector (* 2 room) #f)))
        (vector-copy! larger 0 items head room)
        (vector-copy! larger (- room head) items 0 head)
        (set! items larger)
        (set! head 0)
        (set! room (* 2 room))))
    (define (put! object)
      (if (= size room) (grow!))
      (vector-set! items (place size) object)
      (set! size (+ size 1)))
    (define (take! end)
      (let* ((at (if (eq? end 'head) head (place (- size 1))))
             (object (vector-ref items at)))
        (vector-set! items at #f)
        (if (eq? end 'head) (set! head (place 1)))
        (set! size (- size 1))
        object))
    (define (put-back! object end)
      (if (= size room) (grow!))
      (if (eq? end 'tail)
          (put! object)
          (begin
            (set! head (place (- room 1)))
            (vector-set! items head object)
            (set! size (+ size 1)))))
    (define (remove-at! index)
      (let loop ((index index))
        (if (< (+ index 1) size)
            (begin
              (vector-set! items (place index)
                           (vector-ref items (place (+ index 1))))
              (loop (+ index 1)))))
      (take! 'tail))
    (define (remove! object)
      (let loop ((index 0))
        (cond ((= index size) #f)
              ((equal? object (vector-ref items (place index)))
               (remove-at! index)
               #t)
              (else (loop (+ index 1))))))
    (define (elements)
      (let loop ((index (- size 1)) (found '()))
        (if (< index 0)
            found
            (loop (- index 1)
                  (cons (vector-ref items (place index)) found)))))
    (define (clear!)
      (set! items (make-vector %ring-room #f))
      (set! room %ring-room)
      (set! head 0)
      (set! size 0))
    (%make-store (lambda () size) put! take! put-back! remove! remove-at!
                 elements clear!)))

;; A leftist heap. Nothing of it is changed, so whoever compares may raise. A
;; node stands before all below it; its rank is the length of its right spine,
;; which is at most that of its left child, and so logarithmic. Equal elements
;; come out in the order of their numbers, which count arrivals.
(define-record-type node
  (%make-node rank item number left right)
  %node?
  (rank %node-rank)
  (item %node-item)
  (number %node-number)
  (left %node-left)
  (right %node-right))

(define (%rank heap) (if heap (%node-rank heap) 0))

(define (%join item number one other)
  (if (< (%rank one) (%rank other))
      (%join item number other one)
      (%make-node (+ 1 (%rank other)) item number one other)))

(define (%merge-heaps before? a b)
  (cond ((not a) b)
        ((not b) a)
        ((before? b a) (%merge-heaps before? b a))
        (else
         (%join (%node-item a) (%node-number a) (%node-left a)
                (%merge-heaps before? (%node-right a) b)))))

;; -1, 0 or 1 of what the user's procedure returns.
(define (%order compare a b)
  (let ((order (compare a b)))
    (if (real? order)
        order
        (%type-error 'make-shared-priority-queue
                     "a number from the procedure that compares" order))))

(define (%make-heap compare)
  (let ((heap #f) (size 0) (arrivals 0) (returns 0))
    (define (before? a b)
      (let ((order (%order compare (%node-item a) (%node-item b))))
        (or (< order 0)
            (and (= order 0) (< (%node-number a) (%node-number b))))))
    (define (put-at! object number)
      (set! heap (%merge-heaps before?
                               (%make-node 1 object number #f #f) heap))
      (set! size (+ size 1)))
    (define (put! object)
      (put-at! object arrivals)
      (set! arrivals (+ arrivals 1)))
    ;; It was the oldest of its equals.
    (define (put-back! object end)
      (set! returns (- returns 1))
      (put-at! object returns))
    (define (without-first heap)
      (%merge-heaps before? (%node-left heap) (%node-right heap)))
    (define (take! end)
      (let ((first (%node-item heap)))
        (set! heap (without-first heap))
        (set! size (- size 1))
        first))
    ;; The heap without one element that compares equal; itself if none does.
    (define (without object heap)
      (if (not heap)
          heap
          (let ((order (%order compare object (%node-item heap))))
            (cond ((= order 0) (without-first heap))
                  ((< order 0) heap)
                  (else
                   (let* ((left (%node-left heap))
                          (new-left (without object left)))
                     (if (eq? new-left left)
                         (let* ((right (%node-right heap))
                                (new-right (without object right)))
                           (if (eq? new-right right)
                               heap
                               (rebuilt heap left new-right)))
                         (rebuilt heap new-left (%node-right heap)))))))))
    (define (rebuilt node left right)
      (%join (%node-item node) (%node-number node) left right))
    (define (remove! object)
      (let ((rest (without object heap)))
        (if (eq? rest heap)
            #f
            (begin
              (set! heap rest)
              (set! size (- size 1))
              #t))))
    (define (elements)
      (let loop ((heap heap) (found '()))
        (if heap
            (loop (without-first heap) (cons (%node-item heap) found))
            (reverse found))))
    (define (clear!)
      (set! heap #f)
      (set! size 0))
    (%make-store (lambda () size) put! take! put-back! remove! #f elements
                 clear!)))
