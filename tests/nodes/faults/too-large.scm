;; What one of two nodes has no memory for: the one that waits for an answer is
;; told, and both go on.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process))

(define (show object) (write object) (newline))
(define there (cadr (command-line)))
(define small-here? (get-environment-variable "SMALL_HERE"))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e))) (thunk) 'no-condition))
(define (answerer)
  (recv ((from tag n) (! from (list tag (if (number? n) (make-list n 1) 'short)))))
  (answerer))
(define by-pid (remote-spawn there answerer))
(on there (lambda () (publish-service 'answerer (spawn answerer)) #t))
(define by-name (remote-service 'answerer there))

(define size 1000000)
(define (request)
  (if small-here? size (make-list size 1)))
(for-each
 (lambda (server)
   (show (kind-of (lambda () (!? server (request)))))
   (show (!? server 'again)))
 (list by-pid by-name))
(show (pair? (memq
 (kind-of (lambda () (if small-here?
                              (on there (lambda () (make-list size 1)))
                              (let ((long (request)))
                                (on there (lambda () (length long)))))))
 '(undelivered refused))))
;; Who does not wait goes on.
(if (not small-here?) (! by-pid (request)))
(show (!? by-pid 'again))
(show (ping there 30))
