;;; Vectors of numbers of one kind: records around the bytes of their elements,
;;; in the order of the bytes that is the same on each machine. Those of u8 are
;;; bytevectors. In messages they are as other data: copies, or frozen.
;;;
;;; `equal?` compares the elements, and `write` shows #s16(1 -2): the machine
;;; knows the record types of this library by their names, <s16vector> and so
;;; on, and that they have one field, the bytes. The reader makes the same
;;; records of that syntax, frozen ones in programs.

(define (%check-length length who)
  (if (not (and (fixnum? length) (>= length 0)))
      (%type-error who "a length" length)))

(define (%check-index index length vector who)
  (if (not (exact-integer? index)) (%type-error who "an exact index" index))
  (if (not (< -1 index length))
      (%error-of-kind 'range who
                      (if (= length 0)
                          "index out of range, there are no elements"
                          (string-append "index out of range, 0 to "
                                         (number->string (- length 1))
                                         " are valid"))
                      index vector)))

(define (%check-range start end length vector who)
  (if (not (exact-integer? start)) (%type-error who "an exact index" start))
  (if (not (exact-integer? end)) (%type-error who "an exact index" end))
  (if (not (<= 0 start end length))
      (%error-of-kind 'range who
                      (string-append "range out of 0 to "
                                     (number->string length))
                      start end vector)))

;; An integer in `size` bytes: whether it fits.
(define (%fits? object least greatest)
  (and (exact-integer? object) (<= least object greatest)))

(define (%integer-get form size)
  (lambda (bytes index)
    (%primitive %bytevector-number bytes (* index size) form)))

(define (%integer-put form size)
  (lambda (bytes index number)
    (%primitive %bytevector-number-set! bytes (* index size) form number)))

;; A complex number is two flonums: the real part, and the imaginary one.
(define (%complex-get form size)
  (lambda (bytes index)
    (let ((at (* 2 index size)))
      (make-rectangular
       (%primitive %bytevector-number bytes at form)
       (%primitive %bytevector-number bytes (+ at size) form)))))

(define (%complex-put form size)
  (lambda (bytes index number)
    (let ((at (* 2 index size)))
      (%primitive %bytevector-number-set! bytes at form (real-part number))
      (%primitive %bytevector-number-set! bytes (+ at size) form
                  (imag-part number)))))

;; (%define-kind type size get put fits? expected names ...): a record type and
;; its procedures. `size` is the bytes of an element; `fits?` is what an element
;; must satisfy, and `expected` says it.
(define-syntax %define-kind
  (syntax-rules ()
    ((_ type what size get-element put-element fits? expected
        make vector vector? vector-length vector-ref vector-set!
        vector->list list->vector)
     (begin
       (define-record-type type (wrap bytes) vector? (bytes unwrap))
       (define get get-element)
       (define put put-element)
       (define (check-vector object who)
         (if (not (vector? object)) (%type-error who what object)))
       (define (check-element object who)
         (if (not (fits? object)) (%type-error who expected object)))
       (define (length-of vector)
         (quotient (bytevector-length (unwrap vector)) size))
       (define make
         (case-lambda
           ((length)
            (%check-length length 'make)
            (wrap (make-bytevector (* length size) 0)))
           ((length fill)
            (%check-length length 'make)
            (check-element fill 'make)
            (let ((bytes (make-bytevector (* length size) 0)))
              (let loop ((index 0))
                (if (< index length)
                    (begin (put bytes index fill) (loop (+ index 1)))))
              (wrap bytes)))))
       (define (vector . elements) (list->vector elements))
       (define (vector-length vector)
         (check-vector vector 'vector-length)
         (length-of vector))
       (define (vector-ref vector index)
         (check-vector vector 'vector-ref)
         (%check-index index (length-of vector) vector 'vector-ref)
         (get (unwrap vector) index))
       (define (vector-set! vector index object)
         (check-vector vector 'vector-set!)
         (%check-index index (length-of vector) vector 'vector-set!)
         (check-element object 'vector-set!)
         (put (unwrap vector) index object))
       (define vector->list
         (case-lambda
           ((vector)
            (check-vector vector 'vector->list)
            (vector->list vector 0 (length-of vector)))
           ((vector start)
            (check-vector vector 'vector->list)
            (vector->list vector start (length-of vector)))
           ((vector start end)
            (check-vector vector 'vector->list)
            (%check-range start end (length-of vector) vector 'vector->list)
            (let loop ((index (- end 1)) (list '()))
              (if (< index start)
                  list
                  (loop (- index 1)
                        (cons (get (unwrap vector) index) list)))))))
       (define (list->vector list)
         (%require-list list 'list->vector)
         (let ((bytes (make-bytevector (* size (length list)) 0)))
           (let loop ((index 0) (rest list))
             (if (null? rest)
                 (wrap bytes)
                 (begin
                   (check-element (car rest) 'list->vector)
                   (put bytes index (car rest))
                   (loop (+ index 1) (cdr rest)))))))))))
