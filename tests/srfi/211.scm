;; SRFI 211: each of its libraries that are here.
(import (scheme base) (scheme cxr) (srfi 64)
        (srfi 211 define-macro)
        (srfi 211 explicit-renaming)
        (srfi 211 identifier-syntax)
        (srfi 211 implicit-renaming)
        (srfi 211 syntactic-closures)
        (srfi 211 syntax-case)
        (srfi 211 variable-transformer))

(test-begin "SRFI 211")

(test-group "explicit renaming"
  (define-syntax swap!
    (er-macro-transformer
     (lambda (form rename compare)
       (let ((a (cadr form)) (b (caddr form)) (tmp (rename 'tmp)))
         (if (not (and (identifier? a) (identifier? b))) (error "names:" a b))
         `(,(rename 'let) ((,tmp ,a))
           (,(rename 'set!) ,a ,b)
           (,(rename 'set!) ,b ,tmp))))))
  (test-equal '(2 1) (let ((tmp 1) (let 2)) (swap! tmp let) (list tmp let))))

(test-group "implicit renaming"
  (define-syntax swap!
    (ir-macro-transformer
     (lambda (form inject compare)
       (let ((a (cadr form)) (b (caddr form)))
         `(let ((tmp ,a)) (set! ,a ,b) (set! ,b tmp))))))
  (test-equal '(2 1) (let ((tmp 1) (let 2)) (swap! tmp let) (list tmp let)))
  (define-syntax while
    (ir-macro-transformer
     (lambda (form inject compare)
       `(call/cc
         (lambda (,(inject 'break))
           (let loop () (when ,(cadr form) ,@(cddr form) (loop))))))))
  (test-eqv 3
    (let ((n 0) (when #f) (loop #f))
      (while #t (set! n (+ n 1)) (if (= n 3) (break n)))))
  (define-syntax my-if
    (ir-macro-transformer
     (lambda (form inject compare)
       (if (and (= (length form) 5) (compare (cadddr form) 'else))
           `(if ,(cadr form) ,(caddr form) ,(list-ref form 4))
           ''odd))))
  (test-eqv 2 (my-if #f 1 else 2))
  (test-eqv 'odd (let ((else 1)) (my-if #f 1 else 2)))
  (define-syntax outer (syntax-rules () ((_ a) (let ((tmp 5)) (while2 a tmp)))))
  (define-syntax while2
    (ir-macro-transformer
     (lambda (form inject compare)
       `(let ((tmp 7)) (list tmp ,@(cdr form))))))
  (test-equal '(7 1 5) (let ((tmp 1)) (outer tmp))))

(test-group "syntactic closures"
  (define-syntax swap!
    (sc-macro-transformer
     (lambda (form env)
       (let ((a (close-syntax (cadr form) env))
             (b (close-syntax (caddr form) env)))
         `(let ((tmp ,a)) (set! ,a ,b) (set! ,b tmp))))))
  (test-equal '(2 1) (let ((tmp 1) (let 2)) (swap! tmp let) (list tmp let)))
  (define-syntax loop-until-exit
    (sc-macro-transformer
     (lambda (form env)
       `(call/cc
         (lambda (exit)
           (let loop ()
             ,@(map (lambda (part) (make-syntactic-closure env '(exit) part))
                    (cdr form))
             (loop)))))))
  (test-eqv 4
    (let ((n 0) (loop list) (exit #f))
      (loop-until-exit (set! n (+ n 1)) (if (= n 4) (exit n)))))
  (define-syntax my-or
    (rsc-macro-transformer
     (lambda (form env)
       (let ((t (close-syntax 't env)) (r (lambda (x) (close-syntax x env))))
         (if (null? (cdr form))
             #f
             `(,(r 'let) ((,t ,(cadr form)))
               (,(r 'if) ,t ,t (,(r 'my-or) ,@(cddr form)))))))))
  (test-eqv 5 (let ((t 5) (if list)) (my-or #f t)))
  (define-syntax else?
    (sc-macro-transformer
     (lambda (form env)
       (and (identifier? (cadr form))
            (identifier=? env (cadr form) env 'else)))))
  (test-equal '(#t #f #f)
    (list (else? else) (else? 5) (let ((else 1)) (else? car)))))

(test-group "syntax-case"
  (define-syntax sum
    (lambda (form)
      (syntax-case form (total)
        ((_ total a ...) (with-syntax ((n (length #'(a ...)))) #'(list n a ...)))
        ((_ a ...) #`(+ #,@#'(a ...) #,(car (generate-temporaries '(x))))))))
  (test-equal '(2 5 6) (sum total 5 6))
  (define-syntax same
    (lambda (form)
      (syntax-case form ()
        ((k a b)
         (datum->syntax #'k
           (list 'list
                 (free-identifier=? #'a #'b)
                 (bound-identifier=? #'a #'b)
                 (list 'quote (syntax->datum #'(a . b)))))))))
  (test-equal '(#t #t (x . x)) (same x x))
  (test-equal '(#f #f (x . y)) (same x y))
  (define-syntax renamed (syntax-rules () ((_ a) (same a car))))
  (test-equal '(#t #f (car . car)) (renamed car)))

(test-group "variables that are macros"
  (define cell (vector 1))
  (define-syntax content
    (make-variable-transformer
     (lambda (form)
       (syntax-case form (set!)
         ((set! _ value) #'(vector-set! cell 0 value))
         ((_ part ...) #'((vector-ref cell 0) part ...))
         (_ #'(vector-ref cell 0))))))
  (test-eqv 1 content)
  (set! content (+ content 1))
  (test-equal '(2 #(2)) (let ((vector-ref list)) (list content cell)))
  (set! content list)
  (test-equal '(1 2) (content 1 2))
  (define-syntax first (identifier-syntax (vector-ref cell 0)))
  (test-assert (procedure? first))
  (test-equal '(3) (first 3))
  (define-syntax assignable
    (identifier-syntax
     (name (vector-ref cell 0))
     ((set! name value) (vector-set! cell 0 (list value)))))
  (set! assignable 8)
  (test-equal '(8) assignable))

(test-group "define-macro"
  (define-macro (my-unless test . body) `(if ,test #f (begin ,@body)))
  (define-macro twice (lambda (x) `(list ,x ,x)))
  (test-eqv 2 (my-unless #f 1 2))
  (test-equal '(1 1) (twice 1)))

;; Names within vectors are names like others.
(test-group "names in vectors"
  (define-syntax by-implicit
    (ir-macro-transformer
     (lambda (form inject compare) `(quote (,(cadr form) #(own (part #(,(inject 'kept)))))))))
  (define-syntax by-case
    (lambda (form)
      (syntax-case form ()
        ((k datum) #`'#,(datum->syntax #'k (syntax->datum #'datum))))))
  (test-equal '(#(a (b #(c)) 1) #(own (part #(kept)))) (by-implicit #(a (b #(c)) 1)))
  (test-equal '#(a (b #(c)) 1) (by-case #(a (b #(c)) 1))))
(test-end)
