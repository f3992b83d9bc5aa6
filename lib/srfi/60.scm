;;; A field is given by the positions of its lowest bit and of the one above it.
;;; What is not here is in (srfi 151).

(define (%require-integer object who)
  (if (not (exact-integer? object))
      (%type-error who "an exact integer" object)))

(define (%require-field start end who)
  (%require-integer start who)
  (%require-integer end who)
  (if (not (<= 0 start end))
      (%error-of-kind 'range who "there is no such field" start end)))

;;> (any-bits-set? n1 n2): whether both have 1 at any place. Raises type. SRFI
;;> 60.
;;> Example: (list (any-bits-set? 4 11) (any-bits-set? 4 7)) => (#f #t)
(define (any-bits-set? n1 n2)
  (%require-integer n1 'any-bits-set?)
  (%require-integer n2 'any-bits-set?)
  (any-bit-set? n1 n2))

;;> (logtest n1 n2): the same. SRFI 60.
;;> Example: (list (logtest 4 11) (logtest 4 7)) => (#f #t)
(define (logtest n1 n2)
  (%require-integer n1 'logtest)
  (%require-integer n2 'logtest)
  (any-bit-set? n1 n2))

;;> (copy-bit-field to from start end): `to` with the lowest bits of `from` in
;;> the field. Raises type, range. SRFI 60.
;;> Example: (copy-bit-field 874 -1 0 4) => 879
(define (copy-bit-field to from start end)
  (%require-integer to 'copy-bit-field)
  (%require-integer from 'copy-bit-field)
  (%require-field start end 'copy-bit-field)
  (bit-field-replace to from start end))

;;> (rotate-bit-field n count start end): n with the bits of the field moved up
;;> by the count; what leaves it comes in again below. Raises type, range. SRFI
;;> 60.
;;> Example: (rotate-bit-field 4 3 0 4) => 2
(define (rotate-bit-field n count start end)
  (%require-integer n 'rotate-bit-field)
  (%require-integer count 'rotate-bit-field)
  (%require-field start end 'rotate-bit-field)
  (bit-field-rotate n count start end))

;;> (reverse-bit-field n start end): n with the bits of the field in reverse
;;> order. Raises type, range. SRFI 60.
;;> Example: (reverse-bit-field 167 0 8) => 229
(define (reverse-bit-field n start end)
  (%require-integer n 'reverse-bit-field)
  (%require-field start end 'reverse-bit-field)
  (bit-field-reverse n start end))

;;> (integer->list k [length]): its bits as booleans, the highest first; as many
;;> of the lowest as `length` says, or all. Raises type, range. SRFI 60.
;;> Example: (list (integer->list 5) (integer->list 5 2)) => ((#t #f #t) (#f #t))
(define integer->list
  (case-lambda
    ((k)
     (%require-integer k 'integer->list)
     (if (< k 0)
         (%error-of-kind 'range 'integer->list
                         "a negative number has no highest bit" k))
     (%low-bits k (integer-length k)))
    ((k length)
     (%require-integer k 'integer->list)
     (%require-size length 'integer->list)
     (%low-bits k length))))

(define (%low-bits k length)
  (let loop ((index 0) (booleans '()))
    (if (= index length)
        booleans
        (loop (+ index 1) (cons (bit-set? index k) booleans)))))

;;> (list->integer booleans): the number with these bits, the highest first.
;;> Raises type. SRFI 60.
;;> Example: (list->integer '(#t #f #t)) => 5
(define (list->integer booleans)
  (let loop ((rest (%require-list booleans 'list->integer)) (number 0))
    (cond ((null? rest) number)
          ((boolean? (car rest))
           (loop (cdr rest) (+ number number (if (car rest) 1 0))))
          (else (%type-error 'list->integer "a boolean" (car rest))))))

;;> (booleans->integer boolean ...): the same of its arguments. Raises type.
;;> SRFI 60.
;;> Example: (booleans->integer #t #t #f) => 6
(define (booleans->integer . booleans)
  (for-each (lambda (object)
              (if (not (boolean? object))
                  (%type-error 'booleans->integer "a boolean" object)))
            booleans)
  (list->integer booleans))
