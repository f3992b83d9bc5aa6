;;; Strings: common beginnings and ends, and searching.

;;> (string-prefix-length string1 string2 [start1 [end1 [start2 [end2]]]]): the
;;> length of the longest common beginning of the ranges. Raises type, range.
;;> SRFI 152.
;;> Example: (string-prefix-length "abcd" "abxd") => 2
(define (string-prefix-length string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-prefix-length string1 string2 ranges
    (let ((limit (min (- end1 start1) (- end2 start2))))
      (let loop ((length 0))
        (if (and (< length limit)
                 (char=? (string-ref string1 (+ start1 length))
                         (string-ref string2 (+ start2 length))))
            (loop (+ length 1))
            length)))))

;;> (string-suffix-length string1 string2 [start1 [end1 [start2 [end2]]]]): the
;;> length of the longest common end. Raises type, range. SRFI 152.
;;> Example: (string-suffix-length "abcd" "xbcd") => 3
(define (string-suffix-length string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-suffix-length string1 string2 ranges
    (let ((limit (min (- end1 start1) (- end2 start2))))
      (let loop ((length 0))
        (if (and (< length limit)
                 (char=? (string-ref string1 (- end1 length 1))
                         (string-ref string2 (- end2 length 1))))
            (loop (+ length 1))
            length)))))

;;> (string-prefix? string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the second begins with the first. Raises type, range. SRFI 152.
;;> Example: (string-prefix? "ab" "abc") => #t
(define (string-prefix? string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-prefix? string1 string2 ranges
    (= (- end1 start1)
       (string-prefix-length string1 string2 start1 end1 start2 end2))))

;;> (string-suffix? string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the second ends with the first. Raises type, range. SRFI 152.
;;> Example: (string-suffix? "bc" "abc") => #t
(define (string-suffix? string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-suffix? string1 string2 ranges
    (= (- end1 start1)
       (string-suffix-length string1 string2 start1 end1 start2 end2))))

;; The first index from `start` up to before `end` whose character passes, or
;; #f.
(define (%index-up test string start end)
  (cond ((= start end) #f)
        ((test (string-ref string start)) start)
        (else (%index-up test string (+ start 1) end))))

(define (%index-down test string start end)
  (cond ((= start end) #f)
        ((test (string-ref string (- end 1))) (- end 1))
        (else (%index-down test string start (- end 1)))))

(define (%not who predicate)
  (let ((test (criterion->predicate who predicate)))
    (lambda (char) (not (test char)))))

;;> (string-index string predicate [start [end]]): the index of the first
;;> character that passes, or #f. Raises type, range. SRFI 152.
;;> Example: (string-index "abc" #\b) => 1
(define (string-index string predicate . range)
  (%with-range (start end) 'string-index string range
    (%index-up (criterion->predicate 'string-index predicate)
               string start end)))

;;> (string-index-right string predicate [start [end]]): the index of the last
;;> one, or #f. Raises type, range. SRFI 152.
;;> Example: (string-index-right "abab" #\b) => 3
(define (string-index-right string predicate . range)
  (%with-range (start end) 'string-index-right string range
    (%index-down (criterion->predicate 'string-index-right predicate)
                 string start end)))

;;> (string-skip string predicate [start [end]]): the index of the first
;;> character that does not pass, or #f. Raises type, range. SRFI 152.
;;> Example: (string-skip "  ab" char-whitespace?) => 2
(define (string-skip string predicate . range)
  (%with-range (start end) 'string-skip string range
    (%index-up (%not 'string-skip predicate) string start end)))

;;> (string-skip-right string predicate [start [end]]): the index of the last
;;> one, or #f. Raises type, range. SRFI 152.
;;> Example: (string-skip-right "ab  " char-whitespace?) => 1
(define (string-skip-right string predicate . range)
  (%with-range (start end) 'string-skip-right string range
    (%index-down (%not 'string-skip-right predicate) string start end)))

;;> (string-contains string1 string2 [start1 [end1 [start2 [end2]]]]): the index
;;> in the first where the second first occurs, or #f. Raises type, range. SRFI
;;> 152.
;;> Example: (string-contains "eek -- what a geek." "ee" 12 18) => 15
(define (string-contains string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-contains string1 string2 ranges
    (let ((found (string-search (substring string2 start2 end2)
                                (if (= end1 (string-length string1))
                                    string1
                                    (substring string1 0 end1))
                                start1)))
      found)))

;;> (string-contains-right string1 string2 [start1 [end1 [start2 [end2]]]]): the
;;> same for the last occurrence. Raises type, range. SRFI 152.
;;> Example: (string-contains-right "abab" "ab") => 2
(define (string-contains-right string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-contains-right string1 string2 ranges
    (let ((length (- end2 start2)))
      (let loop ((index (- end1 length)))
        (cond ((< index start1) #f)
              ((string-prefix? string2 string1 start2 end2 index end1) index)
              (else (loop (- index 1))))))))

;;> (string-take-while string predicate [start [end]]): the longest beginning of
;;> the range of characters that pass. Raises type, range. SRFI 152.
;;> Example: (string-take-while "12ab" char-numeric?) => "12"
(define (string-take-while string predicate . range)
  (%with-range (start end) 'string-take-while string range
    (substring string start (or (string-skip string predicate start end) end))))

;;> (string-take-while-right string predicate [start [end]]): the longest such
;;> end. Raises type, range. SRFI 152.
;;> Example: (string-take-while-right "ab12" char-numeric?) => "12"
(define (string-take-while-right string predicate . range)
  (%with-range (start end) 'string-take-while-right string range
    (let ((last (string-skip-right string predicate start end)))
      (substring string (if last (+ last 1) start) end))))

;;> (string-drop-while string predicate [start [end]]): the range without its
;;> longest beginning of characters that pass. Raises type, range. SRFI 152.
;;> Example: (string-drop-while "12ab" char-numeric?) => "ab"
(define (string-drop-while string predicate . range)
  (apply string-trim string predicate range))

;;> (string-drop-while-right string predicate [start [end]]): the range without
;;> its longest such end. Raises type, range. SRFI 152.
;;> Example: (string-drop-while-right "ab12" char-numeric?) => "ab"
(define (string-drop-while-right string predicate . range)
  (apply string-trim-right string predicate range))

;;> (string-span string predicate [start [end]]): string-take-while and
;;> string-drop-while as two values. Raises type, range. SRFI 152.
;;> Example: (call-with-values (lambda () (string-span "12ab" char-numeric?)) list) => ("12" "ab")
(define (string-span string predicate . range)
  (%with-range (start end) 'string-span string range
    (let ((middle (or (string-skip string predicate start end) end)))
      (values (substring string start middle) (substring string middle end)))))

;;> (string-break string predicate [start [end]]): the same for the first
;;> character that passes. Raises type, range. SRFI 152.
;;> Example: (call-with-values (lambda () (string-break "12ab" char-alphabetic?)) list) => ("12" "ab")
(define (string-break string predicate . range)
  (apply string-span string (%not 'string-break predicate) range))
