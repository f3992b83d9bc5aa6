;; Characters and strings beyond ASCII: cases, folding, digits, escapes.
(import (scheme base) (scheme char) (scheme write) (scheme read))

(define (show . objects) (write objects) (newline))

;; Special cases change the length, and the last sigma of a word has a form.
(show (string-upcase "Straße ŉ ﬁ ΐ") (string-downcase "ΟΔΥΣΣΕΥΣ ΣΑΣ Σ İ"))
(show (string-upcase "ὀδυσσεύς") (string-downcase "ÀÉÎÕÜ ЖЩ"))
(show (string-foldcase "Straße ẞ ΟΔΥΣΣΕΥΣ ς ﬁ K µ"))
(show (string-ci=? "Straße" "STRASSE") (string-ci=? "ẞ" "ß") (string-ci=? "ΣΑΣ" "σας")
      (string-ci=? "ı" "i") (string-ci<? "ä" "Ö") (string-ci=? "Ꭰ" "ꭰ"))

;; Characters map to one character, or stay.
(show (map char-upcase '(#\a #\ß #\λ #\ς #\ÿ #\ж #\1 #\x1fb3 #\x1f80 #\ꭰ)))
(show (map char-downcase '(#\A #\Σ #\Ж #\x130 #\ẞ #\1 #\x1f88)))
(show (map char-foldcase '(#\A #\Σ #\ς #\x130 #\ı #\ẞ #\ꭰ #\K)))
(show (map char-ci=? '(#\σ #\K #\ſ #\ß) '(#\ς #\k #\S #\ẞ)))
(show (map char-alphabetic? '(#\é #\中 #\ა #\ⅷ #\2 #\_ #\ª)))
(show (map char-upper-case? '(#\É #\é #\中 #\Ⅷ #\ª #\ǅ)))
(show (map char-lower-case? '(#\É #\é #\中 #\ⅷ #\ª #\ǅ)))
(show (map char-whitespace? '(#\x85 #\xa0 #\x2003 #\x3000 #\x200b #\x180e)))

;; Decimal digits of every script, and nothing else that is a number.
(show (map digit-value '(#\x669 #\x6f5 #\x96f #\xe59 #\xff17 #\x1d7ff #\x11f53
                         #\x1e5f4 #\x16d79)))
(show (map digit-value '(#\² #\½ #\Ⅷ #\㉈ #\一 #\a)))
(show (map char-numeric? '(#\x669 #\² #\½ #\x1e4f9 #\a)))

;; Written with escapes, and read back as they were.
(define texts
  (list "a\"b\\c|d" "\a\b\t\n\r\x0;\x7f;" "λ→𝄞" "\x85;\xa0;\x2028;\xfeff;" ""))
(show texts)
(define (read-back object)
  (let ((port (open-output-string)))
    (write object port)
    (read (open-input-string (get-output-string port)))))
(show (equal? texts (read-back texts)))
(define characters
  (list #\a #\space #\newline #\nul #\x7f #\tab #\x85 #\xa0 #\( #\; #\λ #\x1f600
        #\xfeff))
(show characters)
(show (equal? characters (read-back characters)))
(define symbols
  (map string->symbol
       '("a" "A b" "" "." ".." "1" "+i" "-x" "a|b" "a\nb" "λ" "#a" "a;b" "é" "a\\b" "'a")))
(show symbols)
(show (equal? symbols (read-back symbols)))
(show (char-ready? (open-input-string "x")) (char-ready? (open-input-string "")))
(show (map char->integer (string->list "a\x10ffff;𝄞")))
(show (guard (e (#t (error-object-message e))) (integer->char #xd800)))
(show (guard (e (#t (error-object-message e))) (integer->char #x110000)))
