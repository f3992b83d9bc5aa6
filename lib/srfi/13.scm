;;; Changing and mapping strings. Those that change a string raise frozen for
;;; literals.

;;> (string-map procedure string [start [end]]): the string of the results
;;> for the characters of the range. Raises type, range. SRFI 13.
;;> Example: (string-map char-upcase "abc" 1) => "BC"
(define (string-map procedure string . range)
  (list->string (map procedure (apply string->list string range))))

;;> (string-map! procedure string [start [end]]): puts the results into the
;;> range. Raises type, range, frozen. SRFI 13.
;;> Example: (let ((s (string #\a #\b))) (string-map! char-upcase s) s) => "AB"
(define (string-map! procedure string . range)
  (%with-range (start end) 'string-map! string range
    (string-copy! string start (string-map procedure string start end))))

;;> (string-for-each procedure string [start [end]]): calls the procedure
;;> with each character of the range. Raises type, range. SRFI 13.
;;> Example: (let ((l '())) (string-for-each (lambda (c) (set! l (cons c l))) "abc" 1) l) => (#\c #\b)
(define (string-for-each procedure string . range)
  (apply string-for-each-index
         (lambda (index) (procedure (string-ref string index)))
         string range))

;;> (string-for-each-index procedure string [start [end]]): calls the
;;> procedure with each index of the range. Raises type, range. SRFI 13.
;;> Example: (let ((n 0)) (string-for-each-index (lambda (i) (set! n (+ n i))) "abc") n) => 3
(define (string-for-each-index procedure string . range)
  (%with-range (start end) 'string-for-each-index string range
    (let loop ((index start))
      (if (< index end)
          (begin
            (procedure index)
            (loop (+ index 1)))))))

;;> (string-upcase string [start [end]]): the upper-case form of the range.
;;> Raises type, range. SRFI 13.
;;> Example: (string-upcase "abc" 1) => "BC"
(define (string-upcase string . range)
  (%string-upcase (apply string-copy string range)))

;;> (string-upcase! string [start [end]]): puts each character of the range
;;> into upper case. Raises type, range, frozen. SRFI 13.
;;> Example: (let ((s (string #\a))) (string-upcase! s) s) => "A"
(define (string-upcase! string . range)
  (apply string-map! char-upcase string range))

;;> (string-downcase string [start [end]]): the lower-case form of the
;;> range. Raises type, range. SRFI 13.
;;> Example: (string-downcase "ABC" 1) => "bc"
(define (string-downcase string . range)
  (%string-downcase (apply string-copy string range)))

;;> (string-downcase! string [start [end]]): puts each character of the
;;> range into lower case. Raises type, range, frozen. SRFI 13.
;;> Example: (let ((s (string #\A))) (string-downcase! s) s) => "a"
(define (string-downcase! string . range)
  (apply string-map! char-downcase string range))

;;> (string-titlecase string [start [end]]): the range with each word (of
;;> letters) beginning with a capital and going on with small letters.
;;> Raises type, range. SRFI 13.
;;> Example: (string-titlecase "--capitalize tHIS sentence.") => "--Capitalize This Sentence."
(define (string-titlecase string . range)
  (let loop ((rest (apply string->list string range)) (inside #f) (chars '()))
    (if (null? rest)
        (list->string (reverse chars))
        (let ((letter (char-alphabetic? (car rest))))
          (loop (cdr rest) letter
                (cons (cond ((not letter) (car rest))
                            (inside (char-downcase (car rest)))
                            (else (char-upcase (car rest))))
                      chars))))))

;;> (string-titlecase! string [start [end]]): puts that into the range.
;;> Raises type, range, frozen. SRFI 13.
;;> Example: (let ((s (string-copy "ab cd"))) (string-titlecase! s) s) => "Ab Cd"
(define (string-titlecase! string . range)
  (%with-range (start end) 'string-titlecase! string range
    (string-copy! string start (string-titlecase string start end))))

;;> (string-reverse string [start [end]]): the characters of the range in
;;> reverse order. Raises type, range. SRFI 13.
;;> Example: (string-reverse "abc") => "cba"
(define (string-reverse string . range)
  (reverse-list->string (apply string->list string range)))

;;> (string-reverse! string [start [end]]): puts them into the range. Raises
;;> type, range, frozen. SRFI 13.
;;> Example: (let ((s (string-copy "abc"))) (string-reverse! s 1) s) => "acb"
(define (string-reverse! string . range)
  (%with-range (start end) 'string-reverse! string range
    (string-copy! string start (string-reverse string start end))))

;;> (string-copy! to at from [start [end]]): copies the range of `from` into
;;> `to`, from index `at` on. Raises type, range, frozen. SRFI 13.
;;> Example: (let ((s (string-copy "abcd"))) (string-copy! s 1 "xy") s) => "axyd"
(define string-copy! %string-copy!)

;;> (string-delete predicate string [start [end]]): the characters of the
;;> range that do not pass. Raises type, range. SRFI 13.
;;> Example: (string-delete char-numeric? "a1b2") => "ab"
(define (string-delete predicate string . range)
  (apply string-remove predicate string range))

;;> (string-tokenize string [set [start [end]]]): the longest parts of the
;;> range of characters that are in the set (those that are graphic). Raises
;;> type, range. SRFI 13.
;;> Example: (string-tokenize "Help make\tprograms") => ("Help" "make" "programs")
(define (string-tokenize string . options)
  (let ((inside (if (pair? options) (car options) char-set:graphic))
        (range (if (pair? options) (cdr options) '())))
    (%with-range (start end) 'string-tokenize string range
      (let loop ((index start) (tokens '()))
        (let ((from (string-index string inside index end)))
          (if from
              (let ((to (or (string-skip string inside from end) end)))
                (loop to (cons (substring string from to) tokens)))
              (reverse tokens)))))))

;;> (xsubstring string from [to [start [end]]]): the characters from index
;;> `from` to below `to` (from and the length of the range) of the range
;;> repeated without end in both directions. Raises type, range. SRFI 13.
;;> Example: (list (xsubstring "abcdef" 2) (xsubstring "abc" -2 5)) => ("cdefab" "bcabcab")
(define (xsubstring string from . options)
  (let ((range (if (pair? options) (cdr options) '())))
    (%with-range (start end) 'xsubstring string range
      (string-replicate string from
                        (if (pair? options)
                            (car options)
                            (+ from (- end start)))
                        start end))))

;;> (string-xcopy! target at string from [to [start [end]]]): copies what
;;> xsubstring gives into the target, from index `at` on. Raises type,
;;> range, frozen. SRFI 13.
;;> Example: (let ((s (make-string 4 #\-))) (string-xcopy! s 0 "ab" 1 4) s) => "bab-"
(define (string-xcopy! target at string from . options)
  (%string-copy! target at (apply xsubstring string from options)))

;;> (substring/shared string start [end]): the characters of the range.
;;> Raises type, range. SRFI 13.
;;> Example: (substring/shared "abc" 1) => "bc"
(define (substring/shared string start . end)
  (apply string-copy string start end))

;;> (string-append/shared string ...): one string of all. Raises type. SRFI
;;> 13.
;;> Example: (string-append/shared "a" "bc") => "abc"
(define (string-append/shared . strings) (string-concatenate strings))

;;> (string-concatenate/shared strings): the strings of the list appended.
;;> Raises type. SRFI 13.
;;> Example: (string-concatenate/shared '("a" "bc")) => "abc"
(define (string-concatenate/shared strings) (string-concatenate strings))

;;> (string-concatenate-reverse/shared strings [final [end]]): the strings
;;> appended in reverse order, then the final one, up to the end. Raises
;;> type, range. SRFI 13.
;;> Example: (string-concatenate-reverse/shared '("b" "a") "cd" 1) => "abc"
(define (string-concatenate-reverse/shared strings . options)
  (apply string-concatenate-reverse strings options))
