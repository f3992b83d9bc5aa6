;; A number in a pattern of syntax-rules was compared by `=`: 0.0 matched -0.0, and
;; +nan.0 not itself. R7RS 4.3.2 says `equal?`.
(import (scheme base) (scheme write))

(define-syntax kind
  (syntax-rules ()
    ((_ 0.0) 'zero)
    ((_ -0.0) 'negative-zero)
    ((_ +nan.0) 'nan)
    ((_ 1) 'exact)
    ((_ 1.0) 'inexact)
    ((_ 0.0+1.0i) 'complex)
    ((_ 0.0-1.0i) 'conjugate)
    ((_ "a") 'string)
    ((_ #\a) 'character)
    ((_ #u8(1 2)) 'bytes)
    ((_ anything) 'other)))

(write (list (kind 0.0) (kind -0.0) (kind +nan.0) (kind 0)))
(newline)
(write (list (kind 1) (kind 1.0) (kind 2/2) (kind -1)))
(newline)
(write (list (kind 0.0+1.0i) (kind 0.0-1.0i) (kind -0.0+1.0i)))
(newline)
(write (list (kind "a") (kind #\a) (kind #u8(1 2)) (kind "A")))
(newline)
