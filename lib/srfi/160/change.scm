;;; Changing vectors of numbers, and turning them into others.

;;> (@vector-swap! vector i j): swaps two elements. Raises type, range, frozen.
;;> SRFI 160.
;;> Example: (let ((v (s16vector 1 2 3))) (s16vector-swap! v 0 2) (s16vector->list v)) => (3 2 1)
(define (@vector-swap! vector i j)
  (%check vector "-swap!")
  (let ((number (@vector-ref vector i)))
    (@vector-set! vector i (@vector-ref vector j))
    (@vector-set! vector j number)))

;;> (@vector-fill! vector number [start [end]]): makes all elements of the range
;;> the number. Raises type, range, frozen. SRFI 160.
;;> Example: (let ((v (s16vector 1 2 3))) (s16vector-fill! v 0 1) (s16vector->list v)) => (1 0 0)
(define (@vector-fill! vector number . range)
  (%with-range vector range "-fill!"
               (lambda (start end)
                 (do ((index start (+ index 1)))
                     ((= index end))
                   (@vector-set! vector index number)))))

;;> (@vector-reverse! vector [start [end]]): puts the elements of the range in
;;> reverse order. Raises type, range, frozen. SRFI 160.
;;> Example: (let ((v (s16vector 1 2 3))) (s16vector-reverse! v) (s16vector->list v)) => (3 2 1)
(define (@vector-reverse! vector . range)
  (%with-range vector range "-reverse!"
               (lambda (start end)
                 (do ((left start (+ left 1)) (right (- end 1) (- right 1)))
                     ((>= left right))
                   (@vector-swap! vector left right)))))

(define (%check-room to at count after)
  (%check to after)
  (if (not (exact-integer? at))
      (%type-error (%who "" after) "an exact index" at))
  (if (not (<= 0 at (- (@vector-length to) count)))
      (%error-of-kind 'range (%who "" after)
                      (string-append "there is no room for "
                                     (number->string count)
                                     " elements there")
                      at to)))

;;> (@vector-copy! to at from [start [end]]): copies the range to the place.
;;> Raises type, range, frozen. SRFI 160.
;;> Example: (let ((v (s16vector 1 2 3))) (s16vector-copy! v 1 v 0 2) (s16vector->list v)) => (1 1 2)
(define (@vector-copy! to at from . range)
  (%with-range from range "-copy!"
               (lambda (start end)
                 (%check-room to at (- end start) "-copy!")
                 (%move! to at from start end))))

;;> (@vector-reverse-copy! to at from [start [end]]): the same in reverse order.
;;> Raises type, range, frozen. SRFI 160.
;;> Example: (let ((v (s16vector 1 2 3))) (s16vector-reverse-copy! v 0 v) (s16vector->list v)) => (3 2 1)
(define (@vector-reverse-copy! to at from . range)
  (%with-range from range "-reverse-copy!"
               (lambda (start end)
                 (%check-room to at (- end start) "-reverse-copy!")
                 (%move! to at (@vector-reverse-copy from start end)
                         0 (- end start)))))

;;> (@vector-unfold! element vector start end seed ...): puts what
;;> @vector-unfold would make into the range. Raises type, range, frozen. SRFI
;;> 160.
;;> Example: (let ((v (s16vector 0 0 0))) (s16vector-unfold! (lambda (i x) (values x (+ x 1))) v 1 3 5) (s16vector->list v)) => (0 5 6)
(define (@vector-unfold! element vector start end . seeds)
  (%with-range vector (list start end) "-unfold!"
               (lambda (start end)
                 (%unfold! element vector start end 1 seeds))))

;;> (@vector-unfold-right! element vector start end seed ...): the same from the
;;> last index. Raises type, range, frozen. SRFI 160.
;;> Example: (let ((v (s16vector 0 0 0))) (s16vector-unfold-right! (lambda (i x) (values x (+ x 1))) v 1 3 5) (s16vector->list v)) => (0 6 5)
(define (@vector-unfold-right! element vector start end . seeds)
  (%with-range vector (list start end) "-unfold-right!"
               (lambda (start end)
                 (%unfold! element vector (- end 1) (- start 1) -1 seeds))))

;;> (reverse-@vector->list vector [start [end]]): a list of the elements in
;;> reverse order. Raises type, range. SRFI 160.
;;> Example: (reverse-s16vector->list (s16vector 1 2 3)) => (3 2 1)
(define (reverse-@vector->list vector . range)
  (%with-range vector range "->list"
               (lambda (start end)
                 (reverse (@vector->list vector start end)))))

;;> (reverse-list->@vector list): a vector of the elements in reverse order.
;;> Raises type. SRFI 160.
;;> Example: (s16vector->list (reverse-list->s16vector '(1 2 3))) => (3 2 1)
(define (reverse-list->@vector list)
  (list->@vector
   (reverse (%require-list list (%who "reverse-list->" "")))))

;;> (@vector->vector vector [start [end]]): a usual vector of the elements.
;;> Raises type, range. SRFI 160.
;;> Example: (s16vector->vector (s16vector 1 2 3) 1) => #(2 3)
(define (@vector->vector vector . range)
  (%with-range vector range "->vector"
               (lambda (start end)
                 (list->vector (@vector->list vector start end)))))

;;> (vector->@vector vector [start [end]]): a vector of this kind of the
;;> elements. Raises type, range. SRFI 160.
;;> Example: (s16vector->list (vector->s16vector #(1 2 3) 1)) => (2 3)
(define (vector->@vector vector . range)
  (list->@vector (apply vector->list vector range)))

;;> (make-@vector-generator vector): a generator of the elements. Raises type.
;;> SRFI 160.
;;> Example: (let ((g (make-s16vector-generator (s16vector 5)))) (let* ((a (g)) (b (g))) (list a (eof-object? b)))) => (5 #t)
(define (make-@vector-generator vector)
  (%check vector "-generator")
  (let ((index 0))
    (lambda ()
      (if (< index (@vector-length vector))
          (let ((number (@vector-ref vector index)))
            (set! index (+ index 1))
            number)
          (eof-object)))))

;;> @vector-comparator: a comparator of these vectors: shorter ones come first;
;;> vectors of complex numbers have no order. SRFI 160.
;;> Example: ((comparator-ordering-predicate s16vector-comparator) (s16vector 3) (s16vector 1 2)) => #t
(define @vector-comparator
  (make-comparator
   @vector? %equal? %before?
   (lambda (vector)
     (let loop ((index 0) (code (@vector-length vector)))
       (if (= index (@vector-length vector))
           code
           (loop (+ index 1)
                 (modulo (+ (* 31 code)
                            (number-hash (@vector-ref vector index)))
                         33554432)))))))

;;> (write-@vector vector [port]): writes it as #s16(1 2). Raises type. SRFI
;;> 160.
;;> Example: (call-with-output-string (lambda (port) (write-s16vector (s16vector 1 -2) port))) => "#s16(1 -2)"
(define write-@vector
  (case-lambda
    ((vector) (write-@vector vector (current-output-port)))
    ((vector port)
     (if (not (@vector? vector))
         (%type-error (%who "write-" "") (string-append "a vector of " %kind)
                      vector))
     (write-string "#" port)
     (write-string %kind port)
     (write (@vector->list vector) port))))
