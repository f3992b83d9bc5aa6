;; A record that was written in part, to a disk that was full, was followed by
;; the next one in the same line.
(import (scheme base) (scheme write) (mound file) (mound directory)
        (mound strings) (termite log))
(call-with-temporary-file
  (lambda (path)
    (delete-file path)
    ;; For now it is nothing that could be written to.
    (create-directory path)
    (log-to-file path)
    (info "lost")
    (log-flush)
    (delete-directory path)
    (write-file path "[info] torn")
    (info "first")
    (info "second")
    (log-flush)
    (for-each (lambda (line)
                (write (cond ((string-search "torn" line) line)
                             ((string-search "first" line) 'first)
                             ((string-search "second" line) 'second)
                             (else line)))
                (newline))
              (read-file-lines path))))
