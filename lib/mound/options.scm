;;; A keyword is a variable that holds its own name. They stand together here,
;;; so that libraries that share one share its binding.

;;> restart: the keyword before permanent, transient or temporary: whether a
;;> child of a supervisor is started again always, after a failure, or never.
;;> Example: (eval 'restart: (environment '(scheme base) '(mound supervisor))) => restart:
(define restart: 'restart:)

;;> shutdown: the keyword before the seconds that a child of a supervisor is
;;> given to end when it is asked to; #f to end it at once, #t to wait for ever.
;;> Example: (eval 'shutdown: (environment '(scheme base) '(mound supervisor))) => shutdown:
(define shutdown: 'shutdown:)

;;> intensity: the keyword before the number of restarts that a supervisor
;;> makes within the period; at one more, it fails.
;;> Example: (eval 'intensity: (environment '(scheme base) '(mound supervisor))) => intensity:
(define intensity: 'intensity:)

;;> period: the keyword before the seconds in which restarts are counted.
;;> Example: (eval 'period: (environment '(scheme base) '(mound supervisor))) => period:
(define period: 'period:)

;;> enter: the keyword before #t if a state machine is to be told of each state
;;> that it enters.
;;> Example: (eval 'enter: (environment '(scheme base) '(mound state-machine))) => enter:
(define enter: 'enter:)

;; Raises type unless the options are keywords of the list with a value each.
(define (%check-options options keywords who)
  (cond ((null? options) #t)
        ((and (memq (car options) keywords) (pair? (cdr options)))
         (%check-options (cddr options) keywords who))
        (else
         (%type-error who "one of its options and a value" (car options)))))

;; The value after the keyword, or the default.
(define (%option keyword options default)
  (cond ((null? options) default)
        ((eq? (car options) keyword) (cadr options))
        (else (%option keyword (cddr options) default))))
