;;; Tests of what all kinds of vectors of numbers have that are not complex: SRFI 4, and SRFI 160, which
;;; has the same names.
(define vectors '())
(define (check make of? vector? length-of ref set-element! ->list list-> low high)
  (define v (of? low high low))
  (test-assert (vector? v))
  (for-each (lambda (other) (test-assert (not (vector? other)))) (cons '(1) vectors))
  (set! vectors (cons v vectors))
  (test-eqv 3 (length-of v))
  (test-eqv 0 (length-of (of?)))
  (test-equal (list low high low) (->list v))
  (test-equal (list high low) (->list (list-> (list high low))))
  (test-eqv high (ref v 1))
  (set-element! v 0 high)
  (test-equal (list high high low) (->list v))
  (test-equal (list low low) (->list (make 2 low)))
  (test-eqv 4 (length-of (make 4)))
  (test-assert (equal? v (of? high high low)))
  (test-assert (not (equal? v (of? high high))))
  (test-assert (not (equal? v (of? high high high))))
  (test-eqv (hash v) (hash (of? high high low)))
  (test-error 'range (ref v 3))
  (test-error 'range (set-element! v -1 low))
  (test-error 'type (ref v 'a))
  (test-error 'type (ref '(1) 0))
  (test-error 'type (set-element! v 0 'a))
  (test-error 'type (make 'a))
  (test-error 'type (list-> '(1 . 2)))
  (test-error 'type (length-of 5)))
(check make-u8vector u8vector u8vector? u8vector-length u8vector-ref
       u8vector-set! u8vector->list list->u8vector 0 255)
(check make-s8vector s8vector s8vector? s8vector-length s8vector-ref
       s8vector-set! s8vector->list list->s8vector -128 127)
(check make-u16vector u16vector u16vector? u16vector-length u16vector-ref
       u16vector-set! u16vector->list list->u16vector 0 65535)
(check make-s16vector s16vector s16vector? s16vector-length s16vector-ref
       s16vector-set! s16vector->list list->s16vector -32768 32767)
(check make-u32vector u32vector u32vector? u32vector-length u32vector-ref
       u32vector-set! u32vector->list list->u32vector 0 4294967295)
(check make-s32vector s32vector s32vector? s32vector-length s32vector-ref
       s32vector-set! s32vector->list list->s32vector -2147483648 2147483647)
(check make-u64vector u64vector u64vector? u64vector-length u64vector-ref
       u64vector-set! u64vector->list list->u64vector 0 18446744073709551615)
(check make-s64vector s64vector s64vector? s64vector-length s64vector-ref
       s64vector-set! s64vector->list list->s64vector -9223372036854775808 9223372036854775807)
(check make-f32vector f32vector f32vector? f32vector-length f32vector-ref
       f32vector-set! f32vector->list list->f32vector -1.5 2.5)
(check make-f64vector f64vector f64vector? f64vector-length f64vector-ref
       f64vector-set! f64vector->list list->f64vector -1.5 2.5)
