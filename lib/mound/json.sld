;;; JSON (RFC 8259), from ports and to ports. The names, and what stands for
;;; what, are those of SRFI 180 where nothing else is said.

(define-library (mound json)
  (import (mound syntax) (mound base) (mound options))
  (export
    arrays: depth: json->string json-for-each json-null? json-read json-write
    numbers: objects: string->json)
  (include "json.scm" "json-write.scm"))
