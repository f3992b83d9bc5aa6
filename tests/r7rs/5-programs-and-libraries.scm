;; Programs, libraries and definitions: R7RS 5, rule by rule.
(define-library (test shapes)
  (export area (rename perimeter-of perimeter) with-area swap! my-while
          make-counter-macro (rename hidden-macro visible-macro) tagged-list)
  (import (scheme base))
  (begin
    (define (area w h) (* w h))
    (define (perimeter-of w h) (* 2 (+ w h)))
    (define hidden 'hidden)
    (define (helper x) (list hidden x))
    (define-syntax with-area
      (syntax-rules () ((_ w h) (helper (area w h)))))
    (define-syntax swap!
      (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
    (define-syntax my-while
      (syntax-rules () ((_ test body ...) (let loop () (if test (begin body ... (loop)) #f)))))
    (define-syntax inner-macro (syntax-rules () ((_ x) (helper x))))
    (define-syntax hidden-macro (syntax-rules () ((_ x) (inner-macro x))))
    (define-syntax make-counter-macro
      (syntax-rules ()
        ((_ name) (define-syntax name
                    (syntax-rules () ((_ x (... ...)) (length (list x (... ...)))))))))
    (define-syntax tagged-list (syntax-rules () ((_ x ...) (list 'tagged hidden x ...))))))

(define-library (test prefixed)
  (export one two three)
  (import (scheme base))
  (begin (define one 1) (define two 2) (define three 3)))

(define-library (test conditional)
  (export value other-value)
  (import (scheme base))
  (cond-expand
    ((and mound (not no-such-feature)) (begin (define value 'mound)))
    (else (begin (define value 'other))))
  (cond-expand
    ((library (no such library)) (begin (define other-value 'there)))
    ((or (library (scheme base)) never) (begin (define other-value 'base)))))

(define-library (test numbered 1)
  (export numbered)
  (import (scheme base))
  (begin (define numbered 'one)))

(define-library (test empty))

(import (scheme base) (scheme write) (test shapes)
        (prefix (only (test prefixed) one two) p:)
        (rename (except (test prefixed) one two) (three drei))
        (test conditional) (test numbered 1) (test empty)
        (rename (prefix (only (scheme base) car cdr) base-) (base-car kopf)))

(define-syntax check
  (syntax-rules ()
    ((_ name expression expected)
     (let ((found expression))
       (if (not (equal? found expected))
           (begin (write 'name) (display ": ") (write found)
                  (display " instead of ") (write expected) (newline)))))))

;; imports and exports
(check export-rename (list (area 2 3) (perimeter 2 3)) '(6 10))
(check prefix-only (list p:one p:two drei) '(1 2 3))
(check nested-sets (list (kopf '(1 2)) (base-cdr '(1 2))) '(1 (2)))
(check conditional (list value other-value) '(mound base))
(check numbered numbered 'one)

;; macros of a library mean what they mean there, whatever is shadowed here
(check exported-macro (with-area 2 3) '(hidden 6))
(check exported-macro-shadowed
  (let ((helper vector) (area -) (hidden 'mine)) (with-area 2 3)) '(hidden 6))
(check exported-macro-variable (let ((tmp 1) (let 2)) (swap! tmp let) (list tmp let)) '(2 1))
(check exported-macro-keywords
  (let ((if list) (begin vector) (loop 0))
    (my-while (< loop 3) (set! loop (+ loop 1)))
    loop)
  3)
(check renamed-macro (visible-macro 5) '(hidden 5))
(make-counter-macro count-them)
(check macro-made-by-imported-macro (count-them 1 2 3) 3)
(check quoted-in-template (let ((hidden 1) (list vector)) (tagged-list 1 2)) '(tagged hidden 1 2))
(define hidden 'of-the-program)
(check definition-beside-library (list hidden (with-area 1 1)) '(of-the-program (hidden 1)))

;; cond-expand in expressions, bodies, and at the top level
(cond-expand (mound (define at-top 'mound)) (else (define at-top 'other)))
(check cond-expand-top at-top 'mound)
(check cond-expand-expression (+ 1 (cond-expand ((not mound) 1) (else 2))) 3)
(define (cond-expand-body)
  (cond-expand ((library (scheme base)) (define x 1) (define y 2)) (else (define x 0)))
  (+ x y))
(check cond-expand-body (cond-expand-body) 3)
(check cond-expand-and-or
  (list (cond-expand ((and) 'yes) (else 'no)) (cond-expand ((or) 'yes) (else 'no))
        (cond-expand ((and r7rs full-unicode) 'yes) (else 'no)))
  '(yes no yes))
(define-syntax feature-macro (syntax-rules () ((_ f) (cond-expand (f #t) (else #f)))))
(check cond-expand-macro (list (feature-macro mound) (feature-macro no-such)) '(#t #f))

;; define-values
(define-values (a b) (values 1 2))
(define-values (c . d) (values 3 4 5))
(define-values all (values 6 7))
(define-values () (values))
(check define-values (list a b c d all) '(1 2 3 (4 5) (6 7)))
(define (local-values)
  (define-values (x y) (values 1 2))
  (define-values (z . rest) (values (+ x y) 4 5))
  (define w (car rest))
  (list x y z rest w))
(check define-values-local (local-values) '(1 2 3 (4 5) 4))
(check let-values (let-values (((q r) (floor/ 7 2)) (all (values 1 2)) ((x . y) (values 1 2 3)))
                    (list q r all x y))
  '(3 1 (1 2) 1 (2 3)))
(check let*-values (let*-values (((a b) (values 1 2)) ((c) (values (+ a b)))) (list a b c)) '(1 2 3))

;; internal definitions
(define (mutual n)
  (define (ev? n) (if (= n 0) #t (od? (- n 1))))
  (define (od? n) (if (= n 0) #f (ev? (- n 1))))
  (ev? n))
(check mutual (list (mutual 10) (mutual 7)) '(#t #f))
(define (begin-in-body)
  (begin (define x 1) (begin (define y (+ x 1))))
  (begin)
  (* x y))
(check begin-in-body (begin-in-body) 2)
(define (shadow list) (define car cdr) (car list))
(check shadowed-in-body (shadow '(1 2)) '(2))
(define (order) (define a 1) (define b (+ a 1)) (define c (* b 2)) (list a b c))
(check letrec*-order (order) '(1 2 4))
(define (expressions-between)
  (define trace '())
  (define a (begin (set! trace (cons 'a trace)) 1))
  (define b (begin (set! trace (cons 'b trace)) 2))
  (set! trace (cons 'end trace))
  (list a b trace))
(check order-of-effects (expressions-between) '(1 2 (end b a)))
(check internal-lambda-body ((lambda (x) (define y (* x 2)) (+ x y)) 3) 9)
(check let-body (let ((x 1)) (define x 2) x) 2)
(check when-begin (let () (when #t 1 2)) 2)
(check empty-let-names (let loop () 5) 5)
(check named-let-shadow (let loop ((i 0) (acc '())) (if (= i 3) acc (loop (+ i 1) (cons i acc)))) '(2 1 0))

;; records
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(define-record-type <hidden> #f hidden? (field hidden-field))
(define-record-type <all> make-all all? (p all-p) (q all-q set-all-q!))
(define-record-type <none> (make-none) none?)
(define-record-type <part> (make-part b) part? (a part-a set-part-a!) (b part-b))
(define-record-type <swapped> (make-swapped q p) swapped? (p swapped-p) (q swapped-q))
(check records
  (let ((p (make-point 1 2)) (part (make-part 'b)))
    (set-point-x! p 5)
    (set-part-a! part 'a)
    (list (point? p) (point-x p) (point-y p) (point? 5) (hidden? p)
          (all-p (make-all 1 2)) (none? (make-none)) (none? p)
          (part-a part) (part-b part) (swapped-p (make-swapped 1 2))))
  '(#t 5 2 #f #f 1 #t #f a b 2))
(define (local-record)
  (define-record-type thing (make-thing x) thing? (x thing-x))
  (thing-x (make-thing 7)))
(check local-record (local-record) 7)
(define-record-type same (make-same-1 x) same-1? (x same-x-1))
(define first-same make-same-1)
(check record-types-are-distinct (point? (make-none)) #f)

;; redefinition at the top level of a program
(define redefined 1)
(define (get-redefined) redefined)
(define redefined 2)
(check redefined (get-redefined) 2)

;; case-lambda, do, delay, parameterize, guard in bodies with definitions
(define (uses-do n) (do ((i 0 (+ i 1)) (sum 0 (+ sum i))) ((= i n) sum)))
(check do-loop (uses-do 5) 10)
(define (guarded) (guard (e ((symbol? e) (cons 'caught e))) (define x 'oops) (raise x)))
(check guard-body (guarded) '(caught . oops))
(display "done") (newline)
