;; Reading and writing numbers in several bases.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(show (list #xff #b1010 #o17 #d10 #e1.5 #i1/4 #x-1A))
(show (map (lambda (radix) (number->string 255 radix)) '(2 8 10 16)))
(show (map (lambda (radix) (number->string -255 radix)) '(2 8 10 16)))
(show (list (string->number "100") (string->number "100" 16)
            (string->number "#b101") (string->number "1/2")
            (string->number "-17.5") (string->number "+5")))
(show (map string->number
           '("" "abc" "1 2" "--1" "1/0x" "." "+" "-" "1e" "#z1" "12a")))
(show (map string->number '("+inf.0" "-inf.0" "1e3" "1E-2" "-0.0")))
(show (string->number "ff" 16))
(show (string->number "zz" 10))
(show (number->string (expt 2 100) 16))
(show (string->number "123456789012345678901234567890"))
(show (string->number (number->string 1/3)))
(show (= 1.1 (string->number (number->string 1.1))))
(define (round-trips? x)
  (eqv? x (string->number (number->string x))))
(show (map round-trips? '(0.1 1e100 5e-324 1.7976931348623157e308 -2.5 7/9)))
(show (list #e1e3 #i10 1. -.5 +7 1e0))
