;;; Comparing strings, in all ways that SRFI 13 has.

;; The first place where the folded or plain ranges differ, and the order there:
;; calls one of three procedures with the index in the first string.
(define (%compare convert string1 string2 less equal greater start1 end1
                  start2 end2)
  (let loop ((i start1) (j start2))
    (cond ((= i end1) (if (= j end2) (equal i) (less i)))
          ((= j end2) (greater i))
          (else
           (let ((left (convert (string-ref string1 i)))
                 (right (convert (string-ref string2 j))))
             (cond ((char=? left right) (loop (+ i 1) (+ j 1)))
                   ((char<? left right) (less i))
                   (else (greater i))))))))

(define (%same char) char)

;;> (string-compare string1 string2 less equal greater [start1 [end1 [start2
;;> [end2]]]]): calls one of the three procedures with the index in the
;;> first where the ranges differ, or its end. Raises type, range. SRFI 13.
;;> Example: (string-compare "abc" "abd" list - vector) => (2)
(define (string-compare string1 string2 less equal greater . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-compare string1 string2 ranges
    (%compare %same string1 string2 less equal greater
              start1 end1 start2 end2)))

;;> (string-compare-ci string1 string2 less equal greater [start1 [end1
;;> [start2 [end2]]]]): calls one of the three procedures with the index in
;;> the first where the ranges differ, or its end, by folded characters.
;;> Raises type, range. SRFI 13.
;;> Example: (string-compare-ci "abc" "abd" list - vector) => (2)
(define (string-compare-ci string1 string2 less equal greater . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-compare-ci string1 string2 ranges
    (%compare char-foldcase string1 string2 less equal greater
              start1 end1 start2 end2)))

;;> (string= string1 string2 [start1 [end1 [start2 [end2]]]]): whether the
;;> ranges are equal. Raises type, range. SRFI 13.
;;> Example: (string= "ab" "ab") => #t
(define (string= string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string= string1 string2 ranges
    (%compare %same string1 string2
              (lambda (i) #f) (lambda (i) #t) (lambda (i) #f)
              start1 end1 start2 end2)))

;;> (string<> string1 string2 [start1 [end1 [start2 [end2]]]]): whether the
;;> ranges are not equal. Raises type, range. SRFI 13.
;;> Example: (string<> "ab" "ab") => #f
(define (string<> string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string<> string1 string2 ranges
    (%compare %same string1 string2
              (lambda (i) #t) (lambda (i) #f) (lambda (i) #t)
              start1 end1 start2 end2)))

;;> (string< string1 string2 [start1 [end1 [start2 [end2]]]]): whether the
;;> ranges ascend. Raises type, range. SRFI 13.
;;> Example: (string< "ab" "b") => #t
(define (string< string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string< string1 string2 ranges
    (%compare %same string1 string2
              (lambda (i) #t) (lambda (i) #f) (lambda (i) #f)
              start1 end1 start2 end2)))

;;> (string> string1 string2 [start1 [end1 [start2 [end2]]]]): whether the
;;> ranges descend. Raises type, range. SRFI 13.
;;> Example: (string> "ab" "b") => #f
(define (string> string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string> string1 string2 ranges
    (%compare %same string1 string2
              (lambda (i) #f) (lambda (i) #f) (lambda (i) #t)
              start1 end1 start2 end2)))

;;> (string<= string1 string2 [start1 [end1 [start2 [end2]]]]): whether the
;;> ranges do not descend. Raises type, range. SRFI 13.
;;> Example: (string<= "ab" "ab") => #t
(define (string<= string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string<= string1 string2 ranges
    (%compare %same string1 string2
              (lambda (i) #t) (lambda (i) #t) (lambda (i) #f)
              start1 end1 start2 end2)))

;;> (string>= string1 string2 [start1 [end1 [start2 [end2]]]]): whether the
;;> ranges do not ascend. Raises type, range. SRFI 13.
;;> Example: (string>= "a" "b") => #f
(define (string>= string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string>= string1 string2 ranges
    (%compare %same string1 string2
              (lambda (i) #f) (lambda (i) #t) (lambda (i) #t)
              start1 end1 start2 end2)))

;;> (string-ci= string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the ranges are equal, by folded characters. Raises type, range. SRFI 13.
;;> Example: (string-ci= "ab" "ab") => #t
(define (string-ci= string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-ci= string1 string2 ranges
    (%compare char-foldcase string1 string2
              (lambda (i) #f) (lambda (i) #t) (lambda (i) #f)
              start1 end1 start2 end2)))

;;> (string-ci<> string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the ranges are not equal, by folded characters. Raises type, range. SRFI
;;> 13.
;;> Example: (string-ci<> "ab" "ab") => #f
(define (string-ci<> string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-ci<> string1 string2 ranges
    (%compare char-foldcase string1 string2
              (lambda (i) #t) (lambda (i) #f) (lambda (i) #t)
              start1 end1 start2 end2)))

;;> (string-ci< string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the ranges ascend, by folded characters. Raises type, range. SRFI 13.
;;> Example: (string-ci< "ab" "b") => #t
(define (string-ci< string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-ci< string1 string2 ranges
    (%compare char-foldcase string1 string2
              (lambda (i) #t) (lambda (i) #f) (lambda (i) #f)
              start1 end1 start2 end2)))

;;> (string-ci> string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the ranges descend, by folded characters. Raises type, range. SRFI 13.
;;> Example: (string-ci> "ab" "b") => #f
(define (string-ci> string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-ci> string1 string2 ranges
    (%compare char-foldcase string1 string2
              (lambda (i) #f) (lambda (i) #f) (lambda (i) #t)
              start1 end1 start2 end2)))

;;> (string-ci<= string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the ranges do not descend, by folded characters. Raises type, range.
;;> SRFI 13.
;;> Example: (string-ci<= "ab" "ab") => #t
(define (string-ci<= string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-ci<= string1 string2 ranges
    (%compare char-foldcase string1 string2
              (lambda (i) #t) (lambda (i) #t) (lambda (i) #f)
              start1 end1 start2 end2)))

;;> (string-ci>= string1 string2 [start1 [end1 [start2 [end2]]]]): whether
;;> the ranges do not ascend, by folded characters. Raises type, range. SRFI
;;> 13.
;;> Example: (string-ci>= "a" "b") => #f
(define (string-ci>= string1 string2 . ranges)
  (%with-ranges (start1 end1 start2 end2)
                'string-ci>= string1 string2 ranges
    (%compare char-foldcase string1 string2
              (lambda (i) #f) (lambda (i) #t) (lambda (i) #t)
              start1 end1 start2 end2)))

;;> (string-prefix-length-ci string1 string2 [start1 [end1 [start2
;;> [end2]]]]): string-prefix-length by folded characters. Raises type,
;;> range. SRFI 13.
;;> Example: (string-prefix-length-ci "AB" "abc") => 2
(define (string-prefix-length-ci string1 string2 . ranges)
  (apply string-prefix-length (%folded string1) (%folded string2) ranges))

;;> (string-prefix-ci? string1 string2 [start1 [end1 [start2 [end2]]]]):
;;> string-prefix? by folded characters. Raises type, range. SRFI 13.
;;> Example: (string-prefix-ci? "AB" "abc") => #t
(define (string-prefix-ci? string1 string2 . ranges)
  (apply string-prefix? (%folded string1) (%folded string2) ranges))

;;> (string-suffix-length-ci string1 string2 [start1 [end1 [start2
;;> [end2]]]]): string-suffix-length by folded characters. Raises type,
;;> range. SRFI 13.
;;> Example: (string-suffix-length-ci "BC" "abc") => 2
(define (string-suffix-length-ci string1 string2 . ranges)
  (apply string-suffix-length (%folded string1) (%folded string2) ranges))

;;> (string-suffix-ci? string1 string2 [start1 [end1 [start2 [end2]]]]):
;;> string-suffix? by folded characters. Raises type, range. SRFI 13.
;;> Example: (string-suffix-ci? "BC" "abc") => #t
(define (string-suffix-ci? string1 string2 . ranges)
  (apply string-suffix? (%folded string1) (%folded string2) ranges))

;; As long as the string, so that indexes mean the same.
(define (%folded string) (string-map char-foldcase string))

;;> (string-contains-ci string1 string2 [start1 [end1 [start2 [end2]]]]):
;;> string-contains by folded characters. Raises type, range. SRFI 13.
;;> Example: (string-contains-ci "xABC" "bc") => 2
(define (string-contains-ci string1 string2 . ranges)
  (apply string-contains (%folded string1) (%folded string2) ranges))

;;> (string-hash string [bound [start [end]]]): the hash of the range, below
;;> the bound unless that is 0 or missing. Raises type, range. SRFI 13.
;;> Example: (= (string-hash "abc" 100) (string-hash "xabcx" 100 1 4)) => #t
(define (string-hash string . options)
  (let ((part (if (and (pair? options) (pair? (cdr options)))
                  (apply string-copy string (cdr options))
                  string)))
    (if (or (null? options) (eqv? (car options) 0))
        (%string-hash part)
        (%string-hash part (car options)))))

;;> (string-hash-ci string [bound [start [end]]]): the same by folded
;;> characters. Raises type, range. SRFI 13.
;;> Example: (= (string-hash-ci "ab") (string-hash-ci "AB")) => #t
(define (string-hash-ci string . options)
  (apply string-hash (%folded string) options))
