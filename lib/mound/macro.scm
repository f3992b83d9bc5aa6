;;; Transformers that are procedures, and names. The expander writes
;;; (%run-transformer transformer) around the expression that defines a macro,
;;; and runs it for each use, where the host answers three questions: what the
;;; form is, whether it is a form, a name alone or an assignment, and whether
;;; two names mean the same.
;;;
;;; A name is a symbol, with marks that say what it means (as
;;; crates/expand/src/procedural.rs has them):
;;;
;;;   x       as if written where the keyword of the use stands
;;;   x⌁1     a name of the form with the meanings of another place; 0: as x
;;;   ⌁x      renamed: x where the macro was defined
;;;   x⌁d2    a name of a template, written in another place than the macro
;;;   x⌁t3    made by generate-temporaries

;; A procedure that is called otherwise than with a form alone:
;; `kind` is variable, explicit, implicit, closing or reversed.
(define-record-type transformer
  (%make-transformer kind procedure)
  %transformer?
  (kind %transformer-kind)
  (procedure %transformer-procedure))

(define (%transformer kind procedure who)
  (if (procedure? procedure)
      (%make-transformer kind procedure)
      (%type-error who "a procedure" procedure)))

;;> (define-for-syntax name expression), (define-for-syntax (name formal ...)
;;> body ...): defines a helper that transformers can use and the program
;;> cannot. Each use of a macro begins with helpers that are defined anew.
;;> Example: (let () (define-for-syntax (twice x) `(* 2 ,x)) (let-syntax ((double (er-macro-transformer (lambda (form rename compare) (twice (cadr form)))))) (double 21))) => 42

;;> (begin-for-syntax definition ...): definitions by `define` as those of
;;> define-for-syntax, and macros.
;;> Example: (let () (begin-for-syntax (define (twice x) #`(* 2 #,x))) (let-syntax ((double (lambda (form) (syntax-case form () ((_ x) (twice #'x)))))) (double 21))) => 42

;;> (er-macro-transformer procedure): a transformer, for define-syntax,
;;> let-syntax and letrec-syntax. The procedure is called with each use of the
;;> macro as a form, a procedure `rename` and a predicate `compare`, and returns
;;> the form to take its place. `(rename symbol)` is a name that means what the
;;> symbol means where the macro was defined; symbols that the procedure
;;> introduces otherwise mean what they mean where it is used. `(compare name
;;> name)` tells whether two names mean the same there. The procedure runs
;;> while the program is compiled, within a bound of work, and without files,
;;> processes, clock or console. Raises type. SRFI 211.
;;> Example: (let-syntax ((swap! (er-macro-transformer (lambda (form rename compare) (let ((a (cadr form)) (b (caddr form)) (tmp (rename 'tmp))) `(,(rename 'let) ((,tmp ,a)) (,(rename 'set!) ,a ,b) (,(rename 'set!) ,b ,tmp))))))) (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other))) => (2 1)
(define (er-macro-transformer procedure)
  (%transformer 'explicit procedure 'er-macro-transformer))

;;> (ir-macro-transformer procedure): a transformer like that of
;;> er-macro-transformer, where symbols that the procedure introduces mean what
;;> they mean where the macro was defined, and `(inject symbol)` is a name that
;;> means what it means at the use. Raises type. SRFI 211.
;;> Example: (let-syntax ((swap! (ir-macro-transformer (lambda (form inject compare) (let ((a (cadr form)) (b (caddr form))) `(let ((tmp ,a)) (set! ,a ,b) (set! ,b tmp))))))) (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other))) => (2 1)
(define (ir-macro-transformer procedure)
  (%transformer 'implicit procedure 'ir-macro-transformer))

;;> (make-variable-transformer procedure): a transformer for a name that is used
;;> like a variable: the procedure is also called with forms `(set! name
;;> expression)`. Raises type. SRFI 211, R6RS.
;;> Example: (let ((cell (list 1))) (let-syntax ((x (make-variable-transformer (lambda (form) (syntax-case form (set!) ((set! _ e) #'(set-car! cell e)) (_ #'(car cell))))))) (set! x 5) x)) => 5
(define (make-variable-transformer procedure)
  (%transformer 'variable procedure 'make-variable-transformer))

;;> (define-macro (name . formals) body ...), (define-macro name procedure): a
;;> macro whose procedure is called with the parts of the form after the
;;> keyword. All symbols mean what they mean at the use, so it is not hygienic.
;;> SRFI 211.
;;> Example: (let () (define-macro (unless2 test . body) `(if ,test #f (begin ,@body))) (unless2 #f 1 2)) => 2
(define-syntax define-macro
  (syntax-rules ()
    ((_ (name . formals) body ...)
     (define-macro name (lambda formals body ...)))
    ((_ name procedure)
     (define-syntax name
       (er-macro-transformer
        (lambda (form rename compare) (apply procedure (cdr form))))))))

;;> (identifier? object): whether it is a name in a form. SRFI 211.
;;> Example: (identifier? 'x) => #t
(define (identifier? object) (symbol? object))

;;> (identifier->symbol name): the symbol of a name in a form, without what
;;> tells it from other names, for making new names of it. Raises type.
;;> Example: (identifier->symbol 'x) => x
(define (identifier->symbol name)
  (if (symbol? name)
      (let ((text (symbol->string name)))
        (let* ((start (%marks-end text 0))
               (end (%alias-start text start)))
          (if (and (= start 0) (= end (string-length text)))
              name
              (string->symbol (substring text start end)))))
      (%type-error 'identifier->symbol "a name" name)))

;;> (identifier-append part ...): a name that is spelled as the parts, which are
;;> names and strings, one after another; it means what the first of these names
;;> would mean where that stands if it were spelled so. Raises type.
;;> Example: (identifier-append 'make- "point") => make-point
(define (identifier-append . parts)
  (let* ((names (%select-names parts))
         (model (if (pair? names) (symbol->string (car names)) ""))
         (start (%marks-end model 0))
         (end (%alias-start model start)))
    (string->symbol
     (string-append
      (substring model 0 start)
      (apply string-append (map %spelling parts))
      (substring model end (string-length model))))))

(define (%select-names parts)
  (cond ((null? parts) '())
        ((symbol? (car parts)) (cons (car parts) (%select-names (cdr parts))))
        (else (%select-names (cdr parts)))))

(define (%spelling part)
  (cond ((string? part) part)
        ((symbol? part) (symbol->string (identifier->symbol part)))
        (else (%type-error 'identifier-append "a name or string" part))))

(define (%mark? character) (char=? character #\x2301))

;; The index after the marks that begin the text.
(define (%marks-end text index)
  (if (and (< index (string-length text)) (%mark? (string-ref text index)))
      (%marks-end text (+ index 1))
      index))

;; The index of the mark before the number that ends the text, or its length.
;; That of a temporary is part of the name.
(define (%alias-start text start)
  (let ((length (string-length text)))
    (let loop ((index (- length 1)))
      (cond ((<= index start) length)
            ((char<=? #\0 (string-ref text index) #\9) (loop (- index 1)))
            ((= index (- length 1)) length)
            ((%mark? (string-ref text index)) index)
            ((and (char=? (string-ref text index) #\d)
                  (> (- index 1) start)
                  (%mark? (string-ref text (- index 1))))
             (- index 1))
            (else length)))))

(define (%rename name)
  (if (symbol? name)
      (string->symbol (string-append "\x2301;" (symbol->string name)))
      (%type-error 'rename "a symbol" name)))

(define (%same-name? one other)
  (or (eq? one other)
      (and (symbol? one)
           (symbol? other)
           (%primitive %operate 'same-name? (list one other) #f))))

;; The datum with each name changed.
(define (%map-names change datum)
  (cond ((symbol? datum) (change datum))
        ((pair? datum)
         (cons (%map-names change (car datum))
               (%map-names change (cdr datum))))
        ((vector? datum)
         (vector-map (lambda (part) (%map-names change part)) datum))
        (else datum)))

(define (%marked? name)
  (let* ((text (symbol->string name))
         (start (%marks-end text 0)))
    (or (> start 0) (< (%alias-start text start) (string-length text)))))

;; A name without a mark gets one that says that it means what it means at the
;; use, and so is told from names that a transformer introduces.
(define (%inject name)
  (if (symbol? name)
      (if (%marked? name)
          name
          (string->symbol
           (string-append (symbol->string name) "\x2301;0")))
      (%type-error 'inject "a symbol" name)))

(define (%rename-new name) (if (%marked? name) name (%rename name)))

;; As the procedure of ir-macro-transformer sees names: without a mark, they
;; mean what they mean where the macro was defined.
(define (%same-where-defined? one other)
  (and (symbol? one)
       (symbol? other)
       (%same-name? (%rename-new one) (%rename-new other))))

(define (%run-transformer transformer)
  (let ((shape (%primitive %operate 'macro-use '() #f))
        (form (%primitive %operate 'macro-form '() #f))
        (kind (if (%transformer? transformer)
                  (%transformer-kind transformer)
                  'form))
        (procedure (if (%transformer? transformer)
                       (%transformer-procedure transformer)
                       transformer)))
    (if (not (procedure? procedure))
        (%type-error 'define-syntax "a procedure of a form" procedure))
    (cond ((and (eq? shape 'assignment) (not (eq? kind 'variable)))
           (error "a keyword cannot be assigned:" (cadr form)))
          ((and (eq? shape 'name) (not (memq kind '(variable form))))
           (error "it can only be used at the head of a form")))
    (case kind
      ((variable form) (procedure form))
      ((explicit) (procedure form %rename %same-name?))
      ((implicit)
       (%map-names %rename-new
                   (procedure (%map-names %inject form)
                              %inject
                              %same-where-defined?)))
      ((closing) (%map-names %rename-new (procedure form 'usage)))
      (else (procedure form 'definition)))))
