;;; Version 1.0 of the library (example.org/ann/words).

(define-library (words)
  (import (scheme base))
  (export word-for)
  (begin
    (define words '((ping . pong)))
    (define (word-for question) (cdr (assq question words)))))
