;;; Characters: Unicode scalar values.

;;> (char? object): whether it is a character. R7RS 6.6.
;;> Example: (char? #\a) => #t
(define (char? object) (%primitive char? object))

;;> (char->integer char): its Unicode scalar value. Raises type. R7RS 6.6.
;;> Example: (char->integer #\A) => 65
(define (char->integer char) (%primitive char->integer char))

;;> (integer->char n): the character of that scalar value. Raises type, range.
;;> R7RS 6.6.
;;> Example: (integer->char 955) => #\λ
(define (integer->char n) (%primitive integer->char n))

;;> (char=? c1 c2 ...): whether the characters are the same. Raises type. R7RS
;;> 6.6.
;;> Example: (char=? #\a #\a) => #t
(define char=?
  (case-lambda
    ((a b)
     (%primitive = (%primitive char->integer a)
                 (%primitive char->integer b)))
    ((a b c)
     (let ((holds (char=? a b))) (if (char=? b c) holds #f)))
    ((a . rest) (%chain char=? a rest))))

;;> (char<? c1 c2 ...): whether the characters ascend. Raises type. R7RS 6.6.
;;> Example: (char<? #\a #\b) => #t
(define char<?
  (case-lambda
    ((a b)
     (%primitive < (%primitive char->integer a)
                 (%primitive char->integer b)))
    ((a b c)
     (let ((holds (char<? a b))) (if (char<? b c) holds #f)))
    ((a . rest) (%chain char<? a rest))))

;;> (char>? c1 c2 ...): whether the characters descend. Raises type. R7RS 6.6.
;;> Example: (char>? #\a #\b) => #f
(define char>?
  (case-lambda
    ((a b)
     (%primitive > (%primitive char->integer a)
                 (%primitive char->integer b)))
    ((a b c)
     (let ((holds (char>? a b))) (if (char>? b c) holds #f)))
    ((a . rest) (%chain char>? a rest))))

;;> (char<=? c1 c2 ...): whether the characters do not descend. Raises type.
;;> R7RS 6.6.
;;> Example: (char<=? #\a #\a) => #t
(define char<=?
  (case-lambda
    ((a b)
     (%primitive <= (%primitive char->integer a)
                 (%primitive char->integer b)))
    ((a b c)
     (let ((holds (char<=? a b))) (if (char<=? b c) holds #f)))
    ((a . rest) (%chain char<=? a rest))))

;;> (char>=? c1 c2 ...): whether the characters do not ascend. Raises type. R7RS
;;> 6.6.
;;> Example: (char>=? #\a #\b) => #f
(define char>=?
  (case-lambda
    ((a b)
     (%primitive >= (%primitive char->integer a)
                 (%primitive char->integer b)))
    ((a b c)
     (let ((holds (char>=? a b))) (if (char>=? b c) holds #f)))
    ((a . rest) (%chain char>=? a rest))))

;;> (char-ci=? c1 c2 ...): the same for the folded characters. Raises type. R7RS
;;> 6.6.
;;> Example: (char-ci=? #\A #\a) => #t
(define char-ci=?
  (case-lambda
    ((a b) (char=? (%primitive char-foldcase a) (%primitive char-foldcase b)))
    ((a . rest) (%chain char-ci=? a rest))))

;;> (char-ci<? c1 c2 ...): the same for the folded characters. Raises type. R7RS
;;> 6.6.
;;> Example: (char-ci<? #\A #\b) => #t
(define char-ci<?
  (case-lambda
    ((a b) (char<? (%primitive char-foldcase a) (%primitive char-foldcase b)))
    ((a . rest) (%chain char-ci<? a rest))))

;;> (char-ci>? c1 c2 ...): the same for the folded characters. Raises type. R7RS
;;> 6.6.
;;> Example: (char-ci>? #\A #\b) => #f
(define char-ci>?
  (case-lambda
    ((a b) (char>? (%primitive char-foldcase a) (%primitive char-foldcase b)))
    ((a . rest) (%chain char-ci>? a rest))))

;;> (char-ci<=? c1 c2 ...): the same for the folded characters. Raises type.
;;> R7RS 6.6.
;;> Example: (char-ci<=? #\A #\a) => #t
(define char-ci<=?
  (case-lambda
    ((a b) (char<=? (%primitive char-foldcase a) (%primitive char-foldcase b)))
    ((a . rest) (%chain char-ci<=? a rest))))

;;> (char-ci>=? c1 c2 ...): the same for the folded characters. Raises type.
;;> R7RS 6.6.
;;> Example: (char-ci>=? #\A #\b) => #f
(define char-ci>=?
  (case-lambda
    ((a b) (char>=? (%primitive char-foldcase a) (%primitive char-foldcase b)))
    ((a . rest) (%chain char-ci>=? a rest))))

;;> (char-upcase char): its upper-case form. Raises type. R7RS 6.6.
;;> Example: (char-upcase #\a) => #\A
(define (char-upcase char) (%primitive char-upcase char))

;;> (char-downcase char): its lower-case form. Raises type. R7RS 6.6.
;;> Example: (char-downcase #\A) => #\a
(define (char-downcase char) (%primitive char-downcase char))

;;> (char-foldcase char): its folded form, for comparing without case. Raises
;;> type. R7RS 6.6.
;;> Example: (char-foldcase #\A) => #\a
(define (char-foldcase char) (%primitive char-foldcase char))

;;> (char-alphabetic? char): whether it is a letter. Raises type. R7RS 6.6.
;;> Example: (char-alphabetic? #\a) => #t
(define (char-alphabetic? char) (%primitive char-alphabetic? char))

;;> (char-numeric? char): whether it is a decimal digit. Raises type. R7RS 6.6.
;;> Example: (char-numeric? #\5) => #t
(define (char-numeric? char) (%primitive char-numeric? char))

;;> (char-whitespace? char): whether it is white space. Raises type. R7RS 6.6.
;;> Example: (char-whitespace? #\space) => #t
(define (char-whitespace? char) (%primitive char-whitespace? char))

;;> (char-upper-case? char): whether it is an upper-case letter. Raises type.
;;> R7RS 6.6.
;;> Example: (char-upper-case? #\a) => #f
(define (char-upper-case? char) (%primitive char-upper-case? char))

;;> (char-lower-case? char): whether it is a lower-case letter. Raises type.
;;> R7RS 6.6.
;;> Example: (char-lower-case? #\a) => #t
(define (char-lower-case? char) (%primitive char-lower-case? char))

;;> (digit-value char): the value of a decimal digit, or #f. Raises type. R7RS
;;> 6.6.
;;> Example: (digit-value #\7) => 7
(define (digit-value char) (%primitive digit-value char))
