;;; Paragraphs set in lines of the same width: words are hyphenated by patterns of letters,
;;; lines are broken where the sum of squared gaps is least, and filled with spaces.

(define sample-text
  (string-append
   "It was a bright morning in the harbour when the surveyor of the northern islands "
   "unfolded his instruments and began, with considerable deliberation, to measure the "
   "distance between the lighthouse and the abandoned customs building.\n\n"
   "Nobody had asked for the measurement; nevertheless everybody wanted to know the result. "
   "The fishermen considered it an extraordinary waste of daylight, the schoolmistress "
   "recommended trigonometry, and the harbourmaster, who remembered an earlier expedition, "
   "remained suspiciously silent.\n\n"
   "Towards evening a conversation developed concerning the reliability of instruments in "
   "general. An instrument, said the surveyor, is an opinion that has been manufactured "
   "carefully. Everyone agreed that this was either profound or incomprehensible, and the "
   "meeting was adjourned without a particular resolution.\n\n"
   "Afterwards the measurements were published in an unremarkable periodical. They contained "
   "a transposition of two numerals, which nobody discovered for approximately forty years, "
   "and which subsequently became the foundation of a remarkably persistent controversy.\n\n"))

;;; Words and paragraphs.

(define (white? character)
  (or (char=? character #\space) (char=? character #\newline)))

;; The paragraphs of a text, each a list of words. An empty line ends a paragraph.
(define (text->paragraphs text)
  (let ((port (open-input-string text)))
    (let loop ((paragraph '()) (paragraphs '()))
      (let ((line (read-line port)))
        (cond ((eof-object? line)
               (reverse (if (null? paragraph)
                            paragraphs
                            (cons (reverse paragraph) paragraphs))))
              ((string=? line "")
               (loop '()
                     (if (null? paragraph)
                         paragraphs
                         (cons (reverse paragraph) paragraphs))))
              (else
               (loop (append (reverse (split-words line)) paragraph)
                     paragraphs)))))))

(define (split-words line)
  (let ((end (string-length line)))
    (let loop ((start 0) (index 0) (words '()))
      (define (with-word)
        (if (= start index) words (cons (substring line start index) words)))
      (cond ((= index end) (reverse (with-word)))
            ((white? (string-ref line index))
             (loop (+ index 1) (+ index 1) (with-word)))
            (else (loop start (+ index 1) words))))))

;;; Hyphenation by patterns in the manner of Liang: digits between letters say how good or
;;; bad a break is there; the highest wins, and odd ones allow it.

(define pattern-texts
  '("1na" "1tion" "1ment" "2ing1" "1ly" "con1" "in1s" "r1m" "n1t" "1tra" "4str"
    "1ber"
    "a1b" "e1d" "i1d" "o1p" "1ver" "er1s" "1si" "2st1" "1ta" "1ri" "l1l" "m1m"
    "s1s"
    "1cal" "ex1" ".re1" ".un1" ".in1" "1ness" "2th" "2ch" "2sh" "n1d" "1ful"
    "1ble"
    "o1n" "1ze" "1gu" "a1ti" "1pro" "4e." "2ed." "1cu" "n1s2" "t1r" "1di"))

(define (digit? character) (char<=? #\0 character #\9))

;; The letters of a pattern, and the list of the digits before, between and after them.
(define (parse-pattern text)
  (let loop ((characters (string->list text))
             (letters '())
             (digits '())
             (digit 0))
    (cond ((null? characters)
           (values (list->string (reverse letters))
                   (reverse (cons digit digits))))
          ((digit? (car characters))
           (loop (cdr characters)
                 letters
                 digits
                 (- (char->integer (car characters)) (char->integer #\0))))
          (else
           (loop (cdr characters)
                 (cons (car characters) letters)
                 (cons digit digits)
                 0)))))

(define (make-patterns)
  (let ((table (make-hash-table string=?)))
    (for-each (lambda (text)
                (let-values (((letters digits) (parse-pattern text)))
                  (hash-table-set! table letters digits)))
              pattern-texts)
    table))

(define longest-pattern 6)

;; The places in the word where it may be broken.
(define (break-places word patterns)
  (let* ((dotted (string-append "." (string-map char-downcase word) "."))
         (length (string-length dotted))
         (levels (make-vector (+ length 1) 0)))
    (do ((start 0 (+ start 1)))
        ((= start length))
      (do ((end (+ start 1) (+ end 1)))
          ((or (> end length) (> (- end start) longest-pattern)))
        (let ((digits (hash-table-ref/default patterns
                                              (substring dotted start end)
                                              #f)))
          (if digits
              (let raise-levels ((digits digits) (place start))
                (if (pair? digits)
                    (begin
                      (vector-set! levels
                                   place
                                   (max (car digits) (vector-ref levels place)))
                      (raise-levels (cdr digits) (+ place 1)))))))))
    (let collect ((place (- (string-length word) 3)) (places '()))
      (if (< place 2)
          places
          (collect (- place 1)
                   (if (odd? (vector-ref levels (+ place 1)))
                       (cons place places)
                       places))))))

;; The pieces of a word; words with other characters than letters stay whole.
(define (hyphenate word patterns)
  (if (or (< (string-length word) 6) (not (all-letters? word)))
      (list word)
      (let loop ((places (break-places word patterns)) (start 0) (pieces '()))
        (if (null? places)
            (reverse (cons (substring word start (string-length word)) pieces))
            (loop (cdr places)
                  (car places)
                  (cons (substring word start (car places)) pieces))))))

(define (all-letters? word)
  (let loop ((characters (string->list word)))
    (or (null? characters)
        (and (char-alphabetic? (car characters)) (loop (cdr characters))))))

;;; Lines. A piece is a part of a word, and knows whether it ends the word.

(define-record-type piece
  (make-piece text last?)
  piece?
  (text piece-text)
  (last? piece-last?))

(define (paragraph->pieces words patterns)
  (let ((lists
         (map (lambda (word)
                (let loop ((texts (hyphenate word patterns)))
                  (if (null? (cdr texts))
                      (list (make-piece (car texts) #t))
                      (cons (make-piece (car texts) #f) (loop (cdr texts))))))
              words)))
    (list->vector (apply append lists))))

(define infinity 1000000000)
(define hyphen-penalty 30)

;; How bad a line of this natural width is.
(define (badness natural width last-line? hyphen?)
  (cond ((> natural width) infinity)
        (last-line? 0)
        (else
         (+ (square (- width natural))
            (if hyphen? hyphen-penalty 0)))))

;; The best breaks: a vector that has for each piece where the next line begins if a line
;; begins there, and the cost of the whole.
(define (break-lines pieces width)
  (let* ((count (vector-length pieces))
         (costs (make-vector (+ count 1) 0))
         (nexts (make-vector (+ count 1) count)))
    (do ((start (- count 1) (- start 1)))
        ((< start 0))
      (let loop ((end (+ start 1))
                 (natural 0)
                 (best infinity)
                 (next (+ start 1)))
        (define piece (vector-ref pieces (- end 1)))
        (let* ((natural (+ natural (string-length (piece-text piece))))
               (hyphen? (not (piece-last? piece)))
               (shown (if hyphen? (+ natural 1) natural))
               (cost (badness shown width (= end count) hyphen?))
               (total (if (= cost infinity)
                          infinity
                          (+ cost (vector-ref costs end))))
               (better? (< total best))
               (best (if better? total best))
               (next (if better? end next)))
          (if (or (= end count) (> natural width))
              (begin
                (vector-set! costs start best)
                (vector-set! nexts start next))
              (loop (+ end 1)
                    (if hyphen? natural (+ natural 1))
                    best
                    next)))))
    (values nexts (vector-ref costs 0))))

;; The words of a line, with the hyphen at its end.
(define (line-words pieces start end)
  (let loop ((index start) (parts '()) (words '()))
    (define (word) (apply string-append (reverse parts)))
    (if (= index end)
        (reverse (if (null? parts)
                     words
                     (cons (string-append (word) "-") words)))
        (let* ((piece (vector-ref pieces index))
               (parts (cons (piece-text piece) parts)))
          (if (piece-last? piece)
              (loop (+ index 1)
                    '()
                    (cons (apply string-append (reverse parts)) words))
              (loop (+ index 1) parts words))))))

;; Writes the words with so many spaces between them that the line is full.
(define (write-justified words width port)
  (let* ((gaps (- (length words) 1))
         (letters (apply + (map string-length words)))
         (spaces (max gaps (- width letters))))
    (let loop ((words words) (gap 1))
      (write-string (car words) port)
      (if (pair? (cdr words))
          (let ((here (- (quotient (* gap spaces) gaps)
                         (quotient (* (- gap 1) spaces) gaps))))
            (write-string (make-string here #\space) port)
            (loop (cdr words) (+ gap 1)))))
    (newline port)))

(define (write-ragged words port)
  (let loop ((words words))
    (write-string (car words) port)
    (if (pair? (cdr words))
        (begin
          (write-char #\space port)
          (loop (cdr words)))
        (newline port))))

(define (format-paragraph words width patterns port)
  (let* ((pieces (paragraph->pieces words patterns))
         (count (vector-length pieces)))
    (let-values (((nexts cost) (break-lines pieces width)))
      (let loop ((start 0) (lines 0))
        (if (= start count)
            (begin
              (newline port)
              (cons lines cost))
            (let* ((end (vector-ref nexts start))
                   (words (line-words pieces start end)))
              (if (= end count)
                  (write-ragged words port)
                  (write-justified words width port))
              (loop end (+ lines 1))))))))

(define (format-paragraphs paragraphs width patterns port)
  (if (null? paragraphs)
      '()
      (let ((result (format-paragraph (car paragraphs) width patterns port)))
        (cons result
              (format-paragraphs (cdr paragraphs) width patterns port)))))

(define (text-sum text)
  (let loop ((index 0) (sum 7))
    (if (= index (string-length text))
        sum
        (loop (+ index 1)
              (remainder (+ (* sum 31) (char->integer (string-ref text index)))
                         1000003)))))

;; Formats the text in several widths; the answer is lines, cost and a checksum.
(define (benchmark count)
  (let ((patterns (make-patterns)))
    (let loop ((turn 0) (lines 0) (cost 0) (sum 0))
      (if (= turn count)
          (list lines cost sum)
          (let* ((width (+ 28 (* 7 (remainder turn 6))))
                 (port (open-output-string))
                 (results (format-paragraphs (text->paragraphs sample-text)
                                             width
                                             patterns
                                             port)))
            (loop (+ turn 1)
                  (apply + lines (map car results))
                  (apply + cost (map cdr results))
                  (remainder (+ (* 17 sum) (text-sum (get-output-string port)))
                             1000003)))))))
