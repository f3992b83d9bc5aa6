;;; Pipelines: each step is a form with places, written _, for what the step
;;; before returned. Another name for the place, and for the ellipsis, may be
;;; given before the steps.

;; The steps, and tests of what is a place and what is an ellipsis: a list of
;; three. At most `names` names may stand before the steps.
(define-for-syntax (%parts forms names rename compare)
  (define (is name)
    (lambda (form) (and (identifier? form) (compare form name))))
  (define (name? forms) (and (pair? forms) (identifier? (car forms))))
  (let* ((place? (and (> names 0) (name? forms)))
         (place (if place? (car forms) (rename '_)))
         (forms (if place? (cdr forms) forms))
         (dots? (and place? (> names 1) (name? forms)))
         (dots (if dots? (car forms) (rename '...)))
         (forms (if dots? (cdr forms) forms)))
    (list forms (is place) (is dots))))

(define-for-syntax (%nth-name count rename)
  (rename (string->symbol (string-append "value" (number->string count)))))

;; A step with names for its places: (formals . form), or a string that says
;; what is wrong with it. After an ellipsis the form applies its first part.
(define-for-syntax (%step step place? dots? rename)
  (let loop ((rest step) (names '()) (parts '()) (tail #f))
    (cond ((null? rest)
           (let ((parts (reverse parts)))
             (cons (append (reverse names) (or tail '()))
                   (if tail
                       `(,(rename 'apply) ,(car parts)
                         (,(rename 'append)
                          ,@(%chunks (cdr parts) tail rename)))
                       parts))))
          ((not (pair? rest)) "a step is a list")
          ((place? (car rest))
           (let ((name (%nth-name (length names) rename)))
             (cond (tail "a place after the ellipsis")
                   ((and (pair? (cdr rest)) (dots? (cadr rest)))
                    (if (null? parts)
                        "an ellipsis at the beginning of a step"
                        (loop (cddr rest) names (cons name parts) name)))
                   (else
                    (loop (cdr rest) (cons name names) (cons name parts)
                          tail)))))
          ((dots? (car rest)) "an ellipsis without a place before it")
          (else (loop (cdr rest) names (cons (car rest) parts) tail)))))

;; The arguments as lists: that of the ellipsis, and those before and after it.
(define-for-syntax (%chunks arguments tail rename)
  (let loop ((rest arguments) (before '()))
    (if (eq? (car rest) tail)
        (list `(,(rename 'list) ,@(reverse before)) tail
              `(,(rename 'list) ,@(cdr rest)))
        (loop (cdr rest) (cons (car rest) before)))))

;; The form of a step in which `value` may stand once, for steps that get one
;; value; or a string.
(define-for-syntax (%simple-step step place? value)
  (let loop ((rest step) (parts '()) (used #f))
    (cond ((null? rest) (reverse parts))
          ((not (pair? rest)) "a step is a list")
          ((place? (car rest))
           (if used
               "two places in a step that gets one value"
               (loop (cdr rest) (cons value parts) #t)))
          (else (loop (cdr rest) (cons (car rest) parts) used)))))

(define-for-syntax (%complain rename who text)
  `(,(rename 'syntax-error) ,(string-append who ": " text)))

;; Steps that come to an end, each around the one before.
(define-for-syntax (%chained expression steps place? dots? rename)
  (if (null? steps)
      expression
      (let ((step (%step (car steps) place? dots? rename)))
        (if (string? step)
            (%complain rename "chain" step)
            (let* ((formals (car step))
                   (lambda-form
                    `(,(rename 'lambda)
                      ,(if (null? formals) (rename 'unused) formals)
                      ,(cdr step))))
              (%chained
               `(,(rename 'call-with-values)
                 (,(rename 'lambda) () ,expression)
                 ,lambda-form)
               (cdr steps) place? dots? rename))))))

;;> (chain expression [place [ellipsis]] step ...): the value of the last step.
;;> Each step is a form with a place, written _ if no other name is given, for
;;> each value of the expression or of the step before; `_ ...` takes all that
;;> are left. Without a place the values are not used. SRFI 197.
;;> Example: (chain '(3 1 2) (map square _) (apply + _) (list 'sum _)) => (sum 14)
(define-syntax chain
  (er-macro-transformer
   (lambda (form rename compare)
     (if (null? (cdr form))
         (%complain rename "chain" "expected an expression and steps")
         (let ((parts (%parts (cddr form) 2 rename compare)))
           (%chained (cadr form) (car parts) (cadr parts) (caddr parts)
                     rename))))))

;;> (chain-lambda [place [ellipsis]] step ...): a procedure whose arguments
;;> take the places of the first step. SRFI 197.
;;> Example: ((chain-lambda (string-append "a" _ ...) (string-length _)) "b" "c") => 3
(define-syntax chain-lambda
  (er-macro-transformer
   (lambda (form rename compare)
     (let* ((parts (%parts (cdr form) 2 rename compare))
            (steps (car parts))
            (first (if (null? steps)
                       "expected a step"
                       (%step (car steps) (cadr parts) (caddr parts) rename))))
       (if (string? first)
           (%complain rename "chain-lambda" first)
           `(,(rename 'lambda) ,(car first)
             ,(%chained (cdr first) (cdr steps) (cadr parts) (caddr parts)
                        rename)))))))

;;> (chain-and expression [place] step ...): the value of the last step, or #f
;;> as soon as the expression or a step has that value. SRFI 197.
;;> Example: (map (lambda (key) (chain-and (assq key '((a . 1))) (cdr _) (+ _ 1))) '(a b)) => (2 #f)
(define-syntax chain-and
  (er-macro-transformer
   (lambda (form rename compare)
     (if (null? (cdr form))
         (%complain rename "chain-and" "expected an expression and steps")
         (let* ((parts (%parts (cddr form) 1 rename compare))
                (value (rename 'value)))
           (let loop ((expression (cadr form)) (steps (car parts)))
             (if (null? steps)
                 expression
                 (let ((step (%simple-step (car steps) (cadr parts) value)))
                   (if (string? step)
                       (%complain rename "chain-and" step)
                       `(,(rename 'let) ((,value ,expression))
                         (,(rename 'if) ,value
                          ,(loop step (cdr steps)) #f)))))))))))

;;> (chain-when expression [place] ([guard] step) ...): the same as chain, but
;;> steps whose guard is #f are left out. SRFI 197.
;;> Example: (chain-when '() (#t (cons 'a _)) (#f (cons 'b _)) ((cons 'c _))) => (c a)
(define-syntax chain-when
  (er-macro-transformer
   (lambda (form rename compare)
     (if (null? (cdr form))
         (%complain rename "chain-when" "expected an expression and steps")
         (let* ((parts (%parts (cddr form) 1 rename compare))
                (value (rename 'value)))
           (let loop ((expression (cadr form)) (clauses (car parts)))
             (if (null? clauses)
                 expression
                 (let* ((clause (car clauses))
                        (good? (and (list? clause)
                                    (memv (length clause) '(1 2))))
                        (step (if good?
                                  (%simple-step (car (reverse clause))
                                                (cadr parts) value)
                                  "expected (step) or (guard step)")))
                   (if (string? step)
                       (%complain rename "chain-when" step)
                       `(,(rename 'let) ((,value ,expression))
                         ,(loop (if (null? (cdr clause))
                                    step
                                    `(,(rename 'if) ,(car clause)
                                      ,step ,value))
                                (cdr clauses))))))))))))

;; The form with the inner one at its place, which may be anywhere in it, and
;; how many places there are.
(define-for-syntax (%put-inside form place? inner)
  (cond ((place? form) (cons inner 1))
        ((pair? form)
         (let ((left (%put-inside (car form) place? inner))
               (right (%put-inside (cdr form) place? inner)))
           (cons (cons (car left) (car right)) (+ (cdr left) (cdr right)))))
        ((vector? form)
         (let ((elements (%put-inside (vector->list form) place? inner)))
           (cons (list->vector (car elements)) (cdr elements))))
        (else (cons form 0))))

;; `steps` from the innermost.
(define-for-syntax (%nested inner steps place? rename)
  (if (null? steps)
      inner
      (let ((step (%put-inside (car steps) place? inner)))
        (if (= (cdr step) 1)
            (%nested (car step) (cdr steps) place? rename)
            (%complain rename "nest" "a step wants one place")))))

;;> (nest [place] step ... form): the form that has each step, with the next one
;;> at its place; the last is the given form. The place may be anywhere in a
;;> step, since nothing is evaluated between them. SRFI 197.
;;> Example: (nest (let ((x 1)) _) (let ((y 2)) _) (list x y)) => (1 2)
(define-syntax nest
  (er-macro-transformer
   (lambda (form rename compare)
     (let* ((name? (and (pair? (cdr form)) (pair? (cddr form))
                        (identifier? (cadr form))))
            (parts (%parts (if name? (cdr form) '()) 1 rename compare))
            (steps (reverse (if name? (car parts) (cdr form)))))
       (if (null? steps)
           (%complain rename "nest" "expected a form")
           (%nested (car steps) (cdr steps) (cadr parts) rename))))))

;;> (nest-reverse form [place] step ...): the same with the innermost form first
;;> and the outermost step last. SRFI 197.
;;> Example: (nest-reverse (list x y) (let ((y (+ x 1))) _) (let ((x 1)) _)) => (1 2)
(define-syntax nest-reverse
  (er-macro-transformer
   (lambda (form rename compare)
     (if (null? (cdr form))
         (%complain rename "nest-reverse" "expected a form")
         (let ((parts (%parts (cddr form) 1 rename compare)))
           (%nested (cadr form) (car parts) (cadr parts) rename))))))
