;;; A Prolog: unification with a trail, success continuations, cut, arithmetic and
;;; negation; a reader of its syntax; and programs that it runs.

;; A term is a number, an atom (a symbol), a variable, or a structure.

(define-record-type logic-variable
  (make-logic-variable value number)
  logic-variable?
  (value variable-value set-variable-value!)
  (number variable-number))

(define-record-type structure
  (make-structure functor arguments)
  structure?
  (functor structure-functor)
  (arguments structure-arguments))

(define unbound (list 'unbound))
(define made-variables 0)
(define inferences 0)

(define (fresh-variable)
  (set! made-variables (+ made-variables 1))
  (make-logic-variable unbound made-variables))

(define (walk term)
  (if (logic-variable? term)
      (let ((value (variable-value term)))
        (if (eq? value unbound) term (walk value)))
      term))

;; The trail: the variables that were bound, the last first.
(define trail '())

(define (bind! variable value)
  (set-variable-value! variable value)
  (set! trail (cons variable trail)))

(define (undo! mark)
  (if (not (eq? trail mark))
      (begin
        (set-variable-value! (car trail) unbound)
        (set! trail (cdr trail))
        (undo! mark))))

(define (unify one other)
  (let ((one (walk one)) (other (walk other)))
    (cond ((eq? one other) #t)
          ((logic-variable? one) (bind! one other) #t)
          ((logic-variable? other) (bind! other one) #t)
          ((and (structure? one) (structure? other))
           (and (eq? (structure-functor one) (structure-functor other))
                (unify-all (structure-arguments one)
                           (structure-arguments other))))
          (else (eqv? one other)))))

(define (unify-all ones others)
  (cond ((null? ones) (null? others))
        ((null? others) #f)
        (else (and (unify (car ones) (car others))
                   (unify-all (cdr ones) (cdr others))))))

;; Reading.  Tokens are numbers, (punct "(") for punctuation and operators,
;; (atom x) and (variable "X").

(define operator-characters (string->list "+-*/\\<>=:"))
(define single-characters (string->list "()[]|,.!"))

(define (tokens text)
  (let ((port (open-input-string text)))
    (define (word first)
      (let loop ((characters (list first)))
        (let ((character (peek-char port)))
          (if (and (not (eof-object? character))
                   (or (char-alphabetic? character)
                       (char-numeric? character)
                       (char=? character #\_)))
              (loop (cons (read-char port) characters))
              (list->string (reverse characters))))))
    (define (operator first)
      (let loop ((characters (list first)))
        (let ((character (peek-char port)))
          (if (and (not (eof-object? character))
                   (memv character operator-characters))
              (loop (cons (read-char port) characters))
              (list->string (reverse characters))))))
    (let loop ((result '()))
      (let ((character (read-char port)))
        (cond ((eof-object? character) (reverse result))
              ((char-whitespace? character) (loop result))
              ((char=? character #\%) (read-line port) (loop result))
              ((char-numeric? character)
               (loop (cons (string->number (word character)) result)))
              ((or (char-upper-case? character) (char=? character #\_))
               (loop (cons (list 'variable (word character)) result)))
              ((char-alphabetic? character)
               (loop (cons (list 'atom (string->symbol (word character)))
                           result)))
              ((memv character single-characters)
               (loop (cons (list 'punct (string character)) result)))
              (else
               (loop (cons (list 'punct (operator character)) result))))))))

(define rest-of-tokens '())
(define variables-of-clause '())

(define (peek-punct? text)
  (and (pair? rest-of-tokens)
       (pair? (car rest-of-tokens))
       (eq? (caar rest-of-tokens) 'punct)
       (string=? (cadar rest-of-tokens) text)))

(define (take-token!)
  (let ((token (car rest-of-tokens)))
    (set! rest-of-tokens (cdr rest-of-tokens))
    token))

(define (expect! text)
  (if (peek-punct? text)
      (take-token!)
      (error "expected in a clause" text)))

(define (binary functor left right)
  (make-structure functor (list left right)))

(define comparisons
  '(("=" . =) ("<" . <) (">" . >) ("=<" . <=) (">=" . >=) ("=:=" . equal)
    ("=\\=" . unequal) ("\\=" . differs)))

(define (read-term)
  (let ((left (read-sum)))
    (cond ((and (pair? rest-of-tokens) (equal? (car rest-of-tokens) '(atom is)))
           (take-token!)
           (binary 'is left (read-sum)))
          ((find-punct (map car comparisons))
           => (lambda (operator)
                (take-token!)
                (binary (cdr (assoc operator comparisons)) left (read-sum))))
          (else left))))

(define (find-punct texts)
  (cond ((null? texts) #f)
        ((peek-punct? (car texts)) (car texts))
        (else (find-punct (cdr texts)))))

(define (read-sum) (read-left-to-right '("+" "-") read-product))
(define (read-product) (read-left-to-right '("*" "/") read-primary))

(define (read-left-to-right operators read-operand)
  (let loop ((left (read-operand)))
    (let ((operator (find-punct operators)))
      (if operator
          (begin
            (take-token!)
            (loop (binary (string->symbol operator) left (read-operand))))
          left))))

(define (read-arguments end)
  (let ((first (read-term)))
    (if (peek-punct? ",")
        (begin (take-token!) (cons first (read-arguments end)))
        (begin (expect! end) (list first)))))

(define (read-list)
  (if (peek-punct? "]")
      (begin (take-token!) 'nil)
      (let loop ()
        (let ((first (read-term)))
          (cond ((peek-punct? ",") (take-token!) (binary 'cons first (loop)))
                ((peek-punct? "|")
                 (take-token!)
                 (let ((rest (read-term)))
                   (expect! "]")
                   (binary 'cons first rest)))
                (else (expect! "]") (binary 'cons first 'nil)))))))

(define (variable-named name)
  (let ((found (assoc name variables-of-clause)))
    (cond ((string=? name "_") (fresh-variable))
          (found (cdr found))
          (else
           (let ((variable (fresh-variable)))
             (set! variables-of-clause
                   (cons (cons name variable) variables-of-clause))
             variable)))))

(define (read-primary)
  (cond ((peek-punct? "[") (take-token!) (read-list))
        ((peek-punct? "(")
         (take-token!)
         (let ((inner (read-term))) (expect! ")") inner))
        ((peek-punct? "!") (take-token!) '!)
        ((peek-punct? "\\+")
         (take-token!)
         (make-structure 'not (list (read-primary))))
        (else
         (let ((token (take-token!)))
           (cond ((number? token) token)
                 ((eq? (car token) 'variable) (variable-named (cadr token)))
                 ((not (eq? (car token) 'atom))
                  (error "unexpected in a clause" (cadr token)))
                 ((peek-punct? "(")
                  (take-token!)
                  (make-structure (cadr token) (read-arguments ")")))
                 (else (cadr token)))))))

;; A clause is a pair of head and list of goals, with its variables.
(define (read-clause)
  (set! variables-of-clause '())
  (let* ((head (read-term))
         (body (if (peek-punct? ":-")
                   (begin (take-token!) (read-arguments "."))
                   (begin (expect! ".") '()))))
    (cons head body)))

;; The data base: clauses by name and number of arguments.

(define (key-of term)
  (if (structure? term)
      (cons (structure-functor term) (length (structure-arguments term)))
      (cons term 0)))

(define (consult text)
  (let ((clauses (make-hash-table)))
    (set! rest-of-tokens (tokens text))
    (let loop ()
      (if (pair? rest-of-tokens)
          (let* ((clause (read-clause)) (key (key-of (car clause))))
            (hash-table-set!
             clauses
             key
             (append (hash-table-ref/default clauses key '()) (list clause)))
            (loop))))
    clauses))

;; A clause with new variables.
(define (rename-clause clause)
  (let ((renamed '()))
    (define (rename term)
      (cond ((logic-variable? term)
             (let ((found (assq term renamed)))
               (if found
                   (cdr found)
                   (let ((variable (fresh-variable)))
                     (set! renamed (cons (cons term variable) renamed))
                     variable))))
            ((structure? term)
             (make-structure (structure-functor term)
                             (map rename (structure-arguments term))))
            (else term)))
    (cons (rename (car clause)) (map rename (cdr clause)))))

(define (evaluate term)
  (let ((term (walk term)))
    (cond ((number? term) term)
          ((structure? term)
           (let ((one (evaluate (car (structure-arguments term))))
                 (other (evaluate (cadr (structure-arguments term)))))
             (case (structure-functor term)
               ((+) (+ one other))
               ((-) (- one other))
               ((*) (* one other))
               ((/) (quotient one other))
               (else (error "no arithmetic" (structure-functor term))))))
          (else (error "not a number" term)))))

;; Proves the goals.  `succeed` is called for each proof; what it returns, or #f if
;; there is no (further) proof, is the result: #f means go back.  A cut is an escape
;; to where the clauses of the goal are tried, with #f.
(define (prove goals clauses cut succeed)
  (if (null? goals)
      (succeed)
      (prove-goal (walk (car goals))
                  clauses
                  cut
                  (lambda () (prove (cdr goals) clauses cut succeed)))))

(define (prove-goal goal clauses cut succeed)
  (set! inferences (+ inferences 1))
  (let ((arguments (if (structure? goal) (structure-arguments goal) '())))
    (define (test same?)
      (and (same? (evaluate (car arguments)) (evaluate (cadr arguments)))
           (succeed)))
    (case (if (structure? goal) (structure-functor goal) goal)
      ((true) (succeed))
      ((fail) #f)
      ((!) (or (succeed) (cut #f)))
      ((=) (and (unify (car arguments) (cadr arguments)) (succeed)))
      ((differs)
       (let* ((mark trail) (same (unify (car arguments) (cadr arguments))))
         (undo! mark)
         (and (not same) (succeed))))
      ((is) (and (unify (car arguments) (evaluate (cadr arguments))) (succeed)))
      ((<) (test <))
      ((>) (test >))
      ((<=) (test <=))
      ((>=) (test >=))
      ((equal) (test =))
      ((unequal) (test (lambda (one other) (not (= one other)))))
      ((not)
       (let* ((mark trail)
              (found (call-with-current-continuation
                      (lambda (cut)
                        (prove-goal (walk (car arguments))
                                    clauses
                                    cut
                                    (lambda () #t))))))
         (undo! mark)
         (and (not found) (succeed))))
      (else
       (let ((candidates (hash-table-ref/default clauses (key-of goal) '()))
             (mark trail))
         (call-with-current-continuation
          (lambda (cut)
            (let loop ((candidates candidates))
              (if (null? candidates)
                  #f
                  (let ((clause (rename-clause (car candidates))))
                    (or (and (unify goal (car clause))
                             (prove (cdr clause) clauses cut succeed))
                        (begin
                          (undo! mark)
                          (loop (cdr candidates))))))))))))))

;; The first `limit` answers of the query: the values of its variables, as text.
(define (query text clauses limit)
  (set! rest-of-tokens (tokens text))
  (set! variables-of-clause '())
  (set! trail '())
  (let* ((goals (read-arguments "."))
         (variables (reverse (map cdr variables-of-clause)))
         (answers '())
         (left limit))
    (prove goals
           clauses
           (lambda (result) result)
           (lambda ()
             (set! answers (cons (map term->string variables) answers))
             (set! left (- left 1))
             (= left 0)))
    (reverse answers)))

(define (term->string term)
  (let ((port (open-output-string)))
    (define (show term)
      (let ((term (walk term)))
        (cond ((logic-variable? term) (write-string "_" port))
              ((and (structure? term) (eq? (structure-functor term) 'cons))
               (write-string "[" port)
               (show-elements term)
               (write-string "]" port))
              ((structure? term)
               (write-string (symbol->string (structure-functor term)) port)
               (write-string "(" port)
               (show (car (structure-arguments term)))
               (for-each (lambda (argument)
                           (write-string "," port)
                           (show argument))
                         (cdr (structure-arguments term)))
               (write-string ")" port))
              ((number? term) (write-string (number->string term) port))
              (else (write-string (symbol->string term) port)))))
    (define (show-elements term)
      (show (car (structure-arguments term)))
      (let ((rest (walk (cadr (structure-arguments term)))))
        (cond ((eq? rest 'nil) #t)
              ((structure? rest)
               (write-string "," port)
               (show-elements rest))
              (else (write-string "|" port) (show rest)))))
    (show term)
    (get-output-string port)))

(define rules
  "append([], L, L).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).
reverse([], []).
reverse([X|Xs], R) :- reverse(Xs, S), append(S, [X], R).
member(X, [X|_]).
member(X, [_|Xs]) :- member(X, Xs).
select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :- select(X, Ys, Zs).
range(N, N, [N]) :- !.
range(M, N, [M|Ns]) :- M < N, K is M + 1, range(K, N, Ns).
length([], 0).
length([_|Xs], N) :- length(Xs, M), N is M + 1.

% Queens.
queens(N, Qs) :- range(1, N, Ns), place(Ns, [], Qs).
place([], Qs, Qs).
place(Unplaced, Safe, Qs) :-
  select(Q, Unplaced, Rest), \\+ attacks(Q, 1, Safe), place(Rest, [Q|Safe], Qs).
attacks(X, N, [Y|_]) :- X is Y + N.
attacks(X, N, [Y|_]) :- X is Y - N.
attacks(X, N, [_|Ys]) :- M is N + 1, attacks(X, M, Ys).

% Sorting.
quicksort([], []).
quicksort([X|Xs], Sorted) :-
  split(X, Xs, Small, Large), quicksort(Small, A), quicksort(Large, B),
  append(A, [X|B], Sorted).
split(_, [], [], []).
split(P, [X|Xs], [X|S], L) :- X =< P, !, split(P, Xs, S, L).
split(P, [X|Xs], S, [X|L]) :- split(P, Xs, S, L).

% Derivatives.
d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(plus(U, V), X, plus(A, B)) :- d(U, X, A), d(V, X, B).
d(times(U, V), X, plus(times(A, V), times(U, B))) :- d(U, X, A), d(V, X, B).
atomic(x). atomic(y). atomic(1). atomic(2). atomic(3).

% A map with four colours.
colour(red). colour(green). colour(blue). colour(yellow).
different(A, B) :- colour(A), colour(B), A \\= B.
map(A, B, C, D, E) :-
  different(A, B), different(A, C), different(B, C), different(B, D),
  different(C, D), different(C, E), different(D, E).

% Families.
parent(ann, bob). parent(ann, cid). parent(bob, dan). parent(bob, eva).
parent(cid, fay). parent(dan, gus). parent(fay, hal). parent(eva, ida).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
cousins(X, Y) :- ancestor(A, X), ancestor(A, Y), X \\= Y, \\+ ancestor(X, Y),
  \\+ ancestor(Y, X).

fib(0, 0) :- !.
fib(1, 1) :- !.
fib(N, F) :- A is N - 1, B is N - 2, fib(A, G), fib(B, H), F is G + H.
hanoi(0, _, _, _, 0) :- !.
hanoi(N, A, B, C, M) :-
  K is N - 1, hanoi(K, A, C, B, P), hanoi(K, C, B, A, Q), M is P + Q + 1.
")

;; A number for a tree of texts.
(define (digest answers)
  (let loop ((answers answers) (sum 5))
    (cond ((pair? answers) (loop (cdr answers) (loop (car answers) sum)))
          ((null? answers) (remainder (+ (* sum 31) 1) 999983))
          ((number? answers) (remainder (+ (* sum 31) answers) 999983))
          (else
           (fold (lambda (character sum)
                   (remainder (+ (* sum 31) (char->integer character)) 999983))
                 sum
                 (string->list answers))))))

(define (benchmark size)
  (set! made-variables 0)
  (set! inferences 0)
  (let* ((clauses (consult rules))
         (ask (lambda (text limit) (query text clauses limit)))
         (number (number->string size))
         (queens (ask (string-append "queens(" number ", Qs).") -1))
         (splits (ask "append(X, Y, [1,2,3,4,5,6,7,8])." -1))
         (sorted (ask "quicksort([3,1,4,1,5,9,2,6,5,3,5,8,9,7,9], Xs)." 1))
         (naive (ask (string-append "range(1, " number
                                    "0, L), reverse(L, R), length(R, N).")
                     1))
         (derived (ask "d(times(plus(x,3),times(x,y)), x, D)." 1))
         (maps (ask "map(A, B, C, D, E)." (* 12 size)))
         (cousins (ask "cousins(X, Y)." (* 6 size)))
         (fibonacci (ask (string-append "fib(" number ", F).") 1))
         (hanoi (ask (string-append "hanoi(" number ", a, b, c, M).") 1)))
    (list (length queens)
          (length splits)
          (length maps)
          (string->number (caar fibonacci))
          (string->number (caar hanoi))
          inferences
          (digest (list queens splits sorted naive derived maps cousins)))))
