;;; The programs of Scheme 9 from Empty Space, as its package installs them.
;;;
;;; Loads one file of the collection and evaluates the examples in its comments,
;;; `; Example: EXPRESSION ==> VALUE`, in the environment of the program.
;;; Prints how many gave the documented value, and those that did not.
;;;
;;; What these programs expect of their own system, and R7RS does not have,
;;; is defined first. A macro of theirs, `(define-syntax (name . formals) body)`,
;;; becomes a transformer that renames nothing.
;;;
;;; Arguments: the directory of the collection and the name of the file.

(import (scheme base) (scheme char) (scheme cxr) (scheme eval) (scheme file)
        (scheme process-context) (scheme read) (scheme repl) (scheme write))

(define directory (cadr (command-line)))
(define file (list-ref (command-line) 2))

(define (evaluate datum) (eval datum (interaction-environment)))

(define imports
  '(import (scheme r5rs) (scheme case-lambda)
           (only (scheme base) error call/cc list-copy exact-integer-sqrt read-line
                 eof-object when unless letrec* features current-error-port)
           (only (scheme process-context) exit)
           (only (scheme file) delete-file file-exists?)
           (only (srfi 1) fold-right)
           (srfi 211 explicit-renaming)))

(define prelude
  '((define (void) (if #f #f))
    (define (print . values)
      (for-each (lambda (value) (display value) (display " ")) values)
      (newline))
    (define (fold-left f seed . lists)
      (if (memq '() lists)
          seed
          (apply fold-left f (apply f seed (map car lists)) (map cdr lists))))
    (define (reverse! list) (reverse list))
    (define append! append)
    (define (vector-append . vectors)
      (list->vector (apply append (map vector->list vectors))))
    (define (vector-copy vector . range)
      (let* ((start (if (null? range) 0 (car range)))
             (end (if (or (null? range) (null? (cdr range)))
                      (vector-length vector)
                      (cadr range)))
             (copy (make-vector (- end start))))
        (do ((index start (+ index 1)))
            ((= index end) copy)
          (vector-set! copy (- index start) (vector-ref vector index)))))
    (define gensym
      (let ((count 0))
        (lambda prefix
          (set! count (+ count 1))
          (string->symbol (string-append "g" (number->string count))))))
    (define (** base power) (expt base power))
    (define *extensions* '())
    (define *library-path* ".")))

;; A macro in the way of Scheme 9 is a procedure of the arguments of the form. It
;; becomes a transformer with explicit renaming that renames nothing.
(define (translate datum)
  (if (and (pair? datum) (memq (car datum) '(define-syntax define-macro)))
      (let ((name (cadr datum)))
        (cond
          ((pair? name) (transformer (car name) `(lambda ,(cdr name) ,@(cddr datum))))
          ((eq? (car (list-ref datum 2)) 'syntax-rules) datum)
          (else (transformer name (list-ref datum 2)))))
      datum))

(define (transformer name procedure)
  `(define-syntax ,name
     (er-macro-transformer
       (lambda (form rename compare) (apply ,procedure (cdr form))))))

(define loaded '())

;; The collection's own `syntax-rules` would take the place of that of R7RS.
(define (load-from-library name)
  (let ((path (path-of name)))
    (unless (member path (cons (path-of "syntax-rules.scm") loaded))
      (set! loaded (cons path loaded))
      (call-with-input-file path load-data))))

(define (path-of name)
  (let ((path (string-append directory "/" name)))
    (if (file-exists? path) path (string-append path ".scm"))))

;; Evaluates the data of a port one after another. A file asks for another one
;; at its top level only, so that can be done here.
(define (load-data port)
  (let ((datum (read port)))
    (cond
      ((eof-object? datum))
      ((and (pair? datum) (eq? (car datum) 'load-from-library))
       (load-from-library (cadr datum))
       (load-data port))
      (else
       (evaluate (translate datum))
       (load-data port)))))

;; The text of the examples of a file: what stands behind `; Example:` up to the
;; first line that is not a comment, without the semicolons.
(define (examples-text name)
  (call-with-input-file (string-append directory "/" name)
    (lambda (port)
      (let loop ((inside #f) (text ""))
        (let ((line (read-line port)))
          (cond
            ((eof-object? line) text)
            ((and (> (string-length line) 10)
                  (string=? (substring line 0 10) "; Example:"))
             (loop #t (add text (substring line 10 (string-length line)))))
            ((and inside (> (string-length line) 1) (char=? (string-ref line 0) #\;))
             (loop #t (add text (substring line 1 (string-length line)))))
            ((and inside (positive? (string-length line))
                  (char=? (string-ref line 0) #\;))
             (loop #t text))
            (else (loop #f text))))))))

(define (add text line) (string-append text line "\n"))

;; The examples (expression ... value) that the text has; of several expressions the
;; last one has the value. What has no value, or cannot be read, ends the list.
(define (examples-in text)
  (let ((port (open-input-string text)))
    (define (next) (guard (e (#t (eof-object))) (read port)))
    (let loop ((expressions '()) (examples '()))
      (let ((datum (next)))
        (cond
          ((eof-object? datum) (reverse examples))
          ((not (eq? datum '==>)) (loop (cons datum expressions) examples))
          (else
           (let ((value (next)))
             (if (or (null? expressions) (eof-object? value))
                 (reverse examples)
                 (loop '() (cons (reverse (cons value expressions)) examples))))))))))

(define (show . items)
  (for-each (lambda (item) (if (string? item) (display item) (write item))) items)
  (newline))

;; What the last of the expressions gives, as the list (value _), or what one raised.
(define (outcome expressions)
  (guard (e ((error-object? e)
             (list 'raised (error-object-message e) (error-object-irritants e)))
            (#t (list 'raised e)))
    (let loop ((rest expressions))
      (let ((value (evaluate (translate (car rest)))))
        (if (null? (cdr rest))
            (list 'value value)
            (loop (cdr rest)))))))

;; 1 if the example gives what is documented, or else 0.
(define (try example)
  (let* ((reversed (reverse example))
         (documented (car reversed))
         (expressions (reverse (cdr reversed)))
         (outcome (outcome expressions)))
    (cond
      ((equal? outcome (list 'value documented)) 1)
      (else
       (show "  " expressions)
       (show "    documented " documented)
       (show "    " outcome)
       0))))

(evaluate imports)
(for-each evaluate prelude)

;; What a message says, without the excerpt below it.
(define (first-line text)
  (let ((port (open-input-string text))) (read-line port)))

(define (run)
  (load-from-library file)
  (let* ((examples (examples-in (examples-text file)))
         (right (apply + (map try examples))))
    (show file ": " right " of " (length examples))))

(guard (e ((error-object? e)
           (show file ": " (first-line (error-object-message e)) " "
                 (error-object-irritants e))))
  (run))
