;;; Vectors of complex numbers have no order.

(define %before? #f)
