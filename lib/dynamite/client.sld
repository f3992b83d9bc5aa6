;;; Pages of (dynamite) without a browser: for tests, and for programs that use
;;; pages as people do.

(define-library (dynamite client)
  (import (mound syntax) (mound base) (mound json) (mound http) (mound options)
          (mound tcp) (mound websocket) (dynamite) (mound clock))
  (export
    apply-changes call-with-page client-find client-say client-session
    client-text client-tree client-wait client? session: page:)
  (include "client.scm"))
