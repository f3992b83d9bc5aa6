;; Thunks that run on the other node: what they return, and what they raise.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (srfi 1) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define me (self))

(show (equal? there (on there current-node)))
(show (equal? (current-node) there))
(show (on there (lambda () (+ 1 2))))
(show (call-with-values (lambda () (on there (lambda () (values 1 2 3)))) list))
(show (call-with-values (lambda () (on there (lambda () (values)))) list))

;; Code of the program, and of libraries that the other node has not loaded.
(define (factorial n) (if (= n 0) 1 (* n (factorial (- n 1)))))
(show (on there (lambda () (factorial 30))))
(show (on there (lambda () (fold + 0 (iota 101)))))
(show ((on there (lambda () (let ((n 10)) (lambda (x) (+ x n))))) 5))
;; Variables of the program travel, computed or not, if nothing assigns them.
(define step (length '(1)))
(define big-step 10)
(show (guard (e ((condition? e) (condition-kind e)))
        (on there (lambda () (+ step 1)))))
(show (let ((step step)) (on there (lambda () (+ step 1)))))
(show (on there (lambda () (+ big-step 1))))

;; What is raised there is raised here.
(define (outcome thunk)
  (guard (e ((condition? e)
             (list (condition-kind e) (error-object-message e)
                   (error-object-irritants e)))
            (#t (list 'object e)))
    (thunk)))
(show (outcome (lambda () (on there (lambda () (car 1))))))
(show (outcome (lambda () (on there (lambda () (error "told there:" 'a 2))))))
(show (outcome (lambda () (on there (lambda () (raise 'symbol))))))
(show (outcome (lambda () (on there (lambda () (raise (list 1 2)))))))
(show (outcome (lambda () (on there (lambda () (vector-ref (vector 1) 1))))))

;; It keeps the calls that led to it there.
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define (mentions? text part)
  (let loop ((i 0))
    (cond ((> (+ i (string-length part)) (string-length text)) #f)
          ((string=? part (substring text i (+ i (string-length part)))) #t)
          (else (loop (+ i 1))))))
(show (guard (e (#t (mentions? (condition-trace e) "pick at ")))
        (on there (lambda () (+ 1 (pick 7))))))

;; Waiting has an end if one is asked for.
(show (on there (lambda () (?)) 0.2 'default))
(show (outcome (lambda () (on there (lambda () (?)) 0.2))))

;; Processes that are started there and write to here.
(define (start-writer to)
  (remote-spawn there (lambda () (! to 'hello))))
(show (pid? (start-writer me)))
(show (? 30))
(define child
  (let ((me me))
    (remote-spawn there (lambda () (! me (list (self) (?)))) name: 'child)))
(! child 'a-message)
(show (let ((answer (? 30))) (list (eq? (car answer) child) (cadr answer))))
(show (equal? (pid-node child) there))
(show (map (lambda (n)
             (let ((there there) (here (current-node)))
               (on there (lambda () (on here (lambda () (on there (lambda () (* n n)))))))))
           '(1 2 3)))
(show (ping there 30))
