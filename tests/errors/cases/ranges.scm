;;; Indices and sizes.

;;; case vector index too large
(import (scheme base))
(define (f v i) (list (vector-ref v i)))
(f (vector 1 2 3) 3)
;;; case vector index below zero
(import (scheme base))
(define (f v i) (list (vector-ref v i)))
(f (vector 1 2 3) -1)
;;; case vector index in an empty vector
(import (scheme base))
(define (f v i) (list (vector-ref v i)))
(f (vector) 0)
;;; case vector-set index too large
(import (scheme base))
(define (f v i) (vector-set! v i 0))
(f (make-vector 100 0) 100)
;;; case string index too large
(import (scheme base))
(define (f s i) (list (string-ref s i)))
(f "hello" 5)
;;; case substring that ends too late
(import (scheme base))
(define (f s) (list (substring s 2 9)))
(f "hello")
;;; case substring that ends before it starts
(import (scheme base))
(define (f s) (list (substring s 3 2)))
(f "hello")
;;; case bytevector index too large
(import (scheme base))
(define (f b i) (list (bytevector-u8-ref b i)))
(f (bytevector 1 2) 2)
;;; case vector-copy to a small vector
(import (scheme base))
(define (f to from) (vector-copy! to 1 from))
(f (make-vector 2) #(1 2))
;;; case vector of negative size
(import (scheme base))
(define (f n) (list (make-vector n)))
(f -1)
;;; case vector of enormous size
(import (scheme base))
(define (f n) (list (make-vector n)))
(f 1000000000000)
;;; case index in a long vector
(import (scheme base))
(define (f v i) (list (vector-ref v i)))
(f (make-vector 1000 'x) 1000)
;;; case exponent that is too large
(import (scheme base))
(define (f n) (list (expt 10 n)))
(f 100000000000)
