;; Macros by syntax-case, as they stand in the literature and in R6RS programs.

(define-library (test syntax)
  (import (scheme base) (scheme cxr) (rnrs syntax-case) (srfi 1)
          (only (mound macro) define-for-syntax begin-for-syntax identifier-syntax))
  (export loop-with-break while aif define-structure my-case fluid-let
          count-uses total tick! my-let-values pairs-of kind-of
          define-enumeration counter-macro vector-form)
  (begin
    ;; `break` is the name of the user.
    (define-syntax loop-with-break
      (lambda (x)
        (syntax-case x ()
          ((k e ...)
           (with-syntax ((break (datum->syntax #'k 'break)))
             #'(call-with-current-continuation
                (lambda (break)
                  (let f () e ... (f)))))))))

    (define-syntax while
      (lambda (x)
        (syntax-case x ()
          ((_ test body ...)
           #'(let loop () (when test body ... (loop)))))))

    (define-syntax aif
      (lambda (x)
        (syntax-case x ()
          ((k test then) #'(aif-else k test then #f))
          ((k test then else) #'(aif-else k test then else)))))
    (define-syntax aif-else
      (lambda (x)
        (syntax-case x ()
          ((_ k test then else)
           (with-syntax ((it (datum->syntax #'k 'it)))
             #'(let ((it test)) (if it then else)))))))

    ;; Names made of names.
    (define-syntax define-structure
      (lambda (x)
        (define (gen-id template . parts)
          (datum->syntax template
            (string->symbol
             (apply string-append
                    (map (lambda (part)
                           (if (string? part)
                               part
                               (symbol->string (syntax->datum part))))
                         parts)))))
        (syntax-case x ()
          ((_ name field ...)
           (with-syntax
               ((constructor (gen-id #'name "make-" #'name))
                (predicate (gen-id #'name #'name "?"))
                ((access ...)
                 (map (lambda (f) (gen-id f #'name "-" f)) #'(field ...)))
                ((assign ...)
                 (map (lambda (f) (gen-id f "set-" #'name "-" f "!"))
                      #'(field ...)))
                (structure-length (+ (length #'(field ...)) 1))
                ((index ...)
                 (let f ((i 1) (ids #'(field ...)))
                   (if (null? ids) '() (cons i (f (+ i 1) (cdr ids)))))))
             #'(begin
                 (define constructor
                   (lambda (field ...) (vector 'name field ...)))
                 (define predicate
                   (lambda (x)
                     (and (vector? x)
                          (= (vector-length x) structure-length)
                          (eq? (vector-ref x 0) 'name))))
                 (define access (lambda (x) (vector-ref x index))) ...
                 (define assign
                   (lambda (x update) (vector-set! x index update))) ...))))))

    ;; A helper that is an ordinary definition of the library, with templates.
    (define (one-clause key clause)
      (syntax-case clause (else =>)
        ((else => f) #`(#t (f #,key)))
        ((else e ...) #'(#t e ...))
        (((d ...) => f) #`((memv #,key '(d ...)) (f #,key)))
        (((d ...) e ...) #`((memv #,key '(d ...)) e ...))))
    (define-syntax my-case
      (lambda (x)
        (syntax-case x ()
          ((_ e clause ...)
           #`(let ((key e))
               (cond #,@(map (lambda (clause) (one-clause #'key clause))
                             #'(clause ...))))))))

    (define-syntax fluid-let
      (lambda (x)
        (syntax-case x ()
          ((_ ((v e) ...) b ...)
           (every identifier? #'(v ...))
           (with-syntax (((t ...) (generate-temporaries #'(v ...))))
             #'(let ((t e) ...)
                 (let ((swap! (lambda () (let ((s t)) (set! t v) (set! v s)) ...)))
                   (dynamic-wind swap! (lambda () b ...) swap!))))))))

    ;; An identifier that is a macro, and can be assigned.
    (define uses 0)
    (define (use!) (set! uses (+ uses 1)))
    (define value 10)
    (define (assign! new) (set! value new))
    (define-syntax count-uses
      (make-variable-transformer
       (lambda (x)
         (syntax-case x (set!)
           ((set! id e) #'(assign! e))
           ((id arg ...) #'(list 'called value arg ...))
           (id (identifier? #'id) #'(begin (use!) value))))))
    (define-syntax total (identifier-syntax (list uses value)))
    (define ticks (list 0))
    (define-syntax tick!
      (identifier-syntax
       (id (begin (set-car! ticks (+ (car ticks) 1)) (car ticks)))
       ((set! id e) (set-car! ticks e))))

    ;; let-values, with temporaries for nested lists of formals.
    (define-syntax my-let-values
      (lambda (x)
        (define (rename formals)
          (syntax-case formals ()
            (() '(() () ()))
            ((id . rest)
             (let ((others (rename #'rest)) (new (generate-temporaries #'(id))))
               (list (cons (car new) (car others))
                     (cons #'id (cadr others))
                     (cons (car new) (caddr others)))))
            (id (let ((new (car (generate-temporaries #'(id)))))
                  (list new (list #'id) (list new))))))
        (syntax-case x ()
          ((_ () b1 b2 ...) #'(let () b1 b2 ...))
          ((_ ((formals e) . more) b1 b2 ...)
           (with-syntax (((new (id ...) (t ...)) (rename #'formals)))
             #'(call-with-values (lambda () e)
                 (lambda new
                   (my-let-values more (let ((id t) ...) b1 b2 ...)))))))))

    ;; Ellipses in ellipses, in lists and vectors, with tails.
    (define-syntax pairs-of
      (lambda (x)
        (syntax-case x ()
          ((_ #(a b ... c) ((d e ...) ...) . f)
           #''(a (b ...) c ((e ... . d) ...) (d ... e ... ...) #(d ...) . f)))))

    ;; Literals are compared by what they mean.
    (define-syntax kind-of
      (lambda (x)
        (syntax-case x (else car unbound-anywhere)
          ((_ else) #''else)
          ((_ car) #''car)
          ((_ unbound-anywhere) #''unbound)
          ((_ 1) #''one)
          ((_ -0.0) #''minus-zero)
          ((_ "text") #''text)
          ((_ id) (identifier? #'id) #''identifier)
          ((_ (x ...)) (odd? (length #'(x ...))) #''odd)
          ((_ (x ...)) #''even)
          ((_ . rest) #''other))))

    ;; Helpers for macros only.
    (begin-for-syntax
      (define (numbered names)
        (let loop ((names names) (number 0))
          (if (null? names)
              '()
              (cons (list (car names) number) (loop (cdr names) (+ number 1)))))))
    (define-for-syntax (duplicate names)
      (cond ((null? names) #f)
            ((find (lambda (other) (bound-identifier=? (car names) other)) (cdr names)))
            (else (duplicate (cdr names)))))
    (define-syntax define-enumeration
      (lambda (x)
        (syntax-case x ()
          ((_ type name ...)
           (if (duplicate #'(name ...))
               #''twice
               (with-syntax ((((name number) ...) (numbered #'(name ...))))
                 #'(define (type symbol)
                     (case symbol ((name) number) ... (else #f)))))))))

    ;; A macro that makes a macro by procedure.
    (define-syntax counter-macro
      (syntax-rules ()
        ((_ name start)
         (define-syntax name
           (let ((next start))
             (lambda (x)
               (syntax-case x ()
                 ((_ other (... ...)) #`(list #,next start other (... ...))))))))))

    (define-syntax vector-form
      (lambda (x)
        (syntax-case x ()
          ((_ a ...) #`(vector #(a ...) '#(#,@(reverse #'(a ...)) end) `(,@'(a ...) . last))))))))

(import (scheme base) (scheme write) (test syntax) (rnrs syntax-case)
        (only (mound macro) identifier-syntax))

(define (show . objects)
  (for-each (lambda (object) (write object) (display " ")) objects)
  (newline))

(show (let ((n 3) (ls '()))
        (loop-with-break
         (when (= n 0) (break ls))
         (set! ls (cons 'a ls))
         (set! n (- n 1)))))
(show (let ((n 0) (loop list) (if vector))
        (while (< n 5) (set! n (+ n 1)))
        n))
(show (let ((it 'outer)) (list (aif (assv 2 '((1 . a) (2 . b))) (cdr it)) it))
      (aif #f it 'none))

(define-structure tree left right)
(define t (make-tree (make-tree 0 1) (make-tree 2 3)))
(set-tree-left! t 'leaf)
(show t (tree? t) (tree-left t) (tree-right (tree-right t)) (tree? 5))
(let ()
  (define-structure point x y)
  (show (point-y (make-point 1 2))))

(define (f x)
  (my-case x
    ((1 2) 'low)
    ((3 4) => (lambda (n) (list n 'middle)))
    ((a b) 'letter)
    (else => (lambda (key) (list key 'else)))))
(show (map f '(1 4 b z)))
(show (let ((else #f) (memv list)) (my-case 5 ((1) 'no) ((5) 'yes))))

(define depth 1)
(define (get-depth) depth)
(show (fluid-let ((depth 2)) (list depth (get-depth))) (get-depth))
(show (let ((s 1) (t 2) (swap! 3)) (fluid-let ((s 10) (t 20)) (list s t swap!))))

(show count-uses count-uses (count-uses 1 2) total)
(set! count-uses 11)
(show total (let ((value 'mine) (uses 'mine)) count-uses))
(show tick! tick!)
(set! tick! 40)
(show tick! (let ((set-car! list)) tick!))

(show (let ((a 'a) (b 'b))
        (my-let-values (((a b) (values b a)) ((c . d) (values a b 'e))) (list a b c d))))
(show (pairs-of #(1 2 3 4) ((x 1 2) (y) (z 3)) tail)
      (pairs-of #(1 2) ()))
(show (kind-of else) (let ((else 1)) (kind-of else)) (kind-of car)
      (kind-of unbound-anywhere) (kind-of 1) (kind-of 1.0) (kind-of -0.0)
      (kind-of "text") (kind-of x) (kind-of (1 2 3)) (kind-of (1 2)) (kind-of . 5))
(define-enumeration color red green blue)
(show (color 'green) (color 'blue) (color 'black) (define-enumeration x a b a))
(counter-macro eleven 11)
(show (eleven) (eleven 12 13))
(show (vector-form 1 2 3))

;; In the program: definitions that come before, and each use anew.
(define factor 2)
(define (scaled n) (* factor n))
(define-syntax twice-at-compile-time
  (lambda (x) (syntax-case x () ((k n) (datum->syntax #'k (scaled (syntax->datum #'n)))))))
(set! factor 100)
(show (twice-at-compile-time 21) (scaled 1))

;; A local macro refers to local variables.
(define (g y)
  (let ((z 5))
    (let-syntax ((sum (lambda (form) (syntax-case form () ((_ e) #'(+ y z e)))))
                 (seven (identifier-syntax 7)))
      (let ((y 'hidden) (z 'hidden)) (sum seven)))))
(show (g 1))

;; Pattern variables nest, are shadowed, and shadow.
(define-syntax nested
  (lambda (x)
    (syntax-case x ()
      ((_ a b ...)
       (syntax-case #'(b ...) ()
         ((a c ...) #'(list a '(c ...) '(b ...)))
         (_ #''(nothing a)))))))
(show (nested 1 2 3 4) (nested 1))
(define-syntax shadowed
  (lambda (x)
    (syntax-case x ()
      ((_ a) (let ((a 5)) (if (= a 5) #'(quote ok) #'(quote no)))))))
(show (shadowed 1))

;; What a transformer binds is not seen by what it builds.
(define list-of list)
(define-syntax apart
  (lambda (x)
    (let ((list-of 'transformer))
      (with-syntax ((f #'list-of))
        (let ((vector 1)) #'(f list-of (vector 1)))))))
(show (map (lambda (x) (if (procedure? x) (x 1) x)) (apart)))
(define-syntax same-temporary
  (lambda (x)
    (let ((name #'temporary))
      (let ((temporary 'transformer))
        #`(let ((#,name 1)) (let ((other 2)) temporary))))))
(show (same-temporary))

;; Names.
(define-syntax names
  (lambda (x)
    (syntax-case x ()
      ((_ a b)
       #`'(#,(identifier? #'a) #,(identifier? 5) #,(bound-identifier=? #'a #'b)
           #,(free-identifier=? #'a #'b) #,(free-identifier=? #'a #'car)
           #,(bound-identifier=? #'a #'a) #,(eq? (syntax->datum #'a) 'car)
           #,(let ((t (generate-temporaries #'(a b))))
               (bound-identifier=? (car t) (cadr t))))))))
(show (names car car))
(show (let ((car cdr)) (names car car)))
(define-syntax introduced-name
  (syntax-rules () ((_ a) (names a car))))
(show (introduced-name car))

;; Temporaries do not meet, also when macros that make them nest.
(define-syntax with-temporary
  (lambda (x)
    (syntax-case x ()
      ((_ value body)
       (with-syntax (((t) (generate-temporaries '(t))))
         #'(let ((t value)) (list t body)))))))
(show (with-temporary 1 (with-temporary 2 (with-temporary 3 'end))))
(define-syntax define-hidden
  (lambda (x)
    (syntax-case x ()
      ((_ get value)
       (with-syntax (((hidden) (generate-temporaries '(hidden))))
         #'(begin (define hidden value) (define (get) hidden)))))))
(define-hidden get-one 1)
(define-hidden get-two 2)
(show (get-one) (get-two))

;; quasisyntax: nested, dotted, with several expressions, and none.
(define-syntax quasi
  (lambda (x)
    (syntax-case x ()
      ((_ a ...)
       #`'(#,(length #'(a ...)) #,@#'(a ...) (unsyntax 1 2) (unsyntax-splicing '(3) '(4 5))
           (unsyntax) #(#,@'(6 7) 8) (x . #,(car #'(a ...))) #`(#,(b #,9)))))))
(write (quasi p q))
(newline)

;; A small pattern matcher.
(define-syntax match
  (lambda (x)
    (define (clause value pattern success failure)
      (syntax-case pattern (unquote)
        ((unquote id) (identifier? #'id) #`(let ((id #,value)) #,success))
        (() #`(if (null? #,value) #,success #,failure))
        ((a . b)
         (with-syntax (((head tail) (generate-temporaries '(head tail))))
           #`(if (pair? #,value)
                 (let ((head (car #,value)) (tail (cdr #,value)))
                   #,(clause #'head #'a (clause #'tail #'b success failure) failure))
                 #,failure)))
        (datum #`(if (equal? #,value 'datum) #,success #,failure))))
    (syntax-case x ()
      ((_ e (pattern body ...) ...)
       #`(let ((value e))
           #,(let loop ((patterns #'(pattern ...)) (bodies #'((body ...) ...)))
               (if (null? patterns)
                   #'(error "nothing matches" value)
                   #`(let ((next (lambda () #,(loop (cdr patterns) (cdr bodies)))))
                       #,(clause #'value (car patterns)
                                 #`(let () #,@(car bodies))
                                 #'(next))))))))))
(define (simplify expression)
  (match expression
    ((+ ,a 0) (simplify a))
    ((* ,anything 0) 0)
    ((* ,a 1) (simplify a))
    ((,op ,a ,b) (list op (simplify a) (simplify b)))
    (,other other)))
(show (simplify '(+ (* x 1) (* (+ y 0) 0))) (simplify '(- (+ a 0) b)))

;; Temporaries are made for parts that are no names, too: new ones, which are different from each other.
(define-syntax with-each
  (lambda (form)
    (syntax-case form ()
      ((_ part ...)
       (with-syntax (((t ...) (generate-temporaries '(1 "two" (3) #(4) five five))))
         #'(let ((t part) ...) (list t ...)))))))
(show (with-each 'a 'b 'c 'd 'e 'f))
