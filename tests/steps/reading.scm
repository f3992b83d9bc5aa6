;; Long data are read by a thread beside the schedulers, and their values are
;; made in pieces: with MOUND_HELD_MS a turn that is too long ends the node.

(import (scheme base) (scheme read) (scheme write) (scheme file)
        (scheme process-context))

(define (text-of object)
  (let ((port (open-output-string)))
    (write object port)
    (get-output-string port)))

(define (check name object)
  (let* ((port (open-input-string (string-append (text-of object) " next")))
         (read-back (read port)))
    (write (list name (equal? read-back object) (read port)
                 (eof-object? (read port))))
    (newline)))

(define n 200000)
(define numbers
  (let loop ((i 0) (all '())) (if (< i n) (loop (+ i 1) (cons i all)) all)))

(check 'list numbers)
(check 'vector (list->vector numbers))
(check 'nested (map (lambda (i) (list i #\a "text" 'symbol 1.5 -2/3 #u8(1 2)))
                    (list-tail numbers (- n 20000))))
(check 'dotted (append numbers 'end))
(check 'quoted (map (lambda (i) (list 'quote i)) (list-tail numbers (- n 50000))))
(check 'string (make-string 100000 #\x3bb))
(check 'number (list (expt 7 30000) (make-vector 20000 (expt 3 50))))
(check 'bytes (make-bytevector 50000 7))

;; Labels: what is shared and what goes in a circle.
(define circle (list-copy numbers))
(set-cdr! (list-tail circle (- n 1)) circle)
(let* ((again (read (open-input-string (text-of circle))))
       (end (list-tail again n)))
  (write (list 'circle (eq? again end) (car again)))
  (newline))

;; What is wrong is told, wherever it is.
(define (complaint text)
  (write (guard (e ((read-error? e)
                    (let ((text (error-object-message e)))
                      (substring text 0 (min 30 (string-length text))))))
           (read (open-input-string text))))
  (newline))
(complaint (string-append "(" (make-string 100000 #\space) "1 . 2 3)"))
(complaint (string-append "(" (make-string 100000 #\x) " "))
(write (eof-object? (read (open-input-string (make-string 100000 #\space)))))
(newline)

;; A symbol that is folded after a long datum, and a port that is not a string.
(define port
  (open-input-string
    (string-append "(#!fold-case " (make-string 70000 #\space) "A) B")))
(write (let* ((first (read port)) (second (read port))) (list first second)))
(newline)

(define (through-file object)
  (let ((name (cadr (command-line))))
    (call-with-output-file name
      (lambda (port)
        (write object port)
        (write-string " next " port)
        (write object port)))
    (call-with-input-file name
      (lambda (port)
        (let* ((one (read port)) (next (read port)) (other (read port)))
          (write (list (equal? one object) next (equal? other object)
                       (eof-object? (read port))))
          (newline))))
    (delete-file name)))
(when (pair? (cdr (command-line)))
  (through-file numbers)
  (through-file (list "end"))
  (through-file (make-string 60000 #\x3bb)))
