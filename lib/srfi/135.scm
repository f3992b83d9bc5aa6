;;; Texts: records around strings that nobody else has, and that are never
;;; changed. What takes a textual takes a text or a string; what makes one makes
;;; a text. The procedures of SRFI 152 do the work on the strings.

;;> (text? object): whether it is a text. SRFI 135.
;;> Example: (map text? (list (text #\a) "a")) => (#t #f)
(define-record-type <text> (%text string) text? (string %content))

;;> (textual? object): whether it is a text or a string. SRFI 135.
;;> Example: (map textual? (list (text #\a) "a" #\a)) => (#t #t #f)
(define (textual? object) (or (text? object) (string? object)))

;; The string of a textual, which must not be changed.
(define (%string textual who)
  (cond ((text? textual) (%content textual))
        ((string? textual) textual)
        (else (%type-error who "a text or a string" textual))))

(define (%check-text object who)
  (if (not (text? object)) (%type-error who "a text" object)))

;; The string of a textual or of one character.
(define (%piece object who)
  (if (char? object)
      (string object)
      (if (textual? object)
          (%string object who)
          (%type-error who "a character, a string or a text" object))))

;;> (make-text length character): a text of so many of the character. Raises
;;> type. SRFI 135.
;;> Example: (textual->string (make-text 3 #\a)) => "aaa"
(define (make-text length char) (%text (make-string length char)))

;;> (text character ...): a text of the characters. Raises type. SRFI 135.
;;> Example: (textual->string (text #\a #\b)) => "ab"
(define (text . chars) (%text (list->string chars)))

;;> (text-tabulate procedure length): a text of what the procedure returns for
;;> each index. Raises type. SRFI 135.
;;> Example: (textual->string (text-tabulate (lambda (i) (integer->char (+ i 97))) 3)) => "abc"
(define (text-tabulate procedure length)
  (if (not (and (exact-integer? length) (>= length 0)))
      (%type-error 'text-tabulate "a length" length))
  (let loop ((index 0) (chars '()))
    (if (= index length)
        (%text (reverse-list->string chars))
        (loop (+ index 1) (cons (procedure index) chars)))))

;; The pieces of an unfolding, the last one first, with the final one.
(define (%pieces stop? mapper successor seed make-final who)
  (let loop ((seed seed) (pieces '()))
    (if (stop? seed)
        (cons (%piece (make-final seed) who) pieces)
        (loop (successor seed) (cons (%piece (mapper seed) who) pieces)))))

(define (%nothing seed) "")

;;> (text-unfold stop? mapper successor seed [base [make-final]]): a text of the
;;> base (nothing), what `mapper` makes of each seed, until one stops, and what
;;> `make-final` makes of that (nothing): characters, strings or texts. Raises
;;> type. SRFI 135.
;;> Example: (textual->string (text-unfold null? car cdr '(#\a "bc" #\d))) => "abcd"
(define text-unfold
  (case-lambda
    ((stop? mapper successor seed)
     (text-unfold stop? mapper successor seed "" %nothing))
    ((stop? mapper successor seed base)
     (text-unfold stop? mapper successor seed base %nothing))
    ((stop? mapper successor seed base make-final)
     (%text
      (apply string-append
             (%piece base 'text-unfold)
             (reverse (%pieces stop? mapper successor seed make-final
                               'text-unfold)))))))

;;> (text-unfold-right stop? mapper successor seed [base [make-final]]): the
;;> same from right to left. Raises type. SRFI 135.
;;> Example: (textual->string (text-unfold-right null? car cdr '(#\a "bc" #\d))) => "dbca"
(define text-unfold-right
  (case-lambda
    ((stop? mapper successor seed)
     (text-unfold-right stop? mapper successor seed "" %nothing))
    ((stop? mapper successor seed base)
     (text-unfold-right stop? mapper successor seed base %nothing))
    ((stop? mapper successor seed base make-final)
     (%text
      (apply string-append
             (append (%pieces stop? mapper successor seed make-final
                              'text-unfold-right)
                     (list (%piece base 'text-unfold-right))))))))

;;> (textual->text textual): the text, or a text of the characters of the
;;> string. Raises type. SRFI 135.
;;> Example: (text? (textual->text "abc")) => #t
(define (textual->text textual)
  (if (text? textual)
      textual
      (%text (string-copy (%string textual 'textual->text)))))

;;> (textual->string textual [start [end]]): a new string of the characters.
;;> Raises type, range. SRFI 135.
;;> Example: (textual->string (text #\a #\b #\c) 1) => "bc"
(define (textual->string textual . range)
  (apply string-copy (%string textual 'textual->string) range))

;;> (textual->vector textual [start [end]]): a vector of the characters. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->vector (text #\a #\b #\c) 1) => #(#\b #\c)
(define (textual->vector textual . range)
  (apply string->vector (%string textual 'textual->vector) range))

;;> (textual->list textual [start [end]]): a list of the characters. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->list (text #\a #\b #\c) 1) => (#\b #\c)
(define (textual->list textual . range)
  (apply string->list (%string textual 'textual->list) range))

;;> (string->text string [start [end]]): a text of the characters. Raises type,
;;> range. SRFI 135.
;;> Example: (textual->string (string->text "abc" 1)) => "bc"
(define (string->text string . range)
  (%text (apply string-copy string range)))

;;> (vector->text vector [start [end]]): a text of the characters in a vector.
;;> Raises type, range. SRFI 135.
;;> Example: (textual->string (vector->text #(#\a #\b #\c) 1)) => "bc"
(define (vector->text vector . range)
  (%text (apply vector->string vector range)))

;;> (list->text list [start [end]]): a text of the characters in a list. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->string (list->text '(#\a #\b #\c) 1)) => "bc"
(define (list->text list . range)
  (%text (apply string-copy (list->string list) range)))

;;> (reverse-list->text list): a text of the characters in a list, in reverse
;;> order. Raises type. SRFI 135.
;;> Example: (textual->string (reverse-list->text '(#\a #\b #\c))) => "cba"
(define (reverse-list->text list) (%text (reverse-list->string list)))

;;> (textual-null? textual): whether it is empty. Raises type. SRFI 135.
;;> Example: (textual-null? (text)) => #t
(define (textual-null? textual)
  (= (string-length (%string textual 'textual-null?)) 0))

;;> (text-length text): how many characters it has. Raises type. SRFI 135.
;;> Example: (text-length (text #\a #\b)) => 2
(define (text-length text)
  (%check-text text 'text-length)
  (string-length (%content text)))

;;> (textual-length textual): how many characters it has. Raises type. SRFI 135.
;;> Example: (textual-length "ab") => 2
(define (textual-length textual)
  (string-length (%string textual 'textual-length)))

;;> (text-ref text index): the character at the index. Raises type, range. SRFI
;;> 135.
;;> Example: (text-ref (text #\a #\b) 1) => #\b
(define (text-ref text index)
  (%check-text text 'text-ref)
  (string-ref (%content text) index))

;;> (textual-ref textual index): the character at the index. Raises type, range.
;;> SRFI 135.
;;> Example: (textual-ref "ab" 1) => #\b
(define (textual-ref textual index)
  (string-ref (%string textual 'textual-ref) index))

;;> (subtext text start end): the text from the start to below the end. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->string (subtext (text #\a #\b #\c) 1 2)) => "b"
(define (subtext text start end)
  (%check-text text 'subtext)
  (subtextual text start end))

;;> (subtextual textual start end): the same of a textual. Raises type, range.
;;> SRFI 135.
;;> Example: (textual->string (subtextual "abc" 1 2)) => "b"
(define (subtextual textual start end)
  (let ((string (%string textual 'subtextual)))
    (if (and (text? textual) (eqv? start 0) (eqv? end (string-length string)))
        textual
        (%text (string-copy string start end)))))

;;> (textual-copy textual [start [end]]): a new text of the characters. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->string (textual-copy "abc" 1)) => "bc"
(define (textual-copy textual . range)
  (%text (apply string-copy (%string textual 'textual-copy) range)))

;;> (textual-take textual n): its first n characters. Raises type, range. SRFI
;;> 135.
;;> Example: (textual->string (textual-take "abc" 2)) => "ab"
(define (textual-take textual n)
  (%text (string-take (%string textual 'textual-take) n)))

;;> (textual-take-right textual n): its last n characters. Raises type, range.
;;> SRFI 135.
;;> Example: (textual->string (textual-take-right "abc" 2)) => "bc"
(define (textual-take-right textual n)
  (%text (string-take-right (%string textual 'textual-take-right) n)))

;;> (textual-drop textual n): what follows its first n characters. Raises type,
;;> range. SRFI 135.
;;> Example: (textual->string (textual-drop "abc" 2)) => "c"
(define (textual-drop textual n)
  (%text (string-drop (%string textual 'textual-drop) n)))

;;> (textual-drop-right textual n): what comes before its last n characters.
;;> Raises type, range. SRFI 135.
;;> Example: (textual->string (textual-drop-right "abc" 2)) => "a"
(define (textual-drop-right textual n)
  (%text (string-drop-right (%string textual 'textual-drop-right) n)))

;;> (textual-pad textual length [character [start [end]]]): the range with this
;;> length: filled (with spaces) or cut on the left. Raises type, range. SRFI
;;> 135.
;;> Example: (map textual->string (list (textual-pad "325" 5) (textual-pad "8871325" 5))) => ("  325" "71325")
(define (textual-pad textual length . rest)
  (%text (apply string-pad (%string textual 'textual-pad) length rest)))

;;> (textual-pad-right textual length [character [start [end]]]): the same on
;;> the right. Raises type, range. SRFI 135.
;;> Example: (textual->string (textual-pad-right "325" 5 #\.)) => "325.."
(define (textual-pad-right textual length . rest)
  (%text (apply string-pad-right (%string textual 'textual-pad-right) length
                rest)))

;;> (textual-trim textual [predicate [start [end]]]): the range without the
;;> characters on the left that pass (white space). Raises type, range. SRFI
;;> 135.
;;> Example: (textual->string (textual-trim "  a ")) => "a "
(define (textual-trim textual . rest)
  (%text (apply string-trim (%string textual 'textual-trim) rest)))

;;> (textual-trim-right textual [predicate [start [end]]]): the same on the
;;> right. Raises type, range. SRFI 135.
;;> Example: (textual->string (textual-trim-right "  a ")) => "  a"
(define (textual-trim-right textual . rest)
  (%text (apply string-trim-right (%string textual 'textual-trim-right) rest)))

;;> (textual-trim-both textual [predicate [start [end]]]): the same on both
;;> sides. Raises type, range. SRFI 135.
;;> Example: (textual->string (textual-trim-both "  a ")) => "a"
(define (textual-trim-both textual . rest)
  (%text (apply string-trim-both (%string textual 'textual-trim-both) rest)))

;;> (textual-replace textual1 textual2 start1 end1 [start2 [end2]]): the first
;;> with the range of the second in the place of its range. Raises type, range.
;;> SRFI 135.
;;> Example: (textual->string (textual-replace "abcd" "XY" 1 3)) => "aXYd"
(define (textual-replace textual1 textual2 start1 end1 . range)
  (%text (apply string-replace (%string textual1 'textual-replace)
                (%string textual2 'textual-replace) start1 end1 range)))
