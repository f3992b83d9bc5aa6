;;; Formatters of space, of lists, and of what must fit.

;;> nl: a formatter that ends a line. SRFI 166.
;;> Example: (show #f "a" nl) => "a\n"
(define nl (%out "\n"))

;;> fl: one that ends a line if something is on it. SRFI 166.
;;> Example: (show #f fl "a" fl fl) => "a\n"
(define fl (fn (col) (if (= col 0) nothing nl)))

;;> nothing: one that writes nothing. SRFI 166.
;;> Example: (show #f "a" nothing "b") => "ab"
(define nothing (%formatter (lambda (state) (void))))

;; So many characters for padding.
(define (%padding count)
  (fn (pad-char)
    (if (> count 0) (%out (make-string count pad-char)) nothing)))

(define (%check-count count who)
  (if (not (and (exact-integer? count) (>= count 0)))
      (%type-error who "a number of columns" count)))

;;> (space-to column): pads up to the column. Raises type. SRFI 166.
;;> Example: (show #f "a" (space-to 3) "b") => "a  b"
(define (space-to column)
  (%check-count column 'space-to)
  (fn (col) (%padding (- column col))))

;;> (tab-to [width]): pads up to the next multiple of the width (8). Raises
;;> type. SRFI 166.
;;> Example: (show #f "abc" (tab-to 4) (tab-to 4) "d") => "abc d"
(define tab-to
  (case-lambda
    (() (tab-to 8))
    ((width)
     (%check-count width 'tab-to)
     (fn (col)
       (%padding (if (= width 0) 0 (modulo (- col) width)))))))

;;> (joined procedure list [separator]): the formatters that the procedure makes
;;> of the elements, with the separator between them. Raises type. SRFI 166.
;;> Example: (show #f (joined displayed '(a b c) ", ")) => "a, b, c"
(define joined
  (case-lambda
    ((procedure list) (joined procedure list ""))
    ((procedure list separator)
     (joined/last procedure procedure list separator))))

;;> (joined/prefix procedure list [separator]): the same with the separator
;;> before each. Raises type. SRFI 166.
;;> Example: (show #f (joined/prefix displayed '(usr bin) "/")) => "/usr/bin"
(define joined/prefix
  (case-lambda
    ((procedure list) (joined/prefix procedure list ""))
    ((procedure list separator)
     (%joined list 'joined/prefix
              (lambda (object) (each separator (procedure object)))))))

;;> (joined/suffix procedure list [separator]): the same with the separator
;;> behind each. Raises type. SRFI 166.
;;> Example: (show #f (joined/suffix displayed '(1 2) nl)) => "1\n2\n"
(define joined/suffix
  (case-lambda
    ((procedure list) (joined/suffix procedure list ""))
    ((procedure list separator)
     (%joined list 'joined/suffix
              (lambda (object) (each (procedure object) separator))))))

(define (%joined list who procedure)
  (%require-list list who)
  (%formatter
   (lambda (state)
     (for-each (lambda (object) (%apply (procedure object) state)) list))))

;;> (joined/last procedure last-procedure list [separator]): as `joined`, with
;;> another procedure for the last element. Raises type. SRFI 166.
;;> Example: (show #f (joined/last displayed (lambda (x) (each "and " x)) '(a b c) ", ")) => "a, b, and c"
(define joined/last
  (case-lambda
    ((procedure last list) (joined/last procedure last list ""))
    ((procedure last list separator)
     (%require-list list 'joined/last)
     (%formatter
      (lambda (state)
        (let loop ((rest list))
          (cond ((null? rest) (void))
                ((null? (cdr rest)) (%apply (last (car rest)) state))
                (else
                 (%apply (procedure (car rest)) state)
                 (%apply separator state)
                 (loop (cdr rest))))))))))

;;> (joined/dot procedure dot-procedure list [separator]): as `joined`, with
;;> another procedure for what ends a list that is not proper. SRFI 166.
;;> Example: (show #f (joined/dot displayed (lambda (x) (each ". " x)) '(1 2 . 3) " ")) => "1 2 . 3"
(define joined/dot
  (case-lambda
    ((procedure dot list) (joined/dot procedure dot list ""))
    ((procedure dot list separator)
     (%formatter
      (lambda (state)
        (let loop ((rest list) (first? #t))
          (cond ((null? rest) (void))
                (else
                 (if (not first?) (%apply separator state))
                 (if (pair? rest)
                     (begin
                       (%apply (procedure (car rest)) state)
                       (loop (cdr rest) #f))
                     (%apply (dot rest) state))))))))))

;;> (joined/range procedure start [end [separator]]): as `joined` with the
;;> integers from the start to below the end, or without end for #f. SRFI 166.
;;> Example: (show #f (joined/range displayed 0 4 " ")) => "0 1 2 3"
(define joined/range
  (case-lambda
    ((procedure start) (joined/range procedure start #f ""))
    ((procedure start end) (joined/range procedure start end ""))
    ((procedure start end separator)
     (%formatter
      (lambda (state)
        (let loop ((number start))
          (if (or (not end) (< number end))
              (begin
                (if (> number start) (%apply separator state))
                (%apply (procedure number) state)
                (loop (+ number 1))))))))))

;; The formatter that (place text missing) makes, where `missing` columns are
;; missing to the width.
(define (%fit width formatters who place)
  (%check-count width who)
  (call-with-output
   (each-in-list formatters)
   (lambda (text)
     (fn (string-width)
       (place text (- width (string-width text)))))))

;;> (padded width formatter ...): what the formatters write, padded on the left.
;;> Raises type. SRFI 166.
;;> Example: (show #f (padded 5 "abc")) => "  abc"
(define (padded width . formatters)
  (%fit width formatters 'padded
        (lambda (text missing) (each (%padding missing) text))))

;;> (padded/right width formatter ...): padded on the right, and written as it
;;> comes. Raises type. SRFI 166.
;;> Example: (show #f (padded/right 5 "abc") "|") => "abc  |"
(define (padded/right width . formatters)
  (%check-count width 'padded/right)
  (fn ((start col))
    (each (each-in-list formatters)
          (fn ((end col)) (%padding (- width (- end start)))))))

;;> (padded/both width formatter ...): padded on both sides. Raises type. SRFI
;;> 166.
;;> Example: (show #f (padded/both 6 "abc") "|") => " abc  |"
(define (padded/both width . formatters)
  (%fit width formatters 'padded/both
        (lambda (text missing)
          (let ((left (if (> missing 0) (quotient missing 2) 0)))
            (each (%padding left) text (%padding (- missing left)))))))

;; What must stay of the part of a text between two columns.
(define (%preserved text from to)
  (fn (substring/preserve substring/width)
    (if substring/preserve
        (substring/preserve (substring/width text from to))
        nothing)))

;; `text` without `left` columns on the left and `right` on the right.
(define (%cut text left right)
  (fn (string-width substring/width ellipsis)
    (let* ((columns (string-width text)) (end (- columns right)))
      (each (if (> left 0) (%preserved text -1 left) nothing)
            (if (> left 0) ellipsis nothing)
            (substring/width text (if (> left 0) left -1) (max left end))
            (if (> right 0) ellipsis nothing)
            (if (> right 0)
                (%preserved text (max left end) columns)
                nothing)))))

;; Calls (cut columns) for the number of columns that are too many, with those
;; of so many ellipses.
(define (%trim width formatters ellipses who cut)
  (%fit width formatters who
        (lambda (text missing)
          (fn (ellipsis string-width)
            (let ((room (* ellipses (string-width ellipsis))))
              (cond ((>= missing 0) text)
                    ((> room width)
                     (%error-of-kind 'range who
                                     "the ellipsis is wider than the width"
                                     width))
                    (else (cut text (- room missing)))))))))

;;> (trimmed width formatter ...): what the formatters write, cut on the left.
;;> Raises type, range. SRFI 166.
;;> Example: (show #f (trimmed 3 "abcde")) => "cde"
(define (trimmed width . formatters)
  (%trim width formatters 1 'trimmed
         (lambda (text columns) (%cut text columns 0))))

;;> (trimmed/right width formatter ...): cut on the right. Raises type, range.
;;> SRFI 166.
;;> Example: (show #f (trimmed/right 3 "abcde")) => "abc"
(define (trimmed/right width . formatters)
  (%trim width formatters 1 'trimmed/right
         (lambda (text columns) (%cut text 0 columns))))

;;> (trimmed/both width formatter ...): cut on both sides. Raises type, range.
;;> SRFI 166.
;;> Example: (show #f (trimmed/both 3 "abcde")) => "bcd"
(define (trimmed/both width . formatters)
  (%trim width formatters 2 'trimmed/both
         (lambda (text columns)
           (let ((left (quotient columns 2)))
             (%cut text left (- columns left))))))

;;> (trimmed/lazy width formatter ...): what the formatters write, and no more
;;> than the width; what comes behind that is not run. Raises type. SRFI 166.
;;> Example: (show #f (trimmed/lazy 5 (joined/range displayed 0))) => "01234"
(define (trimmed/lazy width . formatters)
  (%check-count width 'trimmed/lazy)
  (%formatter
   (lambda (state)
     (let ((outer (%get state output)) (left width))
       (call/cc
        (lambda (stop)
          (%set! state output
                 (lambda (text)
                   (%formatter
                    (lambda (state)
                      (let ((columns ((%get state string-width) text)))
                        (if (<= columns left)
                            (begin
                              (set! left (- left columns))
                              (%apply (outer text) state))
                            (begin
                              (%apply (outer ((%get state substring/width)
                                              text 0 left))
                                      state)
                              (stop #f))))))))
          (%apply-all formatters state)))
       (%set! state output outer)))))

;;> (fitted width formatter ...): padded or cut on the left. Raises type, range.
;;> SRFI 166.
;;> Example: (show #f (fitted 3 "a") (fitted 3 "abcd")) => "  abcd"
(define (fitted width . formatters)
  (padded width (apply trimmed width formatters)))

;;> (fitted/right width formatter ...): padded or cut on the right. Raises type,
;;> range. SRFI 166.
;;> Example: (show #f (fitted/right 3 "a") (fitted/right 3 "abcd")) => "a  abc"
(define (fitted/right width . formatters)
  (padded/right width (apply trimmed/right width formatters)))

;;> (fitted/both width formatter ...): padded or cut on both sides. Raises type,
;;> range. SRFI 166.
;;> Example: (show #f (fitted/both 3 "a") (fitted/both 3 "abcd")) => " a abc"
(define (fitted/both width . formatters)
  (padded/both width (apply trimmed/both width formatters)))
