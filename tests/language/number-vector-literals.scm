;; Vectors of numbers of one kind as SRFI 4 and 160 write them: in programs,
;; quoted and not, in other data, in macros, read, written and evaluated.
(import (scheme base) (scheme write) (scheme read) (scheme eval)
        (srfi 160 base))

(define (show object) (write object) (newline))

;; Self-evaluating, and the same as what the constructors give.
(show (list #s8(-128 127) #u16(0 65535) #s16(-32768 32767) #u32(4294967295)
            #s32(-2147483648) #u64(18446744073709551615)
            #s64(-9223372036854775808) #u8(0 255)))
(show (list #f32(1 -0.5 +inf.0 -0.0) #f64(1/2 1e300 -2) #c64(1 2.5-1.5i)
            #c128(+i -nan.0+inf.0i)))
(show (map equal?
           (list #s16(1 -2) #f32(1 2) #c64(1+i) #u64())
           (list (s16vector 1 -2) (f32vector 1.0 2.0) (c64vector 1.0+1.0i)
                 (u64vector))))
(show (list (s16vector? '#s16()) (s16vector? '#u16()) (equal? #s16(1) #u16(1))
            (s16vector-ref #s16(1 2 3) 2) (f32vector-ref #F32(1.1) 0)
            (u8vector? #U8(1))))

;; In other literals; letters of the kind in both cases; comments within.
(show '(1 #S16(1 #;2 3) . #(#f64(1) #| none |# "a")))
(show `(1 #s8(2) ,(+ 1 2)))

;; A literal cannot be changed; what was read can.
(show (guard (e ((error-object? e) (error-object-message e)))
        (s16vector-set! #s16(1) 0 2)))
(define text "#s16(1 2) #f64(1) (#c64(1))")
(define port (open-input-string text))
(define first (read port))
(s16vector-set! first 0 7)
(show (list first (read port) (read port)))

;; What is no element is refused, with the reason.
(define (refused text)
  (guard (e ((read-error? e) (display (error-object-message e)) (newline)))
    (show (read (open-input-string text)))))
(for-each refused
          '("#s8(128)" "#u16(-1)" "#u16(1.0)" "#f64(1+i)" "#s16(a)" "#s16((1))"
            "#s16(1" "#f16(1)" "#u64(1 . 2)"))

;; Patterns of macros compare them by their elements, and evaluation takes them.
(define-syntax which
  (syntax-rules ()
    ((_ #s16(1 2)) 'these)
    ((_ other) 'others)))
(show (list (which #s16(1 2)) (which #s16(1 3)) (which #u16(1 2))))
(show (eval (list 's16vector-ref (s16vector 4 5) 1) (environment '(srfi 160 base))))
