;; SRFI 166: formatting.
(import (scheme base) (scheme char) (scheme file) (srfi 64) (srfi 166)
        (only (mound file) call-with-temporary-file) (only (srfi 166 base) each) (only (srfi 166 pretty) pretty)
        (only (srfi 166 columnar) columnar) (only (srfi 166 unicode) upcased)
        (only (srfi 166 color) as-red))
(test-begin "srfi-166")
(define-syntax check
  (syntax-rules ()
    ((_ (expected formatter ...) ...)
     (begin (test-equal expected (show #f formatter ...)) ...))))

(define to (open-output-string))
(show to "a" 1 #\b nl)
(test-equal "a1b\n" (get-output-string to))
(parameterize ((current-output-port to)) (show #t "c"))
(test-equal "a1b\nc" (get-output-string to))
(test-error 'type (show 5 "a"))
(test-error 'type (show #f car))
(check
 ("" ) ("a" "a") ("(\"a\" #\\b c)" '("a" #\b c)) ("a\"a\"" (displayed "a") (written "a"))
 ("(0 . 1)" (written (cons 0 1))) ("1.5 2" 1.5 " " (with ((precision 0)) 1.5))
 ("1/7 0.143 0.14285714285714285714"
  1/7 " " (with ((precision 3)) 1/7) " " (with ((precision 20)) 1/7))
 ("0.33333333333333333333333333333333333333333333333333" (with ((precision 50)) 1/3))
 ("'a `(b ,c ,@d) (quote) #(1 \"x\") #u8(1)" (joined written '('a `(b ,c ,@d) (quote) #(1 "x") #u8(1)) " "))
 ("(1.50 #(2.00) . x)" (with ((precision 2)) (written '(1.5 #(2) . x))))
 ("#xff #b11 #o17 35" (with ((radix 16)) 255) " " (with ((radix 2)) 3) " " (with ((radix 8)) 15) " "
  (with ((radix 36)) 35)))
(define circle (list 1 2))
(set-cdr! (cdr circle) circle)
(define twice (let ((x (list 1))) (list x x)))
(check
 ("#0=(1 2 . #0#)" (written circle)) ("((1) (1))" (written twice)) ("(#0=(1) #0#)" (written-shared twice))
 ("((1) (1))" (written-simply twice)) ("(1 2 1 2 1" (trimmed/lazy 10 (written-simply circle)))
 ("#0=#(#0#)" (let ((v (vector 1))) (vector-set! v 0 v) (written v))))
(check
 ("hi, bob!" (escaped "hi, bob!")) ("hi, \\\"bob!\\\"" (escaped "hi, \"bob!\"")) ("a\\\\b" (escaped "a\\b"))
 ("it''s" (escaped "it's" #\' #f)) ("it|'s \"" (escaped "it's \"" #\' #\|))
 ("a\\nb" (escaped "a\nb" #\" #\\ (lambda (c) (and (char=? c #\newline) #\n))))
 ("foo" (maybe-escaped "foo" char-whitespace? #\")) ("\"foo bar\"" (maybe-escaped "foo bar" char-whitespace? #\"))
 ("\"foo\\\"bar\"" (maybe-escaped "foo\"bar" char-whitespace?))
 ("'it''s'" (maybe-escaped "it's" char-whitespace? #\' #f))
 ("\"a\\nb\"" (maybe-escaped "a\nb" (lambda (c) #f) #\" #\\ (lambda (c) (and (char=? c #\newline) #\n)))))
(test-error 'type (escaped 'a))

;; Numbers.
(check
 ("57005 dead -2s" (numeric 57005) " " (numeric 57005 16) " " (numeric -100 36))
 ("3.14 3.1 3" (numeric 3.14159 10 2) " " (numeric 3.14159 10 1) " " (numeric 3.14159 10 0))
 ("0.05 -0.50 100.00 0.001" (numeric 1/20 10 2) " " (numeric -.5 10 2) " " (numeric 100 10 2) " " (numeric 1/1000 10 3))
 ("1.00 3 -3 2" (numeric .999 10 2) " " (numeric 2.5 10 0) " " (numeric -2.5 10 0) " " (numeric 3/2 10 0))
 ("+1 -1 +0" (numeric 1 10 #f #t) " " (numeric -1 10 #f #t) " " (numeric 0 10 #f #t))
 ("(1.99) 1.99" (numeric -1.99 10 2 '("(" . ")")) " " (numeric 1.99 10 2 '("(" . ")")))
 ("1,234,567.89" (numeric 1234567.89 10 2 #f 3)) ("1 234,5" (numeric 1234.5 10 1 #f 3 #\space #\,))
 ("1.234,5" (numeric 1234.5 10 1 #f 3 #\.)) ("0.1 1.1" (numeric 1/2 2 1) " " (numeric 1.5 2))
 ("1.5+2.25i 1-2i" (numeric 1.5+2.25i) " " (numeric 1-2i)) ("+inf.0 +nan.0" (numeric +inf.0) " " (numeric +nan.0))
 ("-0.0 1e21" (numeric -0.0) " " (numeric 1e21))
 ("123,456,789" (numeric/comma 123456789)) ("1,23,45,67,89" (numeric/comma 123456789 2))
 ("12,34,56,789" (numeric/comma 123456789 '(3 2))) ("123 1,234 -1,234" (numeric/comma 123) " " (numeric/comma 1234) " " (numeric/comma -1234))
 ("1,0000.50 +5" (numeric/comma 10000.5 4 10 2) " " (numeric/comma 5 3 10 #f #t))
 ("608 608B 608 B" (numeric/si 608) " " (numeric/si 608) "B " (numeric/si 608 1000 " ") "B")
 ("4k 3.9KiB 1.2µm 1.2 µm" (numeric/si 3986) " " (numeric/si 3986 1024) "B " (numeric/si 1.23e-6) "m "
  (numeric/si 1.23e-6 1000 " ") "m")
 ("1M 999.9k -1.5G 0 1Q 2Mi 512" (numeric/si 999990) " " (numeric/si 999900) " " (numeric/si -1.5e9) " " (numeric/si 0) " "
  (numeric/si 1e30) " " (numeric/si 2097152 1024) " " (numeric/si 512 1024))
 ("1.25 #.## ## 12" (with ((precision 2)) (numeric/fitted 4 1.25) " " (numeric/fitted 4 12.345)) " "
  (with ((precision 0)) (numeric/fitted 2 123.45)) " " (numeric/fitted 2 12))
 ("  1.5 -22.25" (with ((decimal-align 4)) (numeric 1.5) " " (numeric -22.25)))
 ("1.234,5" (with ((comma-sep #\.) (comma-rule 3) (precision 1)) (numeric 1234.5)))
 ("1;5" (with ((decimal-sep #\;)) (numeric 1.5))) ("+5 (5)" (with ((sign-rule #t)) (numeric 5)) " " (with ((sign-rule '("(" . ")"))) (numeric -5))))
(test-error 'type (numeric 'a))
(test-error 'type (numeric/si 1 1001))
(test-error 'type (numeric/si +inf.0))
(test-error 'type (numeric/comma "1"))

;; Space.
(check
 ("\n" nl) ("" fl) ("hi\n" "hi" fl) ("hi\n" "hi" nl fl) ("a    b" "a" (space-to 5) "b") ("ab" "a" (space-to 0) "b")
 ("b" (tab-to 5) "b") ("a    b" "a" (tab-to 5) "b") ("abcdefghi b" "abcdefghi" (tab-to 5) "b")
 ("a       b" "a" (tab-to) "b") ("ab" "a" nothing "b") ("a...b" "a" (with ((pad-char #\.)) (space-to 4)) "b")
 ("x\na  b" "x\na" (space-to 3) "b"))
(test-error 'type (space-to 'a))
(test-error 'type (tab-to -1))
(check
 ("ab" (each "a" "b")) ("" (each)) ("ab" (each-in-list '("a" "b")))
 ("a, b, c" (joined displayed '(a b c) ", ")) ("abc" (joined displayed '(a b c))) ("" (joined displayed '() ", "))
 ("a" (joined displayed '(a) ", ")) ("/usr/bin" (joined/prefix displayed '(usr bin) "/")) ("1\n2\n" (joined/suffix displayed '(1 2) nl))
 ("ab ab" (joined/prefix displayed '(a b)) " " (joined/suffix displayed '(a b)))
 ("lions, tigers, and bears" (joined/last displayed (lambda (x) (each "and " x)) '(lions tigers bears) ", "))
 ("and a" (joined/last displayed (lambda (x) (each "and " x)) '(a) ", "))
 ("(1 2 . 3)" "(" (joined/dot displayed (lambda (dot) (each ". " dot)) '(1 2 . 3) " ") ")")
 ("1 2" (joined/dot displayed (lambda (dot) (error "called")) '(1 2) " "))
 ("0 1 2 3 4" (joined/range displayed 0 5 " ")) ("" (joined/range displayed 5 5 " ")) ("34" (joined/range displayed 3 5))
 ("5-6-7-8" (trimmed/lazy 7 (joined/range displayed 5 #f "-"))))
(test-error 'type (joined displayed 5))
(test-error 'type (each-in-list "a"))

;; Fitting.
(check
 ("  abc" (padded 5 "abc")) ("abc  |" (padded/right 5 "abc") "|") (" abc  |" (padded/both 6 "abc") "|") (" abc |" (padded/both 5 "abc") "|")
 ("abcdef abcdef abcdef" (padded 5 "abc" "def") " " (padded/right 5 "abcdef") " " (padded/both 5 "abcdef"))
 ("x   5" "x" (padded 4 5)) ("abcde" (trimmed 5 "abcde")) ("bcdef" (trimmed 5 "abcdef")) ("abcde" (trimmed/right 5 "abcdef"))
 ("abcde" (trimmed/both 5 "abcdef")) ("bcde" (trimmed/both 4 "abcdef")) ("...ef" (with ((ellipsis "...")) (trimmed 5 "abcdef")))
 ("ab..." (with ((ellipsis "...")) (trimmed/right 5 "abcdef"))) ("_bcd_" (with ((ellipsis "_")) (trimmed/both 5 "abcdef")))
 ("abcde" (with ((ellipsis "_")) (trimmed/both 5 "abcde"))) ("日本" (trimmed/right 2 "日本語")) ("" (trimmed 0 "abc"))
 ("abcx" (trimmed/lazy 3 "ab" "cd" (fn () (error "run"))) "x") ("ab" (trimmed/lazy 3 "ab"))
 ("  a bcd" (fitted 3 "a") " " (fitted 3 "abcd")) ("a   abc" (fitted/right 3 "a") " " (fitted/right 3 "abcd"))
 (" a  abc" (fitted/both 3 "a") " " (fitted/both 3 "abcd")))
(test-error 'range (show #f (with ((ellipsis "...")) (trimmed 2 "abcdef"))))
(test-error 'type (padded 'a "b"))

;; State.
(define depth (make-state-variable "depth" 1))
(define fixed (make-state-variable "fixed" 1 #t))
(check
 ("column: 8, 11" "column: " (fn ((col1 col)) (each col1 ", " (fn ((col2 col)) col2))))
 ("1 2 1" (fn (depth) depth) " " (with ((depth 2)) (fn (depth) depth)) " " (fn (depth) depth))
 ("23" (with! (depth 2)) (fn (depth) depth) (with! (depth 3)) (fn ((d depth)) d)) ("5" (with ((fixed 5)) (fn (fixed) fixed)))
 ("3:2" (with ((depth 2)) (fn ((d depth)) (define more (+ d 1)) (each more ":" d))))
 ("abc0" (forked "abc" (fn (col) col))) ("a\nrow 1 col 2" "a\nrow" (fn (row) (each " " row)) (fn (col) nothing) " col 2")
 ("A1" (call-with-output (each "a" 1) string-upcase)) ("[abc]3" (call-with-output "abc" (lambda (s) (each "[" s "]" (string-length s)))))
 ("79" (fn (width) width)) ("ABC" (with ((output (lambda (s) (output-default (string-upcase s))))) "ab" #\c))
 ("<a>" (with ((writer (lambda (object) (each "<" (written object) ">")))) 'a)) ("ok" (fn (port) (if (output-port? port) "ok" "no")))
 ("3 1 2" (fn (string-width) (string-width "abc")) " " (fn (string-width) (string-width "abc" 2)) " " (fn (string-width) (string-width "abc" 0 2)))
 ("b" (fn (substring/width) (substring/width "abc" 1 2))) ("no" (fn (substring/preserve) (if substring/preserve "yes" "no")))
 ("<a>b" (with ((substring/preserve (lambda (s) (each "<" s ">")))) (trimmed 1 "ab"))))
(test-error 'type (with! (fixed 2)))
(test-error 'type (show #f (fn ((x 5)) x)))
(test-error 'type (with ((5 1)) "a"))

;; Programs.
(define (lines . lines) (apply string-append (map (lambda (line) (string-append line "\n")) lines)))
(define fold
  '(define (fold kons knil ls)
     (let lp ((ls ls) (acc knil)) (if (null? ls) acc (lp (cdr ls) (kons (car ls) acc))))))
(check
 ((lines "(define (fold kons knil ls)" "  (let lp ((ls ls) (acc knil))" "    (if (null? ls)" "        acc"
         "        (lp (cdr ls)" "            (kons (car ls) acc)))))")
  (with ((width 39)) (pretty fold)))
 ((lines "(a b)") (pretty '(a b))) ((lines "(1 2 3 4 5 6" " 7 8 9 10)") (with ((width 12)) (pretty '(1 2 3 4 5 6 7 8 9 10))))
 ((lines "#(1 2 3 4" "  5 6 7)") (with ((width 10)) (pretty #(1 2 3 4 5 6 7)))) ((lines "'(aaaa bbbb" "       cccc)") (with ((width 12)) (pretty ''(aaaa bbbb cccc))))
 ((lines "(1 2 3" " . 4)") (with ((width 8)) (pretty '(1 2 3 . 4)))) ((lines "(begin" "  (display x)" "  (newline))") (with ((width 16)) (pretty '(begin (display x) (newline)))))
 ((lines "(a" "x") (with ((width 3)) "(a" nl (pretty 'x)))
 ((lines "#0=(1 2 . #0#)") (pretty circle)) ((lines "((1) (1))") (pretty twice)) ((lines "(#0=(1) #0#)") (pretty-shared twice))
 ((lines "((1) (1))") (pretty-simply twice)) ((lines "(a b)") (pretty-with-color '(a b)))
 ((lines "(1.50)") (with ((precision 2) (pretty-environment #f)) (pretty '(1.5)))))

;; Columns.
(check
 ("abc     123\ndef     456\n" (with ((width 16)) (columnar (displayed "abc\ndef\n") (displayed "123\n456\n"))))
 ("/* abc   | 123  */\n/* def   | 456  */\n"
  (with ((width 18)) (columnar "/* " (displayed "abc\ndef\n") " | " (displayed "123\n456\n") " */")))
 ("\n" (columnar)) ("  a|b\n   |c\n" (columnar 3 'right (displayed "a\n") "|" 2 (displayed "b\nc")))
 (" a  |b \n" (columnar 4 'center (displayed "a") "|" 2 (displayed "b") "")) ("1  2   3\n" (with ((width 12)) (columnar 3 (displayed "1") 1/2 (displayed "2") (displayed "3"))))
 ("   1 a\n   2 b\n" (columnar 4 'right 'infinite (line-numbers) " " (displayed "a\nb\n")))
 ("7\n8\n9\n" (trimmed/lazy 6 (columnar 'infinite (line-numbers 7))))
 ("a  |\n   |\nb  |\n" (columnar 3 (displayed "a\n\nb") "|"))
 ("3  2 2\n" (with ((width 7)) (columnar (fn (width) width) (fn (width) width) (fn (width) width))))
 ("|a  |123|\n|bc |45 |\n|def|6  |\n" (tabular "|" (each "a\nbc\ndef\n") "|" (each "123\n45\n6\n") "|"))
 ("|  a|\n|bcd|\n" (tabular "|" 'right (each "a\nbcd") "|")) ("\n" (tabular))
 ("one two\nthree\nfour" (with ((width 8)) (wrapped "one two  three" " four"))) ("" (wrapped "  "))
 ("aaa\nbb cc\nddddd" (with ((width 6)) (wrapped "aaa bb cc ddddd"))) ("longerword\na" (with ((width 4)) (wrapped "longerword a")))
 ("one two\nthree" (with ((width 8)) (wrapped/list '("one" "two" "three"))))
 ("a-b\nc" (with ((width 3) (word-separator? (lambda (c) (char=? c #\/)))) (wrapped "a-b/c")))
 ("abcd\nefgh\nij" (with ((width 4)) (wrapped/char "abcdefghij"))) ("ab\ncdef\ng" (with ((width 4)) (wrapped/char "ab\ncdefg")))
 ("a   b   cc\ndddd  eeee\nf" (with ((width 10)) (justified "a b cc dddd eeee f"))) ("a b" (justified "a  b"))
 ("ab  ab\nx   cd\n" (with ((width 8)) (columnar (displayed "ab\nx") (displayed "ab\ncd")) nothing) ""))
(test-error 'type (columnar -1 (displayed "a")))
(test-error 'type (wrapped/list "a"))
(call-with-temporary-file
 (lambda (path)
   (call-with-output-file path (lambda (port) (write-string "one\ntwo" port)))
   (test-equal "1 one\n2 two\n" (show #f (columnar 1 'infinite (line-numbers) " " (from-file path))))))

;; Terminals.
(define esc "\x1b;[")
(check
 ((string-append esc "31ma" esc "34mb" esc "31mc" esc "39m") (as-red "a" (as-blue "b") "c"))
 ((string-append esc "1m" esc "41ma" esc "49m" esc "22m") (as-bold (on-red "a"))))
(for-each
 (lambda (style code off)
   (test-equal (string-append esc code "mx" esc off "m") (show #f (style "x"))))
 (list as-black as-red as-green as-yellow as-blue as-magenta as-cyan as-white on-black on-red on-green on-yellow
       on-blue on-magenta on-cyan on-white as-bold as-italic as-underline)
 '("30" "31" "32" "33" "34" "35" "36" "37" "40" "41" "42" "43" "44" "45" "46" "47" "1" "3" "4")
 '("39" "39" "39" "39" "39" "39" "39" "39" "49" "49" "49" "49" "49" "49" "49" "49" "22" "23" "24"))
(check
 ((string-append esc "38;5;196mx" esc "39m") (as-color 5 0 0 "x")) ((string-append esc "48;5;67mx" esc "49m") (on-color 1 2 3 "x"))
 ((string-append esc "38;2;1;2;255mx" esc "39m") (as-true-color 1 2 255 "x")) ((string-append esc "48;2;1;2;3mx" esc "49m") (on-true-color 1 2 3 "x")))
(test-error 'type (as-color 6 0 0 "x"))
(test-error 'type (on-true-color 0 256 0 "x"))
(test-equal '(4 1 1 2 1 1 0 0 5 2)
  (list (string-terminal-width "日本") (string-terminal-width "e\x301;") (string-terminal-width "α") (string-terminal-width/wide "α")
        (string-terminal-width/wide "a") (string-terminal-width "日本a" 2) (string-terminal-width "")
        (string-terminal-width "\x1b;[31m") (string-terminal-width "ab\x1b;[1;31mcde") (string-terminal-width "日本" 0 1)))
(test-equal '("ａｂｃ" "ａｂ" "ｂｃ" "ａｂ" "ａｂ" "ｂ" "" "ａ" "bc")
  (list (substring-terminal-width "ａｂｃ" 0 6) (substring-terminal-width "ａｂｃ" 0 4) (substring-terminal-width "ａｂｃ" 2 6)
        (substring-terminal-width "ａｂｃ" 1 4) (substring-terminal-width "ａｂｃ" 1 5) (substring-terminal-width "ａｂｃ" 2 4)
        (substring-terminal-width "ａｂｃ" 2 3) (substring-terminal-width "ａｂｃ" -1 2) (substring-terminal-width "abcd" 1 3)))
(test-equal '("β" "βγ") (list (substring-terminal-width/wide "αβγ" 2 4) (substring-terminal-width "αβγ" 1 3)))
(test-equal "\x1b;[31m\x202e;" (substring-terminal-preserve "a\x1b;[31mb\x202e;c"))
(test-error 'type (string-terminal-width 'a))
(test-error 'range (string-terminal-width "abc" 4))
(check
 ("〜日本語〜" (with ((pad-char #\〜)) (padded/both 5 "日本語"))) ("日本語" (terminal-aware (with ((pad-char #\〜)) (padded/both 5 "日本語"))))
 ("日" (terminal-aware (trimmed/right 2 "日本語"))) ("α" (with ((ambiguous-is-wide? #t)) (terminal-aware (trimmed/right 2 "αβ"))))
 ((string-append esc "31ma" esc "39m") (terminal-aware (trimmed/right 1 (as-red "abc"))))
 ("ABC" (upcased "aB" #\c)) ("abc" (downcased "AbC")) ((string-append esc "31mX" esc "39m") (upcased (as-red "x"))))
(test-end)
