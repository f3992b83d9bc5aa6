;;; Digests, authentication codes, random bytes, and bytes as text.

(define-library (mound crypto)
  (import (mound syntax) (mound base))
  (export
    base64->bytevector bytevector->base64 bytevector->hexadecimal
    bytevector=?/constant-time digest hexadecimal->bytevector hmac
    random-bytes)
  (include "crypto.scm" "crypto-text.scm"))
