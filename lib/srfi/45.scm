;;; What R7RS calls delay-force is `lazy` here, and `eager` is nearly its
;;; make-promise. `delay` and `force` are those of R7RS.

;;> (lazy expression): a promise that, when it is forced, goes on with the
;;> promise which the expression gives, in constant space. SRFI 45.
;;> Example: (force (let loop ((n 10000)) (lazy (if (= n 0) (delay 'done) (loop (- n 1)))))) => done
(define-syntax lazy
  (syntax-rules () ((_ expression) (delay-force expression))))

;;> (eager object): a promise of the object, also if that is a promise. SRFI 45.
;;> Example: (let ((inner (delay 1))) (eq? (force (eager inner)) inner)) => #t
(define (eager object) (delay object))
