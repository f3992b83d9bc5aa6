;;; Hash functions, comparators over the equivalences, and the default
;;; comparator.
;;;
;;; The default order goes by type first: (), pairs, booleans, characters,
;;; strings, symbols, numbers, vectors, bytevectors, then the registered types,
;;; then the rest.

;;> (make-eq-comparator): a comparator of any objects by eq?, without an order.
;;> SRFI 128.
;;> Example: (=? (make-eq-comparator) 'a 'a) => #t
(define (make-eq-comparator) (make-comparator #t eq? #f hash))

;;> (make-eqv-comparator): the same by eqv?. SRFI 128.
;;> Example: (=? (make-eqv-comparator) 1.5 1.5) => #t
(define (make-eqv-comparator) (make-comparator #t eqv? #f hash))

;;> (make-equal-comparator): the same by equal?. SRFI 128.
;;> Example: (=? (make-equal-comparator) '(1) (list 1)) => #t
(define (make-equal-comparator) (make-comparator #t equal? #f hash))

;; The hash functions take a bound too, as those of SRFI 69 and 125 do; without
;; one, results are below (hash-bound). `default-hash` gives the same.
(define (%bounded object bound)
  (hash object (if (null? bound) (hash-bound) (car bound))))

;;> (boolean-hash boolean [bound]): its hash. SRFI 128.
;;> Example: (= (boolean-hash #t) (boolean-hash #f)) => #f
(define (boolean-hash boolean . bound) (%bounded boolean bound))

;;> (char-hash char [bound]): its hash. Raises type. SRFI 128.
;;> Example: (= (char-hash #\a) (default-hash #\a)) => #t
(define (char-hash char . bound) (%bounded (char->integer char) bound))

;;> (char-ci-hash char [bound]): the same for letters that differ in case only.
;;> Raises type. SRFI 128.
;;> Example: (= (char-ci-hash #\a) (char-ci-hash #\A)) => #t
(define (char-ci-hash char . bound)
  (apply char-hash (char-foldcase char) bound))

;;> (string-ci-hash string [bound]): the same for strings that differ in case
;;> only. Raises type. SRFI 128.
;;> Example: (= (string-ci-hash "ab") (string-ci-hash "AB")) => #t
(define (string-ci-hash string . bound)
  (apply string-hash (string-foldcase string) bound))

;;> (symbol-hash symbol [bound]): its hash. Raises type. SRFI 128.
;;> Example: (= (symbol-hash 'a) (default-hash 'a)) => #t
(define (symbol-hash symbol . bound)
  (apply string-hash (symbol->string symbol) bound))

;;> (number-hash number [bound]): its hash, the same for numbers that are equal
;;> by =. Raises type. SRFI 128.
;;> Example: (= (number-hash 2) (number-hash 2.0)) => #t
(define (number-hash number . bound)
  (%bounded (if (and (inexact? number) (finite? number))
                (exact number)
                number)
            bound))

;; Variables that are assigned belong to the process that assigned them.
(define %registered '())

;;> (comparator-register-default! comparator): extends the default comparators
;;> of this process by one for another type. SRFI 128.
;;> Example: (begin (comparator-register-default! (make-comparator procedure? eq? (lambda (a b) #f) (lambda (p) 7))) (default-hash car)) => 7
(define (comparator-register-default! comparator)
  (set! %registered (append %registered (list comparator))))

(define (%registered-for object)
  (let loop ((rest %registered))
    (cond ((null? rest) #f)
          ((comparator-test-type (car rest) object) (car rest))
          (else (loop (cdr rest))))))

;; The place of the type of an object in the order.
(define (%rank object)
  (cond ((null? object) 0)
        ((pair? object) 1)
        ((boolean? object) 2)
        ((char? object) 3)
        ((string? object) 4)
        ((symbol? object) 5)
        ((number? object) 6)
        ((vector? object) 7)
        ((bytevector? object) 8)
        (else
         (let loop ((rest %registered) (rank 9))
           (cond ((null? rest) rank)
                 ((comparator-test-type (car rest) object) rank)
                 (else (loop (cdr rest) (+ rank 1))))))))

;; Pairs and vectors that are compared before it is remembered which were.
(define %compared-max 4096)

;; What was compared before is taken to be the same: if it is not, the whole is
;; not either. So it ends for circular data.
(define (%default=? a b)
  (let ((left %compared-max) (compared #f))
    (define (compared-before? a b)
      (set! left (- left 1))
      (if (= left 0) (set! compared (make-hash-table eq?)))
      (and compared (%noted? compared a b)))
    (let same? ((a a) (b b))
      (let ((rank (%rank a)))
        (and (= rank (%rank b))
             (case rank
               ((1)
                (or (compared-before? a b)
                    (and (same? (car a) (car b)) (same? (cdr a) (cdr b)))))
               ((7)
                (or (compared-before? a b)
                    (let ((length (vector-length a)))
                      (and (= length (vector-length b))
                           (let loop ((index 0))
                             (or (= index length)
                                 (and (same? (vector-ref a index)
                                             (vector-ref b index))
                                      (loop (+ index 1)))))))))
               (else (%leaf=? rank a b))))))))

;; Whether the table has b for a; it has afterwards. What it has for an object
;; is another one, or a table of several.
(define (%noted? table a b)
  (let ((others (hash-table-ref/default table a #f)))
    (cond ((not others) (hash-table-set! table a b) #f)
          ((hash-table? others)
           (or (hash-table-contains? others b)
               (begin (hash-table-set! others b #t) #f)))
          ((eq? others b) #t)
          (else
           (let ((several (make-hash-table eq?)))
             (hash-table-set! several others #t)
             (hash-table-set! several b #t)
             (hash-table-set! table a several)
             #f)))))

(define (%leaf=? rank a b)
  (case rank
    ((0) #t)
    ((2 3 5) (eqv? a b))
    ((4) (string=? a b))
    ((6) (= a b))
    ((8) (equal? a b))
    (else
     (let ((comparator (%registered-for a)))
       (if comparator (=? comparator a b) (equal? a b))))))

(define (%default<? a b)
  (let ((left (%rank a)) (right (%rank b)))
    (if (not (= left right))
        (< left right)
        (case left
          ((0) #f)
          ((1)
           (if (%default=? (car a) (car b))
               (%default<? (cdr a) (cdr b))
               (%default<? (car a) (car b))))
          ((2) (and (not a) b))
          ((3) (char<? a b))
          ((4) (string<? a b))
          ((5) (symbol<? a b))
          ((6) (%number<? a b))
          ((7) (<? %vectors a b))
          ((8) (<? %bytevectors a b))
          (else
           (let ((comparator (%registered-for a)))
             (if comparator
                 (<? comparator a b)
                 (< (hash a) (hash b)))))))))

;; By the real part and then by the imaginary part. NaN comes before all other
;; numbers.
(define (%number<? a b)
  (if (and (real? a) (real? b))
      (%real<? a b)
      (or (%real<? (real-part a) (real-part b))
          (and (= (real-part a) (real-part b))
               (%real<? (imag-part a) (imag-part b))))))

(define (%real<? a b)
  (cond ((nan? a) (not (nan? b)))
        ((nan? b) #f)
        (else (< a b))))

;; Objects in pairs and vectors that `default-hash` looks at, so that it ends
;; for circular data too.
(define %looks-max 256)

;;> (default-hash object): the hash of the default comparator. Of large or
;;> circular data it looks at the beginning. SRFI 128.
;;> Example: (= (default-hash '(1 "a")) (default-hash (list 1.0 "a"))) => #t
(define (default-hash object)
  (let ((left %looks-max))
    (let hash-of ((object object))
      (set! left (- left 1))
      (cond ((pair? object)
             (let loop ((rest object) (result 5381))
               (cond ((<= left 0) result)
                     ((pair? rest)
                      (loop (cdr rest) (%mix result (hash-of (car rest)))))
                     (else (%mix result (hash-of rest))))))
            ((vector? object)
             (let ((length (vector-length object)))
               (let loop ((index 0) (result length))
                 (if (or (<= left 0) (= index length))
                     result
                     (loop (+ index 1)
                           (%mix result
                                 (hash-of (vector-ref object index))))))))
            (else (%leaf-hash object))))))

(define (%leaf-hash object)
  (cond ((number? object) (number-hash object))
        ((symbol? object) (symbol-hash object))
        ((string? object) (string-hash object))
        ((char? object) (char-hash object))
        ((or (boolean? object) (null? object) (bytevector? object))
         (hash object (hash-bound)))
        (else
         (let ((comparator (%registered-for object)))
           (if comparator
               (comparator-hash comparator object)
               (hash object (hash-bound)))))))

(define %default
  (make-comparator (lambda (object) #t)
                   (lambda (a b) (%default=? a b))
                   (lambda (a b) (%default<? a b))
                   (lambda (object) (default-hash object))))

(define %vectors (make-vector-comparator %default))

(define %bytevectors
  (make-vector-comparator (make-comparator exact-integer? = < #f)
                          bytevector? bytevector-length bytevector-u8-ref))

;;> (make-default-comparator): a comparator of any objects: numbers by =, other
;;> data by their structure, objects of registered types by their comparators.
;;> SRFI 128.
;;> Example: (<? (make-default-comparator) '() '(1) #t #\a "a" 'a 1 #(1)) => #t
(define (make-default-comparator) %default)
