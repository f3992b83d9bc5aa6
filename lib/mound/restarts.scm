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

;;> (return-from-frame number frame value): leaves what runs, and goes on with
;;> the kept computation as if the frame had returned the value. Frames are
;;> counted from 0, youngest first, with those of the libraries. That frame and
;;> the younger ones are left as by a continuation: parameters and handlers are
;;> those of the caller again, and the `after` thunks of what is left are
;;> called. The computation is not kept any more then. Raises error if it is
;;> not kept, or has no such frame.
;;> Example: (guard (e (#t (error-object-message e))) (eval '(return-from-frame 0 0 'value) (environment '(scheme base) '(mound restarts)))) => "this computation is not kept any more"
(define (return-from-frame number frame value)
  (let ((whole (%primitive %kept-continuation number #f))
        (caller (%primitive %kept-continuation number frame)))
    (%primitive %forget-kept number)
    (%primitive %set-dynamic! (%primitive %continuation-dynamic whole))
    (caller value)))

;;> (forget-computation number): the computation is not kept any more; nothing
;;> happens if it was not.
;;> Example: (eval '(begin (forget-computation 0) 'done) (environment '(scheme base) '(mound restarts))) => done
(define (forget-computation number) (%primitive %forget-kept number))
