;; SRFI 160: what all kinds of vectors of numbers have, their text and their messages.
(import (scheme base) (scheme write) (srfi 64) (srfi 160 base) (only (srfi 160) u8vector)
        (only (mound hash-table) hash) (termite process))
(test-begin "srfi-160")
(include "kinds/4.scm")
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
