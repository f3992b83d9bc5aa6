;;; Alternation: waiting for the first of several inputs.

;; A guard is a vector: kind, whether it is on, end, field or seconds, and a
;; procedure for what came: the items of an input, or nothing.
(define (%guard-kind guard) (vector-ref guard 0))
(define (%guard-on? guard) (vector-ref guard 1))
(define (%guard-end guard) (vector-ref guard 2))
(define (%guard-field guard) (vector-ref guard 3))
(define (%guard-then guard) (vector-ref guard 4))

;; How many alternations this process has made: where the next one begins.
(define %alternations 0)

;;> (alt (guard body ...) ...): waits until one of the guards is ready, and
;;> evaluates its body. Guards are (in (end field) formal ...), (extended-in
;;> (end field) formal ...), (case-in (end field)), with clauses of tags in the
;;> place of the body, (after seconds), (skip), which is always ready, and (when
;;> test guard). If several are ready, any of them is taken; here, each in its
;;> turn. Raises as in does.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (alt ((in (server x) n) n) ((after 0.01) 'nothing))))) (environment '(termite) '(pony))) => nothing
(define-syntax alt
  (syntax-rules ()
    ((_ clause ...) (%alt 'alt #t (list (%alt-guard clause) ...)))))

;;> (pri-alt (guard body ...) ...): the same; of several that are ready, the
;;> first is taken. Raises as in does.
;;> Example: (eval '(pri-alt ((skip) 'first) ((skip) 'second)) (environment '(termite) '(pony))) => first
(define-syntax pri-alt
  (syntax-rules ()
    ((_ clause ...) (%alt 'pri-alt #f (list (%alt-guard clause) ...)))))

;;> (fair-alt (guard body ...) ...): the same; of several that are ready, each
;;> is taken in its turn. Raises as in does.
;;> Example: (eval '(let ((taken (map (lambda (n) (fair-alt ((skip) 'a) ((skip) 'b))) '(1 2 3 4)))) (map (lambda (name) (and (memq name taken) #t)) '(a b))) (environment '(termite) '(pony))) => (#t #t)
(define-syntax fair-alt
  (syntax-rules ()
    ((_ clause ...) (%alt 'fair-alt #t (list (%alt-guard clause) ...)))))

(define-syntax %alt-guard
  (syntax-rules (when)
    ((_ ((when test guard) . rest)) (%alt-made test guard . rest))
    ((_ (guard . rest)) (%alt-made #t guard . rest))))

(define-syntax %alt-made
  (syntax-rules (in extended-in case-in after skip)
    ((_ test (in (end field) . formals) body ...)
     (vector 'in test end 'field (lambda formals body ...)))
    ((_ test (extended-in (end field) . formals) body ...)
     (vector 'extended-in test end 'field (lambda formals body ...)))
    ((_ test (case-in (end field)) clause ...)
     (let ((held end))
       (vector 'in test held 'field
               (lambda items (%by-tag items held 'field clause ...)))))
    ((_ test (after seconds) body ...)
     (vector 'after test #f seconds (lambda () body ...)))
    ((_ test (skip) body ...)
     (vector 'skip test #f #f (lambda () body ...)))))

;; The guards that are on, each with its hold and field if it is an input.
(define (%with-holds guards who)
  (cond ((null? guards) '())
        ((not (%guard-on? (car guards))) (%with-holds (cdr guards) who))
        ((%guard-end (car guards))
         (let* ((guard (car guards))
                (end (%guard-end guard))
                (hold (%input-hold end who))
                (field (%input-field hold (%guard-field guard) who)))
           (cons (list guard hold field) (%with-holds (cdr guards) who))))
        (else
         (cons (list (car guards)) (%with-holds (cdr guards) who)))))

(define (%alt who fair? guards)
  (let* ((ready (%with-holds guards who))
         (count (length ready))
         (start (if (and fair? (> count 1))
                    (begin
                      (set! %alternations (+ %alternations 1))
                      (modulo %alternations count))
                    0))
         (ready (append (list-tail ready start) (%at-most start ready)))
         (end (%first-end ready)))
    (let loop ()
      (%post-so-far!)
      (let ((chosen (%first-ready ready)))
        (cond (chosen (chosen))
              ((%await-post (and end (car end)) void) (loop))
              (else ((cdr end))))))))

;; The earliest deadline and what is done then, as a pair, or #f.
(define (%first-end ready)
  (let loop ((rest ready) (end #f))
    (cond ((null? rest) end)
          ((eq? (%guard-kind (caar rest)) 'after)
           (let ((deadline (%deadline (%guard-field (caar rest)))))
             (loop (cdr rest)
                   (if (and deadline (or (not end) (< deadline (car end))))
                       (cons deadline (%guard-then (caar rest)))
                       end))))
          (else (loop (cdr rest) end)))))

;; What is done for the first that is ready, or #f.
(define (%first-ready ready)
  (if (null? ready)
      #f
      (or (%when-ready (car ready)) (%first-ready (cdr ready)))))

(define (%when-ready place)
  (let* ((guard (car place)) (then (%guard-then guard)))
    (case (%guard-kind guard)
      ((skip) then)
      ((after) #f)
      (else
       (let* ((hold (cadr place))
              (field (caddr place))
              (offer (%ready-offer! hold (%guard-field guard))))
         (cond ((not offer)
                (let ((end (%hold-end hold)) (why (%trouble! hold)))
                  (and why
                       (not (%blocks? end why))
                       (lambda () (%lost end why #f)))))
               ((eq? (%guard-kind guard) 'in)
                (lambda () (apply then (%take! hold field offer))))
               (else (lambda () (%during! hold field offer then)))))))))
