;;; Procedures that make procedures. Those that are given to them are checked at
;;; once, where the culprit is still known.

(define (%check-all procedures who)
  (for-each (lambda (procedure) (%require-procedure procedure who))
            procedures))

;;> (constantly object ...): a procedure that returns the objects, whatever its
;;> arguments are. SRFI 235.
;;> Example: (map (constantly 3) '(1 2)) => (3 3)
(define (constantly . objects)
  (if (and (pair? objects) (null? (cdr objects)))
      (let ((object (car objects))) (lambda ignored object))
      (lambda ignored (apply values objects))))

;;> (complement predicate): the predicate that is true where this one is not.
;;> Raises type. SRFI 235.
;;> Example: (map (complement even?) '(1 2)) => (#t #f)
(define (complement predicate)
  (%require-procedure predicate 'complement)
  (lambda arguments (not (apply predicate arguments))))

;;> (flip procedure): the procedure with its arguments in reverse order. Raises
;;> type. SRFI 235.
;;> Example: ((flip list) 1 2 3) => (3 2 1)
(define (flip procedure)
  (%require-procedure procedure 'flip)
  (lambda arguments (apply procedure (reverse arguments))))

;;> (swap procedure): the procedure with its first two arguments swapped.
;;> Raises type. SRFI 235.
;;> Example: ((swap list) 1 2 3) => (2 1 3)
(define (swap procedure)
  (%require-procedure procedure 'swap)
  (lambda (first second . rest) (apply procedure second first rest)))

;;> (on-left procedure): a procedure of two arguments that calls this one with
;;> the first. Raises type. SRFI 235.
;;> Example: ((on-left list) 1 2) => (1)
(define (on-left procedure)
  (%require-procedure procedure 'on-left)
  (lambda (left right) (procedure left)))

;;> (on-right procedure): a procedure of two arguments that calls this one with
;;> the second. Raises type. SRFI 235.
;;> Example: ((on-right list) 1 2) => (2)
(define (on-right procedure)
  (%require-procedure procedure 'on-right)
  (lambda (left right) (procedure right)))

;;> (conjoin predicate ...): a predicate whose arguments all of these must
;;> hold for. It returns the value of the last, or #t if there is none. Raises
;;> type. SRFI 235.
;;> Example: (map (conjoin even? exact?) '(1 2.0 2)) => (#f #f #t)
(define (conjoin . predicates)
  (%check-all predicates 'conjoin)
  (lambda arguments
    (let loop ((rest predicates) (result #t))
      (if (or (null? rest) (not result))
          result
          (loop (cdr rest) (apply (car rest) arguments))))))

;;> (disjoin predicate ...): a predicate whose arguments one of these must hold
;;> for. It returns the first true value. Raises type. SRFI 235.
;;> Example: (map (disjoin even? exact?) '(1.0 2.0 1)) => (#f #t #t)
(define (disjoin . predicates)
  (%check-all predicates 'disjoin)
  (lambda arguments
    (let loop ((rest predicates) (result #f))
      (if (or (null? rest) result)
          result
          (loop (cdr rest) (apply (car rest) arguments))))))

;;> (each-of procedure ...): a procedure that calls these in order with its
;;> arguments. Raises type. SRFI 235.
;;> Example: (let* ((seen '()) (see (lambda (x) (set! seen (cons x seen))))) ((each-of see see) 1) seen) => (1 1)
(define (each-of . procedures)
  (%check-all procedures 'each-of)
  (lambda arguments
    (for-each (lambda (procedure) (apply procedure arguments)) procedures)))

;;> (all-of predicate): a procedure that tells whether the predicate holds for
;;> all elements of a list: its value for the last one, #t if there is none,
;;> #f as soon as it fails. Raises type. SRFI 235.
;;> Example: (map (all-of even?) '((2 4) (2 3) ())) => (#t #f #t)
(define (all-of predicate)
  (%require-procedure predicate 'all-of)
  (lambda (list)
    (let loop ((rest (%require-list list 'all-of)) (result #t))
      (if (or (null? rest) (not result))
          result
          (loop (cdr rest) (predicate (car rest)))))))

;;> (any-of predicate): a procedure that returns the first true value of the
;;> predicate for elements of a list, or #f. Raises type. SRFI 235.
;;> Example: (map (any-of even?) '((1 4) (1 3) ())) => (#t #f #f)
(define (any-of predicate)
  (%require-procedure predicate 'any-of)
  (lambda (list)
    (let loop ((rest (%require-list list 'any-of)) (result #f))
      (if (or (null? rest) result)
          result
          (loop (cdr rest) (predicate (car rest)))))))

;;> (on reducer mapper): a procedure that calls the reducer with what the mapper
;;> makes of each argument. Raises type. SRFI 235.
;;> Example: ((on + square) 1 2 3) => 14
(define (on reducer mapper)
  (%check-all (list reducer mapper) 'on)
  (lambda arguments (apply reducer (map mapper arguments))))

;;> (left-section procedure object ...): the procedure with these as its first
;;> arguments. Raises type. SRFI 235.
;;> Example: ((left-section list 1 2) 3 4) => (1 2 3 4)
(define (left-section procedure . objects)
  (%require-procedure procedure 'left-section)
  (lambda arguments (apply procedure (append objects arguments))))

;;> (right-section procedure object ...): the procedure with these, in reverse
;;> order, as its last arguments. Raises type. SRFI 235.
;;> Example: ((right-section list 1 2) 3 4) => (3 4 2 1)
(define (right-section procedure . objects)
  (%require-procedure procedure 'right-section)
  (let ((last (reverse objects)))
    (lambda arguments (apply procedure (append arguments last)))))

;;> (apply-chain procedure1 procedure2 ...): a procedure that calls the last of
;;> them, the one before with its values, and so on to the first. Raises type.
;;> SRFI 235.
;;> Example: ((apply-chain car cdr) '(1 2 3)) => 2
(define (apply-chain first . rest)
  (%check-all (cons first rest) 'apply-chain)
  (let loop ((inner first) (rest rest))
    (if (null? rest)
        inner
        (let ((outer inner) (next (car rest)))
          (loop (lambda arguments
                  (call-with-values (lambda () (apply next arguments)) outer))
                (cdr rest))))))

(define (%check-count count who)
  (if (not (and (exact-integer? count) (>= count 0)))
      (%type-error who "a number of arguments" count)))

(define (%on-arguments procedure count who choose)
  (%require-procedure procedure who)
  (%check-count count who)
  (lambda arguments
    (if (< (length arguments) count)
        (%error-of-kind 'range who
                        (string-append "there are fewer arguments than "
                                       (number->string count))
                        arguments))
    (apply procedure (choose arguments count))))

;;> (arguments-drop procedure n): the procedure without the first n arguments of
;;> a call. Raises type, range. SRFI 235.
;;> Example: ((arguments-drop list 2) 1 2 3) => (3)
(define (arguments-drop procedure n)
  (%on-arguments procedure n 'arguments-drop drop))

;;> (arguments-drop-right procedure n): the same without the last n. Raises
;;> type, range. SRFI 235.
;;> Example: ((arguments-drop-right list 2) 1 2 3) => (1)
(define (arguments-drop-right procedure n)
  (%on-arguments procedure n 'arguments-drop-right drop-right))

;;> (arguments-take procedure n): the same with the first n only. Raises type,
;;> range. SRFI 235.
;;> Example: ((arguments-take list 2) 1 2 3) => (1 2)
(define (arguments-take procedure n)
  (%on-arguments procedure n 'arguments-take take))

;;> (arguments-take-right procedure n): the same with the last n only. Raises
;;> type, range. SRFI 235.
;;> Example: ((arguments-take-right list 2) 1 2 3) => (2 3)
(define (arguments-take-right procedure n)
  (%on-arguments procedure n 'arguments-take-right take-right))

;;> (group-by key [same?]): a procedure that makes lists of those elements of a
;;> list that have the same key, by equal? if nothing else is given, in the
;;> order in which they come. Raises type. SRFI 235.
;;> Example: ((group-by even?) '(1 2 3 4)) => ((1 3) (2 4))
(define group-by
  (case-lambda
    ((key) (group-by key equal?))
    ((key same?)
     (%check-all (list key same?) 'group-by)
     (lambda (list) (%group (%require-list list 'group-by) key same?)))))

;; `groups`, the last one first, are pairs of a key and elements, the last one
;; first. A group that gets an element is replaced.
(define (%group list key same?)
  (let loop ((rest list) (groups '()))
    (if (null? rest)
        (reverse (map (lambda (group) (reverse (cdr group))) groups))
        (let ((element (car rest)))
          (loop (cdr rest)
                (%with-element groups (key element) element same?))))))

(define (%with-element groups key element same?)
  (let loop ((rest groups) (before '()))
    (cond ((null? rest) (cons (list key element) groups))
          ((same? (caar rest) key)
           (append-reverse before
                           (cons (cons (caar rest) (cons element (cdar rest)))
                                 (cdr rest))))
          (else (loop (cdr rest) (cons (car rest) before))))))
