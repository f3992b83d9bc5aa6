;;; Skew heaps of things that are due at a time: #f is the empty one. Of equal
;;; times, the lower number comes first.

(define-record-type <heap>
  (%make-heap time number value left right)
  heap?
  (time %heap-time)
  (number %heap-number)
  (value %heap-value)
  (left %heap-left)
  (right %heap-right))

(define (%heap-merge a b)
  (cond ((not a) b)
        ((not b) a)
        ((or (< (%heap-time a) (%heap-time b))
             (and (= (%heap-time a) (%heap-time b))
                  (<= (%heap-number a) (%heap-number b))))
         (%make-heap (%heap-time a) (%heap-number a) (%heap-value a)
                     (%heap-merge b (%heap-right a)) (%heap-left a)))
        (else (%heap-merge b a))))

(define (%heap-add heap time number value)
  (%heap-merge heap (%make-heap time number value #f #f)))

(define (%heap-rest heap)
  (%heap-merge (%heap-left heap) (%heap-right heap)))
