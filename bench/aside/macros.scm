;;; An expander of syntax-rules: patterns with ellipses at any depth, renaming for
;;; hygiene, scopes; a core language is left, which is evaluated.

;; A renamed identifier: the symbol that it stands for, where the macro was defined.
(define-record-type synonym
  (make-synonym name environment number)
  synonym?
  (name synonym-name)
  (environment synonym-environment)
  (number synonym-number))

(define-record-type macro
  (make-macro literals rules ellipsis environment)
  macro?
  (literals macro-literals)
  (rules macro-rules)
  (ellipsis macro-ellipsis)
  (environment macro-environment))

(define synonyms 0)
(define expansions 0)

(define (name? form) (or (symbol? form) (synonym? form)))

(define (make-new-name identifier environment)
  (set! synonyms (+ synonyms 1))
  (make-synonym identifier environment synonyms))

;; An environment is a list of frames that end in a table of globals.  A frame binds
;; an identifier to a core variable (a symbol) or a macro.

(define globals #f)

(define (lookup identifier environment)
  (let loop ((environment environment))
    (cond ((pair? environment)
           (if (eq? (caar environment) identifier)
               (cdar environment)
               (loop (cdr environment))))
          ((synonym? identifier)
           (lookup (synonym-name identifier) (synonym-environment identifier)))
          (else (hash-table-ref/default globals identifier identifier)))))

(define (extend environment identifier meaning)
  (cons (cons identifier meaning) environment))

;; A core variable for an identifier that is bound here.
(define (fresh-variable identifier)
  (set! synonyms (+ synonyms 1))
  (string->symbol
   (string-append (symbol->string (strip identifier))
                  "."
                  (number->string synonyms))))

;; The form without synonyms, for quoted data.
(define (strip form)
  (cond ((synonym? form) (strip (synonym-name form)))
        ((pair? form) (cons (strip (car form)) (strip (cdr form))))
        ((vector? form) (list->vector (strip (vector->list form))))
        (else form)))

;; Patterns.

(define (same-meaning? one one-environment other other-environment)
  (eq? (lookup one one-environment) (lookup other other-environment)))

;; What the variables of the pattern match, in front of `matches`, or #f.
(define (match pattern form macro environment matches)
  (define (ellipsis? form) (eq? form (macro-ellipsis macro)))
  (let match ((pattern pattern) (form form) (matches matches))
    (cond ((not matches) #f)
          ((name? pattern)
           (cond ((memq pattern (macro-literals macro))
                  (and (name? form)
                       (same-meaning? form
                                      environment
                                      pattern
                                      (macro-environment macro))
                       matches))
                 ((eq? pattern '_) matches)
                 (else (cons (cons pattern form) matches))))
          ((and (pair? pattern)
                (pair? (cdr pattern))
                (ellipsis? (cadr pattern)))
           (let* ((after (cddr pattern))
                  (least (proper-part after))
                  (count (- (proper-part form) least)))
             (and (>= count 0)
                  (let loop ((count count) (form form) (found '()))
                    (if (> count 0)
                        (let ((one (match (car pattern) (car form) '())))
                          (and one
                               (loop (- count 1) (cdr form) (cons one found))))
                        (match after
                          form
                          (append
                           (collect-matches (pattern-variables (car pattern)
                                                               macro)
                                            (reverse found))
                           matches)))))))
          ((pair? pattern)
           (and (pair? form)
                (match (cdr pattern)
                  (cdr form)
                  (match (car pattern) (car form) matches))))
          ((vector? pattern)
           (and (vector? form)
                (match (vector->list pattern) (vector->list form) matches)))
          (else (and (equal? pattern form) matches)))))

;; How many pairs the form begins with.
(define (proper-part form)
  (if (pair? form) (+ 1 (proper-part (cdr form))) 0))

(define (pattern-variables pattern macro)
  (cond ((name? pattern)
         (if (or (memq pattern (macro-literals macro))
                 (eq? pattern (macro-ellipsis macro))
                 (eq? pattern '_))
             '()
             (list pattern)))
        ((pair? pattern)
         (append (pattern-variables (car pattern) macro)
                 (pattern-variables (cdr pattern) macro)))
        ((vector? pattern) (pattern-variables (vector->list pattern) macro))
        (else '())))

;; For each variable all that it matched.
(define (collect-matches variables found)
  (map (lambda (variable)
         (cons variable
               (cons 'many
                     (map (lambda (matches) (cdr (assq variable matches)))
                          found))))
       variables))

(define (many? match)
  (and (pair? (cdr match)) (eq? (cadr match) 'many)))

;; Templates.

(define (instantiate template matches macro)
  (define renamed '())
  (define (renaming identifier)
    (let ((found (assq identifier renamed)))
      (if found
          (cdr found)
          (let ((synonym (make-new-name identifier (macro-environment macro))))
            (set! renamed (cons (cons identifier synonym) renamed))
            synonym))))
  (define (ellipsis? form) (eq? form (macro-ellipsis macro)))
  (let fill ((template template) (matches matches))
    (cond ((name? template)
           (let ((found (assq template matches)))
             (if found (cdr found) (renaming template))))
          ((and (pair? template)
                (ellipsis? (car template))
                (pair? (cdr template)))
           (fill-escaped (cadr template) matches renaming))
          ((and (pair? template)
                (pair? (cdr template))
                (ellipsis? (cadr template)))
           (let loop ((rest (cddr template)) (depth 1))
             (if (and (pair? rest) (ellipsis? (car rest)))
                 (loop (cdr rest) (+ depth 1))
                 (append (let spread ((depth depth) (matches matches))
                           (if (= depth 0)
                               (list (fill (car template) matches))
                               (apply append
                                      (map (lambda (matches)
                                             (spread (- depth 1) matches))
                                           (slices (car template)
                                                   matches
                                                   macro)))))
                         (fill rest matches)))))
          ((pair? template)
           (let ((first (fill (car template) matches)))
             (cons first (fill (cdr template) matches))))
          ((vector? template)
           (list->vector (fill (vector->list template) matches)))
          (else template))))

(define (fill-escaped template matches renaming)
  (cond ((name? template)
         (let ((found (assq template matches)))
           (if found (cdr found) (renaming template))))
        ((pair? template)
         (let ((first (fill-escaped (car template) matches renaming)))
           (cons first (fill-escaped (cdr template) matches renaming))))
        (else template)))

;; The matches for each element of what follows an ellipsis.
(define (slices template matches macro)
  (let* ((used (pattern-variables template macro))
         (repeated
          (filter (lambda (match) (and (memq (car match) used) (many? match)))
                  matches)))
    (if (null? repeated)
        (error "no variable to repeat" (strip template)))
    (let loop ((lists (map cddr repeated)) (result '()))
      (if (any null? lists)
          (reverse result)
          (loop (map cdr lists)
                (cons (append (map (lambda (match list)
                                     (cons (car match) (car list)))
                                   repeated
                                   lists)
                              matches)
                      result))))))

(define (expand-macro macro form environment)
  (set! expansions (+ expansions 1))
  (let loop ((rules (macro-rules macro)))
    (if (null? rules)
        (error "no rule matches" (strip form))
        (let ((matches
               (match (cdr (caar rules)) (cdr form) macro environment '())))
          (if matches
              (instantiate (cadr (car rules)) matches macro)
              (loop (cdr rules)))))))

;; (syntax-rules (literal ...) (pattern template) ...), or with an ellipsis first.
(define (make-rules form environment)
  (if (name? (cadr form))
      (make-macro (caddr form) (cdddr form) (cadr form) environment)
      (make-macro (cadr form) (cddr form) '... environment)))

;; Expansion to the core: variables, (quote d), (lambda (v ...) body), (if a b c),
;; (begin e ...), (set! v e), (define v e), calls.

(define special-names
  '(quote lambda if begin set! define define-syntax let-syntax letrec-syntax))

(define (expand-form form environment)
  (cond ((name? form)
         (let ((meaning (lookup form environment)))
           (if (macro? meaning)
               (error "a macro is no variable" (strip form))
               meaning)))
        ((not (pair? form)) (list 'quote (strip form)))
        (else
         (let ((meaning (and (name? (car form))
                             (lookup (car form) environment))))
           (cond ((macro? meaning)
                  (expand-form (expand-macro meaning form environment)
                               environment))
                 ((memq meaning special-names)
                  (expand-special meaning form environment))
                 (else
                  (map (lambda (part) (expand-form part environment))
                       form)))))))

(define (expand-special name form environment)
  (define (sub form) (expand-form form environment))
  (case name
    ((quote) (list 'quote (strip (cadr form))))
    ((if)
     (list 'if
           (sub (cadr form))
           (sub (caddr form))
           (if (pair? (cdddr form)) (sub (cadddr form)) ''nothing)))
    ((begin) (cons 'begin (map sub (cdr form))))
    ((set!) (list 'set! (sub (cadr form)) (sub (caddr form))))
    ((define)
     (if (pair? (cadr form))
         (list 'define
               (strip (caadr form))
               (expand-lambda (cdadr form) (cddr form) environment))
         (list 'define (strip (cadr form)) (sub (caddr form)))))
    ((define-syntax)
     (hash-table-set! globals
                      (strip (cadr form))
                      (make-rules (caddr form) environment))
     ''defined)
    ((let-syntax letrec-syntax) (expand-local-macros name form environment))
    (else (expand-lambda (cadr form) (cddr form) environment))))

(define (expand-local-macros name form environment)
  ;; Macros of letrec-syntax see each other: their scope is filled afterwards.
  (let* ((scope (fold (lambda (binding scope) (extend scope (car binding) #f))
                      environment
                      (cadr form)))
         (outer (if (eq? name 'let-syntax) environment scope)))
    (for-each (lambda (binding)
                (set-cdr! (assq (car binding) scope)
                          (make-rules (cadr binding) outer)))
              (cadr form))
    (cons 'begin
          (map (lambda (form) (expand-form form scope)) (cddr form)))))

(define (expand-lambda parameters body environment)
  (let loop ((left parameters) (scope environment) (variables '()))
    (cond ((pair? left)
           (let ((variable (fresh-variable (car left))))
             (loop (cdr left)
                   (extend scope (car left) variable)
                   (cons variable variables))))
          ((null? left)
           (list 'lambda
                 (reverse variables)
                 (cons 'begin
                       (map (lambda (form) (expand-form form scope)) body))))
          (else (error "no rest parameters in this language" (strip left))))))

;; Evaluation of the core: first to a procedure of the environment.

(define global-values #f)

(define (evaluate form)
  ((meaning form '()) '()))

;; `names` are the variables of the environment, whose values are boxed in a list of
;; vectors, one for each call.
(define (meaning form names)
  (cond ((symbol? form)
         (let-values (((depth index) (place form names)))
           (if depth
               (lambda (environment)
                 (vector-ref (list-ref environment depth) index))
               (lambda (environment)
                 (hash-table-ref/default global-values form #f)))))
        (else
         (case (car form)
           ((quote) (let ((datum (cadr form))) (lambda (environment) datum)))
           ((if)
            (let ((test (meaning (cadr form) names))
                  (yes (meaning (caddr form) names))
                  (no (meaning (cadddr form) names)))
              (lambda (environment)
                (if (test environment) (yes environment) (no environment)))))
           ((begin) (meaning-of-all (cdr form) names))
           ((define)
            (let ((value (meaning (caddr form) names)) (name (cadr form)))
              (lambda (environment)
                (hash-table-set! global-values name (value environment))
                name)))
           ((set!)
            (let-values (((depth index) (place (cadr form) names)))
              (let ((value (meaning (caddr form) names)) (name (cadr form)))
                (if depth
                    (lambda (environment)
                      (vector-set! (list-ref environment depth)
                                   index
                                   (value environment)))
                    (lambda (environment)
                      (hash-table-set! global-values
                                       name
                                       (value environment)))))))
           ((lambda)
            (let ((body (meaning (caddr form) (cons (cadr form) names))))
              (lambda (environment)
                (lambda arguments
                  (body (cons (list->vector arguments) environment))))))
           (else
            (let ((operator (meaning (car form) names))
                  (operands
                   (map (lambda (form) (meaning form names)) (cdr form))))
              (lambda (environment)
                (apply (operator environment)
                       (map (lambda (operand) (operand environment))
                            operands)))))))))

(define (meaning-of-all forms names)
  (let ((first (meaning (car forms) names)))
    (if (null? (cdr forms))
        first
        (let ((rest (meaning-of-all (cdr forms) names)))
          (lambda (environment)
            (first environment)
            (rest environment))))))

(define (place name names)
  (let loop ((names names) (depth 0))
    (if (null? names)
        (values #f #f)
        (let find ((variables (car names)) (index 0))
          (cond ((null? variables) (loop (cdr names) (+ depth 1)))
                ((eq? (car variables) name) (values depth index))
                (else (find (cdr variables) (+ index 1))))))))

;; Programs.

(define definitions
  '((define-syntax let
      (syntax-rules ()
        ((_ ((name value) ...) body ...)
         ((lambda (name ...) body ...) value ...))
        ((_ loop ((name value) ...) body ...)
         ((letrec ((loop (lambda (name ...) body ...))) loop) value ...))))
    (define-syntax let*
      (syntax-rules ()
        ((_ () body ...) (let () body ...))
        ((_ (first rest ...) body ...)
         (let (first) (let* (rest ...) body ...)))))
    (define-syntax letrec
      (syntax-rules ()
        ((_ ((name value) ...) body ...)
         (let ((name 'unassigned) ...)
           (set! name value) ...
           (let () body ...)))))
    (define-syntax and
      (syntax-rules ()
        ((_) #t)
        ((_ e) e)
        ((_ e f ...) (if e (and f ...) #f))))
    (define-syntax or
      (syntax-rules ()
        ((_) #f)
        ((_ e) e)
        ((_ e f ...) (let ((t e)) (if t t (or f ...))))))
    (define-syntax cond
      (syntax-rules (else =>)
        ((_ (else e ...)) (begin e ...))
        ((_ (test => receiver) clause ...)
         (let ((t test)) (if t (receiver t) (cond clause ...))))
        ((_ (test e ...) clause ...) (if test (begin e ...) (cond clause ...)))
        ((_) 'nothing)))
    (define-syntax do
      (syntax-rules ()
        ((_ ((name start step ...) ...) (test result) command ...)
         (let loop ((name start) ...)
           (if test
               result
               (begin command ... (loop (do "step" name step ...) ...)))))
        ((_ "step" name) name)
        ((_ "step" name step) step)))
    (define-syntax case
      (syntax-rules (else)
        ((_ (f ...) clause ...) (let ((key (f ...))) (case key clause ...)))
        ((_ key (else e ...)) (begin e ...))
        ((_ key ((datum ...) e ...) clause ...)
         (if (or (eqv? key 'datum) ...) (begin e ...) (case key clause ...)))))
    (define-syntax swap!
      (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
    (define-syntax while
      (syntax-rules ()
        ((_ test body ...)
         (let loop () (if test (begin body ... (loop)) 'done)))))
    (define-syntax my-list-of
      (syntax-rules (for in if)
        ((_ e for x in l) (map1 (lambda (x) e) l))
        ((_ e for x in l if test)
         (map1 (lambda (x) e) (keep (lambda (x) test) l)))))
    (define-syntax flatten-let
      (syntax-rules ()
        ((_ ((name value ...) ...) body)
         (let ((name (list value ...)) ...) body))))
    (define-syntax all-of
      (syntax-rules () ((_ (x ...) ...) '(x ... ...))))
    (define (map1 f l) (if (null? l) '() (cons (f (car l)) (map1 f (cdr l)))))
    (define (keep f l)
      (cond ((null? l) '())
            ((f (car l)) (cons (car l) (keep f (cdr l))))
            (else (keep f (cdr l)))))
    (define (fib n) (cond ((< n 2) n) (else (+ (fib (- n 1)) (fib (- n 2))))))
    (define (sum-to n) (do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i n) s)))))

(define expressions
  '((let ((t 5) (if list)) (or #f t))
    (let* ((x 1) (y (+ x 1)) (z (* y 2))) (list x y z))
    (let ((t 1) (other 2)) (swap! t other) (list t other))
    (let ((else #f)) (cond (#f 1) (else 2)))
    (cond ((+ 1 2) => (lambda (x) (* x x))) (else 0))
    (case (+ 3 4) ((1 2 3) 'small) ((6 7) 'seven) (else 'large))
    (fib 8)
    (sum-to 50)
    (let ((i 0) (s '())) (while (< i 5) (set! s (cons i s)) (set! i (+ i 1))) s)
    (my-list-of (* x x) for x in '(1 2 3 4 5))
    (my-list-of (* x x) for x in '(1 2 3 4 5) if (< 2 x))
    (flatten-let ((a 1 2 3) (b) (c 4)) (list a b c))
    (all-of (1 2) () (3 4 5))
    (let-syntax ((foo (syntax-rules () ((_ x) (list 'x x)))))
     (let ((list +)) (foo 3)))
    (letrec-syntax ((even (syntax-rules () ((_) 'even) ((_ x . y) (odd . y))))
                    (odd (syntax-rules () ((_) 'odd) ((_ x . y) (even . y)))))
      (even a b c d e))
    (let ((x 'outer))
      (let-syntax ((m (syntax-rules () ((_) x))))
        (let ((x 'inner)) (m))))
    (let loop ((i 0) (l '())) (if (= i 6) l (loop (+ i 1) (cons (* i i) l))))
    (let-syntax ((be-like (syntax-rules ___ () ((_ a ___) '(a ___ end)))))
      (be-like 1 2 3))))

(define (count-pairs form)
  (if (pair? form)
      (+ 1 (count-pairs (car form)) (count-pairs (cdr form)))
      0))

(define (run-all forms)
  (let loop ((forms forms) (size 0) (values '()))
    (if (null? forms)
        (cons size (reverse values))
        (let ((core (expand-form (car forms) '())))
          (loop (cdr forms)
                (+ size (count-pairs core))
                (cons (evaluate core) values))))))

(define (benchmark size)
  (set! synonyms 0)
  (set! expansions 0)
  (let loop ((count size) (sizes 0) (values '()))
    (if (= count 0)
        (list sizes values expansions synonyms)
        (begin
          (set! globals (make-hash-table))
          (set! global-values (make-hash-table))
          (for-each (lambda (entry)
                      (hash-table-set! global-values (car entry) (cdr entry)))
                    (list (cons '+ +) (cons '- -) (cons '* *) (cons '< <)
                          (cons '= =) (cons 'list list) (cons 'cons cons)
                          (cons 'car car) (cons 'cdr cdr) (cons 'null? null?)
                          (cons 'eqv? eqv?)))
          (let* ((defined (run-all definitions)) (found (run-all expressions)))
            (loop (- count 1)
                  (+ sizes (car defined) (car found))
                  (cdr found)))))))
