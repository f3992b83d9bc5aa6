;;; The elements of an array stand in a vector. That at the indices k, l, ... is
;;; at base + a*k + b*l + ..., where a, b, ... are the steps of the array.
;;; Arrays that share their elements have one vector, each with its own base and
;;; steps.
;;;
;;; A shape is an array with a row for each dimension, of its first index and of
;;; the one behind its last.

(define-record-type %array
  (%make-array bounds base steps elements)
  array?
  ;; A list of pairs (start . end).
  (bounds %bounds)
  (base %base)
  (steps %steps)
  (elements %elements))

(define (%require-array object who)
  (if (not (array? object)) (%type-error who "an array" object)))

(define (%require-index object who)
  (if (not (fixnum? object)) (%type-error who "an exact integer" object)))

;;> (array? object): whether it is an array. SRFI 25.
;;> Example: (list (array? (shape 0 2)) (array? #(1 2))) => (#t #f)

(define (%size bounds)
  (if (null? bounds)
      1
      (* (- (cdar bounds) (caar bounds)) (%size (cdr bounds)))))

;; An array of these bounds over a vector, in row-major order.
(define (%row-major bounds elements)
  (let loop ((rest (reverse bounds)) (step 1) (base 0) (steps '()))
    (if (null? rest)
        (%make-array bounds base steps elements)
        (loop (cdr rest)
              (* step (- (cdar rest) (caar rest)))
              (- base (* step (caar rest)))
              (cons step steps)))))

;;> (shape start end ...): the shape of arrays whose indices go from each start
;;> to before the end. Raises type, range. SRFI 25.
;;> Example: (array-rank (make-array (shape 0 3 -1 2))) => 2
(define (shape . bounds)
  (for-each (lambda (bound) (%require-index bound 'shape)) bounds)
  (if (odd? (length bounds))
      (%error-of-kind 'arity 'shape "a start has no end" bounds))
  (let loop ((rest bounds))
    (cond ((null? rest)
           (%row-major (list (cons 0 (quotient (length bounds) 2)) (cons 0 2))
                       (list->vector bounds)))
          ((<= (car rest) (cadr rest)) (loop (cddr rest)))
          (else
           (%error-of-kind 'range 'shape "the end is before the start"
                           (car rest) (cadr rest))))))

;; What the shape says, checked, as a list of pairs.
(define (%shape->bounds shape who)
  (let ((bounds (if (array? shape) (%bounds shape) '())))
    (if (not (and (= (length bounds) 2)
                  (eqv? 0 (caar bounds))
                  (equal? '(0 . 2) (cadr bounds))))
        (%type-error who "a shape" shape))
    (let loop ((row (- (cdar bounds) 1)) (found '()))
      (if (< row 0)
          found
          (let ((start (%ref shape (list row 0) who))
                (end (%ref shape (list row 1) who)))
            (if (not (and (fixnum? start) (fixnum? end) (<= start end)))
                (%type-error who "a shape" shape))
            (loop (- row 1) (cons (cons start end) found)))))))

;;> (make-array shape [object]): a new array of that shape whose elements are
;;> the object. Raises type. SRFI 25.
;;> Example: (array-ref (make-array (shape 1 3 1 3) 'x) 2 2) => x
(define make-array
  (case-lambda
    ((shape) (make-array shape #f))
    ((shape object)
     (let ((bounds (%shape->bounds shape 'make-array)))
       (%row-major bounds (make-vector (%size bounds) object))))))

;;> (array shape object ...): a new array of that shape with these elements; the
;;> last index changes first. Raises type, range. SRFI 25.
;;> Example: (array-ref (array (shape 0 2 0 3) 'a 'b 'c 'd 'e 'f) 1 0) => d
(define (array shape . objects)
  (let ((bounds (%shape->bounds shape 'array)))
    (if (not (= (%size bounds) (length objects)))
        (%error-of-kind 'range 'array "the shape has another number of elements"
                        (%size bounds) (length objects)))
    (%row-major bounds (list->vector objects))))

;;> (array-rank array): how many dimensions it has. Raises type. SRFI 25.
;;> Example: (array-rank (make-array (shape))) => 0
(define (array-rank array)
  (%require-array array 'array-rank)
  (length (%bounds array)))

(define (%dimension array k who)
  (%require-array array who)
  (%require-index k who)
  (if (not (< -1 k (length (%bounds array))))
      (%error-of-kind 'range who "there is no such dimension" k))
  (list-ref (%bounds array) k))

;;> (array-start array k): the first index of dimension k, from 0. Raises type,
;;> range. SRFI 25.
;;> Example: (array-start (make-array (shape 1 2 -5 7)) 1) => -5
(define (array-start array k) (car (%dimension array k 'array-start)))

;;> (array-end array k): the index behind the last of dimension k. Raises type,
;;> range. SRFI 25.
;;> Example: (array-end (make-array (shape 1 2 -5 7)) 1) => 7
(define (array-end array k) (cdr (%dimension array k 'array-end)))

;; Where the element is in the vector.
(define (%place array indices who)
  (let loop ((rest indices)
             (bounds (%bounds array))
             (steps (%steps array))
             (place (%base array)))
    (cond ((and (pair? rest) (pair? bounds))
           (let ((index (car rest)))
             (%require-index index who)
             (if (not (and (<= (caar bounds) index) (< index (cdar bounds))))
                 (%error-of-kind 'range who "index out of range" index
                                 (car bounds)))
             (loop (cdr rest) (cdr bounds) (cdr steps)
                   (+ place (* index (car steps))))))
          ((or (pair? rest) (pair? bounds))
           (%error-of-kind 'arity who
                           "the number of indices is not that of dimensions"
                           (length indices) (length (%bounds array))))
          (else place))))

(define (%ref array indices who)
  (vector-ref (%elements array) (%place array indices who)))

;; Indices may be given as a vector, or as an array of one dimension from 0 on.
(define (%indices objects who)
  (if (and (pair? objects) (null? (cdr objects)))
      (let ((object (car objects)))
        (cond ((vector? object) (vector->list object))
              ((array? object)
               (let ((bounds (%bounds object)))
                 (if (not (and (= (length bounds) 1) (= (caar bounds) 0)))
                     (%type-error who "an array of indices" object))
                 (let loop ((k (- (cdar bounds) 1)) (found '()))
                   (if (< k 0)
                       found
                       (loop (- k 1)
                             (cons (%ref object (list k) who) found))))))
              (else objects)))
      objects))

;;> (array-ref array index ...): the element there. Instead of the indices may
;;> stand a vector or an array of them. Raises type, range, arity. SRFI 25.
;;> Example: (let ((a (array (shape 0 2 5 7) 1 2 3 4))) (list (array-ref a 1 5) (array-ref a #(0 6)))) => (3 2)
(define (array-ref array . indices)
  (%require-array array 'array-ref)
  (%ref array (%indices indices 'array-ref) 'array-ref))

;;> (array-set! array index ... object): changes the element there. Raises type,
;;> range, arity, frozen. SRFI 25.
;;> Example: (let ((a (make-array (shape 0 2) 'x))) (array-set! a 1 'y) (list (array-ref a 0) (array-ref a 1))) => (x y)
(define (array-set! array first . rest)
  (%require-array array 'array-set!)
  (let* ((reversed (reverse (cons first rest)))
         (indices (%indices (reverse (cdr reversed)) 'array-set!)))
    (vector-set! (%elements array)
                 (%place array indices 'array-set!)
                 (car reversed))))

;;> (share-array array shape procedure): an array of that shape with elements of
;;> the array: where they are is told by the procedure, which gets indices of
;;> the new array and returns, as several values, those of the old one, each a
;;> sum of multiples of the former and a constant. Raises type, range, arity.
;;> SRFI 25.
;;> Example: (array-ref (share-array (array (shape 0 2 0 2) 1 2 3 4) (shape 0 2 0 2) (lambda (i j) (values j i))) 0 1) => 3
(define (share-array array shape procedure)
  (%require-array array 'share-array)
  (let ((bounds (%shape->bounds shape 'share-array)))
    (%require-callback procedure (length bounds) 'share-array)
    (if (= 0 (%size bounds))
        (%row-major bounds (vector))
        (%share array bounds procedure))))

;; The procedure is asked at the first element, and one step from there in each
;; dimension that has two; the steps follow from that.
(define (%share array bounds procedure)
  (define (old-indices indices)
    (call-with-values (lambda () (apply procedure indices)) list))
  (let* ((first (map car bounds))
         (origin (old-indices first))
         (place (%place array origin 'share-array)))
    (let loop ((rest bounds)
               (before '())
               (after first)
               (steps '())
               (corners (list origin)))
      (if (null? rest)
          (let ((steps (reverse steps)))
            ;; What is linear is within bounds if it is so in all corners.
            (for-each (lambda (corner) (%place array corner 'share-array))
                      corners)
            (%make-array bounds
                         (- place (%dot steps first))
                         steps
                         (%elements array)))
          (let* ((start (caar rest))
                 (extent (- (cdar rest) start)))
            (if (= extent 1)
                (loop (cdr rest) (cons start before) (cdr after)
                      (cons 0 steps) corners)
                (let* ((next (old-indices
                              (append (reverse before)
                                      (cons (+ start 1) (cdr after)))))
                       (differences (map - next origin))
                       (move (lambda (corner)
                               (map (lambda (index difference)
                                      (+ index (* difference (- extent 1))))
                                    corner differences))))
                  (loop (cdr rest) (cons start before) (cdr after)
                        (cons (- (%place array next 'share-array) place) steps)
                        (append corners (map move corners))))))))))

(define (%dot steps indices)
  (if (null? steps)
      0
      (+ (* (car steps) (car indices)) (%dot (cdr steps) (cdr indices)))))
