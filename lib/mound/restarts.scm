;;; Going on after an error that nobody handled. The process of the REPL keeps
;;; the computations of its last ten errors, each with a number; no other
;;; process keeps any. A program that is to go on after an error handles it,
;;; with `guard` or `with-exception-handler`.

;;> (go-on-with number value): leaves what runs, and goes on with the kept
;;> computation, with the value in the place of what failed: of the call or the
;;> operation that raised. The computation is not kept any more then. Raises
;;> error if it is not kept, or what failed has no value.
;;> Example: (guard (e (#t (error-object-message e))) (eval '(go-on-with 0 'value) (environment '(scheme base) '(mound restarts)))) => "this computation is not kept any more"
(define (go-on-with number value) (%primitive %go-on number #t value))

;;> (go-on-again number): leaves what runs, and goes on with the kept
;;> computation by doing again what failed or was interrupted. Raises error if
;;> it is not kept, or failed in a call of `raise`.
;;> Example: (guard (e (#t (error-object-message e))) (eval '(go-on-again 0) (environment '(mound restarts)))) => "this computation is not kept any more"
(define (go-on-again number) (%primitive %go-on number #f #f))

;;> (forget-computation number): the computation is not kept any more; nothing
;;> happens if it was not.
;;> Example: (eval '(begin (forget-computation 0) 'done) (environment '(scheme base) '(mound restarts))) => done
(define (forget-computation number) (%primitive %forget-kept number))
