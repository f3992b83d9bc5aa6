;;; The order of vectors of real numbers: the shorter one comes first, and of
;;; two as long the one whose first different element is less.

(define (%before? left right)
  (let ((length (@vector-length left)))
    (or (< length (@vector-length right))
        (and (= length (@vector-length right))
             (let loop ((index 0))
               (and (< index length)
                    (let ((a (@vector-ref left index))
                          (b (@vector-ref right index)))
                      (or (< a b)
                          (and (= a b) (loop (+ index 1)))))))))))
