;; What a process does, in lines on the port for errors of who traces it. What stands for a process
;; is shown without its number.
(import (scheme base) (scheme file) (scheme write) (termite process) (mound file) (mound trace))

(define (double n) (if (number? n) (* 2 n) (raise 'no-number)))
(define (answer)
  (recv (('double from n) (! from (double n)) (answer))
        ('stop 'stopped)))
(define (without-numbers text)
  (let loop ((rest (string->list text)) (number? #f) (kept '()))
    (cond ((null? rest) (list->string (reverse kept)))
          ((and number? (not (char=? #\> (car rest)))) (loop (cdr rest) #t kept))
          (else
           (loop (cdr rest)
                 (and (char=? #\space (car rest)) (pair? kept) (char=? #\s (car kept)))
                 (cons (car rest) kept))))))
;; The lines of all that it is traced for.
(define (lines . kinds)
  (let* ((worker (spawn answer)) (path (create-temp-file)) (port (open-output-file path))
         (tracer (parameterize ((current-error-port port))
                   (apply trace-process worker kinds))))
    (! worker (list 'double (self) 21))
    (write (?))
    (newline)
    (! worker 'stop)
    (wait-for tracer)
    (close-port port)
    (write-string (without-numbers (read-file path)))
    (delete-file path)))

(lines)
(lines 'messages)
(lines 'calls)
(lines 'messages 'calls)
