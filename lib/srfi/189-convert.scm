;;; From Maybes and Eithers to other ways of saying that there is no value, and
;;; back; logic with three values.

;;> (list->just list): a Just of the elements. Raises type. SRFI 189.
;;> Example: (maybe->list (list->just '(1 2))) => (1 2)
(define (list->just list)
  (%just (list-copy (%require-list list 'list->just))))

;;> (list->right list): a Right of the elements. Raises type. SRFI 189.
;;> Example: (either->list (list->right '(1 2))) => (1 2)
(define (list->right list)
  (%right (list-copy (%require-list list 'list->right))))

;;> (list->left list): a Left of the elements. Raises type. SRFI 189.
;;> Example: (either->list (list->left '(1 2))) => (1 2)
(define (list->left list)
  (%left (list-copy (%require-list list 'list->left))))

;;> (maybe->either maybe object ...): a Right of the values of a Just; for
;;> Nothing, a Left of the objects. Raises type. SRFI 189.
;;> Example: (either->list (maybe->either (nothing) 'none)) => (none)
(define (maybe->either maybe . objects)
  (%check-maybe maybe 'maybe->either)
  (if (just? maybe) (%right (%just-payload maybe)) (%left objects)))

;;> (either->maybe either): a Just of the values of a Right; for a Left,
;;> Nothing. Raises type. SRFI 189.
;;> Example: (maybe->list (either->maybe (left 1))) => ()
(define (either->maybe either)
  (%check-either either 'either->maybe)
  (if (right? either) (%just (%right-payload either)) (nothing)))

;;> (maybe->list maybe): the values of a Just; for Nothing, none. Raises type.
;;> SRFI 189.
;;> Example: (maybe->list (just 1 2)) => (1 2)
(define (maybe->list maybe)
  (%check-maybe maybe 'maybe->list)
  (if (just? maybe) (list-copy (%just-payload maybe)) '()))

;;> (either->list either): the values of a Left or Right. Raises type. SRFI 189.
;;> Example: (either->list (left 1 2)) => (1 2)
(define (either->list either)
  (%check-either either 'either->list)
  (list-copy (%either-payload either)))

;;> (maybe->truth maybe): the one value of a Just; for Nothing, #f. Raises type.
;;> SRFI 189.
;;> Example: (map maybe->truth (list (just 1) (nothing))) => (1 #f)
(define (maybe->truth maybe)
  (%check-maybe maybe 'maybe->truth)
  (and (just? maybe) (%single (%just-payload maybe) maybe 'maybe->truth)))

;;> (either->truth either): the one value of a Right; for a Left, #f. Raises
;;> type. SRFI 189.
;;> Example: (map either->truth (list (right 1) (left 1))) => (1 #f)
(define (either->truth either)
  (%check-either either 'either->truth)
  (and (right? either)
       (%single (%right-payload either) either 'either->truth)))

;;> (truth->maybe object): a Just of the object, or Nothing if it is #f. SRFI
;;> 189.
;;> Example: (maybe->list (truth->maybe #f)) => ()
(define (truth->maybe object) (if object (just object) (nothing)))

;;> (truth->either object failure ...): a Right of the object, or a Left of the
;;> other arguments if it is #f. SRFI 189.
;;> Example: (either->list (truth->either #f 'none)) => (none)
(define (truth->either object . failure)
  (if object (right object) (%left failure)))

;;> (maybe->list-truth maybe): a list of the values of a Just; for Nothing, #f.
;;> Raises type. SRFI 189.
;;> Example: (map maybe->list-truth (list (just 1) (nothing))) => ((1) #f)
(define (maybe->list-truth maybe)
  (%check-maybe maybe 'maybe->list-truth)
  (and (just? maybe) (list-copy (%just-payload maybe))))

;;> (either->list-truth either): a list of the values of a Right; for a Left,
;;> #f. Raises type. SRFI 189.
;;> Example: (map either->list-truth (list (right 1) (left 1))) => ((1) #f)
(define (either->list-truth either)
  (%check-either either 'either->list-truth)
  (and (right? either) (list-copy (%right-payload either))))

;;> (list-truth->maybe object): a Just of the elements of a list, or Nothing for
;;> #f. Raises type. SRFI 189.
;;> Example: (maybe->list (list-truth->maybe '(1 2))) => (1 2)
(define (list-truth->maybe object)
  (if object
      (%just (list-copy (%require-list object 'list-truth->maybe)))
      (nothing)))

;;> (list-truth->either object failure ...): a Right of the elements of a list,
;;> or a Left of the other arguments for #f. Raises type. SRFI 189.
;;> Example: (either->list (list-truth->either #f 1 2)) => (1 2)
(define (list-truth->either object . failure)
  (if object
      (%right (list-copy (%require-list object 'list-truth->either)))
      (%left failure)))

;;> (maybe->generation maybe): the one value of a Just; for Nothing, the
;;> end-of-file object. Raises type. SRFI 189.
;;> Example: (eof-object? (maybe->generation (nothing))) => #t
(define (maybe->generation maybe)
  (%check-maybe maybe 'maybe->generation)
  (if (just? maybe)
      (%single (%just-payload maybe) maybe 'maybe->generation)
      (eof-object)))

;;> (generation->maybe object): a Just of the object, or Nothing for the
;;> end-of-file object. SRFI 189.
;;> Example: (maybe->list (generation->maybe (eof-object))) => ()
(define (generation->maybe object)
  (if (eof-object? object) (nothing) (just object)))

;;> (either->generation either): the one value of a Right; for a Left, the
;;> end-of-file object. Raises type. SRFI 189.
;;> Example: (either->generation (right 1)) => 1
(define (either->generation either)
  (%check-either either 'either->generation)
  (if (right? either)
      (%single (%right-payload either) either 'either->generation)
      (eof-object)))

;;> (generation->either object failure ...): a Right of the object, or a Left of
;;> the other arguments for the end-of-file object. SRFI 189.
;;> Example: (either->list (generation->either (eof-object) 'end)) => (end)
(define (generation->either object . failure)
  (if (eof-object? object) (%left failure) (right object)))

;;> (maybe->values maybe): the values of a Just; for Nothing, no values. Raises
;;> type. SRFI 189.
;;> Example: (call-with-values (lambda () (maybe->values (just 1 2))) list) => (1 2)
(define (maybe->values maybe)
  (%check-maybe maybe 'maybe->values)
  (apply values (if (just? maybe) (%just-payload maybe) '())))

;;> (either->values either): the values of a Right; for a Left, no values.
;;> Raises type. SRFI 189.
;;> Example: (call-with-values (lambda () (either->values (left 1 2))) list) => ()
(define (either->values either)
  (%check-either either 'either->values)
  (apply values (if (right? either) (%right-payload either) '())))

;;> (values->maybe producer): a Just of the values that the thunk returns, or
;;> Nothing if there are none. SRFI 189.
;;> Example: (maybe->list (values->maybe (lambda () (values 1 2)))) => (1 2)
(define (values->maybe producer)
  (call-with-values producer
    (lambda objects (if (null? objects) (nothing) (%just objects)))))

;;> (values->either producer failure ...): a Right of the values that the thunk
;;> returns, or a Left of the other arguments if there are none. SRFI 189.
;;> Example: (either->list (values->either values 'none)) => (none)
(define (values->either producer . failure)
  (call-with-values producer
    (lambda objects (if (null? objects) (%left failure) (%right objects)))))

;;> (maybe->two-values maybe): the one value of a Just, and #t; for Nothing, #f
;;> and #f. Raises type. SRFI 189.
;;> Example: (call-with-values (lambda () (maybe->two-values (just 1))) list) => (1 #t)
(define (maybe->two-values maybe)
  (%check-maybe maybe 'maybe->two-values)
  (if (just? maybe)
      (values (%single (%just-payload maybe) maybe 'maybe->two-values) #t)
      (values #f #f)))

;;> (two-values->maybe producer): a Just of the first of two values that the
;;> thunk returns, or Nothing if the second is #f. SRFI 189.
;;> Example: (maybe->list (two-values->maybe (lambda () (values 1 #t)))) => (1)
(define (two-values->maybe producer)
  (call-with-values producer
    (lambda (object there?) (if there? (just object) (nothing)))))

;;> (exception->either predicate thunk): a Right of the values of the thunk; or
;;> a Left of what it raises, if the predicate holds for that. Raises what it
;;> raises otherwise. SRFI 189.
;;> Example: (either->list (exception->either symbol? (lambda () (raise 'bad)))) => (bad)
(define (exception->either predicate thunk)
  (either-guard predicate (thunk)))

;; Whether the one value of a Just is true: 'true or 'false; of Nothing, #f.
(define (%truth maybe who)
  (%check-maybe maybe who)
  (and (just? maybe)
       (if (%single (%just-payload maybe) maybe who) 'true 'false)))

;;> (tri-not maybe): a Just of #t for a Just of #f, and of #f for another Just;
;;> for Nothing, Nothing. Raises type. SRFI 189.
;;> Example: (map maybe->list (map tri-not (list (just #f) (just 1) (nothing)))) => ((#t) (#f) ())
(define (tri-not maybe)
  (let ((truth (%truth maybe 'tri-not)))
    (if truth (just (eq? truth 'false)) maybe)))

;;> (tri=? maybe1 maybe2 ...): a Just of #t if all are true or all are false; a
;;> Just of #f otherwise. Raises type. SRFI 189.
;;> Example: (map maybe->truth (list (tri=? (just 1) (just 2)) (tri=? (nothing) (nothing)))) => (#t #f)
(define (tri=? maybe . rest)
  (let ((first (%truth maybe 'tri=?)))
    (let loop ((rest rest) (same? (if first #t #f)))
      (if (null? rest)
          (just same?)
          (let ((truth (%truth (car rest) 'tri=?)))
            (loop (cdr rest) (and same? (eq? truth first))))))))

;; The first that is not `neutral`; all are checked.
(define (%first-other neutral maybes result who)
  (let loop ((rest maybes) (found #f))
    (if (null? rest)
        (or found result)
        (let ((truth (%truth (car rest) who)))
          (loop (cdr rest)
                (or found (if (eq? truth neutral) #f (car rest))))))))

;;> (tri-and maybe ...): the first that is false or Nothing, or a Just of #t.
;;> Raises type. SRFI 189.
;;> Example: (map maybe->list (list (tri-and (just 1) (nothing) (just #f)) (tri-and))) => (() (#t))
(define (tri-and . maybes) (%first-other 'true maybes (just #t) 'tri-and))

;;> (tri-or maybe ...): the first that is true or Nothing, or a Just of #f.
;;> Raises type. SRFI 189.
;;> Example: (map maybe->list (list (tri-or (just #f) (just 1)) (tri-or))) => ((1) (#f))
(define (tri-or . maybes) (%first-other 'false maybes (just #f) 'tri-or))

;;> (tri-merge maybe ...): the first that is not Nothing, or Nothing. Raises
;;> type. SRFI 189.
;;> Example: (maybe->list (tri-merge (nothing) (just #f) (just 1))) => (#f)
(define (tri-merge . maybes) (%first-other #f maybes (nothing) 'tri-merge))
