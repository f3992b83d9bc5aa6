;; Macros: R7RS 4.3, rule by rule.
(import (scheme base) (scheme write))

(define-syntax check
  (syntax-rules ()
    ((_ name expression expected)
     (let ((found expression))
       (if (not (equal? found expected))
           (begin (write 'name) (display ": ") (write found)
                  (display " instead of ") (write expected) (newline)))))))

;; 4.3.1: let-syntax and letrec-syntax
(check let-syntax-1
  (let-syntax ((given-that (syntax-rules ()
                             ((_ test stmt1 stmt2 ...)
                              (if test (begin stmt1 stmt2 ...))))))
    (let ((if #t))
      (given-that if (set! if 'now))
      if))
  'now)
(check let-syntax-2
  (let ((x 'outer))
    (let-syntax ((m (syntax-rules () ((m) x))))
      (let ((x 'inner))
        (m))))
  'outer)
(check letrec-syntax-1
  (letrec-syntax
      ((my-or (syntax-rules ()
                ((my-or) #f)
                ((my-or e) e)
                ((my-or e1 e2 ...)
                 (let ((temp e1)) (if temp temp (my-or e2 ...)))))))
    (let ((x #f) (y 7) (temp 8) (let odd?) (if even?))
      (my-or x (let temp) (if y) y)))
  7)
;; let-syntax bindings do not see each other, letrec-syntax bindings do
(define-syntax outer-m (syntax-rules () ((_) 'outer)))
(check let-syntax-scope
  (let-syntax ((outer-m (syntax-rules () ((_) 'inner)))
               (user (syntax-rules () ((_) (outer-m)))))
    (user))
  'outer)
(check letrec-syntax-scope
  (letrec-syntax ((outer-m (syntax-rules () ((_) 'inner)))
                  (user (syntax-rules () ((_) (outer-m)))))
    (user))
  'inner)
;; a body of let-syntax with definitions of its own
(check let-syntax-body
  (let-syntax ((def (syntax-rules () ((_ n v) (define n v)))))
    (def a 1)
    (def b 2)
    (+ a b))
  3)
;; macros that use each other
(check letrec-syntax-mutual
  (letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ x . r) (od? . r))))
                  (od? (syntax-rules () ((_) #f) ((_ x . r) (ev? . r)))))
    (list (ev? 1 2 3 4) (od? 1 2 3 4) (ev? 1)))
  '(#t #f #f))

;; 4.3.2: patterns
(define-syntax first-arg (syntax-rules () ((_ a . b) 'a)))
(check dotted-1 (first-arg 1) 1)
(check dotted-2 (first-arg 1 2 3) 1)
(define-syntax rest-args (syntax-rules () ((_ a . b) 'b)))
(check dotted-3 (rest-args 1) '())
(check dotted-4 (rest-args 1 2 . 3) '(2 . 3))
(define-syntax underscore (syntax-rules () ((_ _ x _) 'x)))
(check underscore (underscore 1 2 3) 2)
(define-syntax tail (syntax-rules () ((_ a ... b c) '((a ...) b c))))
(check tail-1 (tail 1 2) '(() 1 2))
(check tail-2 (tail 1 2 3 4) '((1 2) 3 4))
(define-syntax tail-dot (syntax-rules () ((_ a ... b . c) '((a ...) b c))))
(check tail-dot-1 (tail-dot 1 2 3) '((1 2) 3 ()))
(check tail-dot-2 (tail-dot 1 2 . 3) '((1) 2 3))
(define-syntax vec (syntax-rules () ((_ #(a b ...)) '(a (b ...)))))
(check vector-1 (vec #(1 2 3)) '(1 (2 3)))
(check vector-2 (vec #(1)) '(1 ()))
(define-syntax vec-tail (syntax-rules () ((_ #(a ... b)) '((a ...) b))))
(check vector-3 (vec-tail #(1 2 3)) '((1 2) 3))
(define-syntax vec-out (syntax-rules () ((_ a ...) #(0 a ... 9))))
(check vector-4 (vec-out 1 2) #(0 1 2 9))
(define-syntax data
  (syntax-rules () ((_ 1) 'one) ((_ "s") 'string) ((_ #\c) 'char)
                   ((_ #t) 'true) ((_ ()) 'empty) ((_ 1.5) 'flonum) ((_ x) 'other)))
(check datum-patterns
  (list (data 1) (data "s") (data #\c) (data #t) (data ()) (data 1.5) (data 2) (data "t"))
  '(one string char true empty flonum other other))
(define-syntax nested
  (syntax-rules () ((_ (k v ...) ...) '((v ... k) ...))))
(check nested-1 (nested (a 1 2) (b) (c 3)) '((1 2 a) (b) (3 c)))
(define-syntax flat
  (syntax-rules () ((_ (v ...) ...) '(v ... ...))))
(check nested-2 (flat (1 2) () (3)) '(1 2 3))
(define-syntax flat3
  (syntax-rules () ((_ ((v ...) ...) ...) '(v ... ... ...))))
(check nested-3 (flat3 ((1 2) (3)) () ((4))) '(1 2 3 4))
(define-syntax deep
  (syntax-rules () ((_ (a (b c ...) ...) ...) '((a b ... ((c ...) ...)) ...))))
(check nested-4 (deep (1 (2 3 4) (5)) (6)) '((1 2 5 ((3 4) ())) (6 ())))
(define-syntax outer-repeat
  (syntax-rules () ((_ x (y ...)) '((x y) ...))))
(check repeated-constant (outer-repeat 1 (2 3)) '((1 2) (1 3)))
;; literals
(define-syntax arrow (syntax-rules (=>) ((_ a => b) '(arrow a b)) ((_ a b c) '(three a b c))))
(check literal-1 (arrow 1 => 2) '(arrow 1 2))
(check literal-2 (let ((=> 0)) (arrow 1 => 2)) '(three 1 => 2))
(check literal-cond (let ((=> #f)) (cond (#t => 'ok))) 'ok)
(define-syntax lit-else (syntax-rules (else) ((_ else) 'else) ((_ x) 'other)))
(check literal-else (list (lit-else else) (lit-else 5) (let ((else 1)) (lit-else else)))
  '(else other other))
(define-syntax lit-free (syntax-rules (unbound-here) ((_ unbound-here) 'yes) ((_ x) 'no)))
(check literal-unbound (lit-free unbound-here) 'yes)
;; literal ellipsis and underscore
(define-syntax lit-dots (syntax-rules (...) ((_ ...) 'dots) ((_ x) 'other)))
(check literal-ellipsis (list (lit-dots ...) (lit-dots 1)) '(dots other))
(define-syntax lit-under (syntax-rules (_) ((m _) 'under) ((m x) 'other)))
(check literal-underscore (list (lit-under _) (lit-under 1)) '(under other))

;; custom ellipsis
(define-syntax be-like-begin
  (syntax-rules ()
    ((be-like-begin name)
     (define-syntax name
       (syntax-rules ()
         ((name expr (... ...)) (begin expr (... ...))))))))
(be-like-begin sequence)
(check escaped-ellipsis-1 (sequence 1 2 3 4) 4)
(define-syntax my-list (syntax-rules ::: () ((_ a :::) (list a :::))))
(check custom-ellipsis (my-list 1 2 3) '(1 2 3))
(define-syntax custom-dots (syntax-rules ::: () ((_ a ::: ...) '((a :::) ...))))
(check custom-ellipsis-2 (custom-dots 1 2 3) '((1 2) 3))
(define-syntax def-lister
  (syntax-rules ::: ()
    ((_ name) (define-syntax name (syntax-rules () ((_ x ...) (list x ...)))))))
(def-lister lister)
(check custom-ellipsis-3 (lister 1 2 3) '(1 2 3))
(define-syntax escaped (syntax-rules () ((_ a) '(a (... ...)))))
(check escaped-ellipsis-2 (escaped 1) '(1 ...))
(check escaped-ellipsis-3 (let-syntax ((m (syntax-rules () ((_ a) '((... (a ...))))))) (m 1)) '((1 ...)))

;; hygiene
(define-syntax swap!
  (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(check hygiene-swap (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other)) '(2 1))
(check hygiene-if (let ((if list)) (let-syntax ((m (syntax-rules () ((_ x) (if x 1 2))))) (m #t))) '(#t 1 2))
(define-syntax my-if (syntax-rules () ((_ c a b) (cond (c a) (else b)))))
(check hygiene-else (let ((else #f)) (my-if #f 1 2)) 2)
(define-syntax loop-until
  (syntax-rules ()
    ((_ var init test step result)
     (let loop ((var init)) (if test result (loop step))))))
(check hygiene-loop (let ((loop 5)) (loop-until i 0 (= i loop) (+ i 1) i)) 5)
(define-syntax while
  (syntax-rules () ((_ c body ...) (let lp () (when c body ... (lp))))))
(check hygiene-while (let ((lp 0)) (while (< lp 3) (set! lp (+ lp 1))) lp) 3)
;; introduced definitions
(define-syntax define-getter
  (syntax-rules () ((_ name value) (begin (define hidden value) (define (name) hidden)))))
(define-getter get-1 1)
(define-getter get-2 2)
(check introduced-definitions (list (get-1) (get-2)) '(1 2))
(define (in-body)
  (define-getter get-3 3)
  (define-getter get-4 4)
  (list (get-3) (get-4)))
(check introduced-internal-definitions (in-body) '(3 4))
;; macros that define macros with pattern variables of the outer
(define-syntax define-const-macro
  (syntax-rules () ((_ name value) (define-syntax name (syntax-rules () ((_) value))))))
(define-const-macro five 5)
(check macro-defining-macro (five) 5)
(define-syntax my-let*
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ ((x v) rest ...) body ...) (let ((x v)) (my-let* (rest ...) body ...)))))
(check recursive-macro (my-let* ((a 1) (b (+ a 1)) (a (* b 10))) (list a b)) '(20 2))
;; bodies
(define (internal-syntax x)
  (define-syntax double (syntax-rules () ((_ e) (* 2 e))))
  (define y (double x))
  (double y))
(check define-syntax-in-body (internal-syntax 3) 12)
(define (shadowing)
  (define-syntax list (syntax-rules () ((_ a) 'macro)))
  (list 1))
(check macro-shadows-procedure (shadowing) 'macro)
(define (use-before)
  (define (f) (m 5))
  (define-syntax m (syntax-rules () ((_ x) (+ x 1))))
  (f))
(check macro-defined-after-use-in-procedure (use-before) 6)
(define-syntax ten (syntax-rules () ((_) 10)))
(check shadowed-by-variable (let ((ten (lambda () 'variable))) (ten)) 'variable)
(check shadowed-by-definition (let () (define (ten) 'defined) (ten)) 'defined)
(check keyword-shadowed (let ((begin list)) (begin 1 2)) '(1 2))
(check keyword-parameter ((lambda (define) (define 1)) -) -1)
;; aliases of keywords
(define-syntax my-lambda lambda)
(check alias ((my-lambda (x) x) 1) 1)
;; improper uses of nested quasi-quotation in templates
(define-syntax quasi (syntax-rules () ((_ x ...) `(a ,x ... ,@(list x ...)))))
(check quasiquote-in-template (quasi 1 2) '(a 1 2 1 2))
;; syntax in operator position of set! and quote
(define-syntax quote-it (syntax-rules () ((_ . x) 'x)))
(check quote-improper (quote-it a . b) '(a . b))
;; a vector with an ellipsis inside lists
(define-syntax vl (syntax-rules () ((_ #((a b) ...) ...) '((a ... ...) (b ... ...)))))
(check nested-vector (vl #((1 2) (3 4)) #() #((5 6))) '((1 3 5) (2 4 6)))
(define-syntax cond2
  (syntax-rules (else)
    ((_ (else e)) e)
    ((_ (c e) clause ...) (if c e (cond2 clause ...)))))
(check recursive-literal (cond2 (#f 1) (else 2)) 2)
;; define-values, define-record-type by macros
(define-syntax def-two (syntax-rules () ((_ a b) (define-values (a b) (values 1 2)))))
(def-two dv-a dv-b)
(check define-values-macro (list dv-a dv-b) '(1 2))
(define-syntax def-rec
  (syntax-rules () ((_ name make pred (field get) ...)
    (define-record-type name (make field ...) pred (field get) ...))))
(def-rec pt make-pt pt? (x pt-x) (y pt-y))
(check define-record-macro (let ((p (make-pt 1 2))) (list (pt? p) (pt-x p) (pt-y p))) '(#t 1 2))
(define-syntax gensym-rec
  (syntax-rules () ((_ make get) (define-record-type t (make f) t? (f get)))))
(gensym-rec make-g1 g1)
(gensym-rec make-g2 g2)
(check introduced-record-fields (list (g1 (make-g1 1)) (g2 (make-g2 2))) '(1 2))
;; guard/case with macros
(define-syntax my-case (syntax-rules () ((_ k (d r) ...) (case k ((d) r) ... (else 'none)))))
(check case-macro (my-case 2 (1 'a) (2 'b)) 'b)
;; ck-style macros: temporaries
(define-syntax gen-temps
  (syntax-rules ()
    ((_ () ((t e) ...) body) (let ((t e) ...) (body t ...)))
    ((_ (e . es) (b ...) body) (gen-temps es (b ... (tmp e)) body))))
(check generated-temporaries (gen-temps (1 2 3) () list) '(1 2 3))
;; empty repetitions
(define-syntax maybe (syntax-rules () ((_ (a ...) b) '(b a ...))))
(check empty-repetition (maybe () 1) '(1))
(display "done") (newline)
