;; The notations of R7RS 7.1.1, read and written in several radixes.
(import (scheme base) (scheme write) (scheme read))

(define (show . objects) (write objects) (newline))

;; Prefixes in any order, exponents, signs, the special values.
(show #e1.5 #i1/3 #xAf #b-101 #o+17 #d10 #x#e1f #e#x1f #i#b11 #e1e3 #e1e-2)
(show 1e3 1E-2 .5 -.5e1 5. +7 -0.0 +inf.0 -inf.0 +nan.0 -nan.0 +INF.0)
(show 6/4 -10/5 #x-a/b #i6/4 #e.25)
(show +i -i 1+i 1/2-3/4i -1.5e3+2e-7i 1e2-1E2I +inf.0-nan.0i 1+2.0i #e1.5+.5i)
(show 1@0 -2@0 0@1 2@0.0 #e1@0 #i1@0 #x1e+2i #b#e1/10-101i)
(show (read (open-input-string "(1+2i -i +i- i 1@1@1 ...)")))

;; What is no number is a symbol or nothing.
(show (map string->number
           '("i" "2i" "1+2" "+ii" "1+-2i" "1e+2i" "1@" "@1" "1@2i" "#e+inf.0"
             "+infi" "1/0" "1/2e3" "#b2" "#x" "#xg" "1e" "" "." "+" "1+1/0i")))
(show (map symbol? '(|+i| |1| |1+2i| - + ... 1+ +ii -> +.a)))
(write (map string->symbol '("+i" "1" "1/2" "+inf.0" "a b" "" "." "|")))
(newline)

;; Radixes.
(define (in-all number)
  (map (lambda (radix) (number->string number radix)) '(2 3 8 10 16 36)))
(show (in-all 255) (in-all -1/10))
(show (in-all 0.5) (in-all -10.25))
(show (number->string 1/2-3/4i 2) (number->string 10.5+.5i 16))
(show (string->number "zz" 36) (string->number "+i" 36) (string->number "+i" 16))
(show (string->number "0.1" 2) (string->number "#d10" 2) (string->number "1e2" 16))
(define (round-trips? number)
  (let loop ((radix 2))
    (cond ((> radix 18) #t)
          ((eqv? number (string->number (number->string number radix) radix))
           (loop (+ radix 1)))
          (else (list number radix)))))
(show (map round-trips?
           '(0 -255 1/3 .1 -1.5e-7 1e21 1e22 5e-324 1.7976931348623157e308
             9007199254740993.0 +inf.0 -0.0 1-i -1/2+1/3i .1-.3i 1e100+inf.0i)))
(show 100.0 1e20 1e21 1e22 123456789012345678.0 1e-6 1e-7 .1 (/ 1.0 3) 4.9e-324)
