;;; Directories.

(define-library (mound directory)
  (import (mound syntax) (mound base) (mound file) (mound path)
          (mound resource))
  (export
    call-with-temporary-directory create-directory create-directories
    create-temp-directory current-directory delete-directory delete-tree
    directory-files directory-walk directory? find-files)
  (include "directory.scm"))
