;; The end of a linked process is raised at the next receive.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

;; Not linked: nothing is heard of it.
(show (catch (lambda (exception) #t)
        (spawn (lambda () (raise 'error)))
        (? 0.05 'ok)
        #f))
;; Linked.
(show (catch (lambda (exception) #t)
        (spawn-link (lambda () (raise 'error)))
        (? 30 'ok)
        #f))
(show (let ((child #f))
        (catch (lambda (e)
                 (list (termite-exception? e)
                       (eq? child (termite-exception-origin e))
                       (termite-exception-reason e)
                       (termite-exception-object e)))
          (set! child (spawn-link (lambda () (raise '(an object)))))
          (?))))
;; It comes in order, behind what the process sent before.
(define me (self))
(define (report) (catch termite-exception-object (?)))
(spawn-link (lambda () (! me 'first) (! me 'second) (raise 'third)))
(show (let* ((a (report)) (b (report)) (c (report))) (list a b c)))
;; Computing goes on until the next receive.
(define child (spawn-link (lambda () (raise 'early))))
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(show (fib 18))
(show (report))
;; Also when it is known to have ended before.
(define gone (spawn-link (lambda () (raise 'before))))
;; By the last of these questions it has had all the turns that it needs.
(define (settle n) (if (= n 0) (process-info gone) (begin (process-info gone) (settle (- n 1)))))
(show (settle 100))
(show (fib 12))
(show (report))
