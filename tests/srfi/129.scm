;; SRFI 129: title case.
(import (scheme base) (scheme char) (srfi 64) (srfi 129))
(test-begin "srfi-129")
(define (chars . codes) (map integer->char codes))
(test-group "char-title-case?"
  (test-equal '(#t #t #t #t #t #t)
    (map char-title-case? (chars #x1C5 #x1F2 #x1F88 #x1F8F #x1FAF #x1FFC)))
  (test-equal '(#f #f #f #f #f #f #f)
    (map char-title-case? (chars #x1C4 #x1C6 #x1F87 #x1F90 #x41 #x61 #x1F3))))
;; All characters of the category Lt.
(test-equal 31
  (let loop ((code 0) (count 0))
    (cond ((= code #x20000) count)
          ((<= #xD800 code #xDFFF) (loop #xE000 count))
          (else (loop (+ code 1)
                      (if (char-title-case? (integer->char code)) (+ count 1) count))))))
(test-group "char-titlecase"
  (test-equal (chars #x1C5 #x1C5 #x1C5 #x1C8 #x1C8 #x1CB #x1CB #x1F2 #x1F2 #x1F2)
    (map char-titlecase (chars #x1C4 #x1C5 #x1C6 #x1C7 #x1C9 #x1CA #x1CC #x1F1 #x1F2 #x1F3)))
  (test-equal (chars #x1F88 #x1FBC #x1FBC) (map char-titlecase (chars #x1F80 #x1FB3 #x1FBC)))
  (test-equal '(#\Z #\Z #\1 #\Ä) (map char-titlecase '(#\z #\Z #\1 #\ä)))
  ;; Georgian letters stay as they are.
  (test-equal (chars #x10D0 #x10FA #x10FD #x10FF)
    (map char-titlecase (chars #x10D0 #x10FA #x10FD #x10FF)))
  (test-eqv #t (char=? (char-upcase #\x10FB) (char-titlecase #\x10FB))))
;; Elsewhere it is the upper case.
(test-equal '()
  (let loop ((code 0) (found '()))
    (cond ((= code #x1C4) found)
          (else (let ((c (integer->char code)))
                  (loop (+ code 1)
                        (if (char=? (char-titlecase c) (char-upcase c)) found (cons c found))))))))
(test-group "string-titlecase"
  (define-syntax titles
    (syntax-rules () ((_ (from to) ...) (begin (test-equal to (string-titlecase from)) ...))))
  (titles
    ("" "")
    ("a" "A")
    ("floo bar" "Floo Bar")
    ("\xFB02;oo bar" "Floo Bar")
    ("FLOO\tBAR" "Floo\tBar")
    ("Ba\xFB04;e" "Ba\xFB04;e")
    ("\x01C7;ub\x01C7;ana" "\x01C8;ub\x01C9;ana")
    ("\x01C8;ub\x01C9;ana" "\x01C8;ub\x01C9;ana")
    ("\x01C5;" "\x01C5;")
    ("\x00DF;" "Ss")
    ("x\x00DF;" "X\x00DF;")
    ("\x0149;a" "\x02BC;Na")
    ("\x1FB2;" "\x1FBA;\x0345;")
    ("\x1FB7;x" "\x0391;\x0342;\x0345;x")
    ("\x0587;x" "\x0535;\x0582;x")
    ;; A final sigma is seen from the whole string.
    ("\x391;\x3A3;" "\x391;\x3C2;")
    ("\x391;\x3A3;\x391;" "\x391;\x3C3;\x3B1;")
    ("\x391;\x3A3;'\x391;" "\x391;\x3C3;'\x391;")
    ("\x3A3;" "\x3A3;")
    ;; One character may have two in lower case.
    ("I\x0130;X \x0130;X" "Ii\x307;x \x0130;x")
    ("12abC don't x1y" "12Abc Don'T X1Y")))
(test-group "complaints"
  (test-error 'type (char-title-case? "a"))
  (test-error 'type (char-titlecase 1))
  (test-error 'type (string-titlecase #\a)))
(test-end)
