;;; Directories.

;;> (directory? path): whether there is a directory of this name. Raises type,
;;> file.
;;> Example: (list (directory? "/") (directory? "/dev/null")) => (#t #f)
(define (directory? path)
  (if (file-exists? path) (file-info-directory? (file-info path)) #f))

;;> (directory-files path): the names in the directory, sorted, without `.` and
;;> `..`. Raises type, file. SRFI 170.
;;> Example: (call-with-temporary-directory directory-files) => ()
(define (directory-files path)
  (%require-path path 'directory-files)
  (%host 'list-directory path))

;;> (create-directory path): makes a directory. Raises type, and file if it
;;> exists or its parent does not. SRFI 170.
;;> Example: (guard (e ((file-error? e) (error-object-message e))) (create-directory "/")) => "cannot create /: it exists already"
(define (create-directory path)
  (%require-path path 'create-directory)
  (%host 'create-directory path #f)
  (void))

;;> (create-directories path): makes the directory and those on the way to it
;;> that do not exist. Raises type, file.
;;> Example: (call-with-temporary-directory (lambda (path) (create-directories (path-join path "a" "b")) (directory? (path-join path "a/b")))) => #t
(define (create-directories path)
  (%require-path path 'create-directories)
  (%host 'create-directory path #t)
  (void))

;;> (delete-directory path): deletes an empty directory. Raises type, file. SRFI
;;> 170.
;;> Example: (guard (e ((file-error? e) 'not-there)) (delete-directory "/no/such")) => not-there
(define (delete-directory path)
  (%require-path path 'delete-directory)
  (%host 'delete-directory path #f)
  (void))

;;> (delete-tree path): deletes the directory and everything in it. Links are
;;> deleted and not followed. Raises type, file.
;;> Example: (guard (e ((file-error? e) 'not-there)) (delete-tree "/no/such")) => not-there
(define (delete-tree path)
  (%require-path path 'delete-tree)
  (%host 'delete-directory path #t)
  (void))

;;> (directory-walk path procedure): calls the procedure with the path and the
;;> file-info of each file and directory below, in the order of their names, a
;;> directory before what is in it. Links are not followed. Raises type, file.
;;> Example: (call-with-temporary-directory (lambda (path) (let ((seen '())) (create-directories (path-join path "a/b")) (directory-walk path (lambda (found info) (set! seen (cons (path-name found) seen)))) seen))) => ("b" "a")
(define (directory-walk path procedure)
  (%require-callback procedure 2 'directory-walk)
  (for-each
   (lambda (name)
     (let* ((below (path-join path name)) (info (file-info below #f)))
       (procedure below info)
       (if (file-info-directory? info) (directory-walk below procedure))))
   (directory-files path)))

;;> (find-files path test): the paths of the files below for which (test path
;;> info) holds, in the order of directory-walk. Raises type, file.
;;> Example: (call-with-temporary-directory (lambda (path) (write-file (path-join path "a.txt") "") (map path-name (find-files path (lambda (found info) (file-info-regular? info)))))) => ("a.txt")
(define (find-files path test)
  (let ((found '()))
    (directory-walk path
                    (lambda (below info)
                      (if (test below info) (set! found (cons below found)))))
    (reverse found)))

;;> (current-directory): the directory at which relative paths begin. It is that
;;> in which the node was started, for all processes. Raises file. SRFI 170.
;;> Example: (path-absolute? (current-directory)) => #t
(define (current-directory) (%host 'current-directory))

;;> (create-temp-directory [prefix]): makes an empty directory with a path that
;;> nobody else has, and returns the path. Raises type, file.
;;> Example: (let* ((path (create-temp-directory)) (names (directory-files path))) (delete-directory path) names) => ()
(define create-temp-directory
  (case-lambda
    (() (%host 'temporary #f "mound-" #t))
    ((prefix)
     (%require-path prefix 'create-temp-directory)
     (%host 'temporary "" prefix #t))))

;;> (call-with-temporary-directory procedure): calls the procedure with the path
;;> of a new directory, deletes the directory with all that is in it and returns
;;> what the procedure did. Raises file.
;;> Example: (directory? (call-with-temporary-directory (lambda (path) path))) => #f
(define (call-with-temporary-directory procedure)
  (let ((path (create-temp-directory)))
    (dynamic-wind
     void
     (lambda () (procedure path))
     (lambda () (if (file-exists? path) (delete-tree path))))))
