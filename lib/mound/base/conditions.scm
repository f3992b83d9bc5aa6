;;; Raising, handling and describing errors.
;;;
;;; One stack of handlers serves two protocols. `raise` here is that of R7RS: a
;;; handler that returns is an error. That of (termite) is raise-continuable:
;;; a handler that returns resumes at the raise.

;; Calls the handler of the given state outside of itself.
(define (%call-handler handlers object state)
  (%with-dynamic (%with-handlers (%primitive cdr handlers) state)
                 (lambda () ((%primitive car handlers) object))))

;;> (raise-continuable object): calls the current handler with the object and
;;> returns what it returns. Ends the process if there is no handler. R7RS 6.11.
;;> Example: (with-exception-handler (lambda (e) 2) (lambda () (+ 1 (raise-continuable 'x)))) => 3
(define (raise-continuable object)
  (let* ((state (%primitive %dynamic))
         (handlers (%dynamic-handlers state)))
    (if (%primitive null? handlers)
        (%primitive %die object)
        (%call-handler handlers object state))))

;;> (raise object): calls the current handler with the object. Should the
;;> handler return, a condition is raised in the handler outside of it. R7RS
;;> 6.11.
;;> Example: (guard (e (#t (list 'caught e))) (raise 'oops)) => (caught oops)
(define (raise object)
  (let* ((state (%primitive %dynamic))
         (handlers (%dynamic-handlers state)))
    (if (%primitive null? handlers)
        (%primitive %die object)
        (begin
          (%call-handler handlers object state)
          (%primitive %set-dynamic!
                      (%with-handlers (%primitive cdr handlers) state))
          (raise (%primitive %make-condition 'error
                             "the exception handler returned"
                             (%primitive cons object '()) 'raise object))))))

;; Called by the machine with the condition of a failed instruction.
(define (%signal condition) (raise condition))

;;> (with-exception-handler handler thunk): calls the thunk with the handler
;;> installed and returns what it returns. Raises type if the handler is no
;;> procedure. R7RS 6.11.
;;> Example: (with-exception-handler (lambda (e) 10) (lambda () (* 2 (raise-continuable 'x)))) => 20
(define (with-exception-handler handler thunk)
  (%require-procedure handler 'with-exception-handler)
  (let ((state (%primitive %dynamic)))
    (%with-dynamic
     (%with-handlers (%primitive cons handler (%dynamic-handlers state)) state)
     thunk)))

;;> (with-exception-catcher handler thunk): like with-exception-handler, but a
;;> raised object leaves the thunk; the value is then that of the handler.
;;> Termite paper 4.7.
;;> Example: (with-exception-catcher (lambda (e) (list e)) (lambda () (raise 42) 1)) => (42)
(define (with-exception-catcher handler thunk)
  (%require-procedure handler 'with-exception-catcher)
  (%guard-else thunk handler))

;; What `guard` becomes. The handler is called outside of the thunk with the
;; object and a thunk to call if no clause fits, which goes back and raises the
;; object again where it was raised.
(define (%guard thunk handler)
  (%call-with-escape
   (lambda (escape)
     (with-exception-handler
      (lambda (object)
        ((%primitive
          %call/cc
          (lambda (resume)
            (escape
             (lambda ()
               (handler object
                        (lambda ()
                          (resume
                           (lambda () (raise-continuable object)))))))))))
      thunk))))

;; The same for a guard in which some clause always fits.
(define (%guard-else thunk handler)
  (%call-with-escape
   (lambda (escape)
     (with-exception-handler
      (lambda (object) (escape (lambda () (handler object))))
      thunk))))

;; What came out of the thunk: (returned value) or (raised object). A condition
;; that was made here keeps where it was raised, for whoever it is sent to; of
;; another object that is the third element: (raised object trace).
(define (%traced-outcome thunk)
  (%call-with-escape
   (lambda (escape)
     (with-exception-handler
      (lambda (object)
        (let* ((trace (%primitive %keep-trace! object))
               (traces (if trace (%primitive cons trace '()) '())))
          (escape (lambda ()
                    (%primitive cons 'raised
                                (%primitive cons object traces))))))
      (lambda ()
        (%primitive cons 'returned (%primitive cons (thunk) '())))))))

;; Raises an object that came from another process, with the list of its trace,
;; if it has one. What a handler returns is the value.
(define (%raise-again object traces)
  (%note-origin object traces)
  (raise-continuable object))

;; Remembers for reports where an object was raised that came from another
;; process: `traces` is the list of its trace, or empty for conditions.
(define (%note-origin object traces)
  (if (%primitive pair? traces)
      (%primitive %note-origin! object (%primitive car traces))))

;; Raises what a thunk raised: the outcome (raised object) or (raised object
;; trace).
(define (%raise-outcome outcome)
  (%raise-again (%primitive car (%primitive cdr outcome))
                (%primitive cdr (%primitive cdr outcome))))

;; The condition that a process has ended of which something was expected.
;; `what` says what it is in the words of the program, "the task".
(define (%ended-condition what pid reason object who)
  (let ((how (%how-it-ended reason)))
    (%primitive %make-condition
                (if (%primitive eq? reason 'node-down) 'node-down 'noproc)
                (%primitive string-append what how)
                (if (%primitive eq? reason 'failure)
                    (%primitive cons pid (%primitive cons object '()))
                    (%primitive cons pid '()))
                who
                (%primitive cons reason (%primitive cons object '())))))

(define (%how-it-ended reason)
  (cond ((%primitive eq? reason 'failure) " died before it answered:")
        ((%primitive eq? reason 'normal) " ended without an answer:")
        ((%primitive eq? reason 'terminated)
         " was terminated before it answered:")
        ((%primitive eq? reason 'noproc) " had ended before it was asked:")
        ((%primitive eq? reason 'node-down)
         " was lost with its node before it answered:")
        (else " ended before it answered:")))

;;> (error message irritant ...): raises a condition of kind error. R7RS 6.11.
;;> Example: (guard (e (#t (error-object-irritants e))) (error "bad" 1 2)) => (1 2)
(define (error message . irritants)
  (raise (%primitive %make-condition 'error message irritants #f #f)))

;; Raises a condition of the kind; `who` is the procedure that complains, if the
;; program called it; else the one of a library that it called is named. A list
;; of one is the name that a program gave.
(define (%error-of-kind kind who message . irritants)
  (raise (%primitive %make-condition kind message irritants
                     (%primitive %complainant who) #f)))

;; Raises the condition of an argument that is not what it should be.
(define (%type-error who expected object)
  (%error-of-kind 'type who
                  (%primitive string-append "expected " expected) object))

(define (%require-procedure object who)
  (if (%primitive procedure? object)
      #t
      (%type-error who "a procedure" object)))

;; Checks a procedure that will be called with `count` arguments, where who
;; passed it is still known.
(define (%require-callback object count who)
  (%require-procedure object who)
  (let ((why (%primitive %misfit object count)))
    (if why (%error-of-kind 'arity who why object))))

;; What `assert` calls when its test, given as a datum, fails.
(define (%assertion-failed test . irritants)
  (raise (%primitive %make-condition 'assertion "assertion failed:"
                     (%primitive cons test irritants) #f #f)))

;; Raises the condition of a match in which no pattern fits.
(define (%bad-match object)
  (%error-of-kind 'bad-match 'match "no pattern matches" object))

;;> (condition? object): whether it is a condition: what `error`, failed
;;> primitives and linked processes raise.
;;> Example: (guard (e (#t (condition? e))) (car 5)) => #t
(define (condition? object) (%primitive condition? object))

;;> (error-object? object): the name of condition? in R7RS 6.11.
;;> Example: (guard (e (#t (error-object? e))) (error "bad")) => #t
(define (error-object? object) (%primitive condition? object))

;;> (error-object-message condition): what went wrong, a string. R7RS 6.11.
;;> Example: (guard (e (#t (error-object-message e))) (error "bad" 1)) => "bad"
(define (error-object-message condition)
  (%primitive %condition-message condition))

;;> (error-object-irritants condition): the objects concerned. R7RS 6.11.
;;> Example: (guard (e (#t (error-object-irritants e))) (error "bad" 1)) => (1)
(define (error-object-irritants condition)
  (%primitive %condition-irritants condition))

;;> (condition-kind condition): a symbol: error, type, range, arity, unbound,
;;> divide-by-zero, file, read, timeout, exit, deadlock and others.
;;> Example: (guard (e (#t (condition-kind e))) (vector-ref (vector 1) 'x)) => type
(define (condition-kind condition) (%primitive %condition-kind condition))

;;> (condition-who condition): the name of the procedure that raised it, or #f.
;;> Example: (guard (e (#t (condition-who e))) (error "bad")) => #f
(define (condition-who condition) (%primitive %condition-who condition))

;;> (condition-payload condition): further data that depends on the kind, or #f.
;;> Example: (guard (e (#t (condition-payload e))) (error "bad")) => #f
(define (condition-payload condition)
  (%primitive %condition-payload condition))

;;> (condition-trace condition): the calls that led to it, a string, or #f.
;;> Example: (guard (e (#t (string? (or (condition-trace e) "")))) (error "bad")) => #t
(define (condition-trace condition) (%primitive %condition-trace condition))

(define (%condition-of-kind? object kind)
  (if (%primitive condition? object)
      (%primitive eq? (%primitive %condition-kind object) kind)
      #f))

;;> (file-error? object): whether it was raised by an operation on a file. R7RS
;;> 6.11.
;;> Example: (file-error? 'x) => #f
(define (file-error? object) (%condition-of-kind? object 'file))

;;> (read-error? object): whether it was raised by the reader. R7RS 6.11.
;;> Example: (guard (e (#t (read-error? e))) (read (open-input-string ")"))) => #t
(define (read-error? object) (%condition-of-kind? object 'read))
