;;; Text that is not data: what the reader says.

;;; case unclosed list
(import (scheme base) (scheme write))
(define (double x)
  (* 2 x)
(display (double 2))
;;; case unclosed list in the last form
(import (scheme base))
(define (double x)
  (let ((y (* 2 x)))
    (list y)
;;; case one parenthesis too many
(import (scheme base))
(define (double x) (* 2 x)))
(double 2)
;;; case square brackets
(import (scheme base))
(let [(x 1)] x)
;;; case unterminated string
(import (scheme base) (scheme write))
(display "hello)
(newline)
;;; case unknown escape in a string
(import (scheme base) (scheme write))
(display "C:\data\new")
;;; case unterminated hex escape
(import (scheme base) (scheme write))
(display "\x41")
;;; case hex escape that is no character
(import (scheme base) (scheme write))
(display "\xD800;")
;;; case unknown character name
(import (scheme base))
(define separator #\spcae)
;;; case character number out of range
(import (scheme base))
(define big #\x110000)
;;; case unknown hash syntax
(import (scheme base))
(define on #ture)
;;; case ill-formed numeral
(import (scheme base))
(define mask #b102)
;;; case numeral that would be exact infinity
(import (scheme base))
(define ratio #e1/0)
;;; case misplaced dot
(import (scheme base))
(define pair '(1 . 2 3))
;;; case dot without an end
(import (scheme base))
(define pair '(1 .))
;;; case quote of nothing
(import (scheme base))
(define nothing (list '))
;;; case unterminated block comment
(import (scheme base))
#| this comment
(define x 1)
;;; case datum comment of nothing
(import (scheme base))
(list 1 #;)
;;; case bytevector of something else
(import (scheme base))
(define bytes #u8(1 2 256))
;;; case unterminated bar symbol
(import (scheme base))
(define |a symbol 1)
;;; case label of itself
(import (scheme base))
(define ring '#0=#0#)
;;; case unknown label
(import (scheme base))
(define ring '(1 #3#))
;;; case empty list as an expression
(import (scheme base))
()
;;; case program that contains itself
(import (scheme base))
(define (f x) #0=(+ x #0#))
;;; case quoted label around the quote
(import (scheme base))
(define x #0='(a #0#))
;;; case label of another literal
(import (scheme base))
(define x '#0=(a . #0#))
(define y '#0=(a #0# b))
(define z (#1=(car '(a #1#)) 1))
;;; case circular quasiquotation
(import (scheme base))
(define x `#0=(a ,x . #0#))
;;; case circular pattern
(import (scheme base))
(define-syntax odd (syntax-rules () ((_ #0=(a . #0#)) 1)))
;;; case circular template
(import (scheme base))
(define-syntax odd (syntax-rules () ((_ x) '#0=(x . #0#))))
;;; case circular form for a transformer
(import (scheme base) (mound macro))
(define-syntax odd (er-macro-transformer (lambda (form rename compare) 1)))
(odd #0=(a . #0#))
