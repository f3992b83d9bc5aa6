;;; Comparison of strings, by Unicode scalar values.

;;> (string=? s1 s2 ...): whether the strings are the same. Raises type. R7RS
;;> 6.7.
;;> Example: (string=? "a" "a") => #t
(define string=?
  (case-lambda
    ((a b) (%primitive = (%string-compare a b) 0))
    ((a . rest) (%chain string=? a rest))))

;;> (string<? s1 s2 ...): whether the strings ascend. Raises type. R7RS 6.7.
;;> Example: (string<? "a" "b") => #t
(define string<?
  (case-lambda
    ((a b) (%primitive < (%string-compare a b) 0))
    ((a . rest) (%chain string<? a rest))))

;;> (string>? s1 s2 ...): whether the strings descend. Raises type. R7RS 6.7.
;;> Example: (string>? "a" "b") => #f
(define string>?
  (case-lambda
    ((a b) (%primitive > (%string-compare a b) 0))
    ((a . rest) (%chain string>? a rest))))

;;> (string<=? s1 s2 ...): whether the strings do not descend. Raises type. R7RS
;;> 6.7.
;;> Example: (string<=? "a" "a") => #t
(define string<=?
  (case-lambda
    ((a b) (%primitive <= (%string-compare a b) 0))
    ((a . rest) (%chain string<=? a rest))))

;;> (string>=? s1 s2 ...): whether the strings do not ascend. Raises type. R7RS
;;> 6.7.
;;> Example: (string>=? "a" "b") => #f
(define string>=?
  (case-lambda
    ((a b) (%primitive >= (%string-compare a b) 0))
    ((a . rest) (%chain string>=? a rest))))

;;> (string-ci=? s1 s2 ...): the same for the folded strings. Raises type. R7RS
;;> 6.7.
;;> Example: (string-ci=? "A" "a") => #t
(define string-ci=?
  (case-lambda
    ((a b)
     (string=? (string-foldcase a)
               (string-foldcase b)))
    ((a . rest) (%chain string-ci=? a rest))))

;;> (string-ci<? s1 s2 ...): the same for the folded strings. Raises type. R7RS
;;> 6.7.
;;> Example: (string-ci<? "A" "b") => #t
(define string-ci<?
  (case-lambda
    ((a b)
     (string<? (string-foldcase a)
               (string-foldcase b)))
    ((a . rest) (%chain string-ci<? a rest))))

;;> (string-ci>? s1 s2 ...): the same for the folded strings. Raises type. R7RS
;;> 6.7.
;;> Example: (string-ci>? "A" "b") => #f
(define string-ci>?
  (case-lambda
    ((a b)
     (string>? (string-foldcase a)
               (string-foldcase b)))
    ((a . rest) (%chain string-ci>? a rest))))

;;> (string-ci<=? s1 s2 ...): the same for the folded strings. Raises type. R7RS
;;> 6.7.
;;> Example: (string-ci<=? "A" "a") => #t
(define string-ci<=?
  (case-lambda
    ((a b)
     (string<=? (string-foldcase a)
                (string-foldcase b)))
    ((a . rest) (%chain string-ci<=? a rest))))

;;> (string-ci>=? s1 s2 ...): the same for the folded strings. Raises type. R7RS
;;> 6.7.
;;> Example: (string-ci>=? "A" "b") => #f
(define string-ci>=?
  (case-lambda
    ((a b)
     (string>=? (string-foldcase a)
                (string-foldcase b)))
    ((a . rest) (%chain string-ci>=? a rest))))
