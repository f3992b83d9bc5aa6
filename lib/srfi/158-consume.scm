;;; What takes all objects of generators, and accumulators: procedures that take
;;; objects one by one, and return a result for the end-of-file object.

;;> (generator->reverse-list generator [k]): a list of its (first k) objects,
;;> the last first. SRFI 158.
;;> Example: (generator->reverse-list (generator 1 2 3)) => (3 2 1)
(define generator->reverse-list
  (case-lambda
    ((generator)
     (let loop ((object (generator)) (objects '()))
       (if (eof-object? object)
           objects
           (loop (generator) (cons object objects)))))
    ((generator k) (generator->reverse-list (gtake generator k)))))

;;> (generator->list generator [k]): a list of its (first k) objects. SRFI 158.
;;> Example: (generator->list (generator 1 2 3) 2) => (1 2)
(define (generator->list generator . k)
  (reverse (apply generator->reverse-list generator k)))

;;> (generator->vector generator [k]): a vector of its (first k) objects. SRFI
;;> 158.
;;> Example: (generator->vector (generator 1 2 3)) => #(1 2 3)
(define (generator->vector generator . k)
  (list->vector (apply generator->list generator k)))

;;> (generator->vector! vector at generator): puts its objects into the vector,
;;> from index `at` to the end at most; returns how many. Raises type, range,
;;> frozen. SRFI 158.
;;> Example: (let ((v (vector 0 0 0))) (list (generator->vector! v 1 (generator 7 8 9)) v)) => (2 #(0 7 8))
(define (generator->vector! vector at generator)
  (let ((end (vector-length vector)))
    (let loop ((index at))
      (if (>= index end)
          (- index at)
          (let ((object (generator)))
            (if (eof-object? object)
                (- index at)
                (begin
                  (vector-set! vector index object)
                  (loop (+ index 1)))))))))

;;> (generator->string generator [k]): a string of its (first k) characters.
;;> Raises type. SRFI 158.
;;> Example: (generator->string (generator #\a #\b)) => "ab"
(define (generator->string generator . k)
  (list->string (apply generator->list generator k)))

;;> (generator-fold combine start generator1 generator2 ...): combines
;;> corresponding objects with the result so far, which comes last. SRFI 158.
;;> Example: (generator-fold + 0 (generator 1 2 3)) => 6
(define (generator-fold combine start first . rest)
  (let loop ((generators (cons first rest)) (result start))
    (let ((objects (%next-of-all generators)))
      (if objects
          (loop generators (apply combine (append objects (list result))))
          result))))

;;> (generator-map->list procedure generator1 generator2 ...): a list of the
;;> results for corresponding objects. SRFI 158.
;;> Example: (generator-map->list + (generator 1 2) (generator 3 4)) => (4 6)
(define (generator-map->list procedure first . rest)
  (generator->list (apply gmap procedure first rest)))

;;> (generator-for-each procedure generator1 generator2 ...): calls the
;;> procedure with corresponding objects. SRFI 158.
;;> Example: (let ((n 0)) (generator-for-each (lambda (x) (set! n (+ n x))) (generator 1 2)) n) => 3
(define (generator-for-each procedure first . rest)
  (let loop ((generators (cons first rest)))
    (let ((objects (%next-of-all generators)))
      (if objects
          (begin
            (apply procedure objects)
            (loop generators))))))

;;> (generator-find test generator): the first object that passes, or #f. SRFI
;;> 158.
;;> Example: (generator-find even? (generator 1 2 3)) => 2
(define (generator-find test generator)
  (let ((object ((gfilter test generator))))
    (if (eof-object? object) #f object)))

;;> (generator-count test generator): how many objects pass. SRFI 158.
;;> Example: (generator-count even? (generator 1 2 4)) => 2
(define (generator-count test generator)
  (generator-fold (lambda (object count) (if (test object) (+ count 1) count))
                  0 generator))

;;> (generator-any test generator): the first result that is not #f, or #f. SRFI
;;> 158.
;;> Example: (generator-any (lambda (x) (and (even? x) (* x x))) (generator 1 2 4)) => 4
(define (generator-any test generator)
  (let loop ((object (generator)))
    (if (eof-object? object)
        #f
        (or (test object) (loop (generator))))))

;;> (generator-every test generator): #f if one result is #f, else the last, #t
;;> if there are none. SRFI 158.
;;> Example: (generator-every even? (generator 2 4)) => #t
(define (generator-every test generator)
  (let loop ((object (generator)) (result #t))
    (if (eof-object? object)
        result
        (let ((result (test object)))
          (and result (loop (generator) result))))))

;;> (generator-unfold generator unfold argument ...): what an unfold procedure,
;;> which takes stop?, element, next and seed, makes of the objects. SRFI 158.
;;> Example: (generator-unfold (generator 1 2) (lambda (stop? element next seed) (let loop ((seed seed)) (if (stop? seed) '() (cons (element seed) (loop (next seed))))))) => (1 2)
(define (generator-unfold generator unfold . arguments)
  (apply unfold eof-object? (lambda (object) object)
         (lambda (object) (generator)) (generator) arguments))

;;> (make-accumulator combine start finish): an accumulator that combines each
;;> object with the result so far, which comes last, and returns what `finish`
;;> makes of it. SRFI 158.
;;> Example: (let ((a (make-accumulator * 1 -))) (a 2) (a 3) (a (eof-object))) => -6
(define (make-accumulator combine start finish)
  (let ((result start))
    (lambda (object)
      (if (eof-object? object)
          (finish result)
          (set! result (combine object result))))))

;;> (count-accumulator): an accumulator that returns how many objects it took.
;;> SRFI 158.
;;> Example: (let ((a (count-accumulator))) (a 'x) (a 'y) (a (eof-object))) => 2
(define (count-accumulator)
  (make-accumulator (lambda (object count) (+ count 1)) 0 values))

;;> (list-accumulator): an accumulator that returns a list. SRFI 158.
;;> Example: (let ((a (list-accumulator))) (a 1) (a 2) (a (eof-object))) => (1 2)
(define (list-accumulator) (make-accumulator cons '() reverse))

;;> (reverse-list-accumulator): one that returns a list with the last object
;;> first. SRFI 158.
;;> Example: (let ((a (reverse-list-accumulator))) (a 1) (a 2) (a (eof-object))) => (2 1)
(define (reverse-list-accumulator) (make-accumulator cons '() values))

;;> (vector-accumulator): one that returns a vector. SRFI 158.
;;> Example: (let ((a (vector-accumulator))) (a 1) (a 2) (a (eof-object))) => #(1 2)
(define (vector-accumulator)
  (make-accumulator cons '()
                    (lambda (objects) (list->vector (reverse objects)))))

;;> (reverse-vector-accumulator): one that returns a vector with the last object
;;> first. SRFI 158.
;;> Example: (let ((a (reverse-vector-accumulator))) (a 1) (a 2) (a (eof-object))) => #(2 1)
(define (reverse-vector-accumulator)
  (make-accumulator cons '() list->vector))

;;> (vector-accumulator! vector at): one that puts the objects into the vector,
;;> from index `at` on, and returns it. Raises type, range, frozen. SRFI 158.
;;> Example: (let ((a (vector-accumulator! (vector 0 0 0) 1))) (a 7) (a (eof-object))) => #(0 7 0)
(define (vector-accumulator! vector at)
  (lambda (object)
    (if (eof-object? object)
        vector
        (begin
          (vector-set! vector at object)
          (set! at (+ at 1))))))

;;> (string-accumulator): one that takes characters and returns a string. SRFI
;;> 158.
;;> Example: (let ((a (string-accumulator))) (a #\a) (a #\b) (a (eof-object))) => "ab"
(define (string-accumulator)
  (make-accumulator cons '()
                    (lambda (chars) (list->string (reverse chars)))))

;;> (bytevector-accumulator): one that takes bytes and returns a bytevector.
;;> SRFI 158.
;;> Example: (let ((a (bytevector-accumulator))) (a 1) (a 2) (a (eof-object))) => #u8(1 2)
(define (bytevector-accumulator)
  (make-accumulator cons '()
                    (lambda (bytes) (apply bytevector (reverse bytes)))))

;;> (bytevector-accumulator! bytevector at): one that puts the bytes into the
;;> bytevector, from index `at` on, and returns it. Raises type, range, frozen.
;;> SRFI 158.
;;> Example: (let ((a (bytevector-accumulator! (bytevector 0 0) 1))) (a 7) (a (eof-object))) => #u8(0 7)
(define (bytevector-accumulator! bytevector at)
  (lambda (object)
    (if (eof-object? object)
        bytevector
        (begin
          (bytevector-u8-set! bytevector at object)
          (set! at (+ at 1))))))

;;> (sum-accumulator): one that takes numbers and returns their sum. SRFI 158.
;;> Example: (let ((a (sum-accumulator))) (a 1) (a 2) (a (eof-object))) => 3
(define (sum-accumulator) (make-accumulator + 0 values))

;;> (product-accumulator): one that takes numbers and returns their product.
;;> SRFI 158.
;;> Example: (let ((a (product-accumulator))) (a 3) (a 2) (a (eof-object))) => 6
(define (product-accumulator) (make-accumulator * 1 values))
