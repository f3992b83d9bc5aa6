;;; A spreadsheet: formulas are parsed, cells depend on others, changes are followed
;;; in topological order, circles and wrong formulas are values of cells; a report.

;; A cell: what was typed, its tree, the cells that it needs and that need it.
(define-record-type cell
  (make-cell name text tree value needs needed-by mark)
  cell?
  (name cell-name)
  (text cell-text set-cell-text!)
  (tree cell-tree set-cell-tree!)
  (value cell-value set-cell-value!)
  (needs cell-needs set-cell-needs!)
  (needed-by cell-needed-by set-cell-needed-by!)
  (mark cell-mark set-cell-mark!))

(define sheet #f)
(define evaluations 0)

(define (cell-at name)
  (or (hash-table-ref/default sheet name #f)
      (let ((cell (make-cell name "" '(number 0) 0 '() '() #f)))
        (hash-table-set! sheet name cell)
        cell)))

;; Names: a column A to ZZ and a row from 1.

(define (column-name column)
  (if (< column 26)
      (string (integer->char (+ 65 column)))
      (string-append (column-name (- (quotient column 26) 1))
                     (column-name (remainder column 26)))))

(define (name-at column row)
  (string-append (column-name column) (number->string row)))

;; Column and row of a name.
(define (position-of name)
  (let loop ((characters (string->list name)) (column 0))
    (if (char-alphabetic? (car characters))
        (loop (cdr characters)
              (+ (* 26 column) (- (char->integer (car characters)) 64)))
        (values (- column 1) (string->number (list->string characters))))))

(define (names-between from to)
  (let*-values (((left top) (position-of from))
                ((right bottom) (position-of to)))
    (let loop ((column right) (row bottom) (names '()))
      (cond ((< row top) names)
            ((< column left) (loop right (- row 1) names))
            (else
             (loop (- column 1) row (cons (name-at column row) names)))))))

;; Formulas: trees of (number x), (text x), (cell name), (range from to),
;; (call name arguments), (operator left right), (problem what).

(define (syntax-problem what) (raise (list 'syntax what)))

(define (tokenize text)
  (let ((port (open-input-string text)))
    (define (while good? characters)
      (let ((character (peek-char port)))
        (if (and (not (eof-object? character)) (good? character))
            (while good? (cons (read-char port) characters))
            (list->string (reverse characters)))))
    (define (in-number? character)
      (or (char-numeric? character) (char=? character #\.)))
    (define (in-name? character)
      (or (char-numeric? character) (char-alphabetic? character)))
    (let loop ((tokens '()))
      (let ((character (read-char port)))
        (cond ((eof-object? character) (reverse tokens))
              ((char-whitespace? character) (loop tokens))
              ((char-numeric? character)
               (loop (cons (list 'number
                                 (string->number
                                  (while in-number? (list character))))
                           tokens)))
              ((char-alphabetic? character)
               (loop (cons (list 'name
                                 (string-upcase
                                  (while in-name? (list character))))
                           tokens)))
              ((char=? character #\")
               (let ((text (while (lambda (c) (not (char=? c #\"))) '())))
                 (if (eof-object? (read-char port))
                     (syntax-problem "text without end"))
                 (loop (cons (list 'text text) tokens))))
              (else (loop (cons character tokens))))))))

(define (parse-formula text)
  (let ((tokens (tokenize text)))
    (define (peek) (if (null? tokens) #f (car tokens)))
    (define (take!)
      (if (null? tokens) (syntax-problem "end of the formula"))
      (let ((token (car tokens)))
        (set! tokens (cdr tokens))
        token))
    (define (expect! character)
      (if (not (eqv? (take!) character)) (syntax-problem character)))
    (define (left-to-right operators operand)
      (let loop ((left (operand)))
        (if (and (peek) (memv (peek) operators))
            (let ((operator (take!)))
              (loop (list 'operator operator left (operand))))
            left)))
    (define (comparison) (left-to-right '(#\< #\> #\=) sum))
    (define (sum) (left-to-right '(#\+ #\- #\&) product))
    (define (product) (left-to-right '(#\* #\/) power))
    (define (power)
      (let ((base (primary)))
        (if (eqv? (peek) #\^)
            (begin
              (take!)
              (list 'operator #\^ base (power)))
            base)))
    (define (arguments)
      (if (eqv? (peek) #\))
          (begin (take!) '())
          (let loop ()
            (let ((first (comparison)))
              (if (eqv? (peek) #\,)
                  (begin (take!) (cons first (loop)))
                  (begin (expect! #\)) (list first)))))))
    (define (primary)
      (let ((token (take!)))
        (cond ((eqv? token #\()
               (let ((inner (comparison)))
                 (expect! #\))
                 inner))
              ((eqv? token #\-)
               (list 'operator #\- '(number 0) (primary)))
              ((char? token) (syntax-problem token))
              ((not (eq? (car token) 'name)) token)
              ((eqv? (peek) #\()
               (take!)
               (list 'call (string->symbol (cadr token)) (arguments)))
              ((eqv? (peek) #\:)
               (take!)
               (list 'range (cadr token) (cadr (take!))))
              (else (list 'cell (cadr token))))))
    (let ((tree (comparison)))
      (if (pair? tokens) (syntax-problem (car tokens)))
      tree)))

;; The names of the cells in a tree.
(define (names-in tree)
  (case (car tree)
    ((cell) (list (cadr tree)))
    ((range) (names-between (cadr tree) (caddr tree)))
    ((call) (apply append (map names-in (caddr tree))))
    ((operator) (append (names-in (caddr tree)) (names-in (cadddr tree))))
    (else '())))

;; The value of a tree.  A problem in a cell is a value (problem what), and so
;; is that of each cell that needs it.
(define (evaluate tree)
  (case (car tree)
    ((number text) (cadr tree))
    ((cell) (sound (cell-value (cell-at (cadr tree)))))
    ((range)
     (map-in-order (lambda (name) (sound (cell-value (cell-at name))))
                   (names-between (cadr tree) (caddr tree))))
    ((operator)
     (let* ((left (evaluate (caddr tree))) (right (evaluate (cadddr tree))))
       (operate (cadr tree) left right)))
    ((problem) (raise tree))
    (else (call-function (cadr tree) (caddr tree)))))

;; As map, from left to right: the first problem is the one that shows.
(define (map-in-order change list)
  (if (null? list)
      '()
      (let ((first (change (car list))))
        (cons first (map-in-order change (cdr list))))))

(define (sound value)
  (if (and (pair? value) (eq? (car value) 'problem)) (raise value) value))

(define (number-of value)
  (cond ((number? value) value)
        ((equal? value "") 0)
        (else (raise '(problem not-a-number)))))

(define (text-of value)
  (if (number? value) (number->string value) value))

(define (operate operator left right)
  (if (char=? operator #\&)
      (string-append (text-of left) (text-of right))
      (let* ((left (number-of left)) (right (number-of right)))
        (case operator
          ((#\+) (+ left right))
          ((#\-) (- left right))
          ((#\*) (* left right))
          ((#\/)
           (if (zero? right)
               (raise '(problem division-by-zero))
               (/ left right)))
          ((#\^) (expt left right))
          ((#\<) (if (< left right) 1 0))
          ((#\>) (if (> left right) 1 0))
          (else (if (= left right) 1 0))))))

(define (flatten values)
  (apply append
         (map (lambda (value) (if (list? value) value (list value))) values)))

(define (call-function name arguments)
  (if (eq? name 'IF)
      (evaluate (if (zero? (number-of (evaluate (car arguments))))
                    (caddr arguments)
                    (cadr arguments)))
      (let ((values (map number-of
                         (flatten (map-in-order evaluate arguments)))))
        (case name
          ((SUM) (apply + values))
          ((COUNT) (length values))
          ((MAX) (apply max values))
          ((MIN) (apply min values))
          ((AVERAGE) (/ (apply + values) (length values)))
          ((ROUND) (exact (round (car values))))
          ((MOD) (modulo (car values) (cadr values)))
          (else (raise (list 'problem 'unknown-function)))))))

(define (compute! cell)
  (set! evaluations (+ evaluations 1))
  (set-cell-value!
   cell
   (guard (problem
           ((and (pair? problem) (eq? (car problem) 'problem)) problem))
     (evaluate (cell-tree cell)))))

;; What was typed: a formula after =, a number, or a text.
(define (tree-of text)
  (cond ((and (> (string-length text) 0) (char=? (string-ref text 0) #\=))
         (guard (problem
                 ((and (pair? problem) (eq? (car problem) 'syntax))
                  '(problem wrong-formula)))
           (parse-formula (substring text 1 (string-length text)))))
        ((string->number text) => (lambda (number) (list 'number number)))
        (else (list 'text text))))

;; The cells that the cell is needed by, near and far, each before those that need
;; it; #f if the cell needs itself.
(define (affected cell)
  (let ((order '()) (visited '()))
    (define (visit cell)
      (case (cell-mark cell)
        ((open) #f)
        ((done) #t)
        (else
         (set-cell-mark! cell 'open)
         (set! visited (cons cell visited))
         (let ((good (every visit (cell-needed-by cell))))
           (set-cell-mark! cell 'done)
           (set! order (cons cell order))
           good))))
    (let ((good (visit cell)))
      (for-each (lambda (cell) (set-cell-mark! cell #f)) visited)
      (and good order))))

(define (disconnect! cell)
  (for-each (lambda (other)
              (set-cell-needed-by! other
                                   (filter (lambda (one) (not (eq? one cell)))
                                           (cell-needed-by other))))
            (cell-needs cell)))

(define (connect! cell tree)
  (set-cell-tree! cell tree)
  (set-cell-needs! cell '())
  (for-each (lambda (name)
              (let ((other (cell-at name)))
                (if (not (memq other (cell-needs cell)))
                    (begin
                      (set-cell-needs! cell (cons other (cell-needs cell)))
                      (set-cell-needed-by! other
                                           (cons cell
                                                 (cell-needed-by other)))))))
            (names-in tree)))

;; Types the text into a cell and computes what depends on it.
(define (type! name text)
  (let ((cell (cell-at name)))
    (set-cell-text! cell text)
    (disconnect! cell)
    (connect! cell (tree-of text))
    (let ((order (affected cell)))
      (if order
          (for-each compute! order)
          (begin
            (disconnect! cell)
            (connect! cell '(problem circle))
            (for-each compute! (affected cell)))))))

;; The report: a line for each row, columns separated by bars.

(define (show value)
  (cond ((integer? value) (number->string value))
        ((number? value)
         (string-append (number->string (numerator value))
                        "/"
                        (number->string (denominator value))))
        ((pair? value) (string-append "#" (symbol->string (cadr value))))
        (else value)))

(define (pad text width)
  (let ((length (string-length text)))
    (if (< length width)
        (string-append (make-string (- width length) #\space) text)
        (string-append (substring text 0 (- width 1)) "~"))))

(define (print-sheet columns rows)
  (let ((port (open-output-string)))
    (do ((row 1 (+ row 1)))
        ((> row rows) (get-output-string port))
      (do ((column 0 (+ column 1)))
          ((= column columns) (newline port))
        (write-string (pad (show (cell-value (cell-at (name-at column row)))) 9)
                      port)
        (write-char #\| port)))))

(define (digest text)
  (fold (lambda (character sum)
          (remainder (+ (* sum 31) (char->integer character)) 999983))
        7
        (string->list text)))

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

;; Items with price, amount, cost, discount and share; totals below.
(define (fill! rows)
  (define (at column row) (string-append column (number->string row)))
  (let ((total (number->string (+ rows 1))))
    (do ((row 1 (+ row 1)))
        ((> row rows))
      (type! (at "A" row) (string-append "item " (number->string row)))
      (type! (at "B" row) (number->string (+ 1 (random-below 500))))
      (type! (at "C" row) (number->string (+ 1 (random-below 20))))
      (type! (at "D" row) (string-append "=" (at "B" row) "*" (at "C" row)))
      (type! (at "E" row)
             (string-append "=if(" (at "D" row) " > 1000, "
                            (at "D" row) "/10, 0)"))
      (type! (at "F" row) (string-append "=" (at "D" row) "-" (at "E" row)))
      (type! (at "G" row)
             (string-append "=100*" (at "F" row) "/F" total))
      (type! (at "H" row)
             (if (= row 1)
                 "=F1"
                 (string-append "=" (at "H" (- row 1)) "+" (at "F" row)))))
    (for-each (lambda (column function)
                (type! (string-append column total)
                       (string-append "=" function "(" column "1:" column
                                      (number->string rows) ")")))
              '("B" "C" "D" "E" "F" "G" "H")
              '("average" "sum" "sum" "max" "sum" "sum" "count"))
    (type! (string-append "A" total)
           (string-append "=\"total \" & round(F" total " / 2 ^ 2)"))))

(define (benchmark size)
  (set! seed 1)
  (set! sheet (make-hash-table))
  (set! evaluations 0)
  (fill! size)
  (let ((first (digest (print-sheet 8 (+ size 1)))))
    (do ((count 0 (+ count 1)))
        ((= count size))
      (let* ((row (number->string (+ 1 (random-below size))))
             (price (number->string (+ 1 (random-below 800)))))
        (type! (string-append "B" row) price)))
    (let ((second (digest (print-sheet 8 (+ size 1)))))
      (type! "B1" "=H3")
      (type! "C2" "=1 +* 2")
      (type! "B3" "=B2 / (C3 - C3)")
      (type! "I1" "=mod(sum(B4:C4) ^ 3, 97) & \"!\"")
      (let ((third (print-sheet 9 3)))
        (list first
              second
              (digest third)
              (show (cell-value (cell-at "B1")))
              (show (cell-value (cell-at "B3")))
              (show (cell-value (cell-at "F3")))
              (show (cell-value (cell-at "I1")))
              evaluations)))))
