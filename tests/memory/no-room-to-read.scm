;; Many characters are refused where all processes have little memory left, before they have come. What has come
;; can be read then, and other ports go on. Run with little memory (crates/cli/tests/memory.rs).
(import (scheme base) (scheme file) (scheme write) (mound conditions) (termite process))

(define zeros (open-input-file "/dev/zero"))
(define held (make-bytevector 40000000 1))

(define (kind-of thunk) (guard (e (#t (condition-kind e))) (thunk) 'read))
(write (kind-of (lambda () (read-string 100000000 zeros))))
(newline)
(write (string-length (read-string 10000 zeros)))
(newline)
(write (list (kind-of (lambda () (read-string 100000000 zeros))) (bytevector-u8-ref held 0)))
(newline)
;; Small things are read as ever.
(call-with-output-file "/dev/null" (lambda (port) (write 'x port)))
(write (call-with-input-file "/dev/null" read-line))
(newline)
