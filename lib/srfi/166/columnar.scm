;;; Formatters of columns side by side, and of paragraphs.

;; A generator of the lines that a formatter writes, with a copy of the state.
;; It runs as far as the next line needs.
(define (%lines formatter state columns)
  (make-coroutine-generator
   (lambda (yield)
     (let ((copy (%copy state)) (line '()))
       (define (add text start end)
         (if (< start end) (set! line (cons (substring text start end) line))))
       (define (end-line)
         (let ((text (apply string-append (reverse line))))
           (set! line '())
           (yield text)))
       (%set! copy col 0)
       (%set! copy width columns)
       (%set! copy output
              (lambda (text)
                (%formatter
                 (lambda (state)
                   (%advance! text state)
                   (let ((length (string-length text)))
                     (let loop ((start 0) (index 0))
                       (cond ((= index length) (add text start length))
                             ((char=? (string-ref text index) #\newline)
                              (add text start index)
                              (end-line)
                              (loop (+ index 1) (+ index 1)))
                             (else (loop start (+ index 1))))))))))
       (%apply formatter copy)
       (if (pair? line) (end-line))))))

;; A column: what stands between columns is a string, `lines` a generator.
(define-record-type <column>
  (%column formatter size align infinite?)
  %column?
  (formatter %column-formatter)
  (size %column-size)
  (align %column-align)
  (infinite? %column-infinite?))

;; The columns and strings of the arguments.
(define (%columns arguments who)
  (let loop ((rest arguments)
             (size #f)
             (align 'left)
             (infinite? #f)
             (columns '()))
    (cond ((null? rest) (reverse columns))
          ((memq (car rest) '(left right center))
           (loop (cdr rest) size (car rest) infinite? columns))
          ((eq? (car rest) 'infinite)
           (loop (cdr rest) size align #t columns))
          ((number? (car rest))
           (if (not (and (real? (car rest)) (> (car rest) 0)))
               (%type-error who "a positive width" (car rest)))
           (loop (cdr rest) (car rest) align infinite? columns))
          ((string? (car rest))
           (loop (cdr rest) size align infinite? (cons (car rest) columns)))
          (else
           (loop (cdr rest) #f 'left #f
                 (cons (%column (displayed (car rest)) size align infinite?)
                       columns))))))

;; The widths of the columns, #f for strings.
(define (%widths columns available string-width)
  (let* ((fixed? (lambda (column)
                   (and (%column? column)
                        (exact-integer? (%column-size column)))))
         (free (max 0
                    (- available
                       (apply + (map (lambda (column)
                                       (cond ((string? column)
                                              (string-width column))
                                             ((fixed? column)
                                              (%column-size column))
                                             (else 0)))
                                     columns)))))
         (part (lambda (column)
                 (exact (floor (* free (%column-size column))))))
         (parts (apply + (map (lambda (column)
                                (if (and (%column? column)
                                         (%column-size column)
                                         (not (fixed? column)))
                                    (part column)
                                    0))
                              columns)))
         (open (apply + (map (lambda (column)
                               (if (and (%column? column)
                                        (not (%column-size column)))
                                   1
                                   0))
                             columns)))
         (left (max 0 (- free parts))))
    (let loop ((rest columns) (nth 0) (widths '()))
      (if (null? rest)
          (reverse widths)
          (let ((column (car rest)))
            (cond ((string? column) (loop (cdr rest) nth (cons #f widths)))
                  ((fixed? column)
                   (loop (cdr rest) nth (cons (%column-size column) widths)))
                  ((%column-size column)
                   (loop (cdr rest) nth (cons (part column) widths)))
                  (else
                   (loop (cdr rest) (+ nth 1)
                         (cons (+ (quotient left open)
                                  (if (< nth (modulo left open)) 1 0))
                               widths)))))))))

;; A line of a column in its width; the last one is not padded on the right.
(define (%cell text align width last?)
  (case align
    ((right) (padded width text))
    ((center) (if last?
                  (fn (string-width)
                    (each (%padding (quotient (max 0 (- width
                                                        (string-width text)))
                                              2))
                          text))
                  (padded/both width text)))
    (else (if last? (displayed text) (padded/right width text)))))

;; Writes the lines of the generators side by side until all that are finite
;; have ended.
(define (%side-by-side columns widths generators state)
  (let loop ()
    (let ((lines (map (lambda (generator)
                        (if generator
                            (let ((line (generator)))
                              (if (eof-object? line) #f line))
                            #f))
                      generators)))
      (if (%any-line? columns lines)
          (begin
            (let cells ((columns columns) (widths widths) (lines lines))
              (if (pair? columns)
                  (begin
                    (%apply (if (string? (car columns))
                                (car columns)
                                (%cell (or (car lines) "")
                                       (%column-align (car columns))
                                       (car widths)
                                       (null? (cdr columns))))
                            state)
                    (cells (cdr columns) (cdr widths) (cdr lines)))))
            (%apply nl state)
            (loop))))))

(define (%any-line? columns lines)
  (and (pair? columns)
       (or (and (%column? (car columns))
                (car lines)
                (or (not (%column-infinite? (car columns)))
                    (not (%some-finite? columns))))
           (%any-line? (cdr columns) (cdr lines)))))

(define (%some-finite? columns)
  (and (pair? columns)
       (or (and (%column? (car columns))
                (not (%column-infinite? (car columns))))
           (%some-finite? (cdr columns)))))

;;> (columnar column ...): formatters side by side, line by line. A string is
;;> written on each line; before a formatter may stand its width, in columns or
;;> as a part of what is free, left, right or center, and `infinite` if it has
;;> no end. Raises type. SRFI 166.
;;> Example: (show #f (with ((width 16)) (columnar (displayed "abc\ndef\n") (displayed "123\n456\n")))) => "abc     123\ndef     456\n"
(define (columnar . arguments)
  (let ((columns (%columns arguments 'columnar)))
    (if (null? columns)
        nl
        (%formatter
         (lambda (state)
           (let* ((widths (%widths columns (%get state width)
                                   (%get state string-width)))
                  (generators (map (lambda (column width)
                                     (and (%column? column)
                                          (%lines (%column-formatter column)
                                                  state width)))
                                   columns widths)))
             (%side-by-side columns widths generators state)))))))

(define (%all-lines generator)
  (let ((line (generator)))
    (if (eof-object? line) '() (cons line (%all-lines generator)))))

;;> (tabular column ...): the same, with columns as wide as their widest lines.
;;> Raises type. SRFI 166.
;;> Example: (show #f (tabular "|" (each "a\nbc\n") "|" (each "1\n23\n") "|")) => "|a |1 |\n|bc|23|\n"
(define (tabular . arguments)
  (let ((columns (%columns arguments 'tabular)))
    (if (null? columns)
        nl
        (%formatter
         (lambda (state)
           (let* ((string-width (%get state string-width))
                  (widths (%widths columns (%get state width) string-width))
                  (lines (map (lambda (column width)
                                (if (%column? column)
                                    (%all-lines
                                     (%lines (%column-formatter column)
                                             state width))
                                    '()))
                              columns widths))
                  (widest (map (lambda (column lines)
                                 (apply max
                                        (if (and (%column? column)
                                                 (exact-integer?
                                                  (%column-size column)))
                                            (%column-size column)
                                            0)
                                        (map string-width lines)))
                               columns lines)))
             (%side-by-side columns widest
                            (map (lambda (column lines)
                                   (and (%column? column)
                                        (list->generator lines)))
                                 columns lines)
                            state)))))))

(define (%words text separator?)
  (let loop ((rest (string->list text)) (word '()) (words '()))
    (define (all-words)
      (if (null? word)
          words
          (cons (list->string (reverse word)) words)))
    (cond ((null? rest) (reverse (all-words)))
          ((separator? (car rest)) (loop (cdr rest) '() (all-words)))
          (else (loop (cdr rest) (cons (car rest) word) words)))))

;; The words in lines, each a list, so that the sum of the cubes of what is left
;; of all lines but the last is least; a word that is too wide has a line.
(define (%broken words width string-width)
  (let* ((words (list->vector words))
         (count (vector-length words))
         (sizes (vector-map string-width words))
         ;; For each word: the least sum if a line begins with it, and the word
         ;; after that line.
         (best (make-vector (+ count 1) (cons 0 count))))
    (do ((first (- count 1) (- first 1)))
        ((< first 0))
      (let loop ((next (+ first 1)) (used (vector-ref sizes first)) (found #f))
        (let* ((left (- width used))
               (cost (if (= next count) 0 (expt (max left 0) 3)))
               (sum (+ cost (car (vector-ref best next))))
               (found (if (or (not found) (< sum (car found)))
                          (cons sum next)
                          found)))
          (if (and (< next count)
                   (<= (+ used 1 (vector-ref sizes next)) width))
              (loop (+ next 1) (+ used 1 (vector-ref sizes next)) found)
              (vector-set! best first found)))))
    (let loop ((first 0) (lines '()))
      (if (>= first count)
          (reverse lines)
          (let ((next (cdr (vector-ref best first))))
            (loop next
                  (cons (vector->list (vector-copy words first next))
                        lines)))))))

;;> (wrapped formatter ...): the words that the formatters write, in lines as
;;> wide as the state says, which are as even as they can be. SRFI 166.
;;> Example: (show #f (with ((width 8)) (wrapped "one two  three four"))) => "one two\nthree\nfour"
(define (wrapped . formatters)
  (call-with-output
   (each-in-list formatters)
   (lambda (text)
     (fn (word-separator?) (wrapped/list (%words text word-separator?))))))

;;> (wrapped/list list): the same for a list of words. Raises type. SRFI 166.
;;> Example: (show #f (with ((width 8)) (wrapped/list '("one" "two" "three")))) => "one two\nthree"
(define (wrapped/list words)
  (%require-list words 'wrapped/list)
  (fn (width string-width)
    (joined (lambda (line) (joined displayed line " "))
            (%broken words width string-width)
            nl)))

;;> (wrapped/char formatter ...): what the formatters write, in lines that are
;;> cut at any character. SRFI 166.
;;> Example: (show #f (with ((width 4)) (wrapped/char "abcdefghij"))) => "abcd\nefgh\nij"
(define (wrapped/char . formatters)
  (fn ((outer output) width string-width)
    (with ((output
            (lambda (text)
              (joined
               (lambda (char)
                 (fn (col)
                   (let ((text (string char)))
                     (outer
                      (if (and (not (char=? char #\newline))
                               (> (+ col (string-width text)) width))
                          (string-append "\n" text)
                          text)))))
               (string->list text)))))
      (each-in-list formatters))))

;; A line with spaces between its words so that it has the width.
(define (%justified-line line width string-width)
  (let* ((gaps (- (length line) 1))
         (free (- width (apply + (map string-width line)))))
    (if (= gaps 0)
        (displayed (car line))
        (%formatter
         (lambda (state)
           (let loop ((rest (cdr line)) (nth 1))
             (if (= nth 1) (%put (car line) state))
             (if (pair? rest)
                 (let ((spaces (- (quotient (* nth free) gaps)
                                  (quotient (* (- nth 1) free) gaps))))
                   (%put (make-string (max 1 spaces) #\space) state)
                   (%put (car rest) state)
                   (loop (cdr rest) (+ nth 1))))))))))

;;> (justified formatter ...): as `wrapped`, with the lines but the last filled
;;> to the width. SRFI 166.
;;> Example: (show #f (with ((width 10)) (justified "a b cc dddd eeee f"))) => "a   b   cc\ndddd  eeee\nf"
(define (justified . formatters)
  (call-with-output
   (each-in-list formatters)
   (lambda (text)
     (fn (word-separator? width string-width)
       (joined/last
        (lambda (line) (%justified-line line width string-width))
        (lambda (line) (joined displayed line " "))
        (%broken (%words text word-separator?) width string-width)
        nl)))))

;;> (from-file path): the lines of a file, as they are needed. Raises file. SRFI
;;> 166.
;;> Example: (guard (e (#t (file-error? e))) (show #f (from-file "no such file"))) => #t
(define (from-file path)
  (%formatter
   (lambda (state)
     (let ((from (open-input-file path)))
       (let loop ()
         (let ((line (read-line from)))
           (if (eof-object? line)
               (close-port from)
               (begin
                 (%put line state)
                 (%put "\n" state)
                 (loop)))))))))

;;> (line-numbers [start]): the numbers from the start (1), one a line, without
;;> end. SRFI 166.
;;> Example: (show #f (trimmed/lazy 6 (line-numbers 7))) => "7\n8\n9\n"
(define line-numbers
  (case-lambda
    (() (line-numbers 1))
    ((start)
     (joined/range (lambda (number) (each (numeric number) nl)) start))))
