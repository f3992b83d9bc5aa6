;; The exceptions of the paper: a handler that returns resumes at the raise.
(import (termite))

(define (show object) (write object) (newline))

(show (list (with-exception-catcher
             (lambda (exception) exception)
             (lambda () (raise 42) 123))))
(show (list (with-exception-handler
             (lambda (exception) exception)
             (lambda () (raise 42) 123))))
(show (with-exception-handler
       (lambda (e) (* e 2))
       (lambda () (+ 1 (raise 21)))))
(show (catch (lambda (e) (list 'caught e)) (raise 'x) 'not-reached))
(show (catch (lambda (e) 'not-called) 'first 'last))
;; A handler that raises reaches the next one outside.
(show (with-exception-catcher
       (lambda (e) (list 'outer e))
       (lambda ()
         (with-exception-catcher
          (lambda (e) (raise e))
          (lambda () (raise 'again))))))
(show (with-exception-handler
       (lambda (e) (list 'outer e))
       (lambda ()
         (with-exception-handler
          (lambda (e) (list 'inner (raise e)))
          (lambda () (raise 1))))))
(show (catch error-object-irritants (error "message" 1 2)))
(show (with-exception-handler
       (lambda (e) (error-object-message e))
       (lambda () (list (error "resumed here")))))
(show (catch (lambda (e) (condition? e)) (car 5)))
(show (guard (e ((symbol? e) (list 'guard e))) (raise 'works-too)))
(show (catch (lambda (e) (list 'outside e))
        (guard (e ((string? e) 'no)) (raise 'unknown))))
