;;; Vectors: making them, going through them, searching them. What takes several
;;; vectors stops at the end of the shortest.

(define (%shortest vector rest)
  (let loop ((length (vector-length vector)) (rest rest))
    (if (null? rest)
        length
        (loop (min length (vector-length (car rest))) (cdr rest)))))

(define (%refs vectors index)
  (if (null? vectors)
      '()
      (cons (vector-ref (car vectors) index) (%refs (cdr vectors) index))))

;;> (vector-unfold element length seed ...): a vector of the first value of
;;> `element` for each index from 0 and the seeds, which are its other values.
;;> SRFI 133.
;;> Example: (vector-unfold (lambda (i x) (values x (* 2 x))) 4 1) => #(1 2 4 8)
(define (vector-unfold element length . seeds)
  (%unfold element 0 1 length seeds #f))

;;> (vector-unfold-right element length seed ...): the same from the last index
;;> to 0. SRFI 133.
;;> Example: (vector-unfold-right (lambda (i x) (values x (+ x 1))) 3 0) => #(2 1 0)
(define (vector-unfold-right element length . seeds)
  (%unfold element (- length 1) -1 length seeds #t))

;; Collects in a list, so that continuations of `element` may come back.
(define (%unfold element start step length seeds reversed)
  (let loop ((index start) (left length) (seeds seeds) (made '()))
    (if (<= left 0)
        (list->vector (if reversed made (reverse made)))
        (call-with-values
         (lambda () (apply element index seeds))
         (lambda (object . seeds)
           (loop (+ index step) (- left 1) seeds (cons object made)))))))

;;> (vector-reverse-copy vector [start [end]]): a new vector of the elements of
;;> the range in reverse order. Raises type, range. SRFI 133.
;;> Example: (vector-reverse-copy #(1 2 3 4) 1) => #(4 3 2)
(define (vector-reverse-copy vector . range)
  (list->vector (reverse (apply vector->list vector range))))

;;> (vector-concatenate vectors): the vectors of the list appended. Raises type.
;;> SRFI 133.
;;> Example: (vector-concatenate '(#(1) #(2 3))) => #(1 2 3)
(define (vector-concatenate vectors) (apply vector-append vectors))

;;> (vector-append-subvectors vector start end ...): the ranges appended. Raises
;;> type, range. SRFI 133.
;;> Example: (vector-append-subvectors #(1 2 3) 0 2 #(4 5) 1 2) => #(1 2 5)
(define (vector-append-subvectors . arguments)
  (let loop ((rest arguments) (parts '()))
    (if (null? rest)
        (vector-concatenate (reverse parts))
        (loop (cdddr rest)
              (cons (vector-copy (car rest) (cadr rest) (caddr rest)) parts)))))

;;> (vector-empty? vector): whether it has no elements. Raises type. SRFI 133.
;;> Example: (vector-empty? #()) => #t
(define (vector-empty? vector) (= (vector-length vector) 0))

;;> (vector= same? vector ...): whether all have the same length and elements
;;> that are the same. SRFI 133.
;;> Example: (vector= = #(1 2) #(1 2) #(1 2)) => #t
(define (vector= same? . vectors)
  (or (null? vectors)
      (let next ((left (car vectors)) (rest (cdr vectors)))
        (or (null? rest)
            (and (%vector=? same? left (car rest))
                 (next (car rest) (cdr rest)))))))

(define (%vector=? same? left right)
  (let ((length (vector-length left)))
    (and (= length (vector-length right))
         (let loop ((index 0))
           (or (= index length)
               (and (same? (vector-ref left index) (vector-ref right index))
                    (loop (+ index 1))))))))

;;> (vector-fold combine start vector1 vector2 ...): combines the result so far,
;;> which comes first, with the elements, from the first to the last. SRFI 133.
;;> Example: (vector-fold (lambda (n x) (+ (* 10 n) x)) 0 #(1 2 3)) => 123
(define vector-fold
  (case-lambda
    ((combine start vector)
     (let ((length (vector-length vector)))
       (let loop ((index 0) (result start))
         (if (= index length)
             result
             (loop (+ index 1) (combine result (vector-ref vector index)))))))
    ((combine start vector . rest)
     (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
       (let loop ((index 0) (result start))
         (if (= index length)
             result
             (loop (+ index 1)
                   (apply combine result (%refs vectors index)))))))))

;;> (vector-fold-right combine start vector1 vector2 ...): the same from the
;;> last. SRFI 133.
;;> Example: (vector-fold-right (lambda (tail x) (cons x tail)) '() #(1 2 3)) => (1 2 3)
(define (vector-fold-right combine start vector . rest)
  (let ((vectors (cons vector rest)))
    (let loop ((index (- (%shortest vector rest) 1)) (result start))
      (if (< index 0)
          result
          (loop (- index 1) (apply combine result (%refs vectors index)))))))

;;> (vector-count test vector1 vector2 ...): how often the test passes. SRFI
;;> 133.
;;> Example: (vector-count even? #(1 2 4)) => 2
(define (vector-count test vector . rest)
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0) (passed 0))
      (if (= index length)
          passed
          (loop (+ index 1)
                (if (apply test (%refs vectors index)) (+ passed 1) passed))))))

;;> (vector-cumulate combine start vector): the vector of all results of a fold.
;;> SRFI 133.
;;> Example: (vector-cumulate + 0 #(1 2 3)) => #(1 3 6)
(define (vector-cumulate combine start vector)
  (let ((length (vector-length vector)))
    (let loop ((index 0) (result start) (results '()))
      (if (= index length)
          (list->vector (reverse results))
          (let ((result (combine result (vector-ref vector index))))
            (loop (+ index 1) result (cons result results)))))))

;; The first index on the way whose elements pass, or #f.
(define (%search test vectors start step)
  (let ((length (%shortest (car vectors) (cdr vectors))))
    (let loop ((index start))
      (cond ((or (< index 0) (>= index length)) #f)
            ((apply test (%refs vectors index)) index)
            (else (loop (+ index step)))))))

;;> (vector-index test vector1 vector2 ...): the index of the first elements
;;> that pass, or #f. SRFI 133.
;;> Example: (vector-index even? #(1 3 4)) => 2
(define (vector-index test vector . rest)
  (%search test (cons vector rest) 0 1))

;;> (vector-index-right test vector1 vector2 ...): the same for the last. SRFI
;;> 133.
;;> Example: (vector-index-right odd? #(1 3 4)) => 1
(define (vector-index-right test vector . rest)
  (%search test (cons vector rest) (- (%shortest vector rest) 1) -1))

;;> (vector-skip test vector1 vector2 ...): the index of the first elements that
;;> do not pass, or #f. SRFI 133.
;;> Example: (vector-skip odd? #(1 3 4)) => 2
(define (vector-skip test vector . rest)
  (%search (lambda objects (not (apply test objects))) (cons vector rest) 0 1))

;;> (vector-skip-right test vector1 vector2 ...): the same for the last. SRFI
;;> 133.
;;> Example: (vector-skip-right even? #(1 3 4)) => 1
(define (vector-skip-right test vector . rest)
  (%search (lambda objects (not (apply test objects)))
           (cons vector rest) (- (%shortest vector rest) 1) -1))

;;> (vector-binary-search vector object compare [start [end]]): the index of an
;;> element for which (compare element object) is 0, or #f; the elements in the
;;> range for which it is negative come first, those for which it is positive
;;> last. SRFI 133.
;;> Example: (vector-binary-search #(1 3 5 7) 5 -) => 2
(define vector-binary-search
  (case-lambda
    ((vector object compare)
     (vector-binary-search vector object compare 0 (vector-length vector)))
    ((vector object compare start)
     (vector-binary-search vector object compare start (vector-length vector)))
    ((vector object compare start end)
     (let loop ((start start) (end end))
       (if (>= start end)
           #f
           (let* ((middle (quotient (+ start end) 2))
                  (order (compare (vector-ref vector middle) object)))
             (cond ((= order 0) middle)
                   ((< order 0) (loop (+ middle 1) end))
                   (else (loop start middle)))))))))

;;> (vector-any test vector1 vector2 ...): the first result that is not #f, or
;;> #f. SRFI 133.
;;> Example: (vector-any (lambda (x) (and (even? x) (* x x))) #(1 2 4)) => 4
(define (vector-any test vector . rest)
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0))
      (cond ((>= index length) #f)
            ((= (+ index 1) length) (apply test (%refs vectors index)))
            (else (or (apply test (%refs vectors index))
                      (loop (+ index 1))))))))

;;> (vector-every test vector1 vector2 ...): #f if one result is #f, else the
;;> last. SRFI 133.
;;> Example: (vector-every < #(1 2) #(2 3)) => #t
(define (vector-every test vector . rest)
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0))
      (cond ((>= index length) #t)
            ((= (+ index 1) length) (apply test (%refs vectors index)))
            (else (and (apply test (%refs vectors index))
                       (loop (+ index 1))))))))

;;> (vector-partition test vector): a vector of the elements that pass and then
;;> of those that do not; and how many pass. SRFI 133.
;;> Example: (call-with-values (lambda () (vector-partition even? #(1 2 3 4))) list) => (#(2 4 1 3) 2)
(define (vector-partition test vector)
  (let ((end (vector-length vector)))
    (let loop ((index 0) (kept '()) (others '()))
      (cond ((= index end)
             (values (list->vector (append (reverse kept) (reverse others)))
                     (length kept)))
            ((test (vector-ref vector index))
             (loop (+ index 1) (cons (vector-ref vector index) kept) others))
            (else
             (loop (+ index 1) kept
                   (cons (vector-ref vector index) others)))))))
