;; R7RS 6.11 and 4.2.7: exceptions and guard.
(import (scheme base) (scheme file) (scheme read) (scheme write) (srfi 64))
(define-syntax trace
  (syntax-rules ()
    ((_ add body ...)
     (let* ((path '()) (add (lambda (s) (set! path (cons s path)) s)))
       body ... (reverse path)))))
(define-syntax caught (syntax-rules () ((_ e ...) (guard (x (#t x)) e ...))))

(test-begin "6.11")
(test-group "guard"
  (test-eqv 42 (guard (c ((assq 'a c) => cdr) ((assq 'b c))) (raise (list (cons 'a 42)))))
  (test-equal '(b . 23) (guard (c ((assq 'a c) => cdr) ((assq 'b c))) (raise (list (cons 'b 23)))))
  (test-eq 'fine (guard (c (#t 'bad)) 'fine))
  (test-equal '(1 2) (guard (c (else (list 1 c))) (raise 2)))
  (test-eq 'outer (guard (c ((eq? c 'x) 'outer)) (guard (c ((eq? c 'y) 'inner)) (raise 'x))))
  (test-equal '(again x) (guard (c (#t (list 'again c))) (guard (c (#f 1)) (raise 'x))))
  (test-equal '(second b) (guard (c (#t (list 'second c)))
                            (guard (c ((eq? c 'a) (raise 'b))) (raise 'a))))
  (test-equal '(1 2) (call-with-values (lambda () (guard (e (#t 0)) (values 1 2))) list))
  (test-equal '(1 2) (call-with-values (lambda () (guard (e (#t (values 1 2))) (raise 0))) list))
  (test-equal '(body 1 2) (guard (e (#t e)) (define x 1) (define y 2) (list 'body x y)))
  (test-eq 'else (guard (e ((string? e) 'string) (else 'else)) (raise 1)))
  (test-eqv 3 (guard (e ((number? e) 1 2 e)) (raise 3)))
  (test-eqv 5 (guard (e (e)) (raise 5)))
  (test-eqv #f (guard (e ((not e) e)) (raise #f)))
  ;; The clauses run outside of the body, and a raise in them goes further out.
  (test-equal '(in out clause)
    (trace add (guard (e (#t (add 'clause)))
                 (dynamic-wind (lambda () (add 'in)) (lambda () (raise 1)) (lambda () (add 'out))))))
  ;; If none fits, the handler further out is called inside again.
  (test-equal '(in out in handler out)
    (trace add
      (call/cc (lambda (k)
        (with-exception-handler
         (lambda (e) (add 'handler) (k #f))
         (lambda ()
           (guard (e ((string? e) (add 'string)))
             (dynamic-wind (lambda () (add 'in)) (lambda () (raise 'x)) (lambda () (add 'out))))))))))
  ;; It goes on with raise-continuable, so that handler may return.
  (test-eqv 11 (with-exception-handler
                (lambda (e) 10)
                (lambda () (guard (e ((string? e) 'string)) (+ 1 (raise-continuable 'x))))))
  ;; The parameters of the clauses are those of the guard.
  (test-equal '(outer outer)
    (let ((p (make-parameter 'outer)))
      (list (guard (e (#t (p))) (parameterize ((p 'inner)) (raise 1))) (p))))
  (test-equal '(x x) (let ((k #f) (n 0))
                       (let ((l (guard (e ((begin (call/cc (lambda (c) (set! k c))) (symbol? e)) (list e)))
                                  (raise 'x))))
                         (set! n (+ n 1))
                         (if (< n 2) (k #f) (list 'x (car l)))))))
(test-group "with-exception-handler, raise-continuable"
  (test-eqv 65 (with-exception-handler
                (lambda (con) (cond ((string? con) 42) (else 0)))
                (lambda () (+ (raise-continuable "should be a number") 23))))
  (test-eqv 5 (with-exception-handler (lambda (e) 1) (lambda () 5)))
  (test-equal '(1 2) (call-with-values
                         (lambda () (with-exception-handler (lambda (e) 0) (lambda () (values 1 2))))
                       list))
  (test-equal '(1 2) (with-exception-handler
                      (lambda (e) (values 1 2))
                      (lambda () (call-with-values (lambda () (raise-continuable 0)) list))))
  ;; A handler runs with the handlers outside of it.
  (test-equal '(inner outer)
    (trace add
      (with-exception-handler
       (lambda (e) (add 'outer))
       (lambda () (with-exception-handler
                   (lambda (e) (add 'inner) (raise-continuable e))
                   (lambda () (raise-continuable 'x)))))))
  ;; And in the place of the raise: its parameters, its winders.
  (test-equal '(inner) (let ((p (make-parameter 'outer)))
                         (with-exception-handler (lambda (e) (list (p)))
                           (lambda () (parameterize ((p 'inner)) (raise-continuable 1))))))
  (test-equal '(in handler out)
    (trace add (with-exception-handler (lambda (e) (add 'handler))
                 (lambda () (dynamic-wind (lambda () (add 'in)) (lambda () (raise-continuable 1))
                                          (lambda () (add 'out)))))))
  (test-error 'type (with-exception-handler 5 (lambda () 1)))
  (test-error (with-exception-handler (lambda (e) 1) 5)))
(test-group "raise"
  (test-eq 'caught (call/cc (lambda (k)
                     (with-exception-handler (lambda (e) (k 'caught)) (lambda () (+ 1 (raise 'an-error)))))))
  (for-each (lambda (x) (test-eqv x (caught (raise x)))) (list 1 'a #f "s" '() #\c car))
  ;; A handler that returns: another exception, in the handler outside of it.
  (test-equal '((handler x) #t)
    (let ((seen '()))
      (let ((second (guard (e (#t e))
                      (with-exception-handler (lambda (e) (set! seen (list 'handler e)) 0)
                                              (lambda () (raise 'x))))))
        (list seen (not (eq? second 'x))))))
  (test-assert (error-object? (caught (with-exception-handler (lambda (e) 0) (lambda () (raise 'x))))))
  (test-equal '(outer (inner x))
    (guard (e (#t (list 'outer e)))
      (with-exception-handler (lambda (e) (raise (list 'inner e))) (lambda () (raise 'x)))))
  ;; What a primitive raises goes the same way.
  (test-eqv 7 (call/cc (lambda (k) (with-exception-handler (lambda (e) (k 7)) (lambda () (car 5)))))))
(test-group "error"
  (define e (caught (error "BOOM!" 1 'two "three" '(4))))
  (test-equal '(#t "BOOM!" (1 two "three" (4)))
    (list (error-object? e) (error-object-message e) (error-object-irritants e)))
  (test-equal '("alone" ()) (let ((e (caught (error "alone"))))
                              (list (error-object-message e) (error-object-irritants e))))
  (test-equal '(#f #f #f #f) (map error-object? (list 'x "x" 5 '(error "x"))))
  (test-equal '(#f #f) (list (file-error? e) (read-error? e)))
  (test-equal '(#f #f #f) (list (file-error? 'x) (read-error? "x") (file-error? 5)))
  (test-error 'type (error-object-message 'x))
  (test-error 'type (error-object-irritants 5))
  (test-assert (error-object? (caught (vector-ref #(1) 5))))
  (test-assert (string? (error-object-message (caught (car 5)))))
  (test-assert (list? (error-object-irritants (caught (car 5))))))
(test-group "read-error?, file-error?"
  (define (read-from text) (read (open-input-string text)))
  (test-equal '(#t #t #t #t)
    (map (lambda (text) (read-error? (caught (read-from text)))) '("(1 . " ")" "#<x>" "\"abc")))
  (test-assert (file-error? (caught (open-input-file "/no/such/file"))))
  (test-assert (file-error? (caught (open-output-file "/no/such/directory/file"))))
  (test-assert (file-error? (caught (delete-file "/no/such/file"))))
  (test-assert (file-error? (caught (call-with-input-file "/no/such/file" read))))
  (test-assert (file-error? (caught (with-input-from-file "/no/such/file" read))))
  (test-equal '(#f #f) (let ((e (caught (open-input-file "/no/such/file"))) (f (caught (read-from ")"))))
                         (list (read-error? e) (file-error? f))))
  (test-equal '(#t #t) (let ((e (caught (open-input-file "/no/such/file"))) (f (caught (read-from ")"))))
                         (list (error-object? e) (error-object? f)))))
(test-end)
