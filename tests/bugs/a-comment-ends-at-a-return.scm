;; A carriage return ends a line, and so a comment.
(import (scheme base) (scheme read) (scheme write))
(define port (open-input-string "1 ; one\r2 ; two\r\n3"))
(let* ((a (read port)) (b (read port)) (c (read port)))
  (write (list a b c)))
(newline)
