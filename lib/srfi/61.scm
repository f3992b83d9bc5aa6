;;; A clause (generator guard => receiver) calls the receiver with the values of
;;; the generator if the guard, a procedure, is true of them. All other clauses
;;; are those of R7RS.

;;> (cond clause ...): cond of R7RS 4.2.1, with clauses (generator guard =>
;;> receiver). SRFI 61.
;;> Example: (cond ((floor/ 17 5) (lambda (q r) (> r 5)) => list) ((floor/ 17 5) (lambda (q r) (= r 2)) => list)) => (3 2)
(define-syntax cond
  (syntax-rules (=> else)
    ((_) (if #f #f))
    ((_ (else expression ...)) (%cond (else expression ...)))
    ((_ (else . more) clause ...)
     (syntax-error "`else` has to be the last clause of cond" (else . more)))
    ((_ (test => receiver) clause ...)
     (let ((value test))
       (if value (receiver value) (cond clause ...))))
    ((_ (generator guard => receiver) clause ...)
     (call-with-values
      (lambda () generator)
      (lambda values
        (if (apply guard values)
            (apply receiver values)
            (cond clause ...)))))
    ((_ (test)) test)
    ((_ (test) clause ...)
     (let ((value test)) (if value value (cond clause ...))))
    ((_ (test expression ...) clause ...)
     (if test (begin expression ...) (cond clause ...)))))
