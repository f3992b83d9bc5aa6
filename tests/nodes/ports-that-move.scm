;; The ports that a process has opened go on with it when it migrates: they are not closed when
;; what it was here ends, and are when it ends there.
(import (termite) (mound file) (scheme file) (only (scheme process-context) command-line))

(define there (on (cadr (command-line)) current-node))
(define me (self))
(define path (create-temp-file))
(call-with-output-file path
  (lambda (port) (for-each (lambda (line) (write-string line port) (newline port)) '("one" "two" "three"))))

;; What was the process here has ended before it reads on.
(define (ended pid) (if (alive? pid) (begin (? 0.01 #f) (ended pid))))
(define traveller
  (spawn
   (lambda ()
     (let* ((here (self))
            (in (open-input-file path))
            (out (open-output-file (string-append path ".out")))
            (first (read-line in)))
       (migrate-task there)
       (ended here)
       (write-string first out)
       (flush-output-port out)
       (! me (list (read-line in) (equal? there (current-node)) (self) in))
       (recv ('more (! me (list (read-line in) (read-line in)))))
       (recv ('end 'ended))))))
(recv
 ((line moved? pid in)
  (print line " " moved? " " (alive? traveller))
  (monitor pid)
  (! pid 'more)
  (let ((rest (?)))
    (print (car rest) " " (eof-object? (cadr rest)) " " (input-port-open? in)))
  (! pid 'end)
  (recv (('down _ _ reason _) (print reason)))
  (let closed ((left 500))
    (if (and (> left 0) (input-port-open? in)) (begin (? 0.01 #f) (closed (- left 1)))))
  (print (input-port-open? in) " "
         (call-with-input-file (string-append path ".out") (lambda (port) (read-line port))))))
(for-each delete-file (list path (string-append path ".out")))

;; There and back at once: the second journey takes the ports along too.
(call-with-output-file path (lambda (port) (write-string "one\ntwo\n" port)))
(define home (pid-node me))
(define (returns stops)
  (spawn
   (lambda ()
     (let* ((in (open-input-file path)) (first (read-line in)))
       (for-each migrate-task stops)
       (? 0.2 #f)
       (! me (list 'back first (read-line in) (equal? (pid-node (self)) (car (reverse stops)))))))))
(for-each
 (lambda (stops)
   (returns stops)
   (print (recv (('back first second there?) (list first second there?)) (after 60 'lost))))
 (list (list there home) (list there home there) (list home there)))
(delete-file path)
