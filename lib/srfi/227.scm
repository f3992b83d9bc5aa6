;;; Procedures with optional arguments are case-lambdas: there is a clause for
;;; each number of arguments, which evaluates the expressions for what is
;;; missing and calls the body. So a wrong number of arguments is told as for
;;; other procedures.

;; The names of (variable ... (variable expression) ... . rest), split in three:
;; required names, bindings, and the rest, a name or (). Or #f.
(define-for-syntax (%split formals)
  (let required ((formals formals) (names '()))
    (if (and (pair? formals) (identifier? (car formals)))
        (required (cdr formals) (cons (car formals) names))
        (let optional ((formals formals) (bindings '()))
          (cond ((and (pair? formals)
                      (list? (car formals))
                      (= (length (car formals)) 2)
                      (identifier? (caar formals)))
                 (optional (cdr formals) (cons (car formals) bindings)))
                ((or (null? formals) (identifier? formals))
                 (list (reverse names) (reverse bindings) formals))
                (else #f))))))

;; A name for each, which nothing in the program can mean.
(define-for-syntax (%temporaries names rename)
  (let loop ((rest names) (count 1) (made '()))
    (if (null? rest)
        (reverse made)
        (loop (cdr rest) (+ count 1)
              (cons (rename (string->symbol
                             (string-append "argument"
                                            (number->string count))))
                    made)))))

(define-for-syntax (%first-of list count)
  (if (= count 0)
      '()
      (cons (car list) (%first-of (cdr list) (- count 1)))))

;; The clause for `given` arguments of those that are named.
(define-for-syntax (%clause names bindings given required rename call)
  (let* ((optional (- given required))
         (missing (list-tail bindings optional))
         (formals (%first-of names given)))
    `(,formals
      (,(rename 'let*)
       ,(map (lambda (name binding) (list name (cadr binding)))
             (list-tail names given) missing)
       ,call))))

;; (%optional sequential? name formals body ...): the procedure, which is called
;; `name` in complaints if that is not #f.
(define-syntax %optional
  (er-macro-transformer
   (lambda (form rename compare)
     (let* ((sequential? (cadr form))
            (name (caddr form))
            (parts (%split (cadddr form)))
            (body (cddddr form)))
       (if (not (and parts (pair? body)))
           `(,(rename 'syntax-error)
             "optional arguments: expected (variable ... (variable \
              expression) ... . rest) and a body")
           (let* ((required (car parts))
                  (bindings (cadr parts))
                  (rest (caddr parts))
                  (variables (append required (map car bindings)))
                  (names (if sequential?
                             variables
                             (%temporaries variables rename)))
                  (count (length required))
                  (all (length variables))
                  (whole (rename 'body))
                  (call (lambda (last)
                          `(,whole ,@names
                            ,@(if (null? rest) '() (list last)))))
                  (clauses
                   (let loop ((given count))
                     (if (= given all)
                         (if (null? rest)
                             `((,names ,(call #f)))
                             `(((,@names . ,(rename 'rest))
                                ,(call (rename 'rest)))))
                         (cons (%clause names bindings given count rename
                                        (call ''()))
                               (loop (+ given 1))))))
                  (procedure `(,(rename 'case-lambda) ,@clauses)))
             `(,(rename 'let)
               ((,whole
                 (,(rename 'lambda)
                  (,@variables ,@(if (null? rest) '() (list rest)))
                  ,@body)))
               ,(if name
                    `(,(rename 'let) ((,name ,procedure)) ,name)
                    procedure))))))))

;;> (opt-lambda (variable ... (variable expression) ... . rest) body ...): a
;;> procedure whose last arguments may be missing. The expressions for those
;;> that do are evaluated at each call, where the procedure was made. SRFI 227.
;;> Example: (let ((n 5)) (map (lambda (f) (f 1)) (list (opt-lambda (n (m (* 2 n))) (list n m)) (opt*-lambda (n (m (* 2 n))) (list n m))))) => ((1 10) (1 2))
(define-syntax opt-lambda
  (syntax-rules ()
    ((_ formals . body) (%optional #f #f formals . body))))

;;> (opt*-lambda (variable ... (variable expression) ... . rest) body ...): the
;;> same, but each expression sees the variables before it. SRFI 227.
;;> Example: ((opt*-lambda (a (b (* 2 a)) (c (+ a b)) . rest) (list a b c rest)) 1) => (1 2 3 ())
(define-syntax opt*-lambda
  (syntax-rules ()
    ((_ formals . body) (%optional #t #f formals . body))))

;;> (let-optionals list (variable ... (variable expression) ... . rest) body
;;> ...): evaluates the body with the variables bound to the elements of the
;;> list, as arguments of opt-lambda. Raises arity. SRFI 227.
;;> Example: (let-optionals '(1) (a (b 2) . rest) (list a b rest)) => (1 2 ())
(define-syntax let-optionals
  (syntax-rules ()
    ((_ list formals . body) (apply (%optional #f #f formals . body) list))))

;;> (let-optionals* list (variable ... (variable expression) ... . rest) body
;;> ...): the same as arguments of opt*-lambda. Raises arity. SRFI 227.
;;> Example: (let-optionals* '(1 3) (x (y 2) (z (+ x y))) (list x y z)) => (1 3 4)
(define-syntax let-optionals*
  (syntax-rules ()
    ((_ list formals . body) (apply (%optional #t #f formals . body) list))))

(define-syntax %define-optionals
  (syntax-rules ()
    ((_ sequential? name formals . body)
     (define name (%optional sequential? name formals . body)))))
