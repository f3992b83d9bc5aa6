;;; Files of settings: lines of name=value, in this directory or in that of
;;; HOME. Where there is none, what is asked for has its usual value.

;; The file of that name, and with the name of what it is about behind a dot if
;; that is not empty. #f if there is none and it may be missing.
(define (%settings-file base name who unreadable)
  (let* ((file (if (string=? name "") base (string-append base "." name)))
         (needed? (not (string=? name "")))
         (home (get-environment-variable "HOME"))
         (at-home (and home (string-append home "/" file))))
    (cond ((file-exists? file) file)
          ((and at-home (file-exists? at-home)) at-home)
          ((not needed?) #f)
          ((not home)
           (%pony-error 'pony-startup who -15 "HOME is not set"))
          (else
           (%pony-error 'pony-startup who unreadable
                        "there is no such file of settings:" file)))))

;; What the file says, (name . value) each, of the settings that have these
;; names. `unreadable` and `invalid` are the codes of what is wrong with it.
(define (%settings file names who unreadable invalid)
  (define (setting line)
    (let loop ((rest names))
      (cond ((null? rest) (%bad-settings file who invalid))
            ((%after (string-append (car rest) "=") line)
             => (lambda (value) (cons (car rest) value)))
            (else (loop (cdr rest))))))
  (let loop ((lines (catch (lambda (problem)
                             (if (file-error? problem)
                                 (%pony-error 'pony-startup who unreadable
                                              "the file cannot be read:" file)
                                 (raise problem)))
                      (call-with-input-file file %lines)))
             (found '()))
    (cond ((null? lines) found)
          ((string=? "" (car lines)) (loop (cdr lines) found))
          (else (loop (cdr lines) (cons (setting (car lines)) found))))))

(define (%setting name settings default)
  (let ((found (assoc name settings))) (if found (cdr found) default)))

(define (%bad-settings file who invalid)
  (%pony-error 'pony-startup who invalid
               "the file of settings is not valid:" file))

;; A file is read as far as a megabyte.
(define (%lines port)
  (string-split (let ((text (read-string 1048576 port)))
                  (if (eof-object? text) "" text))
                "\n"))

(define (%after prefix line)
  (let ((length (string-length prefix)))
    (and (>= (string-length line) length)
         (string=? prefix (substring line 0 length))
         (string-copy line length))))

;; Whether it is the number of a port, in text.
(define (%port-text? text)
  (let ((number (string->number text)))
    (and (exact-integer? number) (<= 0 number 65535))))
