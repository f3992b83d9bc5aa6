;; Strings of one, two and four bytes a character, joined and copied onto each other
;; and onto themselves.
(import (scheme base) (scheme write))

(define widths '("narrow" "b\x3bb;b" "c\x1F600;c"))
(for-each
 (lambda (a)
   (for-each
    (lambda (b)
      (let ((target (string-append "0123456789" a)))
        (string-copy! target 2 b 1)
        (write (list (string-append a b "" a) target (string-length target)))
        (newline)))
    widths))
 widths)

(define (shifted at start end text)
  (let ((text (string-copy text)))
    (string-copy! text at text start end)
    text))
(write (map (lambda (text) (list (shifted 0 1 6 text) (shifted 1 0 5 text)))
            '("abcdef" "ab\x3bb;def" "ab\x1F600;def")))
(newline)
(write (list (substring "ab\x3bb;def" 3 6) (string-append) (string-append "" "")))
(newline)
