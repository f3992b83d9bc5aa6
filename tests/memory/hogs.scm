;; Programs that take all the memory they can get. Each is a process of its own that dies of it;
;; after each, another process is asked something. Run with little memory (crates/cli/tests/memory.rs).
(import (scheme base) (scheme write) (mound hash-table) (only (srfi 152) string-contains)
        (termite process))

(define answering
  (spawn (lambda ()
           (let loop ((kept (make-vector 1000 'kept)))
             (recv ((from tag 'question)
                    (! from (list tag (vector-ref kept 999)))
                    (loop kept)))))))

;; What a process died of: `memory`, if the condition says how much was needed and allowed.
(define (cause object)
  (if (and (error-object? object)
           (let ((message (error-object-message object)))
             (or (string-contains message "out of memory: the process ")
                 (string-contains message "all processes together have "))))
      'memory
      object))

(define (end-of thunk)
  (let* ((pid (spawn thunk)) (tag (monitor pid)))
    (recv (('down ,tag _ reason object) (cause object)))))

(define (show name thunk)
  (write (list name (end-of thunk) (!? answering 'question)))
  (newline))

(define (deep n) (+ 1 (deep n)))
(show 'recursion (lambda () (deep 1)))

(define (deeper n) (+ 1 (call/cc (lambda (k) (+ 1 (deeper n))))))
(show 'captured-recursion (lambda () (deeper 1)))

(show 'list (lambda () (let loop ((l '())) (loop (cons 1 l)))))

(show 'vectors
  (lambda () (let loop ((l '())) (loop (cons (make-vector 100000 0) l)))))

(define (doubled make append)
  (lambda () (let loop ((object make)) (loop (append object object)))))
(show 'one-vector (doubled (vector 1 2) vector-append))
(show 'one-string (doubled "ab" string-append))
(show 'one-bytevector (doubled (bytevector 1 2) bytevector-append))

(show 'string-port
  (lambda ()
    (let ((port (open-output-string)) (text (make-string 100000 #\a)))
      (let loop () (write-string text port) (loop)))))

(show 'integers
  (lambda ()
    (let loop ((l '()) (n (expt 3 1000000))) (loop (cons n l) (+ n 1)))))

(show 'table
  (lambda ()
    (let ((table (make-hash-table)))
      (let loop ((n 0)) (hash-table-set! table n n) (loop (+ n 1))))))

(show 'noted-stores
  (lambda ()
    (let loop ((all '()))
      (let ((cells (make-vector 1000000 '())))
        (vector-fill! cells (list 1))
        (loop (cons cells all))))))

;; The message is as large as its sender, and its copies are kept by a process that waits.
(show 'messages
  (lambda ()
    (let ((keeper (spawn (lambda () (recv (('never) 1))))))
      (outbound-link keeper)
      (let loop ((message (list 1 2 3)))
        (! keeper (list->vector message))
        (loop (append message message))))))

(show 'small-messages
  (lambda ()
    (let ((me (self)))
      (spawn (lambda ()
               (outbound-link me)
               (let loop ()
                 (if (alive? me)
                     (begin (! me (vector 1 2 3 4 5 6 7 8 9 10)) (loop))))))
      (recv (('never) 1)))))

(show 'thunks
  (lambda ()
    (let loop ((data (list 1 2 3)))
      (spawn (lambda () (recv (after 0.01 data))))
      (loop (append data data)))))
