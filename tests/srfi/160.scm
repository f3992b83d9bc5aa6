;; SRFI 160: what all kinds of vectors of numbers have, their text and their messages.
(import (scheme base) (scheme write) (srfi 64) (srfi 160 base) (only (srfi 160) u8vector)
        (only (mound hash-table) hash) (termite process))
(test-begin "srfi-160")
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
(check make-c64vector c64vector c64vector? c64vector-length c64vector-ref
       c64vector-set! c64vector->list list->c64vector -1.5+2.5i 2.5-0.5i)
(check make-c128vector c128vector c128vector? c128vector-length c128vector-ref
       c128vector-set! c128vector->list list->c128vector -1.5+2.5i 2.5-0.5i)

(define (check? element? good bad)
  (for-each (lambda (object) (test-assert (element? object))) good)
  (for-each (lambda (object) (test-assert (not (element? object)))) bad))
(check? u8? '(0 255) '(-1 256 1.0 a))
(check? s8? '(-128 127) '(-129 128 1.0 a))
(check? u16? '(0 65535) '(-1 65536 1.0 a))
(check? s16? '(-32768 32767) '(-32769 32768 1.0 a))
(check? u32? '(0 4294967295) '(-1 4294967296 1.0 a))
(check? s32? '(-2147483648 2147483647) '(-2147483649 2147483648 1.0 a))
(check? u64? '(0 18446744073709551615) '(-1 18446744073709551616 1.0 a))
(check? s64? '(-9223372036854775808 9223372036854775807) '(-9223372036854775809 9223372036854775808 1.0 a))
(check? f32? '(1.5 +inf.0 +nan.0) '(1 1/2 1.0+2.0i a))
(check? f64? '(1.5 +inf.0 +nan.0) '(1 1/2 1.0+2.0i a))
(check? c64? '(1.5 1.0+2.0i) '(1 1+2i a))
(check? c128? '(1.5 1.0+2.0i) '(1 1+2i a))

(define (text object)
  (let ((port (open-output-string))) (write object port) (get-output-string port)))
(test-equal '("#s16(1 -2)" "#f64(1.5 -0.0 +nan.0)" "#f32()" "#c128(1.5-2.0i 0.5+inf.0i)" "#u8(1 2)"
              "#u64(18446744073709551615)" "(#s8(-1))")
  (map text
       (list (s16vector 1 -2) (f64vector 1.5 -0.0 +nan.0) (f32vector)
             (c128vector 1.5-2.0i 0.5+inf.0i) (u8vector 1 2) (u64vector 18446744073709551615)
             (list (s8vector -1)))))
;; Elements, not bits of other kinds, are compared; as those of vectors are.
(test-equal '(#f #f #t #f #t)
  (map equal?
       (list (s16vector 1) (u8vector 1 0) (f64vector +nan.0) (f64vector 0.0) (list (s8vector 1)))
       (list (u16vector 1) (s16vector 1) (f64vector +nan.0) (f64vector -0.0) (list (s8vector 1)))))
(test-assert (not (= (hash (s16vector 1 2)) (hash (s16vector 2 1)))))

;; Received vectors are equal to those that were sent, and frozen.
(define echo (spawn (lambda () (let loop () (recv ((from tag object) (! from (list tag object)) (loop)))))))
(define sent (list (s32vector 1 -2 3) (c64vector 1.5+2.5i) (f32vector 0.5)))
(define received (!? echo sent))
(test-equal sent received)
(test-error 'frozen (s32vector-set! (car received) 0 1))
(test-equal 1 (s32vector-ref (car received) 0))
(test-end)
