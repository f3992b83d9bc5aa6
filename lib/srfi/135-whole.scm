;;; Texts as wholes: case, putting together, going through.

;;> (textual-upcase textual): its characters in upper case. Raises type. SRFI
;;> 135.
;;> Example: (textual->string (textual-upcase "abc")) => "ABC"
(define (textual-upcase textual)
  (%text (string-upcase (%string textual 'textual-upcase))))

;;> (textual-downcase textual): its characters in lower case. Raises type. SRFI
;;> 135.
;;> Example: (textual->string (textual-downcase "ABC")) => "abc"
(define (textual-downcase textual)
  (%text (string-downcase (%string textual 'textual-downcase))))

;;> (textual-foldcase textual): its characters as they are compared whatever
;;> their case. Raises type. SRFI 135.
;;> Example: (textual->string (textual-foldcase "ABC")) => "abc"
(define (textual-foldcase textual)
  (%text (string-foldcase (%string textual 'textual-foldcase))))

;;> (textual-titlecase textual): its words with a capital each. Raises type.
;;> SRFI 135.
;;> Example: (textual->string (textual-titlecase "the END")) => "The End"
(define (textual-titlecase textual)
  (%text (string-titlecase (%string textual 'textual-titlecase))))

;;> (textual-append textual ...): a text of all characters. Raises type. SRFI
;;> 135.
;;> Example: (textual->string (textual-append "ab" (text #\c))) => "abc"
(define (textual-append . textuals)
  (%concatenate textuals 'textual-append))

(define (%concatenate textuals who)
  (%text (apply string-append
                (map (lambda (textual) (%string textual who)) textuals))))

;;> (textual-concatenate list): a text of the characters of all in the list.
;;> Raises type. SRFI 135.
;;> Example: (textual->string (textual-concatenate (list "ab" (text #\c)))) => "abc"
(define (textual-concatenate list)
  (%concatenate (%require-list list 'textual-concatenate)
                'textual-concatenate))

;;> (textual-concatenate-reverse list [final [end]]): a text of all in the list
;;> in reverse order, and of the first characters of the final one. Raises type,
;;> range. SRFI 135.
;;> Example: (textual->string (textual-concatenate-reverse '("c" "ab") "def" 2)) => "abcde"
(define (textual-concatenate-reverse list . final)
  (let ((strings (map (lambda (textual)
                        (%string textual 'textual-concatenate-reverse))
                      (%require-list list 'textual-concatenate-reverse))))
    (%text
     (if (null? final)
         (string-concatenate-reverse strings)
         (apply string-concatenate-reverse strings
                (%string (car final) 'textual-concatenate-reverse)
                (cdr final))))))

;;> (textual-join list [delimiter [grammar]]): the textuals with the delimiter
;;> (a space) between them (infix), also before (prefix) or behind all (suffix);
;;> strict-infix is infix for one or more. Raises type, range. SRFI 135.
;;> Example: (textual->string (textual-join '("a" "b") ", ")) => "a, b"
(define textual-join
  (case-lambda
    ((list) (textual-join list " "))
    ((list delimiter) (textual-join list delimiter 'infix))
    ((list delimiter grammar)
     (%text (string-join (map (lambda (textual)
                                (%string textual 'textual-join))
                              (%require-list list 'textual-join))
                         (%string delimiter 'textual-join)
                         grammar)))))

;;> (textual-fold combine start textual [from [end]]): combines the characters,
;;> which come first, with the result so far. Raises type, range. SRFI 135.
;;> Example: (textual-fold cons '() "abc") => (#\c #\b #\a)
(define (textual-fold combine start textual . range)
  (apply string-fold combine start (%string textual 'textual-fold) range))

;;> (textual-fold-right combine start textual [from [end]]): the same from the
;;> last. Raises type, range. SRFI 135.
;;> Example: (textual-fold-right cons '() "abc") => (#\a #\b #\c)
(define (textual-fold-right combine start textual . range)
  (apply string-fold-right combine start (%string textual 'textual-fold-right)
         range))

;; What the procedure makes of arguments: characters, strings or texts, put
;; together.
(define (%assembled procedure arguments who)
  (%text
   (apply string-append
          (map (lambda (arguments) (%piece (apply procedure arguments) who))
               arguments))))

;; The lists of characters at the same index, as far as all textuals reach.
(define (%columns textuals who)
  (apply map list
         (map (lambda (textual) (string->list (%string textual who)))
              textuals)))

;;> (textual-map procedure textual1 textual2 ...): a text of what the procedure
;;> returns for the characters: characters, strings or texts. Raises type. SRFI
;;> 135.
;;> Example: (textual->string (textual-map (lambda (c) (string c c)) "abc")) => "aabbcc"
(define (textual-map procedure textual . rest)
  (%assembled procedure (%columns (cons textual rest) 'textual-map)
              'textual-map))

;;> (textual-for-each procedure textual1 textual2 ...): calls the procedure with
;;> the characters. Raises type. SRFI 135.
;;> Example: (let ((seen '())) (textual-for-each (lambda (c) (set! seen (cons c seen))) "ab") seen) => (#\b #\a)
(define (textual-for-each procedure textual . rest)
  (for-each (lambda (chars) (apply procedure chars))
            (%columns (cons textual rest) 'textual-for-each)))

;; The indices of the range, each in a list.
(define (%indices textual range who)
  (let* ((length (string-length (%string textual who)))
         (start (if (pair? range) (car range) 0))
         (end (if (and (pair? range) (pair? (cdr range))) (cadr range) length)))
    (if (not (and (exact-integer? start) (exact-integer? end)))
        (%type-error who "exact indices" (list start end)))
    (if (not (<= 0 start end length))
        (%error-of-kind 'range who
                        (string-append "range out of 0 to "
                                       (number->string length))
                        start end textual))
    (let loop ((index (- end 1)) (indices '()))
      (if (< index start)
          indices
          (loop (- index 1) (cons (list index) indices))))))

;;> (textual-map-index procedure textual [start [end]]): a text of what the
;;> procedure returns for the indices: characters, strings or texts. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->string (textual-map-index number->string "abc" 1)) => "12"
(define (textual-map-index procedure textual . range)
  (%assembled procedure (%indices textual range 'textual-map-index)
              'textual-map-index))

;;> (textual-for-each-index procedure textual [start [end]]): calls the
;;> procedure with the indices. Raises type, range. SRFI 135.
;;> Example: (let ((seen '())) (textual-for-each-index (lambda (i) (set! seen (cons i seen))) "ab") seen) => (1 0)
(define (textual-for-each-index procedure textual . range)
  (for-each (lambda (index) (apply procedure index))
            (%indices textual range 'textual-for-each-index)))

;;> (textual-count textual predicate [start [end]]): how many characters pass.
;;> Raises type, range. SRFI 135.
;;> Example: (textual-count "a1b2" char-numeric?) => 2
(define (textual-count textual predicate . range)
  (apply string-count (%string textual 'textual-count) predicate range))

;;> (textual-filter predicate textual [start [end]]): the characters of the
;;> range that pass. Raises type, range. SRFI 135.
;;> Example: (textual->string (textual-filter char-numeric? "a1b2")) => "12"
(define (textual-filter predicate textual . range)
  (%text (apply string-filter predicate (%string textual 'textual-filter)
                range)))

;;> (textual-remove predicate textual [start [end]]): those that do not pass.
;;> Raises type, range. SRFI 135.
;;> Example: (textual->string (textual-remove char-numeric? "a1b2")) => "ab"
(define (textual-remove predicate textual . range)
  (%text (apply string-remove predicate (%string textual 'textual-remove)
                range)))

;;> (textual-replicate textual from to [start [end]]): the characters from index
;;> `from` to below `to` of the range repeated without end. Raises type, range.
;;> SRFI 135.
;;> Example: (textual->string (textual-replicate "abc" -1 5)) => "cabcab"
(define (textual-replicate textual from to . range)
  (%text (apply string-replicate (%string textual 'textual-replicate) from to
                range)))

;;> (textual-split textual delimiter [grammar [limit [start [end]]]]): a list of
;;> texts, the parts between the delimiters, at most `limit` delimiters if that
;;> is a number. Raises type, range. SRFI 135.
;;> Example: (map textual->string (textual-split "a,b,c" ",")) => ("a" "b" "c")
(define (textual-split textual delimiter . rest)
  (map %text
       (apply string-split (%string textual 'textual-split)
              (%string delimiter 'textual-split) rest)))
