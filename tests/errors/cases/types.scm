;;; Arguments that are not what they should be.

;;; case sum of a string
(import (scheme base))
(define (f x) (list (+ 1 x)))
(f "two")
;;; case difference of a symbol
(import (scheme base))
(define (f x) (list (- x 1)))
(f 'a)
;;; case product of many
(import (scheme base))
(define (f x) (list (* 1 2 x 4)))
(f #\a)
;;; case comparison with less
(import (scheme base))
(define (f a b) (if (< a b) 1 2))
(f 1 "2")
;;; case comparison with greater
(import (scheme base))
(define (f a b) (if (> a b) 1 2))
(f 1 "2")
;;; case comparison with greater or equal
(import (scheme base))
(define (f a b) (list (>= a b)))
(f 'x 1)
;;; case comparison with a constant
(import (scheme base))
(define (f a) (if (> a 10) 1 2))
(f "5")
;;; case comparison of three
(import (scheme base))
(define (f a) (list (> 10 a 5)))
(f "7")
;;; case comparison given to a procedure
(import (scheme base))
(define (f compare a b) (list (compare a b)))
(f > 1 'b)
;;; case equality of numbers
(import (scheme base))
(define (f a) (if (= a 0) 1 2))
(f '())
;;; case division by zero
(import (scheme base))
(define (f a b) (list (/ a b)))
(f 1 0)
;;; case quotient by zero
(import (scheme base))
(define (f a b) (list (quotient a b)))
(f 1 0)
;;; case modulo of a flonum that is no integer
(import (scheme base))
(define (f a b) (list (modulo a b)))
(f 1.5 2)
;;; case sqrt of a string
(import (scheme base) (scheme inexact))
(define (f a) (list (sqrt a)))
(f "4")
;;; case exact of infinity
(import (scheme base))
(define (f a) (list (exact a)))
(f +inf.0)
;;; case zero of a symbol
(import (scheme base))
(define (f a) (list (zero? a)))
(f 'a)
;;; case even of a string
(import (scheme base))
(define (f a) (list (even? a)))
(f "1")
;;; case car of a number
(import (scheme base))
(define (f x) (list (car x)))
(f 5)
;;; case cdr of the empty list
(import (scheme base))
(define (f x) (list (cdr x)))
(f '())
;;; case cadr of a short list
(import (scheme base))
(define (f x) (list (cadr x)))
(f '(1))
;;; case length of an improper list
(import (scheme base))
(define (f x) (list (length x)))
(f '(1 2 . 3))
;;; case reverse of a vector
(import (scheme base))
(define (f x) (list (reverse x)))
(f #(1 2))
;;; case append of a number
(import (scheme base))
(define (f x) (list (append x '(1))))
(f 5)
;;; case map over a number
(import (scheme base))
(define (f x) (list (map car x)))
(f 5)
;;; case map of something that is no procedure
(import (scheme base))
(define (f x) (list (map x '(1 2))))
(f 'square)
;;; case for-each over an improper list
(import (scheme base))
(define (f x) (list (for-each list x)))
(f '(1 . 2))
;;; case apply to a number
(import (scheme base))
(define (f x) (list (apply + x)))
(f 5)
;;; case vector-ref of a list
(import (scheme base))
(define (f v) (list (vector-ref v 0)))
(f '(1 2))
;;; case vector index that is no integer
(import (scheme base))
(define (f v i) (list (vector-ref v i)))
(f (vector 1 2) 0.5)
;;; case vector-map of a list
(import (scheme base))
(define (f v) (list (vector-map list v)))
(f '(1 2))
;;; case string-append of a symbol
(import (scheme base))
(define (f s) (list (string-append "a" s)))
(f 'b)
;;; case string-length of a symbol
(import (scheme base))
(define (f s) (list (string-length s)))
(f 'b)
;;; case string-upcase of a number
(import (scheme base) (scheme char))
(define (f s) (list (string-upcase s)))
(f 5)
;;; case char-upcase of a string
(import (scheme base) (scheme char))
(define (f c) (list (char-upcase c)))
(f "a")
;;; case char comparison with a string
(import (scheme base))
(define (f c) (list (char<? c #\b)))
(f "a")
;;; case string comparison with a symbol
(import (scheme base))
(define (f s) (list (string=? s "b")))
(f 'a)
;;; case symbol->string of a string
(import (scheme base))
(define (f s) (list (symbol->string s)))
(f "a")
;;; case string->number of a number
(import (scheme base))
(define (f s) (list (string->number s)))
(f 5)
;;; case integer->char of a surrogate
(import (scheme base))
(define (f n) (list (integer->char n)))
(f #xD800)
;;; case list->string of numbers
(import (scheme base))
(define (f l) (list (list->string l)))
(f '(1 2))
;;; case bytevector element that is no byte
(import (scheme base))
(define (f b) (bytevector-u8-set! b 0 256))
(f (bytevector 1 2))
;;; case utf8->string of something else
(import (scheme base))
(define (f b) (list (utf8->string b)))
(f "abc")
;;; case hash-table-ref of a list
(import (scheme base) (srfi 69))
(define (f t) (list (hash-table-ref t 'a)))
(f '((a . 1)))
;;; case hash table without the key
(import (scheme base) (srfi 69))
(define (f t) (list (hash-table-ref t 'colour)))
(f (make-hash-table))
;;; case record accessor of something else
(import (scheme base))
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(define (f p) (list (point-x p)))
(f '(1 2))
;;; case record modifier of another record
(import (scheme base))
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(define-record-type size (make-size w h) size? (w size-w) (h size-h))
(define (f p) (set-point-x! p 1))
(f (make-size 1 2))
;;; case parameter that is no parameter
(import (scheme base))
(define (f p) (parameterize ((p 1)) 2))
(f 5)
;;; case handler that is no procedure
(import (scheme base))
(define (f h) (with-exception-handler h (lambda () 1)))
(f 5)
;;; case send to something that is no process
(import (scheme base) (termite process))
(define (f to) (! to 'hello))
(f "server")
;;; case spawn of something that is no procedure
(import (scheme base) (termite process))
(define (f what) (spawn what))
(f 5)
;;; case sort of a number
(import (scheme base) (mound sort))
(define (f l) (list (sort l <)))
(f 5)
;;; case sort of mixed data
(import (scheme base) (mound sort))
(define (f l) (list (sort l <)))
(f '(1 b 2))
;;; case display to something that is no port
(import (scheme base) (scheme write))
(define (f port) (display 1 port))
(f "file")
;;; case read of ill-formed text
(import (scheme base) (scheme read))
(define (f text) (list (read (open-input-string text))))
(f "(1 2")
;;; case list-tail that is too long
(import (scheme base))
(define (f l) (list (list-tail l 3)))
(f '(1 2))
;;; case list-ref that is too long
(import (scheme base))
(define (f l) (list (list-ref l 2)))
(f '(1 2))
;;; case assq in something that is no association list
(import (scheme base))
(define (f l) (list (assq 'a l)))
(f '(1 2))
;;; case dynamic-wind with something that is no procedure
(import (scheme base))
(define (f c) (list (dynamic-wind 1 c 2)))
(f (lambda () 1))
;;; case exact integer square root of a negative number
(import (scheme base))
(define (f n) (list (exact-integer-sqrt n)))
(f -1)
;;; case association in what is no list
(import (scheme base))
(define (f table) (list (assoc 'a table)))
(f 5)
;;; case search in a vector that is none
(import (scheme base) (srfi 133))
(define (f x) (list (vector-index even? x)))
(f '(1 2))
;;; case filling of what is no vector
(import (scheme base))
(define (f x) (vector-fill! x 0))
(f "abc")
;;; case count that is no number
(import (scheme base) (srfi 1))
(define (f n) (list (iota n)))
(f 'three)
;;; case second of two lists that is none
(import (scheme base))
(define (f x) (list (map + '(1 2) x)))
(f 5)
;;; case criterion of characters
(import (scheme base) (srfi 152))
(define (f x) (list (string-remove x "abc")))
(f "b")
