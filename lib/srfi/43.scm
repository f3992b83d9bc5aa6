;;; The procedures here get the index and the elements at that index; of several
;;; vectors, the shortest counts. What is not here is in (srfi 133).

(define (%require-vectors procedure count vectors who)
  (%require-callback procedure (+ count (length vectors)) who)
  (for-each (lambda (object)
              (if (not (vector? object)) (%type-error who "a vector" object)))
            vectors))

(define (%shortest vectors)
  (let loop ((length (vector-length (car vectors))) (rest (cdr vectors)))
    (if (null? rest)
        length
        (loop (min length (vector-length (car rest))) (cdr rest)))))

(define (%refs vectors index)
  (map (lambda (vector) (vector-ref vector index)) vectors))

;;> (vector-copy vector [start [end [fill]]]): a new vector of the elements of
;;> the range; its end may be behind that of the vector, and what is not there
;;> is `fill`. Raises type, range. SRFI 43.
;;> Example: (vector-copy #(a b c d) 2 6 'x) => #(c d x x)
(define vector-copy
  (case-lambda
    ((vector) (vector-copy vector 0 (%length-of vector) #f))
    ((vector start) (vector-copy vector start (%length-of vector) #f))
    ((vector start end) (vector-copy vector start end #f))
    ((vector start end fill)
     (let ((length (%length-of vector)))
       (for-each (lambda (index)
                   (if (not (fixnum? index))
                       (%type-error 'vector-copy "an index" index)))
                 (list start end))
       (if (not (and (<= 0 start length) (<= start end)))
           (%error-of-kind 'range 'vector-copy "there is no such range"
                           start end vector))
       (if (<= end length)
           (%vector-copy vector start end)
           (let ((new (make-vector (- end start) fill)))
             (vector-copy! new 0 vector start)
             new))))))

(define (%length-of object)
  (if (vector? object)
      (vector-length object)
      (%type-error 'vector-copy "a vector" object)))

;;> (vector-fold combine start vector1 vector2 ...): combines index, result so
;;> far and elements, from the first to the last. Raises type, arity. SRFI 43.
;;> Example: (vector-fold (lambda (i sum x) (+ sum (* i x))) 0 #(5 6 7)) => 20
(define (vector-fold combine start vector . rest)
  (let ((vectors (cons vector rest)))
    (%require-vectors combine 2 vectors 'vector-fold)
    (let ((end (%shortest vectors)))
      (let loop ((index 0) (result start))
        (if (= index end)
            result
            (loop (+ index 1)
                  (apply combine index result (%refs vectors index))))))))

;;> (vector-fold-right combine start vector1 vector2 ...): the same from the
;;> last to the first. Raises type, arity. SRFI 43.
;;> Example: (vector-fold-right (lambda (i tail x) (cons (cons i x) tail)) '() #(a b)) => ((0 . a) (1 . b))
(define (vector-fold-right combine start vector . rest)
  (let ((vectors (cons vector rest)))
    (%require-vectors combine 2 vectors 'vector-fold-right)
    (let loop ((index (- (%shortest vectors) 1)) (result start))
      (if (< index 0)
          result
          (loop (- index 1)
                (apply combine index result (%refs vectors index)))))))

;;> (vector-map procedure vector1 vector2 ...): a new vector of what it returns
;;> for index and elements. Raises type, arity. SRFI 43.
;;> Example: (vector-map (lambda (i x) (* i x)) #(5 6 7)) => #(0 6 14)
(define (vector-map procedure vector . rest)
  (let ((vectors (cons vector rest)))
    (%require-vectors procedure 1 vectors 'vector-map)
    ;; Collects in a list, so that continuations may come back.
    (let ((end (%shortest vectors)))
      (let loop ((index 0) (made '()))
        (if (= index end)
            (list->vector (reverse made))
            (loop (+ index 1)
                  (cons (apply procedure index (%refs vectors index))
                        made)))))))

;;> (vector-map! procedure vector1 vector2 ...): puts that into the first
;;> vector. Raises type, arity, frozen. SRFI 43.
;;> Example: (let ((v (vector 5 6 7))) (vector-map! (lambda (i x) (+ i x)) v) v) => #(5 7 9)
(define (vector-map! procedure vector . rest)
  (let ((vectors (cons vector rest)))
    (%require-vectors procedure 1 vectors 'vector-map!)
    (let ((end (%shortest vectors)))
      (let loop ((index 0))
        (if (< index end)
            (let ((object (apply procedure index (%refs vectors index))))
              (vector-set! vector index object)
              (loop (+ index 1))))))))

;;> (vector-for-each procedure vector1 vector2 ...): calls it with index and
;;> elements, from the first to the last. Raises type, arity. SRFI 43.
;;> Example: (let ((seen '())) (vector-for-each (lambda (i x) (set! seen (cons (list i x) seen))) #(a b)) seen) => ((1 b) (0 a))
(define (vector-for-each procedure vector . rest)
  (let ((vectors (cons vector rest)))
    (%require-vectors procedure 1 vectors 'vector-for-each)
    (let ((end (%shortest vectors)))
      (let loop ((index 0))
        (if (< index end)
            (begin
              (apply procedure index (%refs vectors index))
              (loop (+ index 1))))))))

;;> (vector-count test vector1 vector2 ...): for how many indices the test,
;;> which gets index and elements, is true. Raises type, arity. SRFI 43.
;;> Example: (vector-count (lambda (i x) (= i x)) #(0 5 2)) => 2
(define (vector-count test vector . rest)
  (let ((vectors (cons vector rest)))
    (%require-vectors test 1 vectors 'vector-count)
    (let ((end (%shortest vectors)))
      (let loop ((index 0) (passed 0))
        (if (= index end)
            passed
            (loop (+ index 1)
                  (if (apply test index (%refs vectors index))
                      (+ passed 1)
                      passed)))))))
