;;; Vectors of numbers of one kind: making them and going through them. What
;;; takes several vectors stops at the end of the shortest. In the names @
;;; stands for the kind; the examples are of s16.

;; The name of a procedure, of which the code knows what stands around the kind.
(define (%who before after)
  (string->symbol (string-append before %kind "vector" after)))

(define (%check vector after)
  (if (not (@vector? vector))
      (%type-error (%who "" after)
                   (string-append "a vector of " %kind) vector)))

(define (%check-all vectors after)
  (for-each (lambda (vector) (%check vector after)) vectors))

(define (%check-range start end length vector after)
  (if (not (and (exact-integer? start) (exact-integer? end)))
      (%type-error (%who "" after) "exact indices" (list start end)))
  (if (not (<= 0 start end length))
      (%error-of-kind 'range (%who "" after)
                      (string-append "range out of 0 to "
                                     (number->string length))
                      start end vector)))

;; Calls `result` with the checked start and end that the optional arguments
;; give.
(define (%with-range vector range after result)
  (%check vector after)
  (let* ((length (@vector-length vector))
         (start (if (pair? range) (car range) 0))
         (end (if (and (pair? range) (pair? (cdr range))) (cadr range) length)))
    (%check-range start end length vector after)
    (result start end)))

(define (%shortest vector rest)
  (let loop ((length (@vector-length vector)) (rest rest))
    (if (null? rest)
        length
        (loop (min length (@vector-length (car rest))) (cdr rest)))))

(define (%refs vectors index)
  (map (lambda (vector) (@vector-ref vector index)) vectors))

;; The vector of (element index) for the indices below the length.
(define (%tabulate length element)
  (let ((made (make-@vector length)))
    (let loop ((index 0))
      (if (< index length)
          (begin
            (@vector-set! made index (element index))
            (loop (+ index 1)))
          made))))

(define (%part vector start end)
  (%tabulate (- end start)
             (lambda (index) (@vector-ref vector (+ start index)))))

;;> (@vector-unfold element length seed ...): a vector of the first value of
;;> `element` for each index and the seeds, which are its other values. Raises
;;> type. SRFI 160.
;;> Example: (s16vector->list (s16vector-unfold (lambda (i x) (values x (* 2 x))) 4 1)) => (1 2 4 8)
(define (@vector-unfold element length . seeds)
  (let ((made (make-@vector length)))
    (%unfold! element made 0 length 1 seeds)
    made))

;;> (@vector-unfold-right element length seed ...): the same from the last
;;> index. Raises type. SRFI 160.
;;> Example: (s16vector->list (s16vector-unfold-right (lambda (i x) (values x (+ x 1))) 3 0)) => (2 1 0)
(define (@vector-unfold-right element length . seeds)
  (let ((made (make-@vector length)))
    (%unfold! element made (- length 1) -1 -1 seeds)
    made))

(define (%unfold! element vector start end step seeds)
  (let loop ((index start) (seeds seeds))
    (if (not (= index end))
        (call-with-values
         (lambda () (apply element index seeds))
         (lambda (number . seeds)
           (@vector-set! vector index number)
           (loop (+ index step) seeds))))))

;;> (@vector-copy vector [start [end]]): a new vector of the elements. Raises
;;> type, range. SRFI 160.
;;> Example: (s16vector->list (s16vector-copy (s16vector 1 2 3) 1)) => (2 3)
(define (@vector-copy vector . range)
  (%with-range vector range "-copy"
               (lambda (start end) (%part vector start end))))

;;> (@vector-reverse-copy vector [start [end]]): the same in reverse order.
;;> Raises type, range. SRFI 160.
;;> Example: (s16vector->list (s16vector-reverse-copy (s16vector 1 2 3))) => (3 2 1)
(define (@vector-reverse-copy vector . range)
  (%with-range vector range "-reverse-copy"
               (lambda (start end)
                 (%tabulate (- end start)
                            (lambda (index)
                              (@vector-ref vector (- end index 1)))))))

;;> (@vector-append vector ...): a vector of the elements of all. Raises type.
;;> SRFI 160.
;;> Example: (s16vector->list (s16vector-append (s16vector 1) (s16vector 2 3))) => (1 2 3)
(define (@vector-append . vectors)
  (%check-all vectors "-append")
  (%concatenate vectors))

(define (%concatenate vectors)
  (let ((made (make-@vector (apply + (map @vector-length vectors)))))
    (let loop ((rest vectors) (at 0))
      (if (null? rest)
          made
          (let ((length (@vector-length (car rest))))
            (%move! made at (car rest) 0 length)
            (loop (cdr rest) (+ at length)))))))

;; Copies elements between vectors that may be the same.
(define (%move! to at from start end)
  (if (< at start)
      (do ((index start (+ index 1)) (at at (+ at 1)))
          ((= index end))
        (@vector-set! to at (@vector-ref from index)))
      (do ((index (- end 1) (- index 1))
           (at (+ at (- end start 1)) (- at 1)))
          ((< index start))
        (@vector-set! to at (@vector-ref from index)))))

;;> (@vector-concatenate vectors): a vector of the elements of all in the list.
;;> Raises type. SRFI 160.
;;> Example: (s16vector->list (s16vector-concatenate (list (s16vector 1) (s16vector 2)))) => (1 2)
(define (@vector-concatenate vectors)
  (%check-all (%require-list vectors (%who "" "-concatenate")) "-concatenate")
  (%concatenate vectors))

;;> (@vector-append-subvectors vector start end ...): a vector of the elements
;;> of the ranges. Raises type, range. SRFI 160.
;;> Example: (s16vector->list (s16vector-append-subvectors (s16vector 1 2 3) 0 2 (s16vector 4 5) 1 2)) => (1 2 5)
(define (@vector-append-subvectors . arguments)
  (let loop ((rest arguments) (parts '()))
    (cond ((null? rest) (%concatenate (reverse parts)))
          ((or (null? (cdr rest)) (null? (cddr rest)))
           (%error-of-kind 'arity (%who "" "-append-subvectors")
                           "a vector without a start and an end" (car rest)))
          (else
           (%check (car rest) "-append-subvectors")
           (%check-range (cadr rest) (caddr rest) (@vector-length (car rest))
                         (car rest) "-append-subvectors")
           (loop (cdddr rest)
                 (cons (%part (car rest) (cadr rest) (caddr rest)) parts))))))

;;> (@vector-empty? vector): whether it has no elements. Raises type. SRFI 160.
;;> Example: (s16vector-empty? (s16vector)) => #t
(define (@vector-empty? vector)
  (%check vector "-empty?")
  (= (@vector-length vector) 0))

;;> (@vector= vector ...): whether all have the same length and equal elements,
;;> by =. Raises type. SRFI 160.
;;> Example: (s16vector= (s16vector 1 2) (s16vector 1 2)) => #t
(define (@vector= . vectors)
  (%check-all vectors "=")
  (or (null? vectors)
      (let loop ((first (car vectors)) (rest (cdr vectors)))
        (or (null? rest)
            (and (%equal? first (car rest)) (loop (car rest) (cdr rest)))))))

(define (%equal? left right)
  (let ((length (@vector-length left)))
    (and (= length (@vector-length right))
         (let loop ((index 0))
           (or (= index length)
               (and (= (@vector-ref left index) (@vector-ref right index))
                    (loop (+ index 1))))))))

(define (%check-count vector n after)
  (%check vector after)
  (if (not (exact-integer? n)) (%type-error (%who "" after) "a count" n))
  (if (not (<= 0 n (@vector-length vector)))
      (%error-of-kind 'range (%who "" after)
                      (string-append "out of range, 0 to "
                                     (number->string (@vector-length vector))
                                     " are valid")
                      n vector)))

;;> (@vector-take vector n): a vector of the first n elements. Raises type,
;;> range. SRFI 160.
;;> Example: (s16vector->list (s16vector-take (s16vector 1 2 3) 2)) => (1 2)
(define (@vector-take vector n)
  (%check-count vector n "-take")
  (%part vector 0 n))

;;> (@vector-take-right vector n): one of the last n. Raises type, range. SRFI
;;> 160.
;;> Example: (s16vector->list (s16vector-take-right (s16vector 1 2 3) 2)) => (2 3)
(define (@vector-take-right vector n)
  (%check-count vector n "-take-right")
  (let ((length (@vector-length vector))) (%part vector (- length n) length)))

;;> (@vector-drop vector n): one without the first n. Raises type, range. SRFI
;;> 160.
;;> Example: (s16vector->list (s16vector-drop (s16vector 1 2 3) 2)) => (3)
(define (@vector-drop vector n)
  (%check-count vector n "-drop")
  (%part vector n (@vector-length vector)))

;;> (@vector-drop-right vector n): one without the last n. Raises type, range.
;;> SRFI 160.
;;> Example: (s16vector->list (s16vector-drop-right (s16vector 1 2 3) 2)) => (1)
(define (@vector-drop-right vector n)
  (%check-count vector n "-drop-right")
  (%part vector 0 (- (@vector-length vector) n)))

;;> (@vector-segment vector n): a list of vectors of n elements each, but for
;;> the last, which may have fewer. Raises type. SRFI 160.
;;> Example: (map s16vector->list (s16vector-segment (s16vector 1 2 3) 2)) => ((1 2) (3))
(define (@vector-segment vector n)
  (%check vector "-segment")
  (if (not (and (exact-integer? n) (> n 0)))
      (%type-error (%who "" "-segment") "a positive count" n))
  (let ((length (@vector-length vector)))
    (let loop ((start 0) (parts '()))
      (if (>= start length)
          (reverse parts)
          (loop (+ start n)
                (cons (%part vector start (min length (+ start n)))
                      parts))))))

;;> (@vector-fold combine start vector1 vector2 ...): combines the result so
;;> far, which comes first, with the elements. Raises type. SRFI 160.
;;> Example: (s16vector-fold (lambda (n x) (+ (* 10 n) x)) 0 (s16vector 1 2 3)) => 123
(define (@vector-fold combine start vector . rest)
  (%check-all (cons vector rest) "-fold")
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0) (result start))
      (if (= index length)
          result
          (loop (+ index 1) (apply combine result (%refs vectors index)))))))

;;> (@vector-fold-right combine start vector1 vector2 ...): the same from the
;;> last. Raises type. SRFI 160.
;;> Example: (s16vector-fold-right (lambda (tail x) (cons x tail)) '() (s16vector 1 2)) => (1 2)
(define (@vector-fold-right combine start vector . rest)
  (%check-all (cons vector rest) "-fold-right")
  (let ((vectors (cons vector rest)))
    (let loop ((index (- (%shortest vector rest) 1)) (result start))
      (if (< index 0)
          result
          (loop (- index 1) (apply combine result (%refs vectors index)))))))

;;> (@vector-map procedure vector1 vector2 ...): a vector of what the procedure
;;> returns for the elements. Raises type. SRFI 160.
;;> Example: (s16vector->list (s16vector-map - (s16vector 1 2))) => (-1 -2)
(define (@vector-map procedure vector . rest)
  (%check-all (cons vector rest) "-map")
  (let ((vectors (cons vector rest)))
    (%tabulate (%shortest vector rest)
               (lambda (index) (apply procedure (%refs vectors index))))))

;;> (@vector-map! procedure vector1 vector2 ...): puts the results into the
;;> first vector. Raises type, frozen. SRFI 160.
;;> Example: (let ((v (s16vector 1 2))) (s16vector-map! - v) (s16vector->list v)) => (-1 -2)
(define (@vector-map! procedure vector . rest)
  (%check-all (cons vector rest) "-map!")
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (do ((index 0 (+ index 1)))
        ((= index length))
      (@vector-set! vector index (apply procedure (%refs vectors index))))))

;;> (@vector-for-each procedure vector1 vector2 ...): calls the procedure with
;;> the elements. Raises type. SRFI 160.
;;> Example: (let ((sum 0)) (s16vector-for-each (lambda (x) (set! sum (+ sum x))) (s16vector 1 2)) sum) => 3
(define (@vector-for-each procedure vector . rest)
  (%check-all (cons vector rest) "-for-each")
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (do ((index 0 (+ index 1)))
        ((= index length))
      (apply procedure (%refs vectors index)))))

;;> (@vector-count test vector1 vector2 ...): how often the test passes. Raises
;;> type. SRFI 160.
;;> Example: (s16vector-count even? (s16vector 1 2 4)) => 2
(define (@vector-count test vector . rest)
  (%check-all (cons vector rest) "-count")
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0) (passed 0))
      (if (= index length)
          passed
          (loop (+ index 1)
                (if (apply test (%refs vectors index))
                    (+ passed 1)
                    passed))))))

;;> (@vector-cumulate combine start vector): a vector of all results of a fold.
;;> Raises type. SRFI 160.
;;> Example: (s16vector->list (s16vector-cumulate + 0 (s16vector 1 2 3))) => (1 3 6)
(define (@vector-cumulate combine start vector)
  (%check vector "-cumulate")
  (let ((result start))
    (%tabulate (@vector-length vector)
               (lambda (index)
                 (set! result (combine result (@vector-ref vector index)))
                 result))))
