;; Raising and handling, as R7RS has it.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(show (call/cc (lambda (k)
                 (with-exception-handler
                  (lambda (e) (k (list 'condition e)))
                  (lambda () (+ 1 (raise 'an-error)))))))
(show (with-exception-handler
       (lambda (con) (if (string? con) 10 0))
       (lambda () (+ (raise-continuable "should be a number") 23))))
(show (guard (condition ((assq 'a condition) => cdr) ((assq 'b condition)))
        (raise (list (cons 'a 42)))))
(show (guard (condition ((assq 'a condition) => cdr) ((assq 'b condition)))
        (raise (list (cons 'b 23)))))
(show (guard (e ((symbol? e) (list 'symbol e)) ((string? e) (list 'string e)))
        (guard (e ((string? e) 'inner)) (raise 'passes-through))))
(show (guard (e (#f 'never) (else (list 'else e))) (raise 1)))
(show (guard (e (#t (list (error-object? e) (error-object-message e)
                          (error-object-irritants e))))
        (error "message:" 1 "two" 'three)))
(show (guard (e (#t 'no-values)) (raise 'x) 'not-reached))
(show (guard (e (#t 'never)) 'no-error))
(show (list (error-object? 'x) (read-error? 'x) (file-error? 'x)))
;; A handler runs with the handlers outside of it.
(show (guard (e (#t (list 'outer e)))
        (with-exception-handler
         (lambda (e) (raise (list 'again e)))
         (lambda () (raise 'first)))))
(show (with-exception-handler
       (lambda (e) (list 'outer e))
       (lambda ()
         (with-exception-handler
          (lambda (e) (list 'inner (raise-continuable e)))
          (lambda () (raise-continuable 1))))))
;; A handler that returns from raise is an error, raised in the outer handler.
(show (guard (e ((symbol? e) (list 'wrong e)) (#t 'secondary))
        (with-exception-handler (lambda (e) 'ignored)
                                (lambda () (raise 'boom)))))
;; guard reraises within the dynamic environment of the raise.
(show (with-exception-handler
       (lambda (e) (* e 2))
       (lambda ()
         (+ 1 (guard (e ((string? e) 'string)) (raise-continuable 5))))))
