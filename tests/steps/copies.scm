;; What is large is copied where no process waits for a turn: messages, what a
;; process begins with, what a definition publishes, and of what a process dies.

(import (scheme base) (scheme write) (scheme read) (except (termite) error raise)
        (mound base))

(define (show . objects) (write objects) (newline))

(define n 700000)
(define (lists n)
  (let loop ((i 0) (lists '()))
    (if (< i n) (loop (+ i 1) (cons (list i) lists)) lists)))

(define main (self))

;; To itself, and to another one and back; with what is shared in it.
(define large (lists n))
(! main (cons large large))
(let ((message (?)))
  (show (length (car message)) (eq? (car message) (cdr message))))
(define echo (spawn (lambda () (let loop () (! main (?)) (loop)))))
(! echo large)
(show (equal? large (?)))
(! echo large)
(! echo 'next)
(show (length (?)) (?))

;; A process begins with a copy of its own.
(let ((cell (list n)) (more (lists n)))
  (spawn (lambda ()
           (set-car! cell (length more))
           (! main (car cell))))
  (show (?) (car cell)))

;; Others see what the top level had when they were begun.
(define (see) (spawn (lambda () (! main (length large)))) (?))
(show (see))
(set-car! large 'changed)
(spawn (lambda () (! main (car large))))
(show (?))

;; Whoever is told of an end gets the object.
(define raised
  (spawn (lambda ()
           (let ((more (lists n))) (raise (cons 'too-many more))))))
(monitor raised)
(let* ((down (?)) (text (call-with-output-string (lambda (port) (write down port)))))
  (show (car down) (< n (string-length text))))

;; The references in a datum are filled in when all of it was read.
(define labels 60000)
(define text
  (call-with-output-string
   (lambda (port)
     (write-string "(" port)
     (do ((i 0 (+ i 1))) ((= i labels))
       (for-each (lambda (part) (display part port))
                 (list "#" i "=(a #" i "#) #" i "# ")))
     (write-string ")" port))))
(let ((datum (read (open-input-string text))))
  (show (length datum) (eq? (car datum) (cadr datum)) (eq? (car datum) (cadar datum))))
