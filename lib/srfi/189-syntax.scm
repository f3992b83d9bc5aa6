;;; Syntax for Maybes and Eithers.

;;> (maybe-if maybe then else): the value of `then` for a Just, otherwise that
;;> of `else`. Raises type. SRFI 189.
;;> Example: (maybe-if (nothing) 'yes 'no) => no
(define-syntax maybe-if
  (syntax-rules ()
    ((_ maybe then else)
     (if (%just? maybe 'maybe-if) then else))))

(define (%just? object who)
  (%check-maybe object who)
  (just? object))

(define (%right? object who)
  (%check-either object who)
  (right? object))

;;> (maybe-and maybe ...): the last Maybe, or the first Nothing; what follows
;;> that is not evaluated. Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-and (just 1) (just 2))) => (2)
(define-syntax maybe-and
  (syntax-rules ()
    ((_) (just (void)))
    ((_ last) (%checked last %check-maybe 'maybe-and))
    ((_ first . rest)
     (let ((maybe first))
       (if (%just? maybe 'maybe-and) (maybe-and . rest) maybe)))))

;;> (maybe-or maybe ...): the first Just, or Nothing; what follows that is not
;;> evaluated. Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-or (nothing) (just 1) (error "evaluated"))) => (1)
(define-syntax maybe-or
  (syntax-rules ()
    ((_) (nothing))
    ((_ last) (%checked last %check-maybe 'maybe-or))
    ((_ first . rest)
     (let ((maybe first))
       (if (%just? maybe 'maybe-or) maybe (maybe-or . rest))))))

;;> (either-and either ...): the last Either, or the first Left; what follows
;;> that is not evaluated. Raises type. SRFI 189.
;;> Example: (either->list (either-and (right 1) (left 2) (error "evaluated"))) => (2)
(define-syntax either-and
  (syntax-rules ()
    ((_) (right (void)))
    ((_ last) (%checked last %check-either 'either-and))
    ((_ first . rest)
     (let ((either first))
       (if (%right? either 'either-and) (either-and . rest) either)))))

;;> (either-or either ...): the first Right, or the last Left; what follows a
;;> Right is not evaluated. Raises type. SRFI 189.
;;> Example: (either->list (either-or (left 1) (left 2))) => (2)
(define-syntax either-or
  (syntax-rules ()
    ((_) (left (void)))
    ((_ last) (%checked last %check-either 'either-or))
    ((_ first . rest)
     (let ((either first))
       (if (%right? either 'either-or) either (either-or . rest))))))

(define-syntax %checked
  (syntax-rules ()
    ((_ expression check who)
     (let ((object expression)) (check object who) object))))

;;> (maybe-let* (clause ...) body ...): evaluates the clauses in order while
;;> they are Justs: (name maybe) binds the name to the value of a Just; (maybe)
;;> and a name of a Maybe are tests. Returns a Just of the values of the body,
;;> or the Nothing of a clause; without a body, the last Maybe. Raises type.
;;> SRFI 189.
;;> Example: (maybe->list (maybe-let* ((x (just 2)) (y (just 3))) (* x y))) => (6)
(define-syntax maybe-let*
  (syntax-rules ()
    ((_ clauses . body)
     (%let* (%just? %just-payload just 'maybe-let* %one) clauses . body))))

;;> (maybe-let*-values (clause ...) body ...): the same with clauses (formals
;;> maybe). Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-let*-values (((x y) (just 2 3))) (* x y))) => (6)
(define-syntax maybe-let*-values
  (syntax-rules ()
    ((_ clauses . body)
     (%let* (%just? %just-payload just 'maybe-let*-values %many)
            clauses . body))))

;;> (either-let* (clause ...) body ...): as maybe-let*, with Rights and Lefts.
;;> Raises type. SRFI 189.
;;> Example: (either->list (either-let* ((x (right 2)) (y (left 'no))) (* x y))) => (no)
(define-syntax either-let*
  (syntax-rules ()
    ((_ clauses . body)
     (%let* (%right? %right-payload right 'either-let* %one)
            clauses . body))))

;;> (either-let*-values (clause ...) body ...): as maybe-let*-values, with
;;> Rights and Lefts. Raises type. SRFI 189.
;;> Example: (either->list (either-let*-values (((x . y) (right 2 3))) (list x y))) => ((2 (3)))
(define-syntax either-let*-values
  (syntax-rules ()
    ((_ clauses . body)
     (%let* (%right? %right-payload right 'either-let*-values %many)
            clauses . body))))

;; (%let* (test payload wrap who bind) clauses body ...)
(define-syntax %let*
  (syntax-rules ()
    ((_ (test payload wrap who bind) ()) (wrap (void)))
    ((_ (test payload wrap who bind) () . body)
     (call-with-values (lambda () . body) wrap))
    ;; The last clause without a body is the result.
    ((_ kind ((expression))) (%last kind expression))
    ((_ (test payload wrap who bind) ((formals expression)))
     (let ((container expression))
       (if (test container who)
           (bind formals (payload container) container who container)
           container)))
    ((_ kind (name)) (%last kind name))
    ((_ (test payload wrap who bind) ((expression) . clauses) . body)
     (let ((container expression))
       (if (test container who)
           (%let* (test payload wrap who bind) clauses . body)
           container)))
    ((_ (test payload wrap who bind) ((formals expression) . clauses) . body)
     (let ((container expression))
       (if (test container who)
           (bind formals (payload container) container who
                 (%let* (test payload wrap who bind) clauses . body))
           container)))
    ((_ (test payload wrap who bind) (name . clauses) . body)
     (if (test name who)
         (%let* (test payload wrap who bind) clauses . body)
         name))))

(define-syntax %last
  (syntax-rules ()
    ((_ (test payload wrap who bind) expression)
     (let ((container expression)) (test container who) container))))

(define-syntax %one
  (syntax-rules ()
    ((_ name values container who result)
     (let ((name (%single values container who))) result))))

(define-syntax %many
  (syntax-rules ()
    ((_ formals values container who result)
     (apply (lambda formals result) values))))

;;> (either-guard predicate body ...): a Right of the values of the body; or a
;;> Left of what it raises, if the predicate holds for that. Raises what it
;;> raises otherwise, in its place. SRFI 189.
;;> Example: (either->list (either-guard symbol? (+ 1 (raise 'bad)))) => (bad)
(define-syntax either-guard
  (syntax-rules ()
    ((_ predicate . body)
     (let ((test predicate))
       (guard (object ((test object) (left object)))
         (call-with-values (lambda () . body) right))))))
