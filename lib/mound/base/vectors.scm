;;; Vectors. Ranges are `start` to below `end`, the whole where not given.

;;> (vector? object): whether it is a vector. R7RS 6.8.
;;> Example: (vector? #(1)) => #t
(define (vector? object) (%primitive vector? object))

;;> (make-vector k): a vector of k unspecified elements. (make-vector k fill):
;;> of k times `fill`. Raises type, range. R7RS 6.8.
;;> Example: (make-vector 2 'x) => #(x x)
(define make-vector
  (case-lambda
    ((k) (%make-vector k 0))
    ((k fill) (%make-vector k fill))))

;;> (vector object ...): a new vector. R7RS 6.8.
;;> Example: (vector 1 'b) => #(1 b)
(define vector
  (case-lambda
    ((a) (%primitive vector a))
    ((a b) (%primitive vector a b))
    ((a b c) (%primitive vector a b c))
    ((a b c d) (%primitive vector a b c d))
    ((a b c d e) (%primitive vector a b c d e))
    ((a b c d e f) (%primitive vector a b c d e f))
    (objects (list->vector objects))))

;;> (vector-length vector): how many elements it has. Raises type. R7RS 6.8.
;;> Example: (vector-length #(1 2 3)) => 3
(define (vector-length vector) (%primitive vector-length vector))

;;> (vector-ref vector k): element k. Raises type, range. R7RS 6.8.
;;> Example: (vector-ref #(a b c) 1) => b
(define (vector-ref vector k) (%primitive vector-ref vector k))

;;> (vector-set! vector k object): changes element k. Raises type, range,
;;> frozen. R7RS 6.8.
;;> Example: (let ((v (vector 1 2))) (vector-set! v 0 'x) v) => #(x 2)
(define (vector-set! vector k object)
  (%primitive vector-set! vector k object))

;;> (list->vector list): a vector of its elements. Raises type. R7RS 6.8.
;;> Example: (list->vector '(1 2)) => #(1 2)
(define (list->vector list)
  (%or-in-steps (list->vector list) (%long-list->vector list)))

;;> (vector->list vector [start [end]]): a list of its elements. Raises type,
;;> range. R7RS 6.8.
;;> Example: (vector->list #(1 2 3) 1) => (2 3)
(define vector->list
  (case-lambda
    ((vector)
     (%vector->list vector 0 (%primitive vector-length vector)))
    ((vector start)
     (%vector->list vector start (%primitive vector-length vector)))
    ((vector start end) (%vector->list vector start end))))

;;> (vector-copy vector [start [end]]): a new vector of the elements of the
;;> range. Raises type, range. R7RS 6.8.
;;> Example: (vector-copy #(1 2 3) 0 2) => #(1 2)
(define vector-copy
  (case-lambda
    ((vector)
     (%vector-copy vector 0 (%primitive vector-length vector)))
    ((vector start)
     (%vector-copy vector start (%primitive vector-length vector)))
    ((vector start end) (%vector-copy vector start end))))

;;> (vector-copy! to at from [start [end]]): copies the range of `from` into
;;> `to`, from index `at` on; they may be the same. Raises type, range, frozen.
;;> R7RS 6.8.
;;> Example: (let ((v (vector 1 2 3))) (vector-copy! v 1 v 0 2) v) => #(1 1 2)
(define vector-copy!
  (case-lambda
    ((to at from)
     (%vector-copy! to at from 0 (%primitive vector-length from)))
    ((to at from start)
     (%vector-copy! to at from start
                    (%primitive vector-length from)))
    ((to at from start end)
     (%vector-copy! to at from start end))))

;;> (vector-fill! vector object [start [end]]): puts the object everywhere in
;;> the range. Raises type, range, frozen. R7RS 6.8.
;;> Example: (let ((v (vector 1 2 3))) (vector-fill! v 0 1) v) => #(1 0 0)
(define vector-fill!
  (case-lambda
    ((vector object)
     (%vector-fill! vector object 0
                    (%primitive vector-length vector)))
    ((vector object start)
     (%vector-fill! vector object start
                    (%primitive vector-length vector)))
    ((vector object start end)
     (%vector-fill! vector object start end))))

;;> (vector-append vector ...): one new vector of all. Raises type. R7RS 6.8.
;;> Example: (vector-append #(1) #(2 3)) => #(1 2 3)
(define (vector-append . vectors)
  (%or-in-steps (%vector-concatenate vectors)
    (%join vectors vector-length %vector-of-zeros %vector-copy!)))

;;> (vector-map procedure vector1 vector2 ...): the vector of the results for
;;> corresponding elements. Raises type. R7RS 6.10.
;;> Example: (vector-map + #(1 2) #(10 20 30)) => #(11 22)
(define vector-map
  (case-lambda
    ((procedure vector)
     (let loop ((index 0) (results '()))
       (if (%primitive < index (%primitive vector-length vector))
           (loop (%primitive add index 1)
                 (%primitive cons
                             (procedure (%primitive vector-ref vector index))
                             results))
           (%vector-of-reversed index results))))
    ((procedure first . rest)
     (list->vector
      (apply map procedure (map vector->list (cons first rest)))))))

;; The vector of so many elements of a list, the last of which come first. It is
;; made when all are there: a continuation may come back for one of them.
(define (%vector-of-reversed count elements)
  (let ((vector (%vector-of-zeros count)))
    (let loop ((index count) (rest elements))
      (if (%primitive > index 0)
          (let ((index (%primitive subtract index 1)))
            (%primitive vector-set! vector index (%primitive car rest))
            (loop index (%primitive cdr rest)))
          vector))))

;;> (vector-for-each procedure vector1 vector2 ...): calls the procedure with
;;> corresponding elements. Raises type. R7RS 6.10.
;;> Example: (let ((n 0)) (vector-for-each (lambda (x) (set! n (+ n x))) #(1 2)) n) => 3
(define vector-for-each
  (case-lambda
    ((procedure vector)
     (let loop ((index 0))
       (if (%primitive < index (%primitive vector-length vector))
           (begin
             (procedure (%primitive vector-ref vector index))
             (loop (%primitive add index 1))))))
    ((procedure first . rest)
     (apply for-each procedure (map vector->list (cons first rest))))))
