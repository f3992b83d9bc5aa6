;; What the machine, the user and the environment are; modes of files; variables of subprocesses.
(import (scheme base) (scheme file) (scheme process-context) (srfi 64)
        (mound directory) (mound environment) (mound file) (mound path) (mound subprocess))
(test-begin "surroundings")

(define (output-of . words)
  (car (call-with-values (lambda () (run-program (car words) (cdr words))) list)))

(test-group "the machine says the same"
  (test-assert (directory? (temporary-directory)))
  (test-assert (path-absolute? (temporary-directory)))
  (test-equal (or (get-environment-variable "TMPDIR") "/tmp") (temporary-directory))
  (test-equal (get-environment-variable "HOME") (home-directory))
  (test-assert (and (exact-integer? (processor-count)) (<= 1 (processor-count))))
  (test-assert (and (exact-integer? (current-process-id)) (< 1 (current-process-id))))
  (test-assert (member (operating-system) '("linux" "macos")))
  (test-equal '(#t #t) (map (lambda (text) (and (string? text) (< 0 (string-length text))))
                            (list (machine-architecture) (host-name))))
  (test-assert (not (equal? (host-name) (operating-system))))
  (test-equal (command-line-arguments) (cdr (command-line)))
  (test-assert (path-absolute? (current-directory)))
  (test-equal (real-path ".") (real-path (current-directory))))

(test-group "modes of files, from none to all"
  (call-with-temporary-file
   (lambda (path)
     (for-each
      (lambda (mode)
        (set-file-mode path mode)
        (test-equal mode (file-info:mode (file-info path))))
      '(0 1 #o600 #o644 #o755 #o777 #o1777))
     (for-each (lambda (wrong) (test-error 'type (set-file-mode path wrong))) '(-1 #o10000 1.0 a "644")))))

(test-group "files of one name"
  (call-with-temporary-file
   (lambda (path)
     (write-file path "abc")
     (let ((info (file-info path)) (other (file-info "/")))
       (test-equal '(3 #t #f #f) (list (file-info:size info) (file-info-regular? info) (file-info-directory? info)
                                       (file-info-symlink? info)))
       (test-equal '(#t #f) (map file-info? (list info path)))
       (test-equal (list (file-info:inode info) (file-info:device info))
         (let ((again (file-info path #f))) (list (file-info:inode again) (file-info:device again))))
       (test-assert (not (= (file-info:inode info) (file-info:inode other))))
       (for-each (lambda (part) (test-error 'type (part path)))
                 (list file-info:size file-info:mode file-info:mtime file-info:inode file-info:device
                       file-info-regular? file-info-directory? file-info-symlink?)))
     (call-with-port (open-binary-append-file path) (lambda (port) (write-u8 100 port)))
     (call-with-port (open-append-file path) (lambda (port) (write-string "e" port)))
     (test-equal "abcde" (read-file path))
     (test-error 'file (open-new-file path)))))

(test-group "temporary directories"
  (test-equal '(#t (#f "result"))
    (let ((kept #f))
      (let ((value (call-with-temporary-directory
                    (lambda (path)
                      (set! kept path)
                      (create-directories (path-join path "a/b"))
                      (write-file (path-join path "a/b/c") "x")
                      (list (directory? path) "result")))))
        (list (car value) (list (directory? kept) (cadr value))))))
  ;; Gone also when it is left by an exception.
  (test-equal '(oops #f)
    (let ((kept #f))
      (guard (e (#t (list e (directory? kept))))
        (call-with-temporary-directory (lambda (path) (set! kept path) (raise 'oops)))))))

(test-group "variables of subprocesses"
  (define (variable . bindings)
    (let ((program (start-program "sh" '("-c" "printf %s \"${MOUND_TEST_A-unset}\"") output: 'pipe environment: bindings)))
      (let ((text (read-string 100 (program-output program))))
        (if (eof-object? text) "" text))))
  (test-equal '("x" "" "unset" "unset" "y=z")
    (list (variable '("MOUND_TEST_A" . "x")) (variable '("MOUND_TEST_A" . "")) (variable '("MOUND_TEST_A" . #f)) (variable)
          (variable '("OTHER" . "q") '("MOUND_TEST_A" . "y=z"))))
  (for-each
   (lambda (wrong) (test-error 'type (start-program "true" '() environment: (list wrong))))
   '(5 "A=1" (a . "1") (5 . "1"))))
(test-end)
