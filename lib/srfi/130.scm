;;; What SRFI 152 does not have, or has with other results. Strings are vectors
;;; of characters, so an index is as good as a cursor.

;;> (string-cursor? object): whether it can be a cursor. SRFI 130.
;;> Example: (map string-cursor? '(2 -1)) => (#t #f)
(define (string-cursor? object)
  (and (exact-integer? object) (>= object 0)))

;;> (string-cursor-start string): a cursor for its first character. SRFI
;;> 130.
;;> Example: (string-cursor-start "abc") => 0
(define (string-cursor-start string) 0)

;;> (string-cursor-end string): a cursor behind its last character. Raises
;;> type. SRFI 130.
;;> Example: (string-cursor-end "abc") => 3
(define (string-cursor-end string) (string-length string))

(define (%cursor who string cursor)
  (if (and (exact-integer? cursor) (<= 0 cursor (string-length string)))
      cursor
      (%error-of-kind 'range who "no such cursor" cursor string)))

;;> (string-cursor-next string cursor): a cursor for the next character.
;;> Raises type, range. SRFI 130.
;;> Example: (string-cursor-next "abc" 0) => 1
(define (string-cursor-next string cursor)
  (%cursor 'string-cursor-next string (+ cursor 1)))

;;> (string-cursor-prev string cursor): a cursor for the character before.
;;> Raises type, range. SRFI 130.
;;> Example: (string-cursor-prev "abc" 1) => 0
(define (string-cursor-prev string cursor)
  (%cursor 'string-cursor-prev string (- cursor 1)))

;;> (string-cursor-forward string cursor k): a cursor k characters further.
;;> Raises type, range. SRFI 130.
;;> Example: (string-cursor-forward "abc" 1 2) => 3
(define (string-cursor-forward string cursor k)
  (%cursor 'string-cursor-forward string (+ cursor k)))

;;> (string-cursor-back string cursor k): a cursor k characters before.
;;> Raises type, range. SRFI 130.
;;> Example: (string-cursor-back "abc" 2 2) => 0
(define (string-cursor-back string cursor k)
  (%cursor 'string-cursor-back string (- cursor k)))

;;> (string-cursor=? cursor1 cursor2): whether the cursors are the
;;> same. SRFI 130.
;;> Example: (string-cursor=? 1 1) => #t
(define (string-cursor=? cursor1 cursor2)
  (= cursor1 cursor2))

;;> (string-cursor<? cursor1 cursor2): whether the cursors ascend.
;;> SRFI 130.
;;> Example: (string-cursor<? 0 1) => #t
(define (string-cursor<? cursor1 cursor2)
  (< cursor1 cursor2))

;;> (string-cursor>? cursor1 cursor2): whether the cursors descend.
;;> SRFI 130.
;;> Example: (string-cursor>? 0 1) => #f
(define (string-cursor>? cursor1 cursor2)
  (> cursor1 cursor2))

;;> (string-cursor<=? cursor1 cursor2): whether the cursors do not
;;> descend. SRFI 130.
;;> Example: (string-cursor<=? 1 1) => #t
(define (string-cursor<=? cursor1 cursor2)
  (<= cursor1 cursor2))

;;> (string-cursor>=? cursor1 cursor2): whether the cursors do not
;;> ascend. SRFI 130.
;;> Example: (string-cursor>=? 0 1) => #f
(define (string-cursor>=? cursor1 cursor2)
  (>= cursor1 cursor2))

;;> (string-cursor-diff string cursor1 cursor2): how many characters are
;;> from the first to the second. SRFI 130.
;;> Example: (string-cursor-diff "abc" 0 2) => 2
(define (string-cursor-diff string cursor1 cursor2) (- cursor2 cursor1))

;;> (string-cursor->index string cursor): its index. SRFI 130.
;;> Example: (string-cursor->index "abc" 2) => 2
(define (string-cursor->index string cursor) cursor)

;;> (string-index->cursor string index): a cursor for the index. SRFI 130.
;;> Example: (string-index->cursor "abc" 2) => 2
(define (string-index->cursor string index) index)

;;> (string->list/cursors string [start [end]]): its characters. Raises
;;> type, range. SRFI 130.
;;> Example: (string->list/cursors "abc" 1) => (#\b #\c)
(define (string->list/cursors string . range)
  (apply string->list string range))

;;> (string->vector/cursors string [start [end]]): a vector of its
;;> characters. Raises type, range. SRFI 130.
;;> Example: (string->vector/cursors "abc" 1) => #(#\b #\c)
(define (string->vector/cursors string . range)
  (apply string->vector string range))

;;> (string-ref/cursor string cursor): the character at the cursor. Raises
;;> type, range. SRFI 130.
;;> Example: (string-ref/cursor "abc" 1) => #\b
(define (string-ref/cursor string cursor) (string-ref string cursor))

;;> (substring/cursors string start end): a new string of the characters of
;;> the range. Raises type, range. SRFI 130.
;;> Example: (substring/cursors "abc" 1 2) => "b"
(define (substring/cursors string start end) (substring string start end))

;;> (string-copy/cursors string [start [end]]): a new string of the
;;> characters of the range. Raises type, range. SRFI 130.
;;> Example: (string-copy/cursors "abc" 1) => "bc"
(define (string-copy/cursors string . range)
  (apply string-copy string range))

;;> (string-index string predicate [start [end]]): a cursor for the first
;;> character that passes, or the end. Raises type, range. SRFI 130.
;;> Example: (string-index "abc" char-numeric?) => 3
(define (string-index string predicate . range)
  (%with-range (start end) 'string-index string range
    (or (%string-index string predicate start end) end)))

;;> (string-index-right string predicate [start [end]]): a cursor behind the
;;> last character that passes, or the start. Raises type, range. SRFI 130.
;;> Example: (string-index-right "abc" #\b) => 2
(define (string-index-right string predicate . range)
  (%with-range (start end) 'string-index-right string range
    (let ((last (%string-index-right string predicate start end)))
      (if last (+ last 1) start))))

;;> (string-skip string predicate [start [end]]): a cursor for the first
;;> character that does not pass, or the end. Raises type, range. SRFI 130.
;;> Example: (string-skip "  a" char-whitespace?) => 2
(define (string-skip string predicate . range)
  (%with-range (start end) 'string-skip string range
    (or (%string-skip string predicate start end) end)))

;;> (string-skip-right string predicate [start [end]]): a cursor behind the
;;> last character that does not pass, or the start. Raises type, range.
;;> SRFI 130.
;;> Example: (string-skip-right "a  " char-whitespace?) => 1
(define (string-skip-right string predicate . range)
  (%with-range (start end) 'string-skip-right string range
    (let ((last (%string-skip-right string predicate start end)))
      (if last (+ last 1) start))))

;;> (string-reverse string [start [end]]): the characters of the range in
;;> reverse order. Raises type, range. SRFI 130.
;;> Example: (string-reverse "abc") => "cba"
(define (string-reverse string . range)
  (reverse-list->string (apply string->list string range)))

;;> (string-for-each-cursor procedure string [start [end]]): calls the
;;> procedure with each cursor of the range. Raises type, range. SRFI 130.
;;> Example: (let ((l '())) (string-for-each-cursor (lambda (c) (set! l (cons c l))) "abc") l) => (2 1 0)
(define (string-for-each-cursor procedure string . range)
  (%with-range (start end) 'string-for-each-cursor string range
    (let loop ((index start))
      (if (< index end)
          (begin
            (procedure index)
            (loop (+ index 1)))))))
