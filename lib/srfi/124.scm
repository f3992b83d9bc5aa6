;;; Ephemerons that are never broken: the collector keeps key and datum as long
;;; as the ephemeron. SRFI 124 allows that; a program that counts on memory
;;; being freed needs another way.

(define-record-type <ephemeron>
  (%make-ephemeron key datum)
  ephemeron?
  (key %key)
  (datum %datum))

;;> (ephemeron? object): whether it is an ephemeron. SRFI 124.
;;> Example: (ephemeron? (make-ephemeron 'a 1)) => #t

;;> (make-ephemeron key datum): an ephemeron of the key and the datum. SRFI 124.
;;> Example: (ephemeron-datum (make-ephemeron 'a 1)) => 1
(define (make-ephemeron key datum) (%make-ephemeron key datum))

;;> (ephemeron-broken? ephemeron): whether its key was found dead: never, since
;;> it keeps its key. Raises type. SRFI 124.
;;> Example: (ephemeron-broken? (make-ephemeron 'a 1)) => #f
(define (ephemeron-broken? ephemeron)
  (%check-ephemeron ephemeron 'ephemeron-broken?)
  #f)

;;> (ephemeron-key ephemeron): its key. Raises type. SRFI 124.
;;> Example: (ephemeron-key (make-ephemeron 'a 1)) => a
(define (ephemeron-key ephemeron)
  (%check-ephemeron ephemeron 'ephemeron-key)
  (%key ephemeron))

;;> (ephemeron-datum ephemeron): its datum. Raises type. SRFI 124.
;;> Example: (ephemeron-datum (make-ephemeron 'a '(1))) => (1)
(define (ephemeron-datum ephemeron)
  (%check-ephemeron ephemeron 'ephemeron-datum)
  (%datum ephemeron))

;;> (reference-barrier key): does nothing; until then the key counts as used.
;;> SRFI 124.
;;> Example: (let* ((key (list 1)) (e (make-ephemeron key 2)) (broken (ephemeron-broken? e))) (reference-barrier key) broken) => #f
(define (reference-barrier key) (void))

(define (%check-ephemeron object who)
  (if (not (ephemeron? object)) (%type-error who "an ephemeron" object)))
