;;; Fields, which are the bits from `start` to below `end`, and sequences of
;;; booleans with the lowest bit first.

(define (%mask length) (- (arithmetic-shift 1 length) 1))

(define (%field-mask start end)
  (arithmetic-shift (%mask (- end start)) start))

;;> (bit-field i start end): the field as an integer. Raises type. SRFI 151.
;;> Example: (bit-field 214 2 6) => 5
(define (bit-field i start end)
  (bitwise-and (arithmetic-shift i (- start)) (%mask (- end start))))

;;> (bit-field-any? i start end): whether the field has a one. Raises type. SRFI
;;> 151.
;;> Example: (bit-field-any? 25 1 3) => #f
(define (bit-field-any? i start end) (not (= (bit-field i start end) 0)))

;;> (bit-field-every? i start end): whether the field has ones only. Raises
;;> type. SRFI 151.
;;> Example: (bit-field-every? 30 1 5) => #t
(define (bit-field-every? i start end)
  (= (bit-field i start end) (%mask (- end start))))

;;> (bit-field-clear i start end): i with zeros in the field. Raises type. SRFI
;;> 151.
;;> Example: (bit-field-clear 42 1 4) => 32
(define (bit-field-clear i start end)
  (bitwise-andc2 i (%field-mask start end)))

;;> (bit-field-set i start end): i with ones in the field. Raises type. SRFI
;;> 151.
;;> Example: (bit-field-set 42 1 4) => 46
(define (bit-field-set i start end)
  (bitwise-ior i (%field-mask start end)))

;;> (bit-field-replace to from start end): `to` with the lowest bits of `from`
;;> in the field. Raises type. SRFI 151.
;;> Example: (bit-field-replace 6 1 0 1) => 7
(define (bit-field-replace to from start end)
  (bitwise-if (%field-mask start end) (arithmetic-shift from start) to))

;;> (bit-field-replace-same to from start end): `to` with the field of `from`.
;;> Raises type. SRFI 151.
;;> Example: (bit-field-replace-same 15 0 1 3) => 9
(define (bit-field-replace-same to from start end)
  (bitwise-if (%field-mask start end) from to))

;;> (bit-field-rotate i count start end): i with its field rotated by the count
;;> towards higher bits. Raises type. SRFI 151.
;;> Example: (bit-field-rotate 6 1 0 4) => 12
(define (bit-field-rotate i count start end)
  (let ((width (- end start)))
    (if (= width 0)
        i
        (let ((count (modulo count width)) (field (bit-field i start end)))
          (bit-field-replace
           i
           (bitwise-ior (arithmetic-shift field count)
                        (arithmetic-shift field (- count width)))
           start end)))))

;;> (bit-field-reverse i start end): i with the bits of its field in reverse
;;> order. Raises type. SRFI 151.
;;> Example: (bit-field-reverse 167 0 8) => 229
(define (bit-field-reverse i start end)
  (let loop ((left (bit-field i start end)) (width (- end start)) (result 0))
    (if (= width 0)
        (bit-field-replace i result start end)
        (loop (arithmetic-shift left -1) (- width 1)
              (bitwise-ior (arithmetic-shift result 1) (bitwise-and left 1))))))

;;> (bits->list i [length]): its bits as booleans, up to the highest one, or so
;;> many. Raises type. SRFI 151.
;;> Example: (bits->list 6) => (#f #t #t)
(define bits->list
  (case-lambda
    ((i) (bits->list i (integer-length i)))
    ((i length)
     (let loop ((index (- length 1)) (result '()))
       (if (< index 0)
           result
           (loop (- index 1) (cons (bit-set? index i) result)))))))

;;> (bits->vector i [length]): the same as a vector. Raises type. SRFI 151.
;;> Example: (bits->vector 5 4) => #(#t #f #t #f)
(define (bits->vector i . length) (list->vector (apply bits->list i length)))

;;> (list->bits booleans): the integer with these bits. Raises type. SRFI 151.
;;> Example: (list->bits '(#f #t #t)) => 6
(define (list->bits booleans)
  (let loop ((rest (reverse booleans)) (result 0))
    (if (null? rest)
        result
        (loop (cdr rest) (+ (* 2 result) (if (car rest) 1 0))))))

;;> (vector->bits vector): the same for a vector. Raises type. SRFI 151.
;;> Example: (vector->bits #(#t #f #t)) => 5
(define (vector->bits vector) (list->bits (vector->list vector)))

;;> (bits boolean ...): the integer with these bits. SRFI 151.
;;> Example: (bits #t #t #f #t) => 11
(define (bits . booleans) (list->bits booleans))

;;> (bitwise-fold combine start i): combines each bit, a boolean, with the
;;> result so far, which comes last. Raises type. SRFI 151.
;;> Example: (bitwise-fold cons '() 6) => (#t #t #f)
(define (bitwise-fold combine start i)
  (let ((length (integer-length i)))
    (let loop ((index 0) (result start))
      (if (= index length)
          result
          (loop (+ index 1) (combine (bit-set? index i) result))))))

;;> (bitwise-for-each procedure i): calls the procedure with each bit. Raises
;;> type. SRFI 151.
;;> Example: (let ((n 0)) (bitwise-for-each (lambda (b) (if b (set! n (+ n 1)))) 11) n) => 3
(define (bitwise-for-each procedure i)
  (let ((length (integer-length i)))
    (let loop ((index 0))
      (if (< index length)
          (begin
            (procedure (bit-set? index i))
            (loop (+ index 1)))))))

;;> (bitwise-unfold stop? bit next seed): the integer with the bits of each seed
;;> until one stops. SRFI 151.
;;> Example: (bitwise-unfold (lambda (i) (= i 10)) even? (lambda (i) (+ i 1)) 0) => 341
(define (bitwise-unfold stop? bit next seed)
  (let loop ((seed seed) (bits '()))
    (if (stop? seed)
        (list->bits (reverse bits))
        (loop (next seed) (cons (if (bit seed) #t #f) bits)))))

;;> (make-bitwise-generator i): a generator of all bits of i, without an end.
;;> Raises type. SRFI 151.
;;> Example: (let ((g (make-bitwise-generator 2))) (let* ((a (g)) (b (g)) (c (g))) (list a b c))) => (#f #t #f)
(define (make-bitwise-generator i)
  (lambda ()
    (let ((bit (bit-set? 0 i)))
      (set! i (arithmetic-shift i -1))
      bit)))
