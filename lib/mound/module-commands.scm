;;; The other node is asked by a procedure that runs there, so any node of this
;;; version of Mound can be asked, without having loaded anything for it.

;; Seconds in which the other node has to answer.
(define %patience 60)

;;> (versions-command): what `mound versions` does; the arguments of the program
;;> are the node, and text or json.
;;> Example: (eval '(procedure? versions-command) (environment '(scheme base) '(mound module-commands))) => #t
(define (versions-command)
  (let ((arguments (cdr (command-line))))
    (%asking
     "versions of" (car arguments)
     (lambda ()
       (let ((versions (on (car arguments) library-versions %patience)))
         (if (string=? "json" (cadr arguments))
             (%write-json (list->vector (map %version-json versions)))
             (print-library-versions versions)))))))

;;> (upgrade-command): what `mound upgrade` does; the arguments of the program
;;> are the node, text or json, dry-run or load, and names of libraries with
;;> slashes.
;;> Example: (eval '(procedure? upgrade-command) (environment '(scheme base) '(mound module-commands))) => #t
(define (upgrade-command)
  (let* ((arguments (cdr (command-line)))
         (dry-run? (string=? "dry-run" (list-ref arguments 2)))
         (libraries (map (lambda (name) (list (string->symbol name)))
                         (list-tail arguments 3))))
    (%asking
     "upgrade of" (car arguments)
     (lambda ()
       (let ((plan (on (car arguments)
                       (lambda ()
                         (apply upgrade
                                (append libraries (list dry-run: dry-run?))))
                       %patience)))
         (if (string=? "json" (cadr arguments))
             (%write-json
              (list (cons 'libraries
                          (list->vector (map %library-json
                                             (upgrade-libraries plan))))
                    (cons 'left
                          (list->vector (map %left-json
                                             (upgrade-left plan))))))
             (print-upgrade plan dry-run?)))))))

;; Whatever the node could not do ends the program.
(define (%asking what node action)
  (with-exception-handler
   (lambda (problem)
     (flush-output-port)
     (let ((port (current-error-port)))
       (write-string (string-append "error: " what " " node ": ") port)
       (if (condition? problem)
           (display-condition problem port)
           (write problem port))
       (newline port))
     (exit 1))
   (lambda ()
     (node-init "127.0.0.1:0")
     (action))))

(define (%write-json object)
  (json-write object)
  (newline))

(define (%or-null value) (or value 'null))

(define (%version-json version)
  (list (cons 'library (library-version-library version))
        (cons 'version (%or-null (library-version-version version)))
        (cons 'hash (library-version-hash version))
        (cons 'commit (%or-null (library-version-commit version)))
        (cons 'sources (%or-null (library-version-sources version)))
        (cons 'origin (%or-null (library-version-origin version)))
        (cons 'from (%or-null (library-version-from version)))
        (cons 'current (library-version-current? version))
        (cons 'importers (list->vector (library-version-importers version)))
        (cons 'processes
              (list->vector (map %process-json
                                 (library-version-processes version))))))

(define (%process-json process)
  (list (cons 'process (cadr process))
        (cons 'name (list-ref process 2))
        (cons 'frames (list-ref process 3))))

(define (%left-json row)
  (list (cons 'process (cadr row))
        (cons 'name (list-ref row 2))
        (cons 'library (list-ref row 3))
        (cons 'version (%or-null (list-ref row 4)))
        (cons 'hash (list-ref row 5))
        (cons 'frames (list-ref row 6))))

(define (%library-json library)
  (call-with-output-string (lambda (port) (write library port))))
