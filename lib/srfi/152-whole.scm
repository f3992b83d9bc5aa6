;;; Strings: joining, folding, filtering, splitting.

;;> (string-concatenate strings): the strings of the list appended. Raises type.
;;> SRFI 152.
;;> Example: (string-concatenate '("a" "bc")) => "abc"
(define (string-concatenate strings) (apply string-append strings))

;;> (string-concatenate-reverse strings [final [end]]): the strings appended in
;;> reverse order, then the final one, up to the end. Raises type, range. SRFI
;;> 152.
;;> Example: (string-concatenate-reverse '(" must be" "Hello, I") " going.XX" 7) => "Hello, I must be going."
(define string-concatenate-reverse
  (case-lambda
    ((strings) (string-concatenate (reverse strings)))
    ((strings final)
     (string-concatenate (reverse (cons final strings))))
    ((strings final end)
     (string-concatenate (reverse (cons (substring final 0 end) strings))))))

;;> (string-join strings [delimiter [grammar]]): the strings with the delimiter
;;> (a space) between them (infix), also before (prefix) or behind all (suffix);
;;> strict-infix raises error for no strings. Raises type. SRFI 152.
;;> Example: (string-join '("a" "b") ":" 'suffix) => "a:b:"
(define string-join
  (case-lambda
    ((strings) (string-join strings " " 'infix))
    ((strings delimiter) (string-join strings delimiter 'infix))
    ((strings delimiter grammar)
     (case grammar
       ((infix) (string-concatenate (%between strings delimiter)))
       ((strict-infix)
        (if (null? strings)
            (error "string-join: no strings to join by strict-infix")
            (string-concatenate (%between strings delimiter))))
       ((prefix)
        (string-concatenate
         (if (null? strings)
             '()
             (cons delimiter (%between strings delimiter)))))
       ((suffix)
        (string-concatenate
         (if (null? strings)
             '()
             (append (%between strings delimiter) (list delimiter)))))
       (else (%unknown-grammar 'string-join grammar))))))

(define (%unknown-grammar who grammar)
  (%type-error who "infix, strict-infix, prefix or suffix" grammar))

(define (%between strings delimiter)
  (if (%end? (%require-list strings 'string-join))
      '()
      (let loop ((rest (cdr strings)) (parts (list (car strings))))
        (if (%end? rest)
            (reverse parts)
            (loop (cdr rest) (cons (car rest) (cons delimiter parts)))))))

;;> (string-fold combine start string [from [end]]): combines the characters of
;;> the range with the result so far, which comes last. Raises type, range. SRFI
;;> 152.
;;> Example: (string-fold cons '() "abc") => (#\c #\b #\a)
(define (string-fold combine start string . range)
  (%with-range (from end) 'string-fold string range
    (let loop ((index from) (result start))
      (if (= index end)
          result
          (loop (+ index 1) (combine (string-ref string index) result))))))

;;> (string-fold-right combine start string [from [end]]): the same from the
;;> last. Raises type, range. SRFI 152.
;;> Example: (string-fold-right cons '() "abc") => (#\a #\b #\c)
(define (string-fold-right combine start string . range)
  (%with-range (from end) 'string-fold-right string range
    (let loop ((index end) (result start))
      (if (= index from)
          result
          (loop (- index 1)
                (combine (string-ref string (- index 1)) result))))))

;;> (string-count string predicate [start [end]]): how many characters pass.
;;> Raises type, range. SRFI 152.
;;> Example: (string-count "banana" #\a) => 3
(define (string-count string predicate . range)
  (let ((test (criterion->predicate 'string-count predicate)))
    (apply string-fold
           (lambda (char count) (if (test char) (+ count 1) count))
           0 string range)))

;;> (string-filter predicate string [start [end]]): the characters of the range
;;> that pass. Raises type, range. SRFI 152.
;;> Example: (string-filter char-numeric? "a1b2") => "12"
(define (string-filter predicate string . range)
  (let ((test (criterion->predicate 'string-filter predicate)))
    (reverse-list->string
     (apply string-fold
            (lambda (char kept) (if (test char) (cons char kept) kept))
            '() string range))))

;;> (string-remove predicate string [start [end]]): the characters of the range
;;> that do not pass. Raises type, range. SRFI 152.
;;> Example: (string-remove char-numeric? "a1b2") => "ab"
(define (string-remove predicate string . range)
  (apply string-filter (%not 'string-remove predicate) string range))

;;> (string-replicate string from to [start [end]]): the characters from index
;;> `from` to below `to` of the range repeated without end in both directions.
;;> Raises type, range. SRFI 152.
;;> Example: (list (string-replicate "abcdef" 2 8) (string-replicate "abc" -2 5)) => ("cdefab" "bcabcab")
(define (string-replicate string from to . range)
  (%with-range (start end) 'string-replicate string range
    (let ((width (- end start)))
      (if (or (> from to) (and (= width 0) (< from to)))
          (%error-of-kind 'range 'string-replicate "no such range" from to))
      (let loop ((index (- to 1)) (chars '()))
        (if (< index from)
            (list->string chars)
            (loop (- index 1)
                  (cons (string-ref string
                                    (+ start (floor-remainder index width)))
                        chars)))))))

;;> (string-segment string k): the parts of k characters, of which the last may
;;> be shorter. Raises type, range. SRFI 152.
;;> Example: (string-segment "abcde" 2) => ("ab" "cd" "e")
(define (string-segment string k)
  (if (not (and (exact-integer? k) (> k 0)))
      (%error-of-kind 'range 'string-segment "no length of a part" k))
  (let ((length (string-length string)))
    (let loop ((start 0) (parts '()))
      (if (>= start length)
          (reverse parts)
          (let ((end (min length (+ start k))))
            (loop end (cons (substring string start end) parts)))))))

;;> (string-split string delimiter [grammar [limit [start [end]]]]): the parts
;;> of the range between the occurrences of the delimiter, of which at most
;;> `limit` count unless it is #f; characters if the delimiter is empty. prefix
;;> and suffix drop an empty part at the beginning or end; infix gives no parts
;;> for an empty range, strict-infix raises error. Raises type, range. SRFI 152.
;;> Example: (string-split "a,b,,c" ",") => ("a" "b" "" "c")
(define (string-split string delimiter . options)
  (let* ((grammar (if (pair? options) (car options) 'infix))
         (options (if (pair? options) (cdr options) '()))
         (limit (if (pair? options) (car options) #f))
         (range (if (pair? options) (cdr options) '())))
    (if (not (memq grammar '(infix strict-infix prefix suffix)))
        (%unknown-grammar 'string-split grammar))
    (if (not (or (not limit) (and (exact-integer? limit) (>= limit 0))))
        (%type-error 'string-split
                     "an exact integer that is not negative, or #f"
                     limit))
    (%with-range (start end) 'string-split string range
      (if (= start end)
          (if (eq? grammar 'strict-infix)
              (error "string-split: nothing to split by strict-infix")
              '())
          (%trim-parts
           (if (string-null? delimiter)
               (%characters string start end limit)
               (%split string delimiter start end limit))
           grammar)))))

(define (%characters string start end limit)
  (let loop ((index start) (left (or limit -1)) (parts '()))
    (cond ((= index end) (reverse parts))
          ((= left 0) (reverse (cons (substring string index end) parts)))
          (else
           (loop (+ index 1) (- left 1)
                 (cons (substring string index (+ index 1)) parts))))))

(define (%split string delimiter start end limit)
  (let ((text (if (= end (string-length string))
                  string
                  (substring string 0 end)))
        (step (string-length delimiter)))
    (let loop ((index start) (left (or limit -1)) (parts '()))
      (let ((next (and (not (= left 0))
                       (string-search delimiter text index))))
        (if next
            (loop (+ next step) (- left 1)
                  (cons (substring text index next) parts))
            (reverse (cons (substring text index end) parts)))))))

(define (%trim-parts parts grammar)
  (case grammar
    ((prefix) (if (string-null? (car parts)) (cdr parts) parts))
    ((suffix)
     (let ((reversed (reverse parts)))
       (if (string-null? (car reversed)) (reverse (cdr reversed)) parts)))
    (else parts)))
