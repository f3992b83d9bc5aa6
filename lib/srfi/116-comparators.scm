;;; Comparators, those of (srfi 128).

;;> (make-ipair-comparator first second): a comparator of immutable pairs, by
;;> their icars, and by their icdrs if these are equal. SRFI 116.
;;> Example: (<? (make-ipair-comparator (make-default-comparator) (make-default-comparator)) (ipair 1 2) (ipair 1 3)) => #t
(define (make-ipair-comparator first second)
  (make-comparator
   (lambda (object)
     (and (ipair? object)
          (comparator-test-type first (%a object))
          (comparator-test-type second (%d object))))
   (lambda (left right)
     (and (=? first (%a left) (%a right)) (=? second (%d left) (%d right))))
   (and (comparator-ordered? first)
        (comparator-ordered? second)
        (lambda (left right)
          (if (=? first (%a left) (%a right))
              (<? second (%d left) (%d right))
              (<? first (%a left) (%a right)))))
   (and (comparator-hashable? first)
        (comparator-hashable? second)
        (lambda (object)
          (%mixed (comparator-hash first (%a object))
                  (comparator-hash second (%d object)))))))

(define (%mixed left right) (modulo (+ (* 31 left) right) 33554393))

;; Of chains of immutable pairs whose tails are compared by `tail`; a chain that
;; ends comes before one that goes on.
(define (%chain-comparator test element tail)
  (define (same? left right)
    (cond ((and (ipair? left) (ipair? right))
           (and (=? element (%a left) (%a right))
                (same? (%d left) (%d right))))
          ((or (ipair? left) (ipair? right)) #f)
          (else (=? tail left right))))
  (define (before? left right)
    (cond ((and (ipair? left) (ipair? right))
           (if (=? element (%a left) (%a right))
               (before? (%d left) (%d right))
               (<? element (%a left) (%a right))))
          ((ipair? left) #f)
          ((ipair? right) #t)
          (else (<? tail left right))))
  (define (hash object)
    (let loop ((rest object) (result 17))
      (if (ipair? rest)
          (loop (%d rest) (%mixed result (comparator-hash element (%a rest))))
          (%mixed result (comparator-hash tail rest)))))
  (make-comparator test same?
                   (and (comparator-ordered? element) before?)
                   (and (comparator-hashable? element) hash)))

;;> (make-ilist-comparator comparator): a comparator of immutable lists, by
;;> their elements in order; one that goes on comes later. SRFI 116.
;;> Example: (<? (make-ilist-comparator (make-default-comparator)) (ilist 1 2) (ilist 1 2 0)) => #t
(define (make-ilist-comparator comparator)
  (%chain-comparator
   (lambda (object)
     (and (ilist? object)
          (every (lambda (element) (comparator-test-type comparator element))
                 (%list object 'make-ilist-comparator))))
   comparator
   (make-default-comparator)))

;;> (make-improper-ilist-comparator comparator): the same for any chain of
;;> immutable pairs, whose tail is compared, too. SRFI 116.
;;> Example: (=? (make-improper-ilist-comparator (make-default-comparator)) (ipair 1 2) (ipair 1 2)) => #t
(define (make-improper-ilist-comparator comparator)
  (%chain-comparator (lambda (object) #t) comparator comparator))

(define (%part-comparator comparator part)
  (make-comparator
   (lambda (object)
     (and (ipair? object) (comparator-test-type comparator (part object))))
   (lambda (left right) (=? comparator (part left) (part right)))
   (and (comparator-ordered? comparator)
        (lambda (left right) (<? comparator (part left) (part right))))
   (and (comparator-hashable? comparator)
        (lambda (object) (comparator-hash comparator (part object))))))

;;> (make-icar-comparator comparator): a comparator of immutable pairs by their
;;> icars. SRFI 116.
;;> Example: (=? (make-icar-comparator (make-default-comparator)) (ipair 1 2) (ipair 1 3)) => #t
(define (make-icar-comparator comparator) (%part-comparator comparator %a))

;;> (make-icdr-comparator comparator): a comparator of immutable pairs by their
;;> icdrs. SRFI 116.
;;> Example: (<? (make-icdr-comparator (make-default-comparator)) (ipair 9 2) (ipair 1 3)) => #t
(define (make-icdr-comparator comparator) (%part-comparator comparator %d))

;;> ipair-comparator: a comparator of immutable pairs of any objects. SRFI 116.
;;> Example: (=? ipair-comparator (ipair 1 2) (ipair 1 2)) => #t
(define ipair-comparator
  (make-ipair-comparator (make-default-comparator) (make-default-comparator)))

;;> ilist-comparator: a comparator of immutable lists of any objects. SRFI 116.
;;> Example: (<? ilist-comparator (ilist 1 2) (ilist 1 3)) => #t
(define ilist-comparator (make-ilist-comparator (make-default-comparator)))
