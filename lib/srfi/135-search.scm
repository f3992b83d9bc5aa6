;;; Comparing texts, and looking for something in them.

(define (%compare compare textual1 textual2 rest who)
  (apply compare (%string textual1 who) (%string textual2 who)
         (map (lambda (textual) (%string textual who)) rest)))

;;> (textual=? textual1 textual2 textual3 ...): whether all have the same
;;> characters. Raises type. SRFI 135.
;;> Example: (textual=? (text #\a) "a") => #t
(define (textual=? textual1 textual2 . rest)
  (%compare string=? textual1 textual2 rest 'textual=?))

;;> (textual<? textual1 textual2 textual3 ...): whether they ascend. Raises
;;> type. SRFI 135.
;;> Example: (textual<? (text #\a) "b") => #t
(define (textual<? textual1 textual2 . rest)
  (%compare string<? textual1 textual2 rest 'textual<?))

;;> (textual>? textual1 textual2 textual3 ...): whether they descend. Raises
;;> type. SRFI 135.
;;> Example: (textual>? (text #\a) "b") => #f
(define (textual>? textual1 textual2 . rest)
  (%compare string>? textual1 textual2 rest 'textual>?))

;;> (textual<=? textual1 textual2 textual3 ...): whether they do not descend.
;;> Raises type. SRFI 135.
;;> Example: (textual<=? (text #\a) "a" "b") => #t
(define (textual<=? textual1 textual2 . rest)
  (%compare string<=? textual1 textual2 rest 'textual<=?))

;;> (textual>=? textual1 textual2 textual3 ...): whether they do not ascend.
;;> Raises type. SRFI 135.
;;> Example: (textual>=? (text #\a) "a" "b") => #f
(define (textual>=? textual1 textual2 . rest)
  (%compare string>=? textual1 textual2 rest 'textual>=?))

;;> (textual-ci=? textual1 textual2 textual3 ...): as textual=?, whatever the
;;> case of the characters. Raises type. SRFI 135.
;;> Example: (textual-ci=? (text #\a) "A") => #t
(define (textual-ci=? textual1 textual2 . rest)
  (%compare string-ci=? textual1 textual2 rest 'textual-ci=?))

;;> (textual-ci<? textual1 textual2 textual3 ...): as textual<?, whatever the
;;> case. Raises type. SRFI 135.
;;> Example: (textual-ci<? (text #\a) "B") => #t
(define (textual-ci<? textual1 textual2 . rest)
  (%compare string-ci<? textual1 textual2 rest 'textual-ci<?))

;;> (textual-ci>? textual1 textual2 textual3 ...): as textual>?, whatever the
;;> case. Raises type. SRFI 135.
;;> Example: (textual-ci>? (text #\a) "B") => #f
(define (textual-ci>? textual1 textual2 . rest)
  (%compare string-ci>? textual1 textual2 rest 'textual-ci>?))

;;> (textual-ci<=? textual1 textual2 textual3 ...): as textual<=?, whatever the
;;> case. Raises type. SRFI 135.
;;> Example: (textual-ci<=? (text #\a) "A") => #t
(define (textual-ci<=? textual1 textual2 . rest)
  (%compare string-ci<=? textual1 textual2 rest 'textual-ci<=?))

;;> (textual-ci>=? textual1 textual2 textual3 ...): as textual>=?, whatever the
;;> case. Raises type. SRFI 135.
;;> Example: (textual-ci>=? (text #\a) "B") => #f
(define (textual-ci>=? textual1 textual2 . rest)
  (%compare string-ci>=? textual1 textual2 rest 'textual-ci>=?))

;;> (textual-prefix-length textual1 textual2 [start1 [end1 [start2 [end2]]]]):
;;> how many characters both begin with. Raises type, range. SRFI 135.
;;> Example: (textual-prefix-length "abc" "abd") => 2
(define (textual-prefix-length textual1 textual2 . ranges)
  (apply string-prefix-length (%string textual1 'textual-prefix-length)
         (%string textual2 'textual-prefix-length) ranges))

;;> (textual-suffix-length textual1 textual2 [start1 [end1 [start2 [end2]]]]):
;;> how many characters both end with. Raises type, range. SRFI 135.
;;> Example: (textual-suffix-length "abc" "xbc") => 2
(define (textual-suffix-length textual1 textual2 . ranges)
  (apply string-suffix-length (%string textual1 'textual-suffix-length)
         (%string textual2 'textual-suffix-length) ranges))

;;> (textual-prefix? textual1 textual2 [start1 [end1 [start2 [end2]]]]): whether
;;> the second begins with the first. Raises type, range. SRFI 135.
;;> Example: (textual-prefix? "ab" "abc") => #t
(define (textual-prefix? textual1 textual2 . ranges)
  (apply string-prefix? (%string textual1 'textual-prefix?)
         (%string textual2 'textual-prefix?) ranges))

;;> (textual-suffix? textual1 textual2 [start1 [end1 [start2 [end2]]]]): whether
;;> the second ends with the first. Raises type, range. SRFI 135.
;;> Example: (textual-suffix? "bc" "abc") => #t
(define (textual-suffix? textual1 textual2 . ranges)
  (apply string-suffix? (%string textual1 'textual-suffix?)
         (%string textual2 'textual-suffix?) ranges))

;;> (textual-index textual predicate [start [end]]): the index of the first
;;> character that passes, or #f. Raises type, range. SRFI 135.
;;> Example: (textual-index "a1b2" char-numeric?) => 1
(define (textual-index textual predicate . range)
  (apply string-index (%string textual 'textual-index) predicate range))

;;> (textual-index-right textual predicate [start [end]]): the same for the
;;> last. Raises type, range. SRFI 135.
;;> Example: (textual-index-right "a1b2" char-numeric?) => 3
(define (textual-index-right textual predicate . range)
  (apply string-index-right (%string textual 'textual-index-right) predicate
         range))

;;> (textual-skip textual predicate [start [end]]): the index of the first
;;> character that does not pass, or #f. Raises type, range. SRFI 135.
;;> Example: (textual-skip "12a" char-numeric?) => 2
(define (textual-skip textual predicate . range)
  (apply string-skip (%string textual 'textual-skip) predicate range))

;;> (textual-skip-right textual predicate [start [end]]): the same for the last.
;;> Raises type, range. SRFI 135.
;;> Example: (textual-skip-right "a12" char-numeric?) => 0
(define (textual-skip-right textual predicate . range)
  (apply string-skip-right (%string textual 'textual-skip-right) predicate
         range))

;;> (textual-contains textual1 textual2 [start1 [end1 [start2 [end2]]]]): the
;;> index of the first place in the first where the second stands, or #f. Raises
;;> type, range. SRFI 135.
;;> Example: (textual-contains "banana" "an") => 1
(define (textual-contains textual1 textual2 . ranges)
  (apply string-contains (%string textual1 'textual-contains)
         (%string textual2 'textual-contains) ranges))

;;> (textual-contains-right textual1 textual2 [start1 [end1 [start2 [end2]]]]):
;;> the same for the last place. Raises type, range. SRFI 135.
;;> Example: (textual-contains-right "banana" "an") => 3
(define (textual-contains-right textual1 textual2 . ranges)
  (apply string-contains-right (%string textual1 'textual-contains-right)
         (%string textual2 'textual-contains-right) ranges))

;;> (textual-every predicate textual [start [end]]): #f if one result is #f,
;;> else the last result, or #t. Raises type, range. SRFI 135.
;;> Example: (textual-every char-numeric? "12") => #t
(define (textual-every predicate textual . range)
  (apply string-every predicate (%string textual 'textual-every) range))

;;> (textual-any predicate textual [start [end]]): the first result that is not
;;> #f, or #f. Raises type, range. SRFI 135.
;;> Example: (textual-any digit-value "a7") => 7
(define (textual-any predicate textual . range)
  (apply string-any predicate (%string textual 'textual-any) range))
