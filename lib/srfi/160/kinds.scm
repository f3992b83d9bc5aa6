;;; The kinds. In what follows @ stands for each of s8 s16 s32 s64 u8 u16 u32
;;; u64 f32 f64 c64 c128.

;;> (make-@vector length [fill]): a vector of so many elements, 0 or the given
;;> one. Raises type. SRFI 4, 160.
;;> Example: (s16vector->list (make-s16vector 2 -5)) => (-5 -5)
;;> (@vector number ...): a vector of the numbers. Raises type. SRFI 4, 160.
;;> Example: (f32vector->list (f32vector 1.5 -2)) => (1.5 -2.0)
;;> (@vector? object): whether it is a vector of that kind. SRFI 4, 160.
;;> Example: (map s16vector? (list (s16vector 1) (u16vector 1) #u8(1))) => (#t #f #f)
;;> (@vector-length vector): how many elements it has. Raises type. SRFI 4, 160.
;;> Example: (u32vector-length (u32vector 1 2 3)) => 3
;;> (@vector-ref vector index): the element at the index. Raises type, range.
;;> SRFI 4, 160.
;;> Example: (c64vector-ref (c64vector 1.5+2.5i) 0) => 1.5+2.5i
;;> (@vector-set! vector index number): puts the number there. Raises type,
;;> range, frozen. SRFI 4, 160.
;;> Example: (let ((v (s8vector 1 2))) (s8vector-set! v 0 -128) (s8vector->list v)) => (-128 2)
;;> (@vector->list vector [start [end]]): a list of the elements. Raises type,
;;> range. SRFI 4, 160.
;;> Example: (s16vector->list (s16vector 1 2 3) 1) => (2 3)
;;> (list->@vector list): a vector of the elements. Raises type. SRFI 4, 160.
;;> Example: (s16vector->list (list->s16vector '(1 2))) => (1 2)
;;> (@? object): whether it can be an element: an exact integer of so many bits;
;;> an inexact real number; an inexact number. SRFI 160.
;;> Example: (list (s8? 128) (u8? 128) (f32? 1.5) (f32? 1) (c64? 1.5)) => (#f #t #t #f #t)

;; Those of u8 are bytevectors.
(define make-u8vector
  (case-lambda
    ((length) (make-u8vector length 0))
    ((length fill)
     (%check-length length 'make-u8vector)
     (if (not (u8? fill))
         (%type-error 'make-u8vector "an exact integer from 0 to 255" fill))
     (make-bytevector length fill))))
(define (u8vector . bytes) (list->u8vector bytes))
(define (u8vector? object) (bytevector? object))
(define (%check-bytes object who)
  (if (not (bytevector? object)) (%type-error who "a u8vector" object)))
(define (u8vector-length vector)
  (%check-bytes vector 'u8vector-length)
  (bytevector-length vector))
(define (u8vector-ref vector index)
  (%check-bytes vector 'u8vector-ref)
  (%check-index index (bytevector-length vector) vector 'u8vector-ref)
  (bytevector-u8-ref vector index))
(define (u8vector-set! vector index byte)
  (%check-bytes vector 'u8vector-set!)
  (%check-index index (bytevector-length vector) vector 'u8vector-set!)
  (if (not (u8? byte))
      (%type-error 'u8vector-set! "an exact integer from 0 to 255" byte))
  (bytevector-u8-set! vector index byte))
(define u8vector->list
  (case-lambda
    ((vector) (u8vector->list vector 0))
    ((vector start)
     (%check-bytes vector 'u8vector->list)
     (u8vector->list vector start (bytevector-length vector)))
    ((vector start end)
     (%check-bytes vector 'u8vector->list)
     (%check-range start end (bytevector-length vector) vector
                   'u8vector->list)
     (let loop ((index (- end 1)) (list '()))
       (if (< index start)
           list
           (loop (- index 1)
                 (cons (bytevector-u8-ref vector index) list)))))))
(define (list->u8vector list)
  (%require-list list 'list->u8vector)
  (for-each
   (lambda (byte)
     (if (not (u8? byte))
         (%type-error 'list->u8vector "an exact integer from 0 to 255" byte)))
   list)
  (apply bytevector list))

(%define-kind <s8vector> "an s8vector" 1
  (%integer-get 4 1) (%integer-put 4 1) s8?
  "an exact integer from -128 to 127"
  make-s8vector s8vector s8vector? s8vector-length s8vector-ref
  s8vector-set! s8vector->list list->s8vector)

(%define-kind <u16vector> "a u16vector" 2
  (%integer-get 1 2) (%integer-put 1 2) u16?
  "an exact integer from 0 to 65535"
  make-u16vector u16vector u16vector? u16vector-length u16vector-ref
  u16vector-set! u16vector->list list->u16vector)

(%define-kind <s16vector> "an s16vector" 2
  (%integer-get 5 2) (%integer-put 5 2) s16?
  "an exact integer from -32768 to 32767"
  make-s16vector s16vector s16vector? s16vector-length s16vector-ref
  s16vector-set! s16vector->list list->s16vector)

(%define-kind <u32vector> "a u32vector" 4
  (%integer-get 2 4) (%integer-put 2 4) u32?
  "an exact integer from 0 to 4294967295"
  make-u32vector u32vector u32vector? u32vector-length u32vector-ref
  u32vector-set! u32vector->list list->u32vector)

(%define-kind <s32vector> "an s32vector" 4
  (%integer-get 6 4) (%integer-put 6 4) s32?
  "an exact integer from -2147483648 to 2147483647"
  make-s32vector s32vector s32vector? s32vector-length s32vector-ref
  s32vector-set! s32vector->list list->s32vector)

(%define-kind <u64vector> "a u64vector" 8
  (%integer-get 3 8) (%integer-put 3 8) u64?
  "an exact integer from 0 to 18446744073709551615"
  make-u64vector u64vector u64vector? u64vector-length u64vector-ref
  u64vector-set! u64vector->list list->u64vector)

(%define-kind <s64vector> "an s64vector" 8
  (%integer-get 7 8) (%integer-put 7 8) s64?
  "an exact integer from -9223372036854775808 to 9223372036854775807"
  make-s64vector s64vector s64vector? s64vector-length s64vector-ref
  s64vector-set! s64vector->list list->s64vector)

(%define-kind <f32vector> "an f32vector" 4
  (%integer-get 10 4) (%integer-put 10 4) real?
  "a real number"
  make-f32vector f32vector f32vector? f32vector-length f32vector-ref
  f32vector-set! f32vector->list list->f32vector)

(%define-kind <f64vector> "an f64vector" 8
  (%integer-get 11 8) (%integer-put 11 8) real?
  "a real number"
  make-f64vector f64vector f64vector? f64vector-length f64vector-ref
  f64vector-set! f64vector->list list->f64vector)

(%define-kind <c64vector> "a c64vector" 8
  (%complex-get 10 4) (%complex-put 10 4) number?
  "a number"
  make-c64vector c64vector c64vector? c64vector-length c64vector-ref
  c64vector-set! c64vector->list list->c64vector)

(%define-kind <c128vector> "a c128vector" 16
  (%complex-get 11 8) (%complex-put 11 8) number?
  "a number"
  make-c128vector c128vector c128vector? c128vector-length c128vector-ref
  c128vector-set! c128vector->list list->c128vector)

(define (u8? object) (%fits? object 0 255))
(define (s8? object) (%fits? object -128 127))
(define (u16? object) (%fits? object 0 65535))
(define (s16? object) (%fits? object -32768 32767))
(define (u32? object) (%fits? object 0 4294967295))
(define (s32? object) (%fits? object -2147483648 2147483647))
(define (u64? object) (%fits? object 0 18446744073709551615))
(define (s64? object)
  (%fits? object -9223372036854775808 9223372036854775807))
(define (f32? object) (and (real? object) (inexact? object)))
(define (f64? object) (and (real? object) (inexact? object)))
(define (c64? object) (and (number? object) (inexact? object)))
(define (c128? object) (and (number? object) (inexact? object)))
