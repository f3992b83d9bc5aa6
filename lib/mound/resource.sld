;;; What the libraries of files, connections and subprocesses share: operations
;;; of the host, and port processes for what they open.

(define-library (mound resource)
  (import (mound syntax) (mound base))
  (export
    %close-owner %connection-ports %deadline-of %file-port %host %host-until
    %require-path %require-string %with-owners)
  (include "resource.scm"))
