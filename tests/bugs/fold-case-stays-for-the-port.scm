;; #!fold-case was in force up to the end of the datum only, and folded ß to itself.
(import (scheme base) (scheme read) (scheme write))
(define port (open-input-string "A #!fold-case B C Straße #!no-fold-case D"))
(let loop ()
  (let ((datum (read port)))
    (if (not (eof-object? datum))
        (begin (write datum) (newline) (loop)))))
