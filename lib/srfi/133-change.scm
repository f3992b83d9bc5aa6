;;; Vectors: changing them, and lists in reverse order.

;;> (vector-map! procedure vector1 vector2 ...): puts the results for
;;> corresponding elements into the first vector. Raises type, frozen. SRFI 133.
;;> Example: (let ((v (vector 1 2 3))) (vector-map! square v) v) => #(1 4 9)
(define (vector-map! procedure vector . rest)
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0))
      (if (< index length)
          (begin
            (vector-set! vector index (apply procedure (%refs vectors index)))
            (loop (+ index 1)))))))

;;> (vector-swap! vector i j): exchanges two elements. Raises type, range,
;;> frozen. SRFI 133.
;;> Example: (let ((v (vector 1 2 3))) (vector-swap! v 0 2) v) => #(3 2 1)
(define (vector-swap! vector i j)
  (let ((object (vector-ref vector i)))
    (vector-set! vector i (vector-ref vector j))
    (vector-set! vector j object)))

;;> (vector-reverse! vector [start [end]]): puts the elements of the range in
;;> reverse order. Raises type, range, frozen. SRFI 133.
;;> Example: (let ((v (vector 1 2 3 4))) (vector-reverse! v 1) v) => #(1 4 3 2)
(define vector-reverse!
  (case-lambda
    ((vector) (vector-reverse! vector 0 (vector-length vector)))
    ((vector start) (vector-reverse! vector start (vector-length vector)))
    ((vector start end)
     (vector-copy! vector start (vector-reverse-copy vector start end)))))

;;> (vector-reverse-copy! to at from [start [end]]): copies the range of `from`
;;> in reverse order into `to`, from index `at` on. Raises type, range, frozen.
;;> SRFI 133.
;;> Example: (let ((v (vector 1 2 3 4))) (vector-reverse-copy! v 1 #(7 8)) v) => #(1 8 7 4)
(define (vector-reverse-copy! to at from . range)
  (vector-copy! to at (apply vector-reverse-copy from range)))

;;> (vector-unfold! element vector start end seed ...): puts what vector-unfold
;;> makes, for the indexes of the range, there. Raises type, range, frozen. SRFI
;;> 133.
;;> Example: (let ((v (vector 0 0 0 0))) (vector-unfold! (lambda (i x) (values (+ i x) (* 2 x))) v 1 3 10) v) => #(0 11 22 0)
(define (vector-unfold! element vector start end . seeds)
  (vector-copy! vector start
                (%unfold element start 1 (- end start) seeds #f)))

;;> (vector-unfold-right! element vector start end seed ...): the same from the
;;> last index to the first. Raises type, range, frozen. SRFI 133.
;;> Example: (let ((v (vector 0 0 0))) (vector-unfold-right! (lambda (i x) (values x (+ x 1))) v 1 3 5) v) => #(0 6 5)
(define (vector-unfold-right! element vector start end . seeds)
  (vector-copy! vector start
                (%unfold element (- end 1) -1 (- end start) seeds #t)))

;;> (reverse-vector->list vector [start [end]]): a list of the elements of the
;;> range in reverse order. Raises type, range. SRFI 133.
;;> Example: (reverse-vector->list #(1 2 3)) => (3 2 1)
(define (reverse-vector->list vector . range)
  (reverse (apply vector->list vector range)))

;;> (reverse-list->vector list): a vector of the elements in reverse order.
;;> Raises type. SRFI 133.
;;> Example: (reverse-list->vector '(1 2 3)) => #(3 2 1)
(define (reverse-list->vector list) (list->vector (reverse list)))
