;;; SLIB, the portable library of Aubrey Jaffer, as its package installs it.
;;;
;;; Loads the library's template for a Scheme system without a file of its own,
;;; tells it the few things that it cannot know, and reads a file of tests:
;;; `(require feature)`, or an expression and its value in a list. Prints what came
;;; out differently.
;;;
;;; Arguments: the directory of SLIB, a directory for its catalogue, the file of
;;; tests.

(import (scheme base) (scheme cxr) (scheme eval) (scheme file)
        (scheme process-context)
        (scheme read) (scheme repl) (scheme write))

(define directory (string-append (list-ref (command-line) 1) "/"))
(define catalogue (string-append (list-ref (command-line) 2) "/"))
(define tests (list-ref (command-line) 3))

(define (evaluate datum) (eval datum (interaction-environment)))

(define (read-all path)
  (call-with-input-file path
    (lambda (port)
      (let loop ((data '()))
        (let ((datum (read port)))
          (if (eof-object? datum)
              (reverse data)
              (loop (cons datum data))))))))

(define imports
  '(import (scheme r5rs)
           (only (scheme base) error cond-expand get-output-string
                 open-input-string open-output-string)
           (only (scheme process-context) exit)
           (rename (only (scheme process-context) get-environment-variable)
                   (get-environment-variable getenv))
           (only (scheme file) delete-file file-exists?)))

;; Definitions that take the place of those in the template.
(define replacements
  `((define (scheme-implementation-type) 'mound)
    (define (implementation-vicinity) ,catalogue)
    (define (library-vicinity) ,directory)
    (define (home-vicinity) #f)
    (define (system command) 1)
    (define (call-with-output-string procedure)
      (let ((port (open-output-string)))
        (procedure port)
        (get-output-string port)))
    (define (call-with-input-string string procedure)
      (procedure (open-input-string string)))
    (define slib:features
      '(source full-continuation eval values string-port macro
        rev4-report r4rs rev5-report r5rs multiarg/and- multiarg-apply
        delay with-file char-ready? srfi-0 inexact))
    (define (delete-file* path) (delete-file path))
    (define (slib:eval datum) (eval datum (interaction-environment)))
    (define (macro:eval datum) (slib:eval datum))
    (define (macro:load path) (slib:load-source path))
    (define slib:error error)
    (define (slib:exit . status) (if #f #f))))

(define (name-of datum)
  (and (pair? datum)
       (eq? (car datum) 'define)
       (if (pair? (cadr datum)) (caadr datum) (cadr datum))))

;; `getenv`, `file-exists?` and `delete-file` are imported.
(define own
  (append '(file-exists? delete-file port? close-port current-error-port)
          (map name-of replacements)))

(evaluate imports)
(evaluate '(import (only (scheme base) current-error-port close-port port?)))
(for-each evaluate replacements)
(for-each
  (lambda (datum)
    (unless (memq (name-of datum) own)
      (evaluate datum)))
  (read-all (string-append directory "Template.scm")))

(define (show . items)
  (for-each (lambda (item) (if (string? item) (display item) (write item))) items)
  (newline))

(define (outcome expression)
  (guard (e ((error-object? e)
             (list 'raised (error-object-message e) (error-object-irritants e)))
            (#t (list 'raised e)))
    (list 'value (evaluate expression))))

(for-each
  (lambda (test)
    (if (eq? (car test) 'require)
        (evaluate test)
        (let ((outcome (outcome (car test))))
          (unless (equal? outcome (list 'value (cadr test)))
            (show (car test))
            (show "  expected " (cadr test))
            (show "  " outcome)))))
  (read-all tests))
(show "done")
