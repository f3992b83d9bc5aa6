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
     (let ((port (open-input-string (%text-of path))))
       (let loop ()
         (let ((datum (read port)))
           (if (not (eof-object? datum))
               (begin
                 (eval datum environment)
                 (loop)))))))))

(define (%text-of path)
  (let ((port (open-input-file path)))
    (dynamic-wind
     (lambda () #f)
     (lambda () (read-all port))
     (lambda () (close-port port)))))
