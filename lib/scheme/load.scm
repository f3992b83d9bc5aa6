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
     (let ((port (open-input-file path)))
       (let loop ()
         (let ((datum (read port)))
           (if (eof-object? datum)
               (close-port port)
               (begin
                 (eval datum environment)
                 (loop)))))))))
