;;; Imports, exports and libraries.

;;; case unknown library
(import (scheme base) (scheme wirte))
;;; case unknown library of one's own
(import (scheme base) (shapes circle))
;;; file shapes/square.sld
(define-library (shapes square)
  (import (scheme base))
  (export area)
  (begin (define (area a) (* a a))))
;;; case malformed library name
(import (scheme base) "shapes")
;;; case malformed import set
(import (only (scheme base) "car"))
;;; case import of a name that is not exported
(import (scheme base) (only (scheme write) dispaly))
;;; case rename of a name that is not exported
(import (rename (scheme base) (vector-foreach each)))
;;; case except of a name that is not exported
(import (except (scheme base) displey))
;;; case prefix that is no name
(import (prefix (scheme base) "base:"))
;;; case export of a name that is not defined
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area circumference)
  (begin (define (area r) (* r r))
         (define (cirumference r) (* 2 r))))
;;; case export given twice
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area (rename surface area))
  (begin (define (area r) (* r r))
         (define (surface r) (* 4 r r))))
;;; case malformed export
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export (area))
  (begin (define (area r) (* r r))))
;;; case two imports of the same name
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base) (rename (scheme write) (display list)))
  (export area)
  (begin (define (area r) (* r r))))
;;; case circular libraries
(import (scheme base) (one))
;;; file one.sld
(define-library (one)
  (import (scheme base) (two))
  (export first)
  (begin (define (first) (second))))
;;; file two.sld
(define-library (two)
  (import (scheme base) (three))
  (export second)
  (begin (define (second) (third))))
;;; file three.sld
(define-library (three)
  (import (scheme base) (one))
  (export third)
  (begin (define (third) (first))))
;;; case library that imports itself
(import (scheme base) (one))
;;; file one.sld
(define-library (one)
  (import (scheme base) (one))
  (export first)
  (begin (define (first) 1)))
;;; case file that does not define its library
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shape)
  (import (scheme base))
  (export area)
  (begin (define (area r) (* r r))))
;;; case expression instead of a library declaration
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (define (area r) (* r r)))
;;; case misspelt library declaration
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (exports area)
  (begin (define (area r) (* r r))))
;;; case library without a name
(import (scheme base))
(define-library)
;;; case several mistakes in a library
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (begin
    (define (area r) (if))
    (define (other r) (let ((x)) x))))
;;; case import inside of a procedure
(import (scheme base))
(define (f)
  (import (scheme write))
  1)
;;; case define-library inside of a procedure
(import (scheme base))
(define (f)
  (define-library (x) (export))
  1)
;;; case error while a library is loaded
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export unit)
  (begin
    (define (make side) (vector-ref (vector side) 1))
    (define unit (make 1))))
;;; case error in a procedure of a library
(import (scheme base) (scheme write) (shapes))
(define (report r)
  (display (list 'area (area r))))
(report "two")
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (begin
    (define (power r n) (if (= n 1) r (* r (power r (- n 1)))))
    (define (area r)
      (let ((q (power r 2)))
        (* 3 q)))))
;;; case unreadable library
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (begin (define (area r) (* r r)))
;;; case misspelt keyword of an import set
(import (onyl (scheme base) car))
