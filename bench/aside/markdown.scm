;;; From Markdown to HTML: blocks (headings, lists in lists, quotes, code, rules) and
;;; what is in lines (emphasis, code, links with references, images, escapes).

;; Lines.

(define (lines-of text)
  (let ((port (open-input-string text)))
    (let loop ((lines '()))
      (let ((line (read-line port)))
        (if (eof-object? line)
            (reverse lines)
            (loop (cons line lines)))))))

(define (indentation line)
  (let ((end (string-length line)))
    (let loop ((i 0))
      (if (and (< i end) (char=? (string-ref line i) #\space))
          (loop (+ i 1))
          i))))

(define (blank? line) (= (indentation line) (string-length line)))

(define (rest-of line start)
  (substring line (min start (string-length line)) (string-length line)))

(define (trim line)
  (let loop ((end (string-length line)))
    (cond ((and (> end 0) (char-whitespace? (string-ref line (- end 1))))
           (loop (- end 1)))
          (else
           (let ((start (indentation line)))
             (if (< start end) (substring line start end) ""))))))

(define (begins? line prefix)
  (let ((length (string-length prefix)))
    (and (>= (string-length line) length)
         (string=? (substring line 0 length) prefix))))

(define (join lines)
  (if (null? lines)
      ""
      (apply string-append
             (car lines)
             (fold (lambda (line rest) (cons "\n" (cons line rest)))
                   '()
                   (reverse (cdr lines))))))

;; How many times the character stands at the beginning.
(define (leading line character)
  (let loop ((i 0))
    (if (and (< i (string-length line)) (char=? (string-ref line i) character))
        (loop (+ i 1))
        i)))

;; Blocks: (heading level text), (paragraph text), (code text), (quote blocks),
;; (list ordered? items) where an item is a list of blocks, (rule).

(define (rule? line)
  (let ((characters (filter (lambda (c) (not (char=? c #\space)))
                            (string->list line))))
    (and (>= (length characters) 3)
         (memv (car characters) '(#\- #\* #\_))
         (every (lambda (c) (char=? c (car characters))) characters))))

(define (heading? line)
  (let ((level (leading line #\#)))
    (and (> level 0)
         (< level 7)
         (< level (string-length line))
         (char=? (string-ref line level) #\space))))

;; How wide the mark of a list is with the space after it, or #f.
(define (list-mark line)
  (let* ((start (indentation line)) (end (string-length line)))
    (define (space-at? i)
      (and (< i end) (char=? (string-ref line i) #\space)))
    (cond ((or (= start end) (> start 3) (rule? line)) #f)
          ((and (memv (string-ref line start) '(#\- #\* #\+))
                (space-at? (+ start 1)))
           (+ start 2))
          (else
           (let loop ((i start))
             (cond ((= i end) #f)
                   ((char-numeric? (string-ref line i)) (loop (+ i 1)))
                   ((and (> i start)
                         (char=? (string-ref line i) #\.)
                         (space-at? (+ i 1)))
                    (+ i 2))
                   (else #f)))))))

(define (ordered? line)
  (char-numeric? (string-ref line (indentation line))))

(define (begins-block? line)
  (or (blank? line)
      (heading? line)
      (rule? line)
      (begins? line ">")
      (begins? line "```")
      (list-mark line)))

(define (parse-blocks lines)
  (let loop ((lines lines) (blocks '()))
    (if (null? lines)
        (reverse blocks)
        (let-values (((block rest) (parse-block (car lines) (cdr lines))))
          (loop rest (if block (cons block blocks) blocks))))))

(define (parse-block line rest)
  (cond ((blank? line) (values #f rest))
        ((begins? line "```") (parse-fenced rest))
        ((heading? line)
         (let ((level (leading line #\#)))
           (values (list 'heading level (trim (rest-of line level))) rest)))
        ((rule? line) (values (list 'rule) rest))
        ((begins? line ">") (parse-quote (cons line rest)))
        ((list-mark line) (parse-list (cons line rest)))
        ((>= (indentation line) 4) (parse-indented (cons line rest)))
        (else (parse-paragraph (cons line rest)))))

;; The lines for which `good?` holds, and the rest.
(define (take-lines lines good?)
  (let loop ((lines lines) (taken '()))
    (if (and (pair? lines) (good? (car lines)))
        (loop (cdr lines) (cons (car lines) taken))
        (values (reverse taken) lines))))

(define (parse-fenced lines)
  (let-values (((code rest)
                (take-lines lines (lambda (line) (not (begins? line "```"))))))
    (values (list 'code (join code)) (if (pair? rest) (cdr rest) rest))))

(define (parse-indented lines)
  (let-values (((code rest)
                (take-lines lines (lambda (line) (>= (indentation line) 4)))))
    (values (list 'code (join (map (lambda (line) (rest-of line 4)) code)))
            rest)))

(define (parse-quote lines)
  (let-values (((quoted rest)
                (take-lines lines (lambda (line) (begins? line ">")))))
    (values (list 'quote
                  (parse-blocks
                   (map (lambda (line)
                          (rest-of line (if (begins? line "> ") 2 1)))
                        quoted)))
            rest)))

(define (parse-paragraph lines)
  (let-values (((more rest)
                (take-lines (cdr lines)
                            (lambda (line) (not (begins-block? line))))))
    (values (list 'paragraph (join (map trim (cons (car lines) more)))) rest)))

(define (parse-list lines)
  (let ((kind (ordered? (car lines))))
    (let loop ((lines lines) (items '()))
      (let ((width (and (pair? lines) (list-mark (car lines)))))
        (if (and width (eq? (ordered? (car lines)) kind))
            (let-values (((more rest)
                          (take-lines (cdr lines)
                                      (lambda (line)
                                        (or (>= (indentation line) width)
                                            (and (not (begins-block? line))
                                                 (< (indentation line)
                                                    width)))))))
              (loop rest
                    (cons (parse-blocks
                           (cons (rest-of (car lines) width)
                                 (map (lambda (line)
                                        (rest-of line
                                                 (min width
                                                      (indentation line))))
                                      more)))
                          items)))
            (values (list 'list kind (reverse items)) lines))))))

;; References: lines like [name]: address.

(define references (make-hash-table))

(define (reference line)
  (and (begins? line "[")
       (let ((close (index-of line "]:" 1)))
         (and close
              (cons (string-downcase (substring line 1 close))
                    (trim (rest-of line (+ close 2))))))))

;; Where the text stands in the line from `start` on, or #f.
(define (index-of line text start)
  (let ((last (- (string-length line) (string-length text))))
    (let loop ((i start))
      (cond ((> i last) #f)
            ((string=? text (substring line i (+ i (string-length text)))) i)
            (else (loop (+ i 1)))))))

(define (take-references lines)
  (filter (lambda (line)
            (let ((found (reference line)))
              (if found (hash-table-set! references (car found) (cdr found)))
              (not found)))
          lines))

;; Writing.

(define (put text port) (write-string text port))

(define (put-escaped text port)
  (string-for-each
   (lambda (character)
     (case character
       ((#\&) (put "&amp;" port))
       ((#\<) (put "&lt;" port))
       ((#\>) (put "&gt;" port))
       ((#\") (put "&quot;" port))
       (else (write-char character port))))
   text))

(define (put-tagged tag port body)
  (put "<" port)
  (put tag port)
  (put ">" port)
  (body)
  (put "</" port)
  (put tag port)
  (put ">" port))

(define (put-blocks blocks port)
  (for-each (lambda (block) (put-block block port) (newline port)) blocks))

(define (put-block block port)
  (case (car block)
    ((heading)
     (put-tagged (string-append "h" (number->string (cadr block)))
                 port
                 (lambda () (put-inline (caddr block) port))))
    ((paragraph)
     (put-tagged "p" port (lambda () (put-inline (cadr block) port))))
    ((code)
     (put-tagged "pre"
                 port
                 (lambda ()
                   (put-tagged "code"
                               port
                               (lambda () (put-escaped (cadr block) port))))))
    ((quote)
     (put-tagged "blockquote" port (lambda () (put-blocks (cadr block) port))))
    ((rule) (put "<hr />" port))
    (else
     (put-tagged (if (cadr block) "ol" "ul")
                 port
                 (lambda ()
                   (for-each (lambda (item)
                               (put-tagged "li"
                                           port
                                           (lambda () (put-item item port))))
                             (caddr block)))))))

;; An item of one paragraph, or that begins with one, has no tags around it.
(define (put-item blocks port)
  (cond ((null? blocks) #t)
        ((eq? (caar blocks) 'paragraph)
         (put-inline (cadar blocks) port)
         (put-blocks (cdr blocks) port))
        (else (put-blocks blocks port))))

(define (put-inline text port)
  (let ((end (string-length text)))
    (define (at i) (if (< i end) (string-ref text i) #\newline))
    (define (between start close) (substring text start close))
    ;; What stands between two marks, if there is a second one; where it ends.
    (define (marked mark start)
      (let ((from (+ start (string-length mark))))
        (let ((close (index-of text mark from)))
          (and close (> close from) close))))
    (define (emphasis mark tag start)
      (let ((close (marked mark start)) (width (string-length mark)))
        (and close
             (begin
               (put-tagged tag
                           port
                           (lambda ()
                             (put-inline (between (+ start width) close) port)))
               (+ close width)))))
    (define (code start)
      (let ((close (marked "`" start)))
        (and close
             (begin
               (put-tagged "code"
                           port
                           (lambda ()
                             (put-escaped (between (+ start 1) close) port)))
               (+ close 1)))))
    ;; [label](address), [label][name] or [name]; images begin with an exclamation.
    (define (link start image)
      (let ((close (index-of text "]" start)))
        (and close
             (let ((label (between start close)))
               (cond ((char=? (at (+ close 1)) #\()
                      (let ((last (index-of text ")" close)))
                        (and last
                             (put-link label
                                       (between (+ close 2) last)
                                       image
                                       (+ last 1)))))
                     ((char=? (at (+ close 1)) #\[)
                      (let ((last (index-of text "]" (+ close 1))))
                        (and last
                             (put-named label
                                        (between (+ close 2) last)
                                        image
                                        (+ last 1)))))
                     (else (put-named label label image (+ close 1))))))))
    (define (put-named label name image after)
      (let ((address (hash-table-ref/default references
                                             (string-downcase name)
                                             #f)))
        (and address (put-link label address image after))))
    (define (put-link label address image after)
      (put (if image "<img src=\"" "<a href=\"") port)
      (put-escaped address port)
      (if image
          (begin
            (put "\" alt=\"" port)
            (put-escaped label port)
            (put "\" />" port))
          (begin
            (put "\">" port)
            (put-inline label port)
            (put "</a>" port)))
      after)
    (define (plain i)
      (put-escaped (string (at i)) port)
      (+ i 1))
    (let loop ((i 0))
      (if (< i end)
          (loop
           (case (at i)
             ((#\\)
              (if (< (+ i 1) end) (plain (+ i 1)) (plain i)))
             ((#\*)
              (or (and (char=? (at (+ i 1)) #\*) (emphasis "**" "strong" i))
                  (emphasis "*" "em" i)
                  (plain i)))
             ((#\_) (or (emphasis "_" "em" i) (plain i)))
             ((#\`) (or (code i) (plain i)))
             ((#\[) (or (link (+ i 1) #f) (plain i)))
             ((#\!)
              (or (and (char=? (at (+ i 1)) #\[) (link (+ i 2) #t)) (plain i)))
             (else (plain i))))))))

(define (markdown->html text)
  (let ((port (open-output-string)))
    (set! references (make-hash-table))
    (put-blocks (parse-blocks (take-references (lines-of text))) port)
    (get-output-string port)))

;; Texts.

(define pieces
  '#("# A heading with *emphasis*\n"
     "## Chapter & verse ##\n"
     "Some **strong** words and `code < 3`,\nin two lines with a [link](http://example.org/a?b=1&c=2).\n"
     "* one\n* two\n  continued\n* three with `x`\n  * inner one\n  * inner two\n* four\n"
     "1. first\n2. second\n\n"
     "> A quote with _emphasis_\n> and a list:\n>\n> - a\n> - b\n"
     "    (define (square x)\n      (* x x))\n"
     "```\nif (a < b && c > d) { return \"x\"; }\n```\n"
     "***\n"
     "An ![image](pic.png) and a [reference][One], also [one].\nNot \\*emphasis\\* and 2 * 3 * 4.\n"
     "[one]: http://example.org/one\n"
     "Unfinished **strong and [brackets and `ticks.\n"))

(define (sample count)
  (let ((port (open-output-string)))
    (let loop ((count count) (seed 1))
      (if (= count 0)
          (get-output-string port)
          (let ((seed (remainder (+ (* seed 3877) 7919) 262139)))
            (write-string (vector-ref pieces (quotient (* seed 12) 262139))
                          port)
            (newline port)
            (loop (- count 1) seed))))))

(define (digest text)
  (fold (lambda (character sum)
          (remainder (+ (* sum 31) (char->integer character)) 999983))
        7
        (string->list text)))

(define (count-of text part)
  (let loop ((from 0) (count 0))
    (let ((found (index-of text part from)))
      (if found (loop (+ found 1) (+ count 1)) count))))

(define (benchmark size)
  (let ((html (markdown->html (sample size))))
    (list (string-length html)
          (digest html)
          (map (lambda (tag) (count-of html tag))
               '("<p>" "<li>" "<em>" "<strong>" "<a " "<code>" "<h")))))
