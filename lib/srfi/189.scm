;;; Maybes and Eithers. A Just, a Left and a Right hold any number of values; a
;;; Nothing holds none. What is said of both: a Just or Right has a payload for
;;; use, Nothing or Left has not.

(define-record-type <just> (%just payload) just? (payload %just-payload))
(define-record-type <nothing> (%nothing) nothing?)
(define-record-type <left> (%left payload) left? (payload %left-payload))
(define-record-type <right> (%right payload) right? (payload %right-payload))

;;> (just? object): whether it is a Just. SRFI 189.
;;> Example: (map just? (list (just 1) (nothing) (right 1))) => (#t #f #f)
;;> (nothing? object): whether it is a Nothing. SRFI 189.
;;> Example: (map nothing? (list (just 1) (nothing) (left))) => (#f #t #f)
;;> (left? object): whether it is a Left. SRFI 189.
;;> Example: (map left? (list (left 1) (right 1) (nothing))) => (#t #f #f)
;;> (right? object): whether it is a Right. SRFI 189.
;;> Example: (map right? (list (left 1) (right 1) (just 1))) => (#f #t #f)

(define %the-nothing (%nothing))

;;> (just object ...): a Just of the objects. SRFI 189.
;;> Example: (maybe->list (just 1 2)) => (1 2)
(define (just . objects) (%just objects))

;;> (nothing): the Nothing. SRFI 189.
;;> Example: (maybe->list (nothing)) => ()
(define (nothing) %the-nothing)

;;> (left object ...): a Left of the objects. SRFI 189.
;;> Example: (either->list (left 1 2)) => (1 2)
(define (left . objects) (%left objects))

;;> (right object ...): a Right of the objects. SRFI 189.
;;> Example: (either->list (right 1 2)) => (1 2)
(define (right . objects) (%right objects))

;;> (maybe? object): whether it is a Just or a Nothing. SRFI 189.
;;> Example: (map maybe? (list (just) (nothing) (left) 5)) => (#t #t #f #f)
(define (maybe? object) (or (just? object) (nothing? object)))

;;> (either? object): whether it is a Left or a Right. SRFI 189.
;;> Example: (map either? (list (just) (right) (left) 5)) => (#f #t #t #f)
(define (either? object) (or (right? object) (left? object)))

(define (%check-maybe object who)
  (if (not (maybe? object)) (%type-error who "a Maybe" object)))

(define (%check-either object who)
  (if (not (either? object)) (%type-error who "an Either" object)))

;; The payload of an Either of both kinds.
(define (%either-payload either)
  (if (right? either) (%right-payload either) (%left-payload either)))

;; The one value that there is, or a complaint.
(define (%single payload object who)
  (if (and (pair? payload) (null? (cdr payload)))
      (car payload)
      (%type-error who "a payload of one value" object)))

(define (%same-payload? same? left right)
  (let loop ((left left) (right right))
    (if (or (null? left) (null? right))
        (and (null? left) (null? right))
        (and (same? (car left) (car right))
             (loop (cdr left) (cdr right))))))

;; Whether all are equal; each is checked and compared with the first.
(define (%all-same? check equal first rest)
  (check first)
  (let loop ((rest rest) (result #t))
    (if (null? rest)
        result
        (begin
          (check (car rest))
          (loop (cdr rest) (and result (equal first (car rest))))))))

;;> (maybe= same? maybe1 maybe2 ...): whether all are Nothing, or all are Justs
;;> of as many values that are the same. Raises type. SRFI 189.
;;> Example: (maybe= = (just 1 2) (just 1 2)) => #t
(define (maybe= same? maybe . rest)
  (%require-procedure same? 'maybe=)
  (%all-same? (lambda (object) (%check-maybe object 'maybe=))
              (lambda (left right)
                (if (just? left)
                    (and (just? right)
                         (%same-payload? same? (%just-payload left)
                                         (%just-payload right)))
                    (nothing? right)))
              maybe rest))

;;> (either= same? either1 either2 ...): whether all are Lefts, or all Rights,
;;> of as many values that are the same. Raises type. SRFI 189.
;;> Example: (either= = (left 1) (right 1)) => #f
(define (either= same? either . rest)
  (%require-procedure same? 'either=)
  (%all-same? (lambda (object) (%check-either object 'either=))
              (lambda (left right)
                (and (eq? (right? left) (right? right))
                     (%same-payload? same? (%either-payload left)
                                     (%either-payload right))))
              either rest))

;;> (either-swap either): a Left of the values of a Right, and a Right of those
;;> of a Left. Raises type. SRFI 189.
;;> Example: (left? (either-swap (right 1))) => #t
(define (either-swap either)
  (%check-either either 'either-swap)
  (if (right? either)
      (%left (%right-payload either))
      (%right (%left-payload either))))

;;> (maybe-ref maybe failure [success]): what `success` (values) returns for the
;;> values of a Just; for Nothing, what the thunk `failure` returns. Raises
;;> type. SRFI 189.
;;> Example: (list (maybe-ref (just 2) list square) (maybe-ref (nothing) list)) => (4 ())
(define maybe-ref
  (case-lambda
    ((maybe failure) (maybe-ref maybe failure values))
    ((maybe failure success)
     (%check-maybe maybe 'maybe-ref)
     (if (just? maybe) (apply success (%just-payload maybe)) (failure)))))

;;> (either-ref either failure [success]): what `success` (values) returns for
;;> the values of a Right; or `failure` for those of a Left. Raises type. SRFI
;;> 189.
;;> Example: (list (either-ref (right 2) list square) (either-ref (left 2) list)) => (4 (2))
(define either-ref
  (case-lambda
    ((either failure) (either-ref either failure values))
    ((either failure success)
     (%check-either either 'either-ref)
     (apply (if (right? either) success failure) (%either-payload either)))))

;;> (maybe-ref/default maybe object ...): the values of a Just; for Nothing, the
;;> objects. Raises type. SRFI 189.
;;> Example: (maybe-ref/default (nothing) 5) => 5
(define (maybe-ref/default maybe . objects)
  (%check-maybe maybe 'maybe-ref/default)
  (apply values (if (just? maybe) (%just-payload maybe) objects)))

;;> (either-ref/default either object ...): the values of a Right; for a Left,
;;> the objects. Raises type. SRFI 189.
;;> Example: (either-ref/default (left 1) 5) => 5
(define (either-ref/default either . objects)
  (%check-either either 'either-ref/default)
  (apply values (if (right? either) (%right-payload either) objects)))

;;> (maybe-join maybe): the Maybe in a Just, or Nothing. Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-join (just (just 1)))) => (1)
(define (maybe-join maybe)
  (%check-maybe maybe 'maybe-join)
  (if (just? maybe)
      (let ((inner (%single (%just-payload maybe) maybe 'maybe-join)))
        (%check-maybe inner 'maybe-join)
        inner)
      maybe))

;;> (either-join either): the Either in a Right, or the Left. Raises type. SRFI
;;> 189.
;;> Example: (either->list (either-join (right (left 1)))) => (1)
(define (either-join either)
  (%check-either either 'either-join)
  (if (right? either)
      (let ((inner (%single (%right-payload either) either 'either-join)))
        (%check-either inner 'either-join)
        inner)
      either))

;;> (maybe-bind maybe procedure1 procedure2 ...): calls the procedures, which
;;> return Maybes, each with the values of the Just before, until there is
;;> Nothing. Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-bind (just 2) (lambda (x) (just x (* x x))) (lambda (x y) (just (+ x y))))) => (6)
(define (maybe-bind maybe procedure . rest)
  (%check-maybe maybe 'maybe-bind)
  (let loop ((maybe maybe) (procedure procedure) (rest rest))
    (cond ((nothing? maybe) maybe)
          ((null? rest) (apply procedure (%just-payload maybe)))
          (else
           (let ((result (apply procedure (%just-payload maybe))))
             (%check-maybe result 'maybe-bind)
             (loop result (car rest) (cdr rest)))))))

;;> (either-bind either procedure1 procedure2 ...): the same with Rights, until
;;> there is a Left. Raises type. SRFI 189.
;;> Example: (either->list (either-bind (right 2) left (lambda (x) (error "called")))) => (2)
(define (either-bind either procedure . rest)
  (%check-either either 'either-bind)
  (let loop ((either either) (procedure procedure) (rest rest))
    (cond ((left? either) either)
          ((null? rest) (apply procedure (%right-payload either)))
          (else
           (let ((result (apply procedure (%right-payload either))))
             (%check-either result 'either-bind)
             (loop result (car rest) (cdr rest)))))))

;;> (maybe-compose procedure1 procedure2 ...): a procedure that calls these one
;;> after another, as maybe-bind does. Raises type. SRFI 189.
;;> Example: (maybe->list ((maybe-compose just (lambda (x y) (just (+ x y)))) 1 2)) => (3)
(define (maybe-compose procedure . rest)
  (lambda objects (apply maybe-bind (%just objects) procedure rest)))

;;> (either-compose procedure1 procedure2 ...): a procedure that calls these one
;;> after another, as either-bind does. Raises type. SRFI 189.
;;> Example: (either->list ((either-compose right left) 1 2)) => (1 2)
(define (either-compose procedure . rest)
  (lambda objects (apply either-bind (%right objects) procedure rest)))

;;> (maybe-length maybe): 1 for a Just, 0 for Nothing. Raises type. SRFI 189.
;;> Example: (map maybe-length (list (just 1 2) (nothing))) => (1 0)
(define (maybe-length maybe)
  (%check-maybe maybe 'maybe-length)
  (if (just? maybe) 1 0))

;;> (either-length either): 1 for a Right, 0 for a Left. Raises type. SRFI 189.
;;> Example: (map either-length (list (right 1 2) (left 1))) => (1 0)
(define (either-length either)
  (%check-either either 'either-length)
  (if (right? either) 1 0))

;;> (maybe-filter predicate maybe): the Just, if the predicate holds for its
;;> values, or else Nothing. Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-filter even? (just 1))) => ()
(define (maybe-filter predicate maybe)
  (%check-maybe maybe 'maybe-filter)
  (if (and (just? maybe) (apply predicate (%just-payload maybe)))
      maybe
      (nothing)))

;;> (maybe-remove predicate maybe): the Just, if the predicate does not hold for
;;> its values, or else Nothing. Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-remove even? (just 1))) => (1)
(define (maybe-remove predicate maybe)
  (%check-maybe maybe 'maybe-remove)
  (if (and (just? maybe) (not (apply predicate (%just-payload maybe))))
      maybe
      (nothing)))

;;> (either-filter predicate either object ...): the Right, if the predicate
;;> holds for its values, or else a Left of the objects. Raises type. SRFI 189.
;;> Example: (either->list (either-filter even? (right 1) 'odd)) => (odd)
(define (either-filter predicate either . objects)
  (%check-either either 'either-filter)
  (if (and (right? either) (apply predicate (%right-payload either)))
      either
      (%left objects)))

;;> (either-remove predicate either object ...): the Right, if the predicate
;;> does not hold for its values, or else a Left of the objects. Raises type.
;;> SRFI 189.
;;> Example: (either->list (either-remove even? (right 1) 'even)) => (1)
(define (either-remove predicate either . objects)
  (%check-either either 'either-remove)
  (if (and (right? either) (not (apply predicate (%right-payload either))))
      either
      (%left objects)))

;;> (maybe-sequence container mapper [aggregate]): a Just of the container that
;;> `mapper`, called as `map`, makes of the results of `aggregate` (list) for
;;> the values of the Justs in it; or the first Nothing there. Raises type. SRFI
;;> 189.
;;> Example: (maybe->list (maybe-sequence (list (just 1) (just 2)) map +)) => ((1 2))
(define maybe-sequence
  (case-lambda
    ((container mapper) (maybe-sequence container mapper list))
    ((container mapper aggregate)
     (call/cc
      (lambda (return)
        (just (mapper (lambda (maybe)
                        (%check-maybe maybe 'maybe-sequence)
                        (if (just? maybe)
                            (apply aggregate (%just-payload maybe))
                            (return maybe)))
                      container)))))))

;;> (either-sequence container mapper [aggregate]): the same of Rights, or the
;;> first Left. Raises type. SRFI 189.
;;> Example: (either->list (either-sequence (list (right 1) (left 2)) map)) => (2)
(define either-sequence
  (case-lambda
    ((container mapper) (either-sequence container mapper list))
    ((container mapper aggregate)
     (call/cc
      (lambda (return)
        (right (mapper (lambda (either)
                         (%check-either either 'either-sequence)
                         (if (right? either)
                             (apply aggregate (%right-payload either))
                             (return either)))
                       container)))))))

;;> (maybe-map procedure maybe): a Just of what the procedure returns for the
;;> values of a Just, or Nothing. Raises type. SRFI 189.
;;> Example: (maybe->list (maybe-map square (just 3))) => (9)
(define (maybe-map procedure maybe)
  (%check-maybe maybe 'maybe-map)
  (if (just? maybe)
      (call-with-values
       (lambda () (apply procedure (%just-payload maybe)))
       just)
      maybe))

;;> (either-map procedure either): a Right of what the procedure returns for the
;;> values of a Right, or the Left. Raises type. SRFI 189.
;;> Example: (either->list (either-map square (right 3))) => (9)
(define (either-map procedure either)
  (%check-either either 'either-map)
  (if (right? either)
      (call-with-values
       (lambda () (apply procedure (%right-payload either)))
       right)
      either))

;;> (maybe-for-each procedure maybe): calls the procedure with the values of a
;;> Just. Raises type. SRFI 189.
;;> Example: (let ((n 0)) (maybe-for-each (lambda (x) (set! n x)) (just 3)) n) => 3
(define (maybe-for-each procedure maybe)
  (%check-maybe maybe 'maybe-for-each)
  (if (just? maybe) (apply procedure (%just-payload maybe)))
  (void))

;;> (either-for-each procedure either): calls the procedure with the values of a
;;> Right. Raises type. SRFI 189.
;;> Example: (let ((n 0)) (either-for-each (lambda (x) (set! n x)) (left 3)) n) => 0
(define (either-for-each procedure either)
  (%check-either either 'either-for-each)
  (if (right? either) (apply procedure (%right-payload either)))
  (void))

;;> (maybe-fold combine start maybe): what `combine` returns for the values of a
;;> Just and the start, or the start. Raises type. SRFI 189.
;;> Example: (maybe-fold cons '() (just 1)) => (1)
(define (maybe-fold combine start maybe)
  (%check-maybe maybe 'maybe-fold)
  (if (just? maybe)
      (apply combine (append (%just-payload maybe) (list start)))
      start))

;;> (either-fold combine start either): the same for a Right. Raises type. SRFI
;;> 189.
;;> Example: (either-fold cons '() (left 1)) => ()
(define (either-fold combine start either)
  (%check-either either 'either-fold)
  (if (right? either)
      (apply combine (append (%right-payload either) (list start)))
      start))

;;> (maybe-unfold stop? mapper successor seed ...): a Just of the values of
;;> `mapper` for the seeds, or Nothing if `stop?` holds for them. There is no
;;> second step, so `successor` is not used. SRFI 189.
;;> Example: (maybe->list (maybe-unfold negative? square #f 3)) => (9)
(define (maybe-unfold stop? mapper successor . seeds)
  (if (apply stop? seeds)
      (nothing)
      (call-with-values (lambda () (apply mapper seeds)) just)))

;;> (either-unfold stop? mapper successor seed ...): a Right of the values of
;;> `mapper` for the seeds, or a Left of the seeds if `stop?` holds for them.
;;> SRFI 189.
;;> Example: (either->list (either-unfold negative? square #f -3)) => (-3)
(define (either-unfold stop? mapper successor . seeds)
  (if (apply stop? seeds)
      (%left seeds)
      (call-with-values (lambda () (apply mapper seeds)) right)))
