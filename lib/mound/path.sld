;;; Paths of files as strings, with / between the parts. Nothing here looks at
;;; the file system.

(define-library (mound path)
  (import (mound syntax) (mound base))
  (export
    path-absolute? path-directory path-extension path-join path-name
    path-normalize path-parts path-stem path-with-extension)
  (include "path.scm"))
