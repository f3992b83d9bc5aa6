;;; Files as a whole, what is known of them, and temporary ones.

;;> (read-file path): the text of the file, which must be UTF-8: a string that
;;> cannot be changed, as one that was received. Raises type, file.
;;> Example: (read-file "/dev/null") => ""
(define (read-file path)
  (%require-path path 'read-file)
  (%host 'read-file path #t))

;;> (read-file-bytes path): the bytes of the file, which cannot be changed.
;;> Raises type, file.
;;> Example: (read-file-bytes "/dev/null") => #u8()
(define (read-file-bytes path)
  (%require-path path 'read-file-bytes)
  (%host 'read-file path #f))

;;> (read-file-lines path): the lines of the file, without their ends. Raises
;;> type, file.
;;> Example: (call-with-temporary-file (lambda (path) (write-file path "a\nb") (read-file-lines path))) => ("a" "b")
(define (read-file-lines path) (call-with-input-file path read-lines))

;;> (read-file-data path): the data in the file, a list. Raises type, file,
;;> read.
;;> Example: (call-with-temporary-file (lambda (path) (write-file path "1 (2)") (read-file-data path))) => (1 (2))
(define (read-file-data path) (call-with-input-file path read-data))

(define (%write-file path content mode who)
  (%require-path path who)
  (if (not (or (string? content) (bytevector? content)))
      (%type-error who "a string or a bytevector" content))
  (%host 'write-file path content mode)
  (void))

;;> (write-file path content): makes the file of this string or bytevector, in
;;> place of one that exists. Raises type, file.
;;> Example: (call-with-temporary-file (lambda (path) (write-file path "text") (read-file path))) => "text"
(define (write-file path content)
  (%write-file path content 'truncate 'write-file))

;;> (append-to-file path content): adds the string or bytevector to the end of
;;> the file, which is made if there is none. Raises type, file.
;;> Example: (call-with-temporary-file (lambda (path) (append-to-file path "a") (append-to-file path "b") (read-file path))) => "ab"
(define (append-to-file path content)
  (%write-file path content 'append 'append-to-file))

;;> (write-file-lines path lines): makes the file of these strings, each with an
;;> end of line. Raises type, file.
;;> Example: (call-with-temporary-file (lambda (path) (write-file-lines path '("a" "b")) (read-file path))) => "a\nb\n"
(define (write-file-lines path lines)
  (%require-list lines 'write-file-lines)
  (call-with-output-file
   path
   (lambda (port)
     (for-each (lambda (line)
                 (write-string line port)
                 (newline port))
               lines))))

;;> (open-append-file path): a textual port that writes to the end of the file,
;;> which is made if there is none. Raises type, file.
;;> Example: (call-with-temporary-file (lambda (path) (call-with-port (open-append-file path) (lambda (port) (write 1 port))) (read-file path))) => "1"
(define (open-append-file path)
  (%require-path path 'open-append-file)
  (%file-port 'text-output path 'open-output 'append))

;;> (open-binary-append-file path): the same with a binary port. Raises type,
;;> file.
;;> Example: (call-with-temporary-file (lambda (path) (call-with-port (open-binary-append-file path) (lambda (port) (write-u8 1 port))) (read-file-bytes path))) => #u8(1)
(define (open-binary-append-file path)
  (%require-path path 'open-binary-append-file)
  (%file-port 'byte-output path 'open-output 'append))

;;> (open-new-file path): a textual port that writes to a new file. Raises type,
;;> and file if the file exists.
;;> Example: (call-with-temporary-file (lambda (path) (guard (e ((file-error? e) 'exists)) (open-new-file path)))) => exists
(define (open-new-file path)
  (%require-path path 'open-new-file)
  (%file-port 'text-output path 'open-output 'create))

;;> (file-info? object): whether it is what file-info returns. SRFI 170.
;;> Example: (map file-info? (list (file-info "/") "/")) => (#t #f)
;;> (file-info:size info): the length of the file in bytes. Raises type. SRFI
;;> 170.
;;> Example: (exact-integer? (file-info:size (file-info "/"))) => #t
;;> (file-info:mtime info): when its content was last changed, in seconds since
;;> the Epoch. Raises type. SRFI 170.
;;> Example: (real? (file-info:mtime (file-info "/"))) => #t
;;> (file-info:mode info): its permissions, an exact integer: 420, which is
;;> #o644, for rw-r--r--. Raises type. SRFI 170.
;;> Example: (exact-integer? (file-info:mode (file-info "/"))) => #t
;;> (file-info:inode info): its number within its file system, an exact integer.
;;> Raises type. SRFI 170.
;;> Example: (exact-integer? (file-info:inode (file-info "/"))) => #t
;;> (file-info:device info): the number of the file system where it is, an exact
;;> integer. Raises type. SRFI 170.
;;> Example: (exact-integer? (file-info:device (file-info "/"))) => #t
(define-record-type information
  (%make-file-info kind size mtime mode inode device)
  file-info?
  (kind %file-info-kind)
  (size file-info:size)
  (mtime file-info:mtime)
  (mode file-info:mode)
  (inode file-info:inode)
  (device file-info:device))

;;> (file-info path [follow?]): what is known of the file or directory: read it
;;> with file-info:size (in bytes), file-info:mtime (of the last change, in
;;> seconds since the Epoch), file-info:mode (permissions, as 420 for
;;> rw-r--r--), file-info:inode, file-info:device and the predicates below. With
;;> #f, a link is not followed. Raises type, file. SRFI 170.
;;> Example: (let ((info (file-info "/"))) (list (file-info? info) (file-info-directory? info))) => (#t #t)
(define file-info
  (case-lambda
    ((path) (file-info path #t))
    ((path follow?)
     (%require-path path 'file-info)
     (let ((found (%host 'file-information path (if follow? #t #f))))
       (if found
           (apply %make-file-info found)
           (%error-of-kind
            'file 'file-info
            (string-append "cannot look at " path
                           ": no such file or directory")))))))

;;> (file-info-regular? info): whether it is of an ordinary file. Raises type.
;;> Example: (file-info-regular? (file-info "/")) => #f
(define (file-info-regular? info) (eq? (%file-info-kind info) 'file))

;;> (file-info-directory? info): whether it is of a directory. Raises type.
;;> Example: (file-info-directory? (file-info "/")) => #t
(define (file-info-directory? info) (eq? (%file-info-kind info) 'directory))

;;> (file-info-symlink? info): whether it is of a link, which was not followed.
;;> Raises type.
;;> Example: (file-info-symlink? (file-info "/" #f)) => #f
(define (file-info-symlink? info) (eq? (%file-info-kind info) 'link))

;;> (file-size path): its length in bytes. Raises type, file.
;;> Example: (call-with-temporary-file (lambda (path) (write-file path "abc") (file-size path))) => 3
(define (file-size path) (file-info:size (file-info path)))

;;> (rename-file from to): gives the file or directory another path, in place of
;;> one that has it. Raises type, file. SRFI 170.
;;> Example: (guard (e ((file-error? e) (error-object-message e))) (rename-file "/no/such" "/b")) => "cannot rename /no/such: no such file or directory"
(define (rename-file from to)
  (%require-path from 'rename-file)
  (%require-path to 'rename-file)
  (%host 'rename-file from to)
  (void))

;;> (copy-file from to): copies content and permissions, in place of what `to`
;;> was. Returns how many bytes. Raises type, file.
;;> Example: (call-with-temporary-file (lambda (path) (write-file path "abc") (let* ((to (create-temp-file)) (count (copy-file path to))) (delete-file to) count))) => 3
(define (copy-file from to)
  (%require-path from 'copy-file)
  (%require-path to 'copy-file)
  (%host 'copy-file from to))

;;> (create-symlink target path): makes a link at the path that leads to the
;;> target. Raises type, file. SRFI 170.
;;> Example: (guard (e ((file-error? e) 'refused)) (create-symlink "a" "/no/such/b")) => refused
(define (create-symlink target path)
  (%require-path target 'create-symlink)
  (%require-path path 'create-symlink)
  (%host 'create-link target path)
  (void))

;;> (read-symlink path): where the link leads. Raises type, file. SRFI 170.
;;> Example: (guard (e ((file-error? e) 'no-link)) (read-symlink "/")) => no-link
(define (read-symlink path)
  (%require-path path 'read-symlink)
  (%host 'read-link path))

;;> (real-path path): the absolute path without links, `.` and `..`. Raises
;;> type, file. SRFI 170.
;;> Example: (real-path "/.") => "/"
(define (real-path path)
  (%require-path path 'real-path)
  (%host 'resolve-path path))

;;> (set-file-mode path mode): sets the permissions, a number from 0 to #o7777.
;;> Raises type, file. SRFI 170.
;;> Example: (call-with-temporary-file (lambda (path) (set-file-mode path #o600) (file-info:mode (file-info path)))) => 384
(define (set-file-mode path mode)
  (%require-path path 'set-file-mode)
  (if (not (and (fixnum? mode) (<= 0 mode #o7777)))
      (%type-error 'set-file-mode "permissions, 0 to #o7777" mode))
  (%host 'set-permissions path mode)
  (void))

;;> (create-temp-file [prefix]): makes an empty file with a path that nobody
;;> else has, which begins with the prefix, and returns the path. Raises type,
;;> file. SRFI 170.
;;> Example: (let* ((path (create-temp-file)) (size (file-size path))) (delete-file path) size) => 0
(define create-temp-file
  (case-lambda
    (() (%host 'temporary #f "mound-" #f))
    ((prefix)
     (%require-path prefix 'create-temp-file)
     (%host 'temporary "" prefix #f))))

;;> (call-with-temporary-file procedure): calls the procedure with the path of a
;;> new, empty file, deletes the file and returns what the procedure did. Raises
;;> file.
;;> Example: (file-exists? (call-with-temporary-file (lambda (path) path))) => #f
(define (call-with-temporary-file procedure)
  (let ((path (create-temp-file)))
    (dynamic-wind
     void
     (lambda () (procedure path))
     (lambda () (if (file-exists? path) (delete-file path))))))
