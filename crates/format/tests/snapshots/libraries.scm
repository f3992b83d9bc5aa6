(define-library (shop prices)
 (export price (rename add! price-add!)
  price-of)
  (import (scheme base)
     (only (srfi 1) fold))
 (begin
 (define (price x)
 x)
(define y 2)))
(cond-expand (mound (import (termite))) (else
(begin)))

--------
(define-library (shop prices)
  (export price (rename add! price-add!)
          price-of)
  (import (scheme base)
          (only (srfi 1) fold))
  (begin
    (define (price x)
      x)
    (define y 2)))
(cond-expand (mound (import (termite)))
             (else
              (begin)))
