;;; Files as a whole, what is known of them, and temporary ones. Many names are
;;; those of SRFI 170.

(define-library (mound file)
  (import (mound syntax) (mound base) (mound port) (mound resource)
          (scheme file))
  (export
    append-to-file call-with-temporary-file copy-file create-symlink
    create-temp-file delete-file file-exists? file-info file-info-directory?
    file-info-regular? file-info-symlink? file-info:device file-info:inode
    file-info:mode file-info:mtime file-info:size file-info? file-size
    open-append-file open-binary-append-file open-new-file read-file
    read-file-bytes read-file-data read-file-lines read-symlink real-path
    rename-file set-file-mode write-file write-file-lines)
  (include "file.scm"))
