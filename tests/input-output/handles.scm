;; What belongs to connections, listeners and subprocesses: which is which, whose they are, and what
;; is left when they have ended.
(import (scheme base) (scheme write) (srfi 64) (mound conditions) (mound port) (mound subprocess) (mound tcp)
        (only (termite) named-lambda)
        (only (termite process) ! ? alive? pid? self spawn wait-for))
(test-begin "handles")

(define listener (tcp-listen 0))
(define (pair)
  (let* ((client (tcp-connect "127.0.0.1" (listener-port listener))) (server (tcp-accept listener)))
    (values client server)))

(test-group "which is which"
  (let-values (((client server) (pair)))
    (let ((program (start-program "true" '())))
      (for-each
       (lambda (object expected)
         (test-equal expected (map (lambda (test) (test object)) (list listener? connection? program? pid? port?))))
       (list listener client server program (self) (connection-input client) 5 "a" '() #f)
       '((#t #f #f #f #f) (#f #t #f #f #f) (#f #t #f #f #f) (#f #f #t #f #f) (#f #f #f #t #f) (#f #f #f #f #t)
         (#f #f #f #f #f) (#f #f #f #f #f) (#f #f #f #f #f) (#f #f #f #f #f))))
    (test-assert (pid? (listener-process listener)))
    (test-assert (alive? (listener-process listener)))
    (test-assert (string? (listener-address listener)))
    (test-equal (connection-peer client) (connection-address server))
    (test-equal (connection-peer server) (connection-address client))
    (test-equal (listener-address listener) (connection-peer client))
    (close-connection client)
    (close-connection server)))
(for-each
 (lambda (procedure) (for-each (lambda (wrong) (test-error 'type (procedure wrong))) '(5 "a" #f)))
 (list listener-address listener-port listener-process connection-address connection-input connection-output
       connection-peer close-connection close-listener tcp-accept program-id program-errors program-input
       program-output program-process program-status wait-for-program kill-program terminate-program
       (lambda (x) (with-connection x list)) (lambda (x) (give-connection! x (self)))))

(test-group "with-connection closes both, also by an exception"
  (let-values (((client server) (pair)))
    (test-equal "value" (with-connection server (lambda (in out) (write-string "hi\n" out) "value")))
    (test-equal '("hi" #t) (let* ((a (read-line (connection-input client))) (b (read-line (connection-input client))))
                             (list a (eof-object? b))))
    (test-equal '(#f #f) (list (input-port-open? (connection-input server)) (output-port-open? (connection-output server)))))
  (let-values (((client server) (pair)))
    (test-equal '(oops #f)
      (guard (e (#t (list e (input-port-open? (connection-input client)))))
        (with-connection client (lambda (in out) (raise 'oops)))))))

(test-group "given away, it ends with its owner"
  (let-values (((client server) (pair)))
    (let ((owner (spawn (lambda () (? 5 'late)))))
      (give-connection! client owner)
      (test-assert (input-port-open? (connection-input client)))
      (! owner 'end)
      (wait-for owner)
      (test-assert (eof-object? (read-line (connection-input server))))
      (wait-for (port-process (connection-input client)))
      (test-eqv #f (input-port-open? (connection-input client))))))

(test-group "a listener that is closed takes no more"
  (let* ((l (tcp-listen 0)) (port (listener-port l)))
    (test-error 'timeout (tcp-accept l timeout: 0.01))
    (close-listener l)
    (test-error 'file (tcp-accept l))
    (test-error 'file (tcp-connect "127.0.0.1" port))
    (test-error 'type (tcp-connect "127.0.0.1" 1 timeout: 'soon))
    (test-error 'type (tcp-connect "127.0.0.1" "80"))))

(test-group "subprocesses"
  (let ((p (start-program "sh" '("-c" "read x; echo \"$x out\"; echo \"$x err\" >&2; exit 3") input: 'pipe output: 'pipe errors: 'pipe)))
    (test-assert (and (exact-integer? (program-id p)) (< 1 (program-id p))))
    (test-assert (pid? (program-process p)))
    (write-string "a\n" (program-input p))
    (flush-output-port (program-input p))
    (test-equal '("a out" "a err" 3)
      (let* ((out (read-line (program-output p))) (err (read-line (program-errors p)))) (list out err (wait-for-program p))))
    (test-eqv 3 (program-status p)))
  (let ((p (start-program "true" '())))
    (test-equal '(#f #f #f 0) (list (program-input p) (program-output p) (program-errors p) (wait-for-program p)))))

(test-group "conditions and names"
  (test-eqv #f (guard (e (#t (condition-payload e))) (error "bad")))
  (test-error 'type (condition-payload 5))
  (test-error 'type (condition-trace 'x))
  (let ((trace (guard (e (#t (condition-trace e))) (car 5)))) (test-assert (or (not trace) (string? trace))))
  (define count-down (named-lambda (count n) (if (= n 0) 'done (count-down (- n 1)))))
  (test-equal '(done "#<procedure count>")
    (list (count-down 3) (let ((port (open-output-string))) (write count-down port) (get-output-string port)))))
(test-end)
