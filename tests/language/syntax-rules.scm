;; The pattern language of syntax-rules.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define-syntax my-let*
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ ((name value) rest ...) body ...)
     (let ((name value)) (my-let* (rest ...) body ...)))))
(show (my-let* ((a 1) (b (+ a 1)) (c (* b 2))) (list a b c)))

(define-syntax my-cond
  (syntax-rules (else)
    ((_ (else e ...)) (begin e ...))
    ((_ (c e ...) clause ...) (if c (begin e ...) (my-cond clause ...)))))
(show (my-cond (#f 1) ((= 1 1) 2) (else 3)))

;; Nested ellipses, tails after an ellipsis, vectors, dotted tails.
(define-syntax flat
  (syntax-rules () ((_ (a b ...) ...) '(a ... (b ... ) ...))))
(show (flat (1 2 3) (4) (5 6)))
(define-syntax last-first
  (syntax-rules () ((_ first ... last) '(last first ...))))
(show (last-first 1 2 3 4))
(define-syntax of-vector
  (syntax-rules () ((_ #(a b ...)) '(a (b ...)))))
(show (of-vector #(1 2 3)))
(define-syntax tail (syntax-rules () ((_ a . b) '(a b))))
(show (tail 1 2 3))
(define-syntax middle
  (syntax-rules () ((_ (a ... z) ...) '((z a ...) ...))))
(show (middle (1 2 3) (4 5)))
;; Another ellipsis, an escaped ellipsis, the underscore.
(define-syntax with-dots
  (syntax-rules dots () ((_ a dots) '(a dots))))
(show (with-dots 1 2 3))
(define-syntax make-literal
  (syntax-rules () ((_ a) '(a (... ...)))))
(show (make-literal x))
(define-syntax second (syntax-rules () ((_ _ x . _) 'x)))
(show (second 1 2 3))
;; A macro that makes a macro.
(define-syntax define-constant-macro
  (syntax-rules ()
    ((_ name value)
     (define-syntax name (syntax-rules () ((_) value))))))
(define-constant-macro seven 7)
(show (+ (seven) 1))
(define-syntax count
  (syntax-rules () ((_) 0) ((_ x . rest) (+ 1 (count . rest)))))
(show (count a b c d))
(define-syntax for
  (syntax-rules (in)
    ((_ x in list body ...) (for-each (lambda (x) body ...) list))))
(for n in '(1 2 3) (display n) (display ";"))
(newline)
