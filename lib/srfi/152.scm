;;; Strings: tests, making them, taking parts. Ranges are [start [end]], and a
;;; predicate of characters may also be a character or a set of characters.

;;> (string-null? string): whether it is empty. Raises type. SRFI 152.
;;> Example: (string-null? "") => #t
(define (string-null? string) (= (string-length string) 0))

;;> (string-every predicate string [start [end]]): #f if one result is #f, else
;;> the last. Raises type, range. SRFI 152.
;;> Example: (string-every char-alphabetic? "abc") => #t
(define (string-every predicate string . range)
  (let ((test (criterion->predicate 'string-every predicate)))
    (%with-range (start end) 'string-every string range
      (let loop ((index start))
        (cond ((= index end) #t)
              ((= (+ index 1) end) (test (string-ref string index)))
              (else (and (test (string-ref string index))
                         (loop (+ index 1)))))))))

;;> (string-any predicate string [start [end]]): the first result that is not
;;> #f, or #f. Raises type, range. SRFI 152.
;;> Example: (string-any digit-value "ab7") => 7
(define (string-any predicate string . range)
  (let ((test (criterion->predicate 'string-any predicate)))
    (%with-range (start end) 'string-any string range
      (let loop ((index start))
        (cond ((= index end) #f)
              ((= (+ index 1) end) (test (string-ref string index)))
              (else (or (test (string-ref string index))
                        (loop (+ index 1)))))))))

;;> (string-tabulate procedure k): the string of its results for 0 to below k.
;;> Raises type. SRFI 152.
;;> Example: (string-tabulate (lambda (i) (integer->char (+ i 97))) 3) => "abc"
(define (string-tabulate procedure k)
  (if (not (and (exact-integer? k) (>= k 0)))
      (%type-error 'string-tabulate "a count" k))
  (let loop ((index 0) (chars '()))
    (if (= index k)
        (list->string (reverse chars))
        (loop (+ index 1) (cons (procedure index) chars)))))

(define (%as-string object)
  (if (char? object) (string object) object))

;;> (string-unfold stop? element next seed [base [final]]): a string of the
;;> characters or strings of each seed until one stops; the base comes before,
;;> what `final` makes of the last seed behind. Raises type. SRFI 152.
;;> Example: (string-unfold null? car cdr '(#\b #\c) "a" (lambda (seed) "d")) => "abcd"
(define (string-unfold stop? element next seed . options)
  (let loop ((seed seed)
             (parts (if (pair? options) (list (%as-string (car options))) '())))
    (if (stop? seed)
        (let ((final (%final options seed)))
          (string-concatenate (reverse (cons final parts))))
        (loop (next seed) (cons (%as-string (element seed)) parts)))))

(define (%final options seed)
  (if (and (pair? options) (pair? (cdr options)))
      (%as-string ((cadr options) seed))
      ""))

;;> (string-unfold-right stop? element next seed [base [final]]): the same from
;;> right to left. Raises type. SRFI 152.
;;> Example: (string-unfold-right null? car cdr '(#\b #\a) "c" (lambda (seed) "-")) => "-abc"
(define (string-unfold-right stop? element next seed . options)
  (let loop ((seed seed)
             (parts (if (pair? options) (list (%as-string (car options))) '())))
    (if (stop? seed)
        (let ((final (%final options seed)))
          (string-concatenate (cons final parts)))
        (loop (next seed) (cons (%as-string (element seed)) parts)))))

;;> (reverse-list->string list): the string of the characters in reverse order.
;;> Raises type. SRFI 152.
;;> Example: (reverse-list->string '(#\a #\b)) => "ba"
(define (reverse-list->string list) (list->string (reverse list)))

;;> (string-take string k): its first k characters. Raises type, range. SRFI
;;> 152.
;;> Example: (string-take "abc" 2) => "ab"
(define (string-take string k) (substring string 0 k))

;;> (string-drop string k): what follows its first k characters. Raises type,
;;> range. SRFI 152.
;;> Example: (string-drop "abc" 2) => "c"
(define (string-drop string k)
  (substring string k (string-length string)))

;;> (string-take-right string k): its last k characters. Raises type, range.
;;> SRFI 152.
;;> Example: (string-take-right "abc" 2) => "bc"
(define (string-take-right string k)
  (let ((length (string-length string)))
    (substring string (- length k) length)))

;;> (string-drop-right string k): what comes before its last k characters.
;;> Raises type, range. SRFI 152.
;;> Example: (string-drop-right "abc" 2) => "a"
(define (string-drop-right string k)
  (substring string 0 (- (string-length string) k)))

(define (%pad-char options)
  (if (pair? options) (car options) #\space))

(define (%pad-range options) (if (pair? options) (cdr options) '()))

;;> (string-pad string length [char [start [end]]]): the range with this length,
;;> filled up or cut on the left. Raises type, range. SRFI 152.
;;> Example: (list (string-pad "325" 5) (string-pad "8871325" 5)) => ("  325" "71325")
(define (string-pad string length . options)
  (%with-range (start end) 'string-pad string (%pad-range options)
    (let ((missing (- length (- end start))))
      (if (> missing 0)
          (string-append (make-string missing (%pad-char options))
                         (substring string start end))
          (substring string (- end length) end)))))

;;> (string-pad-right string length [char [start [end]]]): the same on the
;;> right. Raises type, range. SRFI 152.
;;> Example: (string-pad-right "325" 5 #\.) => "325.."
(define (string-pad-right string length . options)
  (%with-range (start end) 'string-pad-right string (%pad-range options)
    (let ((missing (- length (- end start))))
      (if (> missing 0)
          (string-append (substring string start end)
                         (make-string missing (%pad-char options)))
          (substring string start (+ start length))))))

(define (%trim-predicate options)
  (if (pair? options) (car options) char-whitespace?))

;;> (string-trim string [predicate [start [end]]]): the range without the
;;> characters on the left that pass (white space). Raises type, range. SRFI
;;> 152.
;;> Example: (string-trim "  ab ") => "ab "
(define (string-trim string . options)
  (%with-range (start end) 'string-trim string (%pad-range options)
    (substring string
               (or (string-skip string (%trim-predicate options) start end)
                   end)
               end)))

;;> (string-trim-right string [predicate [start [end]]]): the same on the right.
;;> Raises type, range. SRFI 152.
;;> Example: (string-trim-right "  ab ") => "  ab"
(define (string-trim-right string . options)
  (%with-range (start end) 'string-trim-right string (%pad-range options)
    (let ((last (string-skip-right string (%trim-predicate options) start end)))
      (substring string start (if last (+ last 1) start)))))

;;> (string-trim-both string [predicate [start [end]]]): the same on both sides.
;;> Raises type, range. SRFI 152.
;;> Example: (string-trim-both "--ab-" #\-) => "ab"
(define (string-trim-both string . options)
  (%with-range (start end) 'string-trim-both string (%pad-range options)
    (let* ((predicate (%trim-predicate options))
           (first (string-skip string predicate start end)))
      (if first
          (substring string first
                     (+ 1 (string-skip-right string predicate first end)))
          ""))))

;;> (string-replace string1 string2 start1 end1 [start2 [end2]]): the first
;;> string with its range replaced by that of the second. Raises type, range.
;;> SRFI 152.
;;> Example: (string-replace "It is easy" "fun" 6 10) => "It is fun"
(define (string-replace string1 string2 start1 end1 . range2)
  (%check-range 'string-replace string1 start1 end1 (string-length string1))
  (%with-range (start2 end2) 'string-replace string2 range2
    (string-append (substring string1 0 start1)
                   (substring string2 start2 end2)
                   (substring string1 end1 (string-length string1)))))
