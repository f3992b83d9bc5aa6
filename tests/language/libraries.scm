;; Libraries defined in a program.
(define-library (test stack)
  (export make-stack push! pop! (rename stack-size size) with-stack)
  (import (scheme base))
  (begin
    (define-record-type <stack> (wrap items) stack? (items items items-set!))
    (define (make-stack) (wrap '()))
    (define (push! stack x) (items-set! stack (cons x (items stack))))
    (define (pop! stack)
      (let ((x (car (items stack))))
        (items-set! stack (cdr (items stack)))
        x))
    (define (stack-size stack) (length (items stack)))
    ;; The macro uses what the library does not export.
    (define-syntax with-stack
      (syntax-rules ()
        ((_ name x ...) (let ((name (wrap (list x ...)))) (stack? name)))))))

(define-library (test user)
  (export fill)
  (import (scheme base) (prefix (test stack) s:))
  (begin
    (define (fill n)
      (let ((stack (s:make-stack)))
        (do ((i 0 (+ i 1))) ((= i n) stack) (s:push! stack i))))))

(import (scheme base) (scheme write) (test stack) (test user))

(define (show object) (write object) (newline))

(define stack (make-stack))
(push! stack 1)
(push! stack 2)
(show (list (size stack) (pop! stack) (size stack)))
(show (size (fill 5)))
(show (with-stack s 1 2 3))
(define items 'mine)
(show items)
