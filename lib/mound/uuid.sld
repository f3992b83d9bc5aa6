;;; Universally unique identifiers (RFC 9562).

(define-library (mound uuid)
  (import (mound syntax) (mound base) (mound crypto) (mound clock))
  (export
    bytevector->uuid make-ordered-uuid make-uuid uuid->bytevector uuid?)
  (include "uuid.scm"))
