;; Macros neither capture nor are captured.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define-syntax swap!
  (syntax-rules ()
    ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(show (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other)))

(define-syntax my-or
  (syntax-rules ()
    ((_) #f)
    ((_ e) e)
    ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))
(show (let ((t 5)) (my-or #f t)))
(show (let ((if list)) (my-or #f 2)))
(show (let ((let 1) (t 2)) (my-or #f let t)))

(define-syntax while
  (syntax-rules ()
    ((_ test body ...) (let loop () (when test body ... (loop))))))
(show (let ((loop 0)) (while (< loop 3) (set! loop (+ loop 1))) loop))

;; A literal matches only what it means where the macro was defined.
(define-syntax is-else
  (syntax-rules (else) ((_ else) 'yes) ((_ x) 'no)))
(show (list (is-else else) (let ((else 1)) (is-else else)) (is-else 5)))

;; A free name of a template means what it meant at the definition.
(define helper 'outer)
(define-syntax get-helper (syntax-rules () ((_) helper)))
(show (let ((helper 'inner)) (get-helper)))

;; A definition made by a macro under a name it was given is visible.
(define-syntax define-getter
  (syntax-rules () ((_ name value) (define (name) value))))
(define-getter get-five 5)
(show (get-five))

(show (let ((x 'outer))
        (let-syntax ((m (syntax-rules () ((_) x))))
          (let ((x 'inner)) (m)))))
(show (letrec-syntax
          ((ev? (syntax-rules () ((_) #t) ((_ x . r) (od? . r))))
           (od? (syntax-rules () ((_) #f) ((_ x . r) (ev? . r)))))
        (list (ev? 1 2 3 4) (od? 1 2 3 4))))
(define-syntax ten (syntax-rules () ((_) 10)))
(show (let () (define-syntax ten (syntax-rules () ((_) 11))) (ten)))
(show (ten))
