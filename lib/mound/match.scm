;;; Patterns:
;;;
;;;   _              anything
;;;   name           anything, and binds it; a name that occurs again matches
;;;                  only what is like its first match
;;;   'datum         the datum
;;;   ,expression    what is like its value; it sees the names on its left
;;;   `template      the template, in which ,pattern stands for a pattern
;;;   (p . q)        a pair, and so (p1 p2 ...) a list
;;;   #(p ...)       a vector of that length
;;;   (? test p ...) what passes the test, a procedure of one argument, and fits
;;;                  each of the patterns
;;;   other          what is equal? to the constant
;;;
;;; The `?` is the procedure that receives, or a name without a meaning: a
;;; program that imports `match` alone has no other.
;;;
;;; Two objects are alike if they are equal?, or records of one type whose
;;; fields are alike: so a record matches its copy in a message.
;;;
;;; A clause becomes a test without side effects, and only then its names are
;;; bound; so neither a clause nor what follows it is copied or made a closure:
;;;
;;;   (cond (<test> <accept> <bind names, body>) <next clauses>)

;;> (match object (pattern (where guard ...) ... body ...) ...): the value of
;;> the body of the first clause whose pattern fits and whose guards hold; #t if
;;> it has no body. Raises bad-match. Termite paper 5.2.
;;> Example: (match '(add 1 2) (('add a b) (+ a b))) => 3
(define-syntax match
  (syntax-rules ()
    ((match object clause ...)
     (let ((value object))
       (%match-clauses value #t (%bad-match value) clause ...)))))

;; The clauses over the variable `value`; `accept` is done before a body. All
;; become one `cond`, which is expanded in a time that grows with their number.
(define-syntax %match-clauses
  (syntax-rules ()
    ((%match-clauses value accept otherwise clause ...)
     (cond ((%match-when value accept () clause)
            (%match-then value accept clause))
           ...
           (else otherwise)))))

;; Whether the value fits the pattern of the clause and its guards hold.
(define-syntax %match-when
  (syntax-rules (after where)
    ((%match-when value accept guards (after . rest))
     (syntax-error "`after` must be the last clause of a recv"))
    ((%match-when value accept (guard ...)
                  (pattern (where more ...) . body))
     (%match-when value accept (guard ... more ...) (pattern . body)))
    ((%match-when value #t guards (pattern . body))
     (%match-test () guards (value pattern)))
    ((%match-when value accept () (pattern . body))
     (%match-test () () (value pattern)))
    ((%match-when value accept guards (pattern . body))
     (%match-test () ((%keeping-place (and . guards))) (value pattern)))))

;; The body of a clause that the value is known to fit.
(define-syntax %match-then
  (syntax-rules (where)
    ((%match-then value accept (pattern (where . guards) . body))
     (%match-then value accept (pattern . body)))
    ((%match-then value #t (pattern . body))
     (%match-bind () body (value pattern)))
    ((%match-then value accept (pattern . body))
     (begin accept (%match-bind () body (value pattern))))))

;; The value of a test that may itself receive: afterwards the cursor of the
;; mailbox is where it was; if the message that is looked at was taken
;; meanwhile, the test fails.
(define-syntax %keeping-place
  (syntax-rules ()
    ((%keeping-place test)
     (let* ((place (%primitive %mailbox-place)) (holds test))
       (if (%primitive %mailbox-return! place) holds #f)))))

(define-syntax %match-body
  (syntax-rules ()
    ((%match-body) #t)
    ((%match-body . body) (let () . body))))

(define-syntax %alike?
  (syntax-rules ()
    ((%alike? value expression)
     (let ((other expression))
       (if (%primitive eq? value other)
           #t
           (let ((alike (%primitive %alike? value other)))
             (if (%primitive absent? alike)
                 (%alike-in-steps? value other)
                 alike)))))))

;; (%match-test bound guards (value pattern) ...): whether each value, which is
;; a variable, fits its pattern and the guards hold then. After the list of
;; the parts of a vector stands `parts`: names in it, as `quote`, mean nothing
;; for the whole.
(define-syntax %match-test
  (syntax-rules (_ ? quote quasiquote receive-any unquote)
    ((%match-test bound guards) (and . guards))
    ((%match-test bound guards (value _) . more)
     (%match-test bound guards . more))
    ((%match-test bound guards (value (quote datum)) . more)
     (if (%match-constant value datum) (%match-test bound guards . more) #f))
    ((%match-test bound guards (value (unquote (part . parts))) . more)
     (if (%keeping-place (%alike? value (part . parts)))
         (%match-test bound guards . more)
         #f))
    ((%match-test bound guards (value (unquote expression)) . more)
     (if (%alike? value expression) (%match-test bound guards . more) #f))
    ((%match-test bound guards (value (quasiquote template)) . more)
     (%match-template %match-test bound guards value template more))
    ((%match-test bound guards (value (? . parts)) . more)
     (%match-passing bound guards value parts more))
    ((%match-test bound guards (value (receive-any . parts)) . more)
     (%match-passing bound guards value parts more))
    ((%match-test bound guards (value ()) . more)
     (if (null? value) (%match-test bound guards . more) #f))
    ((%match-test bound guards (value (first)) . more)
     (if (pair? value)
         (let ((head (car value)) (tail (cdr value)))
           (if (null? tail) (%match-test bound guards (head first) . more) #f))
         #f))
    ((%match-test bound guards (value (first . rest)) . more)
     (if (pair? value)
         (let ((head (car value)) (tail (cdr value)))
           (%match-test bound guards (head first) (tail rest) . more))
         #f))
    ((%match-test bound guards (value #(pattern ...)) . more)
     (if (vector? value)
         (let ((list (vector->list value)))
           (%match-test bound guards (list (pattern ...) parts) . more))
         #f))
    ((%match-test bound guards (value () parts) . more)
     (if (null? value) (%match-test bound guards . more) #f))
    ((%match-test bound guards (value (first . rest) parts) . more)
     (if (pair? value)
         (let ((head (car value)) (tail (cdr value)))
           (%match-test bound guards (head first) (tail rest parts) . more))
         #f))
    ((%match-test bound guards (value atom) . more)
     (%if-name atom
       (%if-member atom bound
         (if (%alike? value atom) (%match-test bound guards . more) #f)
         (let ((atom value)) (%match-test (atom . bound) guards . more)))
       (if (equal? value 'atom) (%match-test bound guards . more) #f)))))

;; Whether the value passes a test, which may itself receive, and goes on.
(define-syntax %match-passing
  (syntax-rules ()
    ((%match-passing bound guards value (test pattern ...) more)
     (if (%keeping-place (test value))
         (%match-test bound guards (value pattern) ... . more)
         #f))
    ((%match-passing bound guards value parts more)
     (syntax-error "a pattern with `?` is written (? test pattern ...)"
                   (? . parts)))))

;; (%match-bind bound body (value pattern) ...): the body with the names of the
;; patterns bound; the values are known to fit.
(define-syntax %match-bind
  (syntax-rules (_ ? quote quasiquote receive-any unquote)
    ((%match-bind bound body) (%match-body . body))
    ((%match-bind bound body (value _) . more)
     (%match-bind bound body . more))
    ((%match-bind bound body (value (quote datum)) . more)
     (%match-bind bound body . more))
    ((%match-bind bound body (value (unquote expression)) . more)
     (%match-bind bound body . more))
    ((%match-bind bound body (value (quasiquote template)) . more)
     (%match-template %match-bind bound body value template more))
    ((%match-bind bound body (value (? test pattern ...)) . more)
     (%match-bind bound body (value pattern) ... . more))
    ((%match-bind bound body (value (receive-any test pattern ...)) . more)
     (%match-bind bound body (value pattern) ... . more))
    ((%match-bind bound body (value ()) . more)
     (%match-bind bound body . more))
    ((%match-bind bound body (value (first)) . more)
     (let ((head (car value)))
       (%match-bind bound body (head first) . more)))
    ((%match-bind bound body (value ((quote datum) . rest)) . more)
     (let ((tail (cdr value)))
       (%match-bind bound body (tail rest) . more)))
    ((%match-bind bound body (value (first . rest)) . more)
     (let ((head (car value)) (tail (cdr value)))
       (%match-bind bound body (head first) (tail rest) . more)))
    ((%match-bind bound body (value #(pattern ...)) . more)
     (let ((list (vector->list value)))
       (%match-bind bound body (list (pattern ...) parts) . more)))
    ((%match-bind bound body (value () parts) . more)
     (%match-bind bound body . more))
    ((%match-bind bound body (value (first . rest) parts) . more)
     (let ((head (car value)) (tail (cdr value)))
       (%match-bind bound body (head first) (tail rest parts) . more)))
    ((%match-bind bound body (value atom) . more)
     (%if-name atom
       (%if-member atom bound
         (%match-bind bound body . more)
         (let ((atom value)) (%match-bind (atom . bound) body . more)))
       (%match-bind bound body . more)))))

;; Goes on with the pattern that a template stands for.
(define-syntax %match-template
  (syntax-rules (unquote)
    ((%match-template continue bound rest value (unquote pattern) more)
     (continue bound rest (value pattern) . more))
    ((%match-template continue bound rest value (first . others) more)
     (continue bound rest
               (value ((quasiquote first) . (quasiquote others)))
               . more))
    ((%match-template continue bound rest value #(template ...) more)
     (continue bound rest (value #((quasiquote template) ...)) . more))
    ((%match-template continue bound rest value datum more)
     (continue bound rest (value (quote datum)) . more))))

;; Whether the value is the datum; a name is compared by eq?.
(define-syntax %match-constant
  (syntax-rules ()
    ((%match-constant value datum)
     (%if-name datum (eq? value 'datum) (equal? value 'datum)))))

;; A form that depends on whether the atom is an identifier: only an identifier
;; makes a pattern that matches another one.
(define-syntax %if-name
  (syntax-rules ()
    ((%if-name (a . b) yes no) no)
    ((%if-name () yes no) no)
    ((%if-name #(a ...) yes no) no)
    ((%if-name atom yes no)
     (let-syntax ((test (syntax-rules ()
                          ((test atom (then) (else-form)) then)
                          ((test other (then) (else-form)) else-form))))
       (test any-other-name (yes) (no))))))

;; A form that depends on whether the name is one of the list. Those of the list
;; are bound around this form, so comparing bindings compares names.
(define-syntax %if-member
  (syntax-rules ()
    ((%if-member name () yes no) no)
    ((%if-member name (bound ...) yes no)
     (letrec-syntax ((test (syntax-rules (name)
                             ((test (name . rest) (then) (else-form)) then)
                             ((test (other . rest) yes-form no-form)
                              (test rest yes-form no-form))
                             ((test () (then) (else-form)) else-form))))
       (test (bound ...) (yes) (no))))))
