;;; Operations on bits, and on single characters: where machine code does them itself, at the borders of
;;; that, and where it must not (large integers, characters beyond ASCII, what is neither).

(import (scheme base) (scheme char) (scheme write)
        (only (srfi 151) arithmetic-shift bitwise-and bitwise-ior bitwise-xor))

(define (show object) (write object) (newline))

(define integers
  (list 0 1 -1 5 -6 127 1048575 (- (expt 2 59)) (expt 2 59)
        (- (expt 2 60) 1) (- (expt 2 60)) (expt 2 60) (expt 2 64) (- (expt 2 70))))

(define (tell thunk)
  (guard (condition (#t (error-object-message condition))) (thunk)))

(for-each
 (lambda (i)
   (show (map (lambda (j) (list (bitwise-and i j) (bitwise-ior i j) (bitwise-xor i j)))
              integers))
   (show (list (arithmetic-shift i 0) (arithmetic-shift i 1) (arithmetic-shift i 3)
               (arithmetic-shift i 57) (arithmetic-shift i 58) (arithmetic-shift i 59)
               (arithmetic-shift i 60) (arithmetic-shift i 61) (arithmetic-shift i 100)))
   (show (list (arithmetic-shift i -1) (arithmetic-shift i -3) (arithmetic-shift i -57)
               (arithmetic-shift i -59) (arithmetic-shift i -60) (arithmetic-shift i -61)
               (arithmetic-shift i -64) (arithmetic-shift i -1000)))
   (show (map (lambda (count) (arithmetic-shift i count)) '(-60 -2 0 2 60))))
 integers)

(show (list (bitwise-and 15 6 3) (bitwise-ior 1 2 4) (bitwise-xor 1 3 7)
            (bitwise-and) (bitwise-ior) (bitwise-xor) (bitwise-and 9) (bitwise-xor 1 2 4 8 15)))
(show (tell (lambda () (bitwise-and 1 'a))))
(show (tell (lambda () (bitwise-ior 1.0 1))))
(show (tell (lambda () (bitwise-xor #f 1))))
(show (tell (lambda () (arithmetic-shift 'a 3))))
(show (tell (lambda () (arithmetic-shift 1.5 -3))))
(show (tell (lambda () (arithmetic-shift 1 'a))))

;; A hash that goes round in 30 bits.
(define (mix n)
  (let loop ((i 0) (x 12345))
    (if (= i n)
        x
        (loop (+ i 1)
              (bitwise-and (bitwise-xor x (arithmetic-shift x 3) (arithmetic-shift x -5) i)
                           1073741823)))))
(show (map mix '(1 10 100 1000)))

;; Every character of ASCII, and some beyond.
(define characters
  (let loop ((code 130) (list '(#\xdf #\xe4 #\xc4 #\x3bb #\x39b #\x1c5 #\x660 #\xa0 #\x2003 #\x10400)))
    (if (< code 0) list (loop (- code 1) (cons (integer->char code) list)))))
(define (those test) (map char->integer
                          (let loop ((rest characters))
                            (cond ((null? rest) '())
                                  ((test (car rest)) (cons (car rest) (loop (cdr rest))))
                                  (else (loop (cdr rest)))))))
(show (those (lambda (c) (char-alphabetic? c))))
(show (those (lambda (c) (char-numeric? c))))
(show (those (lambda (c) (char-whitespace? c))))
(show (map (lambda (c) (char->integer (char-upcase c))) characters))
(show (map (lambda (c) (char->integer (char-downcase c))) characters))
(show (map (lambda (test) (test #\a) (test #\5) (test #\space))
           (list char-alphabetic? char-numeric? char-whitespace?)))
(for-each
 (lambda (wrong)
   (show (list (tell (lambda () (char-alphabetic? wrong)))
               (tell (lambda () (char-numeric? wrong)))
               (tell (lambda () (char-whitespace? wrong)))
               (tell (lambda () (char-upcase wrong)))
               (tell (lambda () (char-downcase wrong))))))
 '(97 "a" #f a))
