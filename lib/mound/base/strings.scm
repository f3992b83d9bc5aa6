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
    ((k) (%make-string k #\space))
    ((k char) (%make-string k char))))

;;> (string char ...): a string of these characters. Raises type. R7RS 6.7.
;;> Example: (string #\a #\b) => "ab"
(define string
  (case-lambda
    ((char) (%primitive make-string 1 char))
    ((first second) (list->string (list first second)))
    ((first second third) (list->string (list first second third)))
    (chars (list->string chars))))

;;> (string-length string): how many characters it has. Raises type. R7RS 6.7.
;;> Example: (string-length "λx") => 2
(define (string-length string) (%primitive string-length string))

;;> (string-ref string k): character k. Raises type, range. R7RS 6.7.
;;> Example: (string-ref "abc" 1) => #\b
(define (string-ref string k) (%primitive string-ref string k))

;;> (string-set! string k char): changes character k. Raises type, range,
;;> frozen. R7RS 6.7.
;;> Example: (let ((s (string-copy "abc"))) (string-set! s 1 #\x) s) => "axc"
(define (string-set! string k char)
  (if (%primitive absent? (%primitive string-set! string k char))
      (%string-set-in-steps! string k char)))

;;> (substring string start end): a new string of the characters of the range.
;;> Raises type, range. R7RS 6.7.
;;> Example: (substring "hello" 1 3) => "el"
(define (substring string start end)
  (%or-in-steps (substring string start end)
    (%long-substring string start end)))

;;> (string-copy string [start [end]]): a new string of the characters of the
;;> range. Raises type, range. R7RS 6.7.
;;> Example: (string-copy "hello" 2) => "llo"
(define string-copy
  (case-lambda
    ((string)
     (substring string 0 (%primitive string-length string)))
    ((string start)
     (substring string start (%primitive string-length string)))
    ((string start end) (substring string start end))))

;;> (string-append string ...): one new string of all. Raises type. R7RS 6.7.
;;> Example: (string-append "ab" "c" "") => "abc"
(define string-append
  (case-lambda
    ((a b)
     (%or-in-steps (string-append a b) (%join-strings (list a b))))
    ((a b c)
     (%or-in-steps (string-append a b c) (%join-strings (list a b c))))
    (strings (%string-concatenate strings))))

;;> (string->list string [start [end]]): its characters. Raises type, range.
;;> R7RS 6.7.
;;> Example: (string->list "abc" 1) => (#\b #\c)
(define string->list
  (case-lambda
    ((string)
     (%string->list string 0 (%primitive string-length string)))
    ((string start)
     (%string->list string start (%primitive string-length string)))
    ((string start end) (%string->list string start end))))

;;> (list->string list): a string of these characters. Raises type. R7RS 6.7.
;;> Example: (list->string '(#\a #\b)) => "ab"
(define (list->string list)
  (%or-in-steps (list->string list) (%long-list->string list)))

;;> (string->vector string [start [end]]): a vector of its characters. Raises
;;> type, range. R7RS 6.8.
;;> Example: (string->vector "ab") => #(#\a #\b)
(define (string->vector string . range)
  (list->vector (apply string->list string range)))

;;> (vector->string vector [start [end]]): a string of these characters. Raises
;;> type, range. R7RS 6.8.
;;> Example: (vector->string #(#\a #\b)) => "ab"
(define (vector->string vector . range)
  (list->string (apply vector->list vector range)))

;;> (string-copy! to at from [start [end]]): copies the range of `from` into
;;> `to`, from index `at` on. Raises type, range, frozen. R7RS 6.7.
;;> Example: (let ((s (make-string 4 #\-))) (string-copy! s 1 "ab") s) => "-ab-"
(define string-copy!
  (case-lambda
    ((to at from)
     (%string-copy! to at from 0 (%primitive string-length from)))
    ((to at from start)
     (%string-copy! to at from start
                    (%primitive string-length from)))
    ((to at from start end)
     (%string-copy! to at from start end))))

;;> (string-fill! string char [start [end]]): puts the character everywhere in
;;> the range. Raises type, range, frozen. R7RS 6.7.
;;> Example: (let ((s (make-string 3 #\a))) (string-fill! s #\b 1) s) => "abb"
(define string-fill!
  (case-lambda
    ((string char)
     (%string-fill! string char 0
                    (%primitive string-length string)))
    ((string char start)
     (%string-fill! string char start
                    (%primitive string-length string)))
    ((string char start end)
     (%string-fill! string char start end))))

;;> (string-upcase string): its upper-case form. Raises type. R7RS 6.7.
;;> Example: (string-upcase "straße") => "STRASSE"
(define (string-upcase string)
  (%or-in-steps (string-upcase string)
    (%convert-parts string (lambda (part) (%primitive string-upcase part)))))

;;> (string-downcase string): its lower-case form. Raises type. R7RS 6.7.
;;> Example: (string-downcase "ABC") => "abc"
(define (string-downcase string)
  (%or-in-steps (string-downcase string)
    (%convert-parts string (lambda (part) (%primitive string-downcase part)))))

;;> (string-foldcase string): its folded form, for comparing without case.
;;> Raises type. R7RS 6.7.
;;> Example: (string-foldcase "ABC") => "abc"
(define (string-foldcase string)
  (%or-in-steps (string-foldcase string)
    (%convert-parts string (lambda (part) (%primitive string-foldcase part)))))

;;> (string->utf8 string [start [end]]): its UTF-8 encoding, a bytevector.
;;> Raises type, range. R7RS 6.9.
;;> Example: (string->utf8 "λ") => #u8(206 187)
(define string->utf8
  (case-lambda
    ((string)
     (%string->utf8 string 0 (%primitive string-length string)))
    ((string start)
     (%string->utf8 string start
                    (%primitive string-length string)))
    ((string start end) (%string->utf8 string start end))))

;;> (utf8->string bytevector [start [end]]): the string of an UTF-8 encoding.
;;> Raises type, range. R7RS 6.9.
;;> Example: (utf8->string (bytevector 65 66)) => "AB"
(define utf8->string
  (case-lambda
    ((bytes)
     (%utf8->string bytes 0 (%primitive bytevector-length bytes)))
    ((bytes start)
     (%utf8->string bytes start
                    (%primitive bytevector-length bytes)))
    ((bytes start end) (%utf8->string bytes start end))))

;;> (string-map procedure string1 string2 ...): the string of the results for
;;> corresponding characters; results may also be strings. Raises type. R7RS
;;> 6.10, SRFI 152.
;;> Example: (string-map char-upcase "abc") => "ABC"
(define string-map
  (case-lambda
    ((procedure string)
     (let ((end (%primitive string-length string)))
       (let loop ((index 0) (results '()) (characters? #t))
         (if (%primitive < index end)
             (let ((result (procedure (%primitive string-ref string index))))
               (loop (%primitive add index 1)
                     (%primitive cons result results)
                     (if (%primitive char? result) characters? #f)))
             (let ((results (%reverse-onto results '())))
               (if characters?
                   (list->string results)
                   (%join-results results)))))))
    ((procedure first . rest)
     (%join-results
      (apply map procedure (map string->list (cons first rest)))))))

(define (%join-results results)
  (let loop ((rest results))
    (cond ((%primitive null? rest) (list->string results))
          ((%primitive string? (%primitive car rest))
           (%string-concatenate (map %as-string results)))
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
    ((pattern string) (%string-search pattern string 0))
    ((pattern string start) (%string-search pattern string start))))

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
               (%string-concatenate (reverse parts))
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
      (let ((next (%string-search separator string start)))
        (if next
            (loop (%primitive add next step)
                  (%primitive cons (substring string start next)
                              parts))
            (reverse
             (%primitive cons (string-copy string start)
                         parts)))))))
