;;; Comparators, and what is done with them.

;;> (comparator? object): whether it is a comparator. SRFI 128.
;;> Example: (comparator? (make-default-comparator)) => #t
;;> (comparator-type-test-predicate comparator): the predicate of the objects
;;> that it compares. SRFI 128.
;;> Example: ((comparator-type-test-predicate (make-comparator char? char=? char<? #f)) #\a) => #t
;;> (comparator-equality-predicate comparator): its equality. SRFI 128.
;;> Example: ((comparator-equality-predicate (make-comparator char? char=? char<? #f)) #\a #\b) => #f
;;> (comparator-ordered? comparator): whether it has an order. SRFI 128.
;;> Example: (comparator-ordered? (make-eq-comparator)) => #f
;;> (comparator-hashable? comparator): whether it has a hash function. SRFI 128.
;;> Example: (comparator-hashable? (make-eq-comparator)) => #t
(define-record-type comparator
  (%make-comparator type-test equality ordering hash)
  comparator?
  (type-test comparator-type-test-predicate)
  (equality comparator-equality-predicate)
  (ordering %ordering)
  (hash %hash))

;;> (make-comparator type-test equality ordering hash): a comparator of these
;;> procedures. The equality #t stands for that of the order; the order (less
;;> than) and the hash function may be #f. SRFI 128.
;;> Example: (<? (make-comparator number? = < #f) 1 2 3) => #t
(define (make-comparator type-test equality ordering hash)
  (%make-comparator
   (if (eq? type-test #t) (lambda (object) #t) type-test)
   (if (eq? equality #t)
       (lambda (a b) (and (not (ordering a b)) (not (ordering b a))))
       equality)
   ordering
   hash))

(define (comparator-ordered? comparator) (if (%ordering comparator) #t #f))

(define (comparator-hashable? comparator) (if (%hash comparator) #t #f))

;;> (comparator-ordering-predicate comparator): its order, a procedure that
;;> raises error if it has none. SRFI 128.
;;> Example: ((comparator-ordering-predicate (make-comparator char? char=? char<? #f)) #\a #\b) => #t
(define (comparator-ordering-predicate comparator)
  (or (%ordering comparator)
      (lambda (a b) (error "the comparator has no order" comparator))))

;;> (comparator-hash-function comparator): its hash function, a procedure that
;;> raises error if it has none. SRFI 128.
;;> Example: (exact-integer? ((comparator-hash-function (make-default-comparator)) 'a)) => #t
(define (comparator-hash-function comparator)
  (or (%hash comparator)
      (lambda (object)
        (error "the comparator has no hash function" comparator))))

;;> (comparator-test-type comparator object): whether it compares such objects.
;;> SRFI 128.
;;> Example: (comparator-test-type (make-comparator char? char=? #f #f) 5) => #f
(define (comparator-test-type comparator object)
  ((comparator-type-test-predicate comparator) object))

;;> (comparator-check-type comparator object): #t. Raises type if it does not
;;> compare such objects. SRFI 128.
;;> Example: (comparator-check-type (make-eq-comparator) 5) => #t
(define (comparator-check-type comparator object)
  (if (comparator-test-type comparator object)
      #t
      (%type-error 'comparator-check-type "an object of the comparator"
                   object)))

;;> (comparator-hash comparator object): the hash of the object. Raises error
;;> without a hash function. SRFI 128.
;;> Example: (let ((c (make-default-comparator))) (= (comparator-hash c "ab") (comparator-hash c (string #\a #\b)))) => #t
(define (comparator-hash comparator object)
  ((comparator-hash-function comparator) object))

;; Whether each object and the next pass.
(define (%chain test a b rest)
  (cond ((not (test a b)) #f)
        ((null? rest) #t)
        (else (%chain test b (car rest) (cdr rest)))))

;;> (=? comparator a b c ...): whether all are equal. SRFI 128.
;;> Example: (=? (make-default-comparator) '(1) '(1) '(1)) => #t
(define (=? comparator a b . rest)
  (%chain (comparator-equality-predicate comparator) a b rest))

;;> (<? comparator a b c ...): whether they ascend. Raises error without an
;;> order. SRFI 128.
;;> Example: (<? (make-default-comparator) "a" "b" "c") => #t
(define (<? comparator a b . rest)
  (%chain (comparator-ordering-predicate comparator) a b rest))

;;> (>? comparator a b c ...): whether they descend. Raises error without an
;;> order. SRFI 128.
;;> Example: (>? (make-default-comparator) 3 2 1) => #t
(define (>? comparator a b . rest)
  (let ((less? (comparator-ordering-predicate comparator)))
    (%chain (lambda (a b) (less? b a)) a b rest)))

;;> (<=? comparator a b c ...): whether they do not descend. Raises error
;;> without an order. SRFI 128.
;;> Example: (<=? (make-default-comparator) 1 1 2) => #t
(define (<=? comparator a b . rest)
  (let ((less? (comparator-ordering-predicate comparator)))
    (%chain (lambda (a b) (not (less? b a))) a b rest)))

;;> (>=? comparator a b c ...): whether they do not ascend. Raises error without
;;> an order. SRFI 128.
;;> Example: (>=? (make-default-comparator) 2 1 1) => #t
(define (>=? comparator a b . rest)
  (let ((less? (comparator-ordering-predicate comparator)))
    (%chain (lambda (a b) (not (less? a b))) a b rest)))

;;> (comparator-if<=> [comparator] a b less equal greater): the value of one of
;;> the three expressions, by the comparator (the default one). SRFI 128.
;;> Example: (comparator-if<=> 1 2 'less 'equal 'greater) => less
(define-syntax comparator-if<=>
  (syntax-rules ()
    ((_ a b less equal greater)
     (comparator-if<=> (make-default-comparator) a b less equal greater))
    ((_ comparator a b less equal greater)
     (let ((chosen comparator) (left a) (right b))
       (cond ((=? chosen left right) equal)
             ((<? chosen left right) less)
             (else greater))))))

;;> (hash-bound): hash functions should give less than this. SRFI 128.
;;> Example: (exact-integer? (hash-bound)) => #t
(define-syntax hash-bound
  (syntax-rules () ((_) 33554432)))

;;> (hash-salt): a number that hash functions may mix in. SRFI 128.
;;> Example: (exact-integer? (hash-salt)) => #t
(define-syntax hash-salt
  (syntax-rules () ((_) 16064047)))

(define (%mix left right) (modulo (+ (* 31 left) right) (hash-bound)))

;;> (make-pair-comparator car-comparator cdr-comparator): a comparator of pairs.
;;> SRFI 128.
;;> Example: (let ((c (make-default-comparator))) (<? (make-pair-comparator c c) '(1 . 2) '(1 . 3))) => #t
(define (make-pair-comparator first second)
  (make-comparator
   (lambda (object)
     (and (pair? object)
          (comparator-test-type first (car object))
          (comparator-test-type second (cdr object))))
   (lambda (a b)
     (and (=? first (car a) (car b)) (=? second (cdr a) (cdr b))))
   (and (comparator-ordered? first)
        (comparator-ordered? second)
        (lambda (a b)
          (if (=? first (car a) (car b))
              (<? second (cdr a) (cdr b))
              (<? first (car a) (car b)))))
   (and (comparator-hashable? first)
        (comparator-hashable? second)
        (lambda (pair)
          (%mix (comparator-hash first (car pair))
                (comparator-hash second (cdr pair)))))))

;;> (make-list-comparator comparator [type-test empty? head tail]): a comparator
;;> of lists, or of other sequences with such operations, from the first element
;;> on. SRFI 128.
;;> Example: (<? (make-list-comparator (make-default-comparator)) '(1 2) '(1 2 0)) => #t
(define make-list-comparator
  (case-lambda
    ((comparator) (make-list-comparator comparator list? null? car cdr))
    ((comparator type-test empty? head tail)
     (make-comparator
      (lambda (object)
        (and (type-test object)
             (let loop ((rest object))
               (or (empty? rest)
                   (and (comparator-test-type comparator (head rest))
                        (loop (tail rest)))))))
      (lambda (a b)
        (let loop ((a a) (b b))
          (cond ((empty? a) (empty? b))
                ((empty? b) #f)
                ((=? comparator (head a) (head b)) (loop (tail a) (tail b)))
                (else #f))))
      (and (comparator-ordered? comparator)
           (lambda (a b)
             (let loop ((a a) (b b))
               (cond ((empty? b) #f)
                     ((empty? a) #t)
                     ((=? comparator (head a) (head b))
                      (loop (tail a) (tail b)))
                     (else (<? comparator (head a) (head b)))))))
      (and (comparator-hashable? comparator)
           (lambda (object)
             (let loop ((rest object) (result 5381))
               (if (empty? rest)
                   result
                   (loop (tail rest)
                         (%mix
                          result
                          (comparator-hash comparator (head rest))))))))))))

;;> (make-vector-comparator comparator [type-test length ref]): a comparator of
;;> vectors, or of other sequences with such operations; shorter ones are less.
;;> SRFI 128.
;;> Example: (<? (make-vector-comparator (make-default-comparator)) #(2) #(1 1)) => #t
(define make-vector-comparator
  (case-lambda
    ((comparator)
     (make-vector-comparator comparator vector? vector-length vector-ref))
    ((comparator type-test length ref)
     (make-comparator
      (lambda (object)
        (and (type-test object)
             (let loop ((index (- (length object) 1)))
               (or (< index 0)
                   (and (comparator-test-type comparator (ref object index))
                        (loop (- index 1)))))))
      (lambda (a b)
        (and (= (length a) (length b))
             (let loop ((index (- (length a) 1)))
               (or (< index 0)
                   (and (=? comparator (ref a index) (ref b index))
                        (loop (- index 1)))))))
      (and (comparator-ordered? comparator)
           (lambda (a b)
             (let ((end (length a)))
               (if (= end (length b))
                   (let loop ((index 0))
                     (cond ((= index end) #f)
                           ((=? comparator (ref a index) (ref b index))
                            (loop (+ index 1)))
                           (else (<? comparator (ref a index) (ref b index)))))
                   (< end (length b))))))
      (and (comparator-hashable? comparator)
           (lambda (object)
             (let loop ((index (- (length object) 1)) (result 5381))
               (if (< index 0)
                   result
                   (loop (- index 1)
                         (%mix result
                               (comparator-hash comparator
                                                (ref object index))))))))))))
