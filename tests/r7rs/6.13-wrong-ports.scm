;; R7RS 6.13: what each port procedure says of ports of the wrong kind, of what is no port,
;; and of ports that are closed.
(import (scheme base) (scheme read) (scheme write) (srfi 64))

(define kinds
  (list (cons 'text-in (lambda () (open-input-string "ab")))
        (cons 'text-out (lambda () (open-output-string)))
        (cons 'bytes-in (lambda () (open-input-bytevector (bytevector 1 2))))
        (cons 'bytes-out (lambda () (open-output-bytevector)))
        (cons 'none (lambda () "no port"))))

;; The name of each procedure, a use of it, and the kinds of ports that it takes.
(define uses
  (list
   (list 'read-char read-char 'text-in)
   (list 'peek-char peek-char 'text-in)
   (list 'read-line read-line 'text-in)
   (list 'read-string (lambda (p) (read-string 1 p)) 'text-in)
   (list 'read read 'text-in)
   (list 'char-ready? char-ready? 'text-in)
   (list 'read-u8 read-u8 'bytes-in)
   (list 'peek-u8 peek-u8 'bytes-in)
   (list 'u8-ready? u8-ready? 'bytes-in)
   (list 'read-bytevector (lambda (p) (read-bytevector 1 p)) 'bytes-in)
   (list 'read-bytevector!
         (lambda (p) (read-bytevector! (make-bytevector 1) p))
         'bytes-in)
   (list 'write-char (lambda (p) (write-char #\a p)) 'text-out)
   (list 'write-string (lambda (p) (write-string "a" p)) 'text-out)
   (list 'write-string-of-nothing (lambda (p) (write-string "" p)) 'text-out)
   (list 'newline newline 'text-out)
   (list 'write (lambda (p) (write 'a p)) 'text-out)
   (list 'display (lambda (p) (display 'a p)) 'text-out)
   (list 'write-simple (lambda (p) (write-simple 'a p)) 'text-out)
   (list 'write-shared (lambda (p) (write-shared 'a p)) 'text-out)
   (list 'write-u8 (lambda (p) (write-u8 1 p)) 'bytes-out)
   (list 'write-bytevector (lambda (p) (write-bytevector (bytevector 1) p)) 'bytes-out)))

;; These take ports that are closed, too.
(define tolerant
  (list
   (list 'flush-output-port flush-output-port 'text-out 'bytes-out)
   (list 'get-output-string get-output-string 'text-out)
   (list 'get-output-bytevector get-output-bytevector 'bytes-out)
   (list 'input-port-open? input-port-open? 'text-in 'bytes-in)
   (list 'output-port-open? output-port-open? 'text-out 'bytes-out)
   (list 'close-port close-port 'text-in 'text-out 'bytes-in 'bytes-out)
   (list 'close-input-port close-input-port 'text-in 'bytes-in)
   (list 'close-output-port close-output-port 'text-out 'bytes-out)
   (list 'call-with-port (lambda (p) (call-with-port p list))
         'text-in 'text-out 'bytes-in 'bytes-out)
   (list 'current-input-port
         (lambda (p) (parameterize ((current-input-port p)) 1))
         'text-in 'bytes-in)
   (list 'current-output-port
         (lambda (p) (parameterize ((current-output-port p)) 1))
         'text-out 'bytes-out)
   (list 'current-error-port
         (lambda (p) (parameterize ((current-error-port p)) 1))
         'text-out 'bytes-out)))

(define (outcome use port)
  (guard (e ((file-error? e) 'file) ((error-object? e) 'refused))
    (use port)
    'done))

(define (check use closed)
  (for-each
   (lambda (kind)
     (let ((port ((cdr kind))) (takes? (memq (car kind) (cddr use))))
       (test-equal (symbol->string (car use)) (if takes? 'done 'refused)
         (outcome (cadr use) port)))
     (if (memq (car kind) (cddr use))
         (let ((port ((cdr kind))))
           (close-port port)
           (test-equal (symbol->string (car use)) closed (outcome (cadr use) port)))))
   kinds))

(test-begin "6.13 wrong ports")
(for-each (lambda (use) (check use 'file)) uses)
(for-each (lambda (use) (check use 'done)) tolerant)

;; Predicates of all objects.
(for-each
 (lambda (kind)
   (let ((port ((cdr kind))))
     (test-equal (symbol->string (car kind))
       (cdr (assq (car kind)
                  '((text-in #t #t #f #t #f) (text-out #t #f #t #t #f)
                    (bytes-in #t #t #f #f #t) (bytes-out #t #f #t #f #t)
                    (none #f #f #f #f #f))))
       (list (port? port) (input-port? port) (output-port? port)
             (textual-port? port) (binary-port? port)))))
 kinds)

;; The console is of all processes, and stays open.
(for-each
 (lambda (port)
   (close-port port)
   (test-assert (if (input-port? port) (input-port-open? port) (output-port-open? port))))
 (list (current-input-port) (current-output-port) (current-error-port)))
(test-end)
