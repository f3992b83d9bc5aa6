;;; Strings: vectors of characters with constant-time access.
;;; Ranges are `start` to below `end`, the whole string where not given.

;;> (string? object): whether it is a string. R7RS 6.7.
;;> Example: (string? "abc") => #t
(define (string? object) (%primitive string? object))

;;> (make-string k): a string of k spaces. (make-string k char): of k times the
;;> character. Raises type, range. R7RS 6.7.
;;> Example: (make-string 3 #\x) => "xxx"
(define make-string
  (case-lambda
    ((k) (%primitive make-string k #\space))
    ((k char) (%primitive make-string k char))))

;;> (string char ...): a string of these characters. Raises type. R7RS 6.7.
;;> Example: (string #\a #\b) => "ab"
(define (string . chars) (%primitive list->string chars))

;;> (string-length string): how many characters it has. Raises type. R7RS 6.7.
;;> Example: (string-length "λx") => 2
(define (string-length string) (%primitive string-length string))

;;> (string-ref string k): character k. Raises type, range. R7RS 6.7.
;;> Example: (string-ref "abc" 1) => #\b
(define (string-ref string k) (%primitive string-ref string k))

;;> (string-set! string k char): changes character k. Raises type, range,
;;> frozen. R7RS 6.7.
;;> Example: (let ((s (string-copy "abc"))) (string-set! s 1 #\x) s) => "axc"
(define (string-set! string k char) (%primitive string-set! string k char))

;;> (substring string start end): a new string of the characters of the range.
;;> Raises type, range. R7RS 6.7.
;;> Example: (substring "hello" 1 3) => "el"
(define (substring string start end)
  (%primitive substring string start end))

;;> (string-copy string [start [end]]): a new string of the characters of the
;;> range. Raises type, range. R7RS 6.7.
;;> Example: (string-copy "hello" 2) => "llo"
(define string-copy
  (case-lambda
    ((string)
     (%primitive substring string 0 (%primitive string-length string)))
    ((string start)
     (%primitive substring string start (%primitive string-length string)))
    ((string start end) (%primitive substring string start end))))

;;> (string-append string ...): one new string of all. Raises type. R7RS 6.7.
;;> Example: (string-append "ab" "c" "") => "abc"
(define string-append
  (case-lambda
    ((a b) (%primitive string-append a b))
    ((a b c) (%primitive string-append a b c))
    (strings (%primitive %string-concatenate strings))))

;;> (string->list string [start [end]]): its characters. Raises type, range.
;;> R7RS 6.7.
;;> Example: (string->list "abc" 1) => (#\b #\c)
(define string->list
  (case-lambda
    ((string)
     (%primitive string->list string 0 (%primitive string-length string)))
    ((string start)
     (%primitive string->list string start (%primitive string-length string)))
    ((string start end) (%primitive string->list string start end))))

;;> (list->string list): a string of these characters. Raises type. R7RS 6.7.
;;> Example: (list->string '(#\a #\b)) => "ab"
(define (list->string list) (%primitive list->string list))

;;> (string->vector string [start [end]]): a vector of its characters. Raises
;;> type, range. R7RS 6.8.
;;> Example: (string->vector "ab") => #(#\a #\b)
(define (string->vector string . range)
  (%primitive list->vector (apply string->list string range)))

;;> (vector->string vector [start [end]]): a string of these characters. Raises
;;> type, range. R7RS 6.8.
;;> Example: (vector->string #(#\a #\b)) => "ab"
(define (vector->string vector . range)
  (%primitive list->string (apply vector->list vector range)))

;;> (string-copy! to at from [start [end]]): copies the range of `from` into
;;> `to`, from index `at` on. Raises type, range, frozen. R7RS 6.7.
;;> Example: (let ((s (make-string 4 #\-))) (string-copy! s 1 "ab") s) => "-ab-"
(define string-copy!
  (case-lambda
    ((to at from)
     (%primitive string-copy! to at from 0 (%primitive string-length from)))
    ((to at from start)
     (%primitive string-copy! to at from start
                 (%primitive string-length from)))
    ((to at from start end)
     (%primitive string-copy! to at from start end))))

;;> (string-fill! string char [start [end]]): puts the character everywhere in
;;> the range. Raises type, range, frozen. R7RS 6.7.
;;> Example: (let ((s (make-string 3 #\a))) (string-fill! s #\b 1) s) => "abb"
(define string-fill!
  (case-lambda
    ((string char)
     (%primitive string-fill! string char 0
                 (%primitive string-length string)))
    ((string char start)
     (%primitive string-fill! string char start
                 (%primitive string-length string)))
    ((string char start end)
     (%primitive string-fill! string char start end))))

;;> (string-upcase string): its upper-case form. Raises type. R7RS 6.7.
;;> Example: (string-upcase "straße") => "STRASSE"
(define (string-upcase string) (%primitive string-upcase string))

;;> (string-downcase string): its lower-case form. Raises type. R7RS 6.7.
;;> Example: (string-downcase "ABC") => "abc"
(define (string-downcase string) (%primitive string-downcase string))

;;> (string-foldcase string): its folded form, for comparing without case.
;;> Raises type. R7RS 6.7.
;;> Example: (string-foldcase "ABC") => "abc"
(define (string-foldcase string) (%primitive string-foldcase string))

;;> (string->utf8 string [start [end]]): its UTF-8 encoding, a bytevector.
;;> Raises type, range. R7RS 6.9.
;;> Example: (string->utf8 "λ") => #u8(206 187)
(define string->utf8
  (case-lambda
    ((string)
     (%primitive string->utf8 string 0 (%primitive string-length string)))
    ((string start)
     (%primitive string->utf8 string start
                 (%primitive string-length string)))
    ((string start end) (%primitive string->utf8 string start end))))

;;> (utf8->string bytevector [start [end]]): the string of an UTF-8 encoding.
;;> Raises type, range. R7RS 6.9.
;;> Example: (utf8->string (bytevector 65 66)) => "AB"
(define utf8->string
  (case-lambda
    ((bytes)
     (%primitive utf8->string bytes 0 (%primitive bytevector-length bytes)))
    ((bytes start)
     (%primitive utf8->string bytes start
                 (%primitive bytevector-length bytes)))
    ((bytes start end) (%primitive utf8->string bytes start end))))

;;> (string-map procedure string1 string2 ...): the string of the results for
;;> corresponding characters; results may also be strings. Raises type. R7RS
;;> 6.10, SRFI 152.
;;> Example: (string-map char-upcase "abc") => "ABC"
(define string-map
  (case-lambda
    ((procedure string)
     (%join-results (map procedure (string->list string))))
    ((procedure first . rest)
     (%join-results
      (apply map procedure (map string->list (cons first rest)))))))

(define (%join-results results)
  (let loop ((rest results))
    (cond ((%primitive null? rest) (%primitive list->string results))
          ((%primitive string? (%primitive car rest))
           (%primitive %string-concatenate (map %as-string results)))
          (else (loop (%primitive cdr rest))))))

(define (%as-string object)
  (if (%primitive char? object) (string object) object))

;;> (string-for-each procedure string1 string2 ...): calls the procedure with
;;> corresponding characters. Raises type. R7RS 6.10.
;;> Example: (let ((l '())) (string-for-each (lambda (c) (set! l (cons c l))) "ab") l) => (#\b #\a)
(define string-for-each
  (case-lambda
    ((procedure string)
     (let ((end (%primitive string-length string)))
       (let loop ((index 0))
         (if (%primitive < index end)
             (begin
               (procedure (%primitive string-ref string index))
               (loop (%primitive add index 1)))))))
    ((procedure first . rest)
     (apply for-each procedure (map string->list (cons first rest))))))

;;> (string-search pattern string [start]): the index where the pattern first
;;> occurs in the string, or #f. Raises type, range.
;;> Example: (string-search "lo" "hello") => 3
(define string-search
  (case-lambda
    ((pattern string) (%primitive %string-search pattern string 0))
    ((pattern string start) (%primitive %string-search pattern string start))))

;;> (string-join strings [separator]): one string of all, with the separator (a
;;> space) between them. Raises type. SRFI 13.
;;> Example: (string-join '("a" "b" "c") ", ") => "a, b, c"
(define string-join
  (case-lambda
    ((strings) (string-join strings " "))
    ((strings separator)
     (if (not (list? strings))
         (%type-error 'string-join "a list of strings" strings))
     (if (%primitive null? strings)
         ""
         (let loop ((rest (%primitive cdr strings))
                    (parts (%primitive cons (%primitive car strings) '())))
           (if (%primitive null? rest)
               (%primitive %string-concatenate (%primitive reverse parts))
               (loop (%primitive cdr rest)
                     (%primitive cons (%primitive car rest)
                                 (%primitive cons separator parts)))))))))

;;> (string-split string separator): the parts between the occurrences of a
;;> string that is not empty. Raises type.
;;> Example: (string-split "a,b,,c" ",") => ("a" "b" "" "c")
(define (string-split string separator)
  (let ((step (%primitive string-length separator)))
    (if (%primitive = step 0)
        (%type-error 'string-split "a string that is not empty" separator))
    (let loop ((start 0) (parts '()))
      (let ((next (%primitive %string-search separator string start)))
        (if next
            (loop (%primitive add next step)
                  (%primitive cons (%primitive substring string start next)
                              parts))
            (%primitive reverse
                        (%primitive cons (string-copy string start)
                                    parts)))))))
