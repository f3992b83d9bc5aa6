;;; Connections by TLS, with which those of (mound tcp) cannot be read or
;;; changed on their way.

(define-library (mound tls)
  (import (mound syntax) (mound base) (mound options) (mound resource)
          (mound tcp) (only (termite process) pid? timeout:))
  (export
    binary: certificate: host: http2: key: make-certificate timeout:
    tls-connect tls-listen tls-renew! trust:)
  (include "tls.scm"))
