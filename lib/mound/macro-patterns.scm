;;; Forms as syntax-case sees them: matching, building, and names.
;;;
;;; Patterns and templates are constants that the expander makes
;;; (crates/expand/src/patterns.rs). Variables are numbers.
;;;
;;;   pattern                              matches
;;;   #t                                   everything
;;;   number                               everything: the variable has it
;;;   name                                 a name that means the same
;;;   #(0 datum)                           what is equal
;;;   #(1 before repeated after tail)      a list: patterns of its first and
;;;                                        its last parts, (pattern variable
;;;                                        ...) for those between or #f, and a
;;;                                        pattern of the tail or #f
;;;   #(2 before repeated after #f)        a vector
;;;
;;;   template                             builds
;;;   number                               what the variable has
;;;   #(0 datum)                           the datum
;;;   #(1 (element ...) tail)              a list, with a template for the tail
;;;                                        or #f
;;;   #(2 (element ...))                   a vector
;;;
;;; An element is a template, or #(3 template ((variable ...) ...)): what it
;;; builds for each part of the variables, a list of variables for each
;;; ellipsis, the outermost first.

;; The values of `count` pattern variables as a vector, or #f.
(define (%syntax-match pattern count form)
  (let ((values (make-vector count #f)))
    (and (%match pattern form values) values)))

(define (%match pattern form values)
  (cond ((eq? pattern #t) #t)
        ((exact-integer? pattern)
         (vector-set! values pattern form)
         #t)
        ((symbol? pattern) (%same-name? form pattern))
        (else
         (case (vector-ref pattern 0)
           ((0) (equal? (vector-ref pattern 1) form))
           ((1) (%match-list pattern form values))
           (else
            (and (vector? form)
                 (%match-list pattern (vector->list form) values)))))))

(define (%match-list pattern form values)
  (let* ((before (vector-ref pattern 1))
         (repeated (vector-ref pattern 2))
         (after (vector-ref pattern 3))
         (tail (vector-ref pattern 4))
         (middle (- (%count-pairs form) (length before) (length after))))
    (and (>= middle 0)
         (let ((rest (%match-first before form values)))
           (and rest
                (if repeated
                    (let* ((rest (car rest))
                           (behind (list-tail rest middle)))
                      (and (%match-repeated repeated rest middle values)
                           (let ((rest (%match-first after behind values)))
                             (and rest (%match-tail tail (car rest) values)))))
                    (%match-tail tail (car rest) values)))))))

(define (%match-tail tail rest values)
  (if (eq? tail #f) (null? rest) (%match tail rest values)))

;; What follows the first parts, in a list, if these match.
(define (%match-first patterns form values)
  (cond ((null? patterns) (list form))
        ((%match (car patterns) (car form) values)
         (%match-first (cdr patterns) (cdr form) values))
        (else #f)))

(define (%match-repeated repeated form count values)
  (let ((pattern (car repeated)) (variables (cdr repeated)))
    (let loop ((count count) (form form) (rows '()))
      (cond ((> count 0)
             (and (%match pattern (car form) values)
                  (loop (- count 1)
                        (cdr form)
                        (cons (map (lambda (variable)
                                     (vector-ref values variable))
                                   variables)
                              rows))))
            (else
             (let columns ((variables variables) (rows (reverse rows)))
               (or (null? variables)
                   (begin
                     (vector-set! values (car variables) (map car rows))
                     (columns (cdr variables) (map cdr rows))))))))))

(define (%count-pairs form)
  (let loop ((form form) (count 0))
    (if (pair? form) (loop (cdr form) (+ count 1)) count)))

(define (%syntax-build template . values)
  (%build template (list->vector values)))

(define (%build template values)
  (if (exact-integer? template)
      (vector-ref values template)
      (case (vector-ref template 0)
        ((0) (vector-ref template 1))
        ((1)
         (let ((tail (vector-ref template 2)))
           (%build-elements (vector-ref template 1)
                            (if tail (%build tail values) '())
                            values)))
        (else
         (list->vector
          (%build-elements (vector-ref template 1) '() values))))))

(define (%build-elements elements tail values)
  (if (null? elements)
      tail
      (let ((element (car elements))
            (rest (%build-elements (cdr elements) tail values)))
        (if (and (vector? element) (eq? (vector-ref element 0) 3))
            (%build-repeated (vector-ref element 1)
                             (vector-ref element 2)
                             rest
                             values)
            (cons (%build element values) rest)))))

(define (%build-repeated template levels rest values)
  (if (null? levels)
      (cons (%build template values) rest)
      (let* ((variables (car levels))
             (columns (map (lambda (variable) (vector-ref values variable))
                           variables)))
        (for-each (lambda (column)
                    (if (not (list? column))
                        (%type-error 'syntax "a list to repeat" column))
                    (if (not (= (length column) (length (car columns))))
                        (error "repeated parts differ in length:"
                               (car columns)
                               column)))
                  columns)
        (let loop ((columns columns))
          (if (null? (car columns))
              rest
              (let ((row (vector-copy values)))
                (for-each (lambda (variable column)
                            (vector-set! row variable (car column)))
                          variables
                          columns)
                (%build-repeated template
                                 (cdr levels)
                                 (loop (map cdr columns))
                                 row)))))))

(define (%syntax-unmatched form)
  (error "no pattern of its transformer fits" form))

(define (%syntax-outside)
  (error (string-append "syntax-case and templates are for transformers, "
                        "while a program is compiled")))

;;> (syntax-case expression (literal ...) clause ...): in a transformer, takes
;;> the form that is the value of the expression apart. A clause is `(pattern
;;> output)` or `(pattern fender output)`; the first is taken whose pattern fits
;;> and whose fender, an expression, is true. Patterns are those of
;;> syntax-rules; their variables stand in templates. R6RS, SRFI 211.
;;> Example: (let-syntax ((my-or (lambda (form) (syntax-case form () ((_) #'#f) ((_ e) #'e) ((_ e r ...) #'(let ((t e)) (if t t (my-or r ...)))))))) (let ((t 5)) (or #f t))) => 5

;;> (syntax template), #'template: in a transformer, the form that the template
;;> describes, where pattern variables stand for what they matched. Names in it
;;> mean what they mean where the template stands. R6RS, SRFI 211.
;;> Example: (let-syntax ((first-of (lambda (form) (syntax-case form () ((_ (a b ...) ...) #'(list a ...)))))) (first-of (1 2) (3) (4 5 6))) => (1 3 4)

;;> (quasisyntax template), #`template: a template where `(unsyntax
;;> expression)`, also written #,expression, stands for the value of the
;;> expression, and `(unsyntax-splicing expression)`, #,@expression, for the
;;> parts of the list that it is. R6RS, SRFI 211.
;;> Example: (let-syntax ((sum (lambda (form) (syntax-case form () ((_ n ...) #`(list #,(apply + (syntax->datum #'(n ...))) #,@(reverse #'(n ...)))))))) (sum 1 2 3)) => (6 3 2 1)

;;> (with-syntax ((pattern expression) ...) body ...): in a transformer, binds
;;> the variables of the patterns to the parts of the values. R6RS, SRFI 211.
;;> Example: (let-syntax ((swap! (lambda (form) (syntax-case form () ((_ a b) (with-syntax (((t) (generate-temporaries '(t)))) #'(let ((t a)) (set! a b) (set! b t)))))))) (let ((t 1) (u 2)) (swap! t u) (list t u))) => (2 1)
(define-syntax with-syntax
  (syntax-rules ()
    ((_ ((pattern expression) ...) body ...)
     (syntax-case (list expression ...) ()
       ((pattern ...) (let () body ...))))))

;;> (identifier-syntax template), (identifier-syntax (name template) ((set! name
;;> pattern) template)): a transformer for a name that is used like a variable
;;> and stands for the template; in the second form it can be assigned. R6RS,
;;> SRFI 211.
;;> Example: (let ((cell (list 1 2))) (let-syntax ((x (identifier-syntax (car cell)))) (+ x x))) => 2
(define-syntax identifier-syntax
  (syntax-rules (set!)
    ((_ (name template) ((set! target pattern) assignment))
     (make-variable-transformer
      (lambda (form)
        (syntax-case form (set!)
          ((set! target pattern) #'assignment)
          ((_ part (... ...)) #'(template part (... ...)))
          (name (identifier? #'name) #'template)))))
    ((_ template)
     (lambda (form)
       (syntax-case form ()
         ((_ part (... ...)) #'(template part (... ...)))
         (_ #'template))))))

;;> (syntax->datum form): the form with plain symbols in place of names. Raises
;;> type. R6RS, SRFI 211.
;;> Example: (syntax->datum '(a "b" 3)) => (a "b" 3)
(define (syntax->datum form) (%map-names identifier->symbol form))

;;> (datum->syntax name datum): the datum as a form, whose symbols mean what
;;> they would mean where the name stands. Raises type. R6RS, SRFI 211.
;;> Example: (let-syntax ((aif (lambda (form) (syntax-case form () ((k test then else) (with-syntax ((it (datum->syntax #'k 'it))) #'(let ((it test)) (if it then else)))))))) (aif (assv 2 '((1 . a) (2 . b))) (cdr it) #f)) => b
(define (datum->syntax name datum)
  (if (not (symbol? name)) (%type-error 'datum->syntax "a name" name))
  (let* ((model (symbol->string (%fixed-temporary name)))
         (start (%marks-end model 0))
         (before (substring model 0 start))
         (after (substring model (%alias-start model start)
                           (string-length model))))
    (%map-names (lambda (symbol)
                  (if (%marked? symbol)
                      symbol
                      (string->symbol
                       (string-append before (symbol->string symbol) after))))
                datum)))

;; A name made by generate-temporaries stands where the macro was defined.
(define (%fixed-temporary name)
  (let* ((text (symbol->string name))
         (last (%last-mark text)))
    (if (and last
             (< (+ last 1) (string-length text))
             (char=? (string-ref text (+ last 1)) #\t))
        (%rename name)
        name)))

(define (%last-mark text)
  (let loop ((index (- (string-length text) 1)))
    (cond ((< index 0) #f)
          ((%mark? (string-ref text index)) index)
          (else (loop (- index 1))))))

;;> (bound-identifier=? name name): whether a binding of the one would bind the
;;> other too. Raises type. R6RS, SRFI 211.
;;> Example: (bound-identifier=? 'a 'a) => #t
(define (bound-identifier=? one other)
  (%require-names 'bound-identifier=? one other)
  (eq? one other))

;;> (free-identifier=? name name): in a transformer, whether the two mean the
;;> same. Raises type. R6RS, SRFI 211.
;;> Example: (let-syntax ((same? (lambda (form) (syntax-case form () ((_ a) (free-identifier=? #'a #'else)))))) (list (same? else) (same? car))) => (#t #f)
(define (free-identifier=? one other)
  (%require-names 'free-identifier=? one other)
  (%same-name? one other))

(define (%require-names who . names)
  (for-each (lambda (name)
              (if (not (symbol? name)) (%type-error who "a name" name)))
            names))

(define %temporaries 0)

;;> (generate-temporaries list): as many new names as the list has parts, which
;;> no other names are. Raises type. R6RS, SRFI 211.
;;> Example: (length (generate-temporaries '(a b c))) => 3
(define (generate-temporaries list)
  (if (not (list? list)) (%type-error 'generate-temporaries "a list" list))
  (map (lambda (part)
         (set! %temporaries (+ %temporaries 1))
         (string->symbol
          (string-append
           (if (symbol? part) (symbol->string (identifier->symbol part)) "t")
           "\x2301;t"
           (number->string %temporaries))))
       list))

;;> (syntax-violation who message form [subform]): raises a condition for a form
;;> that is wrong; `who` is a name, a string or #f. R6RS.
;;> Example: (guard (e (#t (error-object-message e))) (syntax-violation 'loop "no body:" '(loop))) => "loop: no body:"
(define (syntax-violation who message form . subform)
  (apply error
         (if who
             (string-append (if (symbol? who)
                                (symbol->string (identifier->symbol who))
                                who)
                            ": "
                            message)
             message)
         (if (null? subform) (list form) subform)))
