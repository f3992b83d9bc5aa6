;;; Lambda calculus with de Bruijn indices: normalization by evaluation and by
;;; reduction steps, of Church numerals, and a small theory of dependent types.

;; Terms: (var index), (lam body), (app function argument), (pi domain codomain),
;; (type).  Source terms have names: x, (fn x body), (f a b), (all x domain body).

(define (variable index) (list 'var index))
(define (abstraction body) (list 'lam body))
(define (application function argument) (list 'app function argument))
(define (product domain codomain) (list 'pi domain codomain))
(define universe '(type))

(define (index-of name names)
  (let loop ((names names) (index 0))
    (cond ((null? names) #f)
          ((eq? (car names) name) index)
          (else (loop (cdr names) (+ index 1))))))

;; The term of a source term whose names are bound, or stand in `globals`.
(define (resolve source names globals)
  (cond ((symbol? source)
         (let ((index (index-of source names)))
           (cond (index (variable index))
                 ((eq? source 'type) universe)
                 ((assq source globals) => cdr)
                 (else (error "unbound" source)))))
        ((eq? (car source) 'fn)
         (abstraction (resolve (caddr source)
                               (cons (cadr source) names)
                               globals)))
        ((eq? (car source) 'all)
         (product (resolve (caddr source) names globals)
                  (resolve (cadddr source)
                           (cons (cadr source) names)
                           globals)))
        (else
         (let loop ((function (resolve (car source) names globals))
                    (arguments (cdr source)))
           (if (null? arguments)
               function
               (loop (application function
                                  (resolve (car arguments) names globals))
                     (cdr arguments)))))))

;; Normalization by evaluation.  A value is a closure, a product, the universe,
;; or neutral: a variable (by its level) with the values that it is applied to.

(define-record-type closure
  (make-closure body environment)
  closure?
  (body closure-body)
  (environment closure-environment))

(define-record-type product-value
  (make-product-value domain codomain)
  product-value?
  (domain product-domain)
  (codomain product-codomain))

(define-record-type neutral
  (make-neutral level spine)
  neutral?
  (level neutral-level)
  (spine neutral-spine))

(define (evaluate term environment)
  (case (car term)
    ((var) (list-ref environment (cadr term)))
    ((lam) (make-closure (cadr term) environment))
    ((app)
     (apply-value (evaluate (cadr term) environment)
                  (evaluate (caddr term) environment)))
    ((pi)
     (make-product-value (evaluate (cadr term) environment)
                         (make-closure (caddr term) environment)))
    (else 'universe)))

(define (apply-value function argument)
  (cond ((closure? function)
         (evaluate (closure-body function)
                   (cons argument (closure-environment function))))
        ((neutral? function)
         (make-neutral (neutral-level function)
                       (cons argument (neutral-spine function))))
        (else (error "not a function"))))

(define (level-variable level) (make-neutral level '()))

;; The normal form of a value under `depth` binders.
(define (quote-value value depth)
  (define (under closure)
    (quote-value (apply-value closure (level-variable depth)) (+ depth 1)))
  (cond ((closure? value) (abstraction (under value)))
        ((product-value? value)
         (product (quote-value (product-domain value) depth)
                  (under (product-codomain value))))
        ((neutral? value)
         (let loop ((spine (neutral-spine value)))
           (if (null? spine)
               (variable (- depth (neutral-level value) 1))
               (application (loop (cdr spine))
                            (quote-value (car spine) depth)))))
        (else universe)))

(define (normalize term) (quote-value (evaluate term '()) 0))

;; Normal order reduction by substitution, which counts its steps.

(define steps 0)

(define (shift term by cutoff)
  (case (car term)
    ((var)
     (if (< (cadr term) cutoff) term (variable (+ (cadr term) by))))
    ((lam) (abstraction (shift (cadr term) by (+ cutoff 1))))
    ((app)
     (application (shift (cadr term) by cutoff)
                  (shift (caddr term) by cutoff)))
    ((pi)
     (product (shift (cadr term) by cutoff)
              (shift (caddr term) by (+ cutoff 1))))
    (else term)))

(define (substitute term index value)
  (case (car term)
    ((var)
     (cond ((= (cadr term) index) (shift value index 0))
           ((> (cadr term) index) (variable (- (cadr term) 1)))
           (else term)))
    ((lam) (abstraction (substitute (cadr term) (+ index 1) value)))
    ((app)
     (application (substitute (cadr term) index value)
                  (substitute (caddr term) index value)))
    ((pi)
     (product (substitute (cadr term) index value)
              (substitute (caddr term) (+ index 1) value)))
    (else term)))

(define (weak-head term)
  (if (eq? (car term) 'app)
      (let ((function (weak-head (cadr term))))
        (if (eq? (car function) 'lam)
            (begin
              (set! steps (+ steps 1))
              (weak-head (substitute (cadr function) 0 (caddr term))))
            (application function (caddr term))))
      term))

(define (reduce term)
  (let ((term (weak-head term)))
    (case (car term)
      ((lam) (abstraction (reduce (cadr term))))
      ((app) (application (reduce-spine (cadr term)) (reduce (caddr term))))
      ((pi) (product (reduce (cadr term)) (reduce (caddr term))))
      (else term))))

(define (reduce-spine term)
  (if (eq? (car term) 'app)
      (application (reduce-spine (cadr term)) (reduce (caddr term)))
      term))

;; Types: of bound variables the types and values are known, by index.
;; Errors are raised as (problem term).

(define (type-of term types environment)
  (let ((depth (length types)))
    (case (car term)
      ((var) (list-ref types (cadr term)))
      ((type) 'universe)
      ((pi)
       (check (cadr term) 'universe types environment)
       (let ((domain (evaluate (cadr term) environment)))
         (check (caddr term)
                'universe
                (cons domain types)
                (cons (level-variable depth) environment))
         'universe))
      ((app)
       (let ((type (type-of (cadr term) types environment)))
         (if (not (product-value? type))
             (raise (list 'not-a-function (cadr term))))
         (check (caddr term) (product-domain type) types environment)
         (apply-value (product-codomain type)
                      (evaluate (caddr term) environment))))
      (else (raise (list 'no-type term))))))

(define (check term type types environment)
  (let ((depth (length types)))
    (if (eq? (car term) 'lam)
        (if (product-value? type)
            (let ((fresh (level-variable depth)))
              (check (cadr term)
                     (apply-value (product-codomain type) fresh)
                     (cons (product-domain type) types)
                     (cons fresh environment)))
            (raise (list 'a-function-of-no-product term)))
        (let ((found (type-of term types environment)))
          (if (not (equal? (quote-value found depth) (quote-value type depth)))
              (raise (list 'types-differ term)))))))

(define (well-typed? term type)
  (guard (problem
          ((and (pair? problem) (symbol? (car problem))) (car problem)))
    (check type 'universe '() '())
    (check term (evaluate type '()) '() '())
    #t))

;; Programs.

(define definitions
  '((zero (fn f (fn x x)))
    (successor (fn n (fn f (fn x (f (n f x))))))
    (one (successor zero))
    (two (successor one))
    (three (successor two))
    (four (successor three))
    (plus (fn m (fn n (fn f (fn x (m f (n f x)))))))
    (times (fn m (fn n (fn f (m (n f))))))
    (power (fn m (fn n (n m))))
    (true (fn a (fn b a)))
    (false (fn a (fn b b)))
    (zero? (fn n (n (fn x false) true)))
    (pair (fn a (fn b (fn s (s a b)))))
    (first (fn p (p true)))
    (second (fn p (p false)))
    (predecessor
     (fn n (first (n (fn p (pair (second p) (successor (second p))))
                     (pair zero zero)))))
    (minus (fn m (fn n (n predecessor m))))
    (factorial
     (fn n (second (n (fn p (pair (successor (first p))
                                  (times (first p) (second p))))
                      (pair one one)))))
    (fibonacci
     (fn n (first (n (fn p (pair (second p) (plus (first p) (second p))))
                     (pair zero one)))))))

(define globals
  (let loop ((definitions definitions) (globals '()))
    (if (null? definitions)
        globals
        (loop (cdr definitions)
              (cons (cons (caar definitions)
                          (resolve (cadar definitions) '() globals))
                    globals)))))

;; The number of a normal Church numeral.
(define (numeral-value term)
  (let loop ((term (cadr (cadr term))) (count 0))
    (if (eq? (car term) 'app)
        (loop (caddr term) (+ count 1))
        count)))

(define (numeral number)
  (let loop ((number number) (body 'x))
    (if (= number 0)
        (list 'fn 'f (list 'fn 'x body))
        (loop (- number 1) (list 'f body)))))

(define (term-size term)
  (case (car term)
    ((var type) 1)
    ((lam) (+ 1 (term-size (cadr term))))
    (else (+ 1 (term-size (cadr term)) (term-size (caddr term))))))

(define (both source)
  (let* ((term (resolve source '() globals)) (one (normalize term)))
    (set! steps 0)
    (let ((other (reduce term)))
      (list (numeral-value one) (equal? one other) steps))))

;; Numbers with their type, and some proofs, good and bad.
(define nat '(all a type (all f (all y a a) (all x a a))))

(define proofs
  (list
   (list '(fn a (fn x x)) '(all a type (all x a a)))
   (list '(fn a (fn f (fn x (f (f x))))) nat)
   (list '(fn a (fn f (fn x f))) nat)
   (list '(fn n (fn a (fn f (fn x (f (n a f x)))))) (list 'all 'n nat nat))
   (list '(fn m (fn n (fn a (fn f (fn x (m a f (n a f x)))))))
         (list 'all 'm nat (list 'all 'n nat nat)))
   (list '(fn a (fn b (fn f (fn x (x f)))))
         '(all a type (all b type (all f (all y a b) (all x a b)))))
   (list '(fn a (fn b (fn c (fn f (fn g (fn x (g (f x))))))))
         '(all a type
               (all b type
                    (all c type
                         (all f (all y a b) (all g (all y b c) (all x a c)))))))
   (list '(fn a (fn p (fn x (fn y (fn e (fn h (e p h)))))))
         '(all a type
               (all p (all z a type)
                    (all x a
                         (all y a
                              (all e (all q (all z a type) (all h (q x) (q y)))
                                   (all h (p x) (p y))))))))
   (list '(fn x x) 'type)
   (list '(fn a (fn x (x x))) '(all a type (all x a a)))))

(define (benchmark size)
  (let ((some (numeral (+ 1 (quotient size 26))))
        (more (numeral (+ 1 (quotient size 16)))))
    (list (both (list 'times (numeral size) (numeral size)))
          (both (list 'power 'two more))
          (both (list 'minus (numeral size) some))
          (both (list 'factorial some))
          (both (list 'fibonacci more))
          (numeral-value
           (normalize (resolve (list 'factorial more) '() globals)))
          (term-size
           (normalize (resolve (list 'fn 'n (list 'times more 'n))
                               '()
                               globals)))
          (let loop ((count size) (result '()))
            (if (= count 0)
                result
                (loop (- count 1)
                      (map (lambda (proof)
                             (well-typed? (resolve (car proof) '() globals)
                                          (resolve (cadr proof) '() globals)))
                           proofs)))))))
