;;; Compression with deflate (RFC 1951): gzip, zlib, or nothing around it; and
;;; with zstd (RFC 8878).

(define-library (mound compress)
  (import (mound syntax) (mound base) (mound options))
  (export compress decompress level: limit:)
  (include "compress.scm"))
