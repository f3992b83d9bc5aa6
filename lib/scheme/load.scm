;;; Programs from files.

;;> (load path [environment]): reads the data in the file and evaluates them one
;;> after another, in the interactive environment by default. A relative path
;;> begins at the current directory. Raises type, file, read, syntax and what
;;> the program raises. R7RS 6.14.
;;> Example: (guard (e ((file-error? e) (error-object-message e))) (load "/no/such/file")) => "cannot open /no/such/file: no such file or directory"
(define load
  (case-lambda
    ((path) (load path (interaction-environment)))
    ((path environment)
     ;; The file is closed before the first form is evaluated: what that raises,
     ;; or a continuation that it calls, may leave this for ever.
     (let ((text (%text-of path)))
       (let loop ((start 0) (folds? #f) (line (%first-line text)))
         (let* ((read (%read-at text start folds? path line))
                (end (cadr read)))
           (if (not (eof-object? (car read)))
               (let ((line (%line-at text start line)))
                 (%eval-text (substring text (%line-start line start) end)
                             environment
                             (%place path line start folds?))
                 (loop end (cddr read) line)))))))))

;; The datum at the index, with the index behind it and whether case is folded
;; there. The compiler reads it again, and it knows the places: what it says of
;; a text that is no datum is the message.
(define (%read-at text start folds? path line)
  (guard (e ((read-error? e)
             (read-error
              (guard (said ((error-object? said) (error-object-message said)))
                (let ((line (%line-at text start line)))
                  (%eval-text (substring text (%line-start line start)
                                         (string-length text))
                              (environment)
                              (%place path line start folds?))
                  (error-object-message e))))))
    (%primitive %read-datum text start folds?)))

(define (%place path line start folds?)
  (vector path (%line-number line) (- start (%line-start line start)) folds?))

;; A line: its number, from 1, and the indices of its first character and of its
;; end.
(define-record-type line
  (%make-line number start end)
  %line?
  (number %line-number)
  (start %line-first)
  (end %line-end))

(define (%line-end-after text start)
  (or (%string-search "\n" text start) (string-length text)))

(define (%first-line text) (%make-line 1 0 (%line-end-after text 0)))

;; The line with the index, at or after the given one.
(define (%line-at text index line)
  (if (<= index (%line-end line))
      line
      (let ((start (+ (%line-end line) 1)))
        (%line-at text index
                  (%make-line (+ (%line-number line) 1) start
                              (%line-end-after text start))))))

;; Where the text for messages begins: with the line, unless that is very long.
(define (%line-start line index)
  (if (> (- index (%line-first line)) 1000)
      index
      (%line-first line)))

(define (%text-of path)
  (let ((port (open-input-file path)))
    (dynamic-wind
     (lambda () #f)
     (lambda () (read-all port))
     (lambda () (close-port port)))))
