;;; The width of texts on a terminal: marks have none, wide characters two
;;; columns, and control sequences none.

;; Whether a code is in one of the ranges.
(define (%in-ranges? code ranges)
  (let loop ((low 0) (high (quotient (vector-length ranges) 2)))
    (and (< low high)
         (let* ((middle (quotient (+ low high) 2))
                (first (vector-ref ranges (* 2 middle))))
           (cond ((< code first) (loop low middle))
                 ((<= code (vector-ref ranges (+ 1 (* 2 middle)))) #t)
                 (else (loop (+ middle 1) high)))))))

(define (%char-width char ambiguous)
  (let ((code (char->integer char)))
    (cond ((< code 127) 1)
          ((%in-ranges? code %zero-ranges) 0)
          ((%in-ranges? code %wide-ranges) 2)
          ((%in-ranges? code %ambiguous-ranges) ambiguous)
          (else 1))))

;; The index behind a control sequence that begins at the index, or #f: ESC, [,
;; what is below @, and one more.
(define (%behind-control text index end)
  (and (< (+ index 1) end)
       (char=? (string-ref text index) #\escape)
       (char=? (string-ref text (+ index 1)) #\[)
       (let loop ((index (+ index 2)))
         (cond ((>= index end) end)
               ((char<? (string-ref text index) #\@) (loop (+ index 1)))
               (else (+ index 1))))))

(define (%width text start end ambiguous)
  (let loop ((index start) (columns 0))
    (cond ((>= index end) columns)
          ((%behind-control text index end)
           => (lambda (next) (loop next columns)))
          (else
           (loop (+ index 1)
                 (+ columns (%char-width (string-ref text index)
                                         ambiguous)))))))

(define (%width-of text range ambiguous who)
  (if (not (string? text)) (%type-error who "a string" text))
  (let* ((length (string-length text))
         (start (if (pair? range) (car range) 0))
         (end (if (and (pair? range) (pair? (cdr range))) (cadr range) length)))
    (if (not (and (exact-integer? start) (exact-integer? end)
                  (<= 0 start end length)))
        (%error-of-kind 'range who "no range of the string" start end text))
    (%width text start end ambiguous)))

;;> (string-terminal-width string [start [end]]): how many columns of a terminal
;;> it takes. Raises type, range. SRFI 166.
;;> Example: (string-terminal-width "日本") => 4
(define (string-terminal-width text . range)
  (%width-of text range 1 'string-terminal-width))

;;> (string-terminal-width/wide string [start [end]]): the same where characters
;;> of unknown width are wide. Raises type, range. SRFI 166.
;;> Example: (string-terminal-width/wide "α") => 2
(define (string-terminal-width/wide text . range)
  (%width-of text range 2 'string-terminal-width/wide))

;; The index from which on the width is more than `columns`.
(define (%index-beyond text columns ambiguous)
  (let ((length (string-length text)))
    (let loop ((index 0) (width 0))
      (cond ((or (>= index length) (> width columns)) index)
            ((%behind-control text index length)
             => (lambda (next) (loop next width)))
            (else
             (let ((wider (+ width (%char-width (string-ref text index)
                                                ambiguous))))
               (if (> wider columns) index (loop (+ index 1) wider))))))))

(define (%part text from to ambiguous who)
  (if (not (string? text)) (%type-error who "a string" text))
  (let ((start (if (< from 0) 0 (%index-beyond text from ambiguous)))
        (end (%index-beyond text to ambiguous)))
    (substring text (min start end) end)))

;;> (substring-terminal-width string from to): the part between two columns.
;;> Raises type. SRFI 166.
;;> Example: (substring-terminal-width "日本語" 2 4) => "本"
(define (substring-terminal-width text from to)
  (%part text from to 1 'substring-terminal-width))

;;> (substring-terminal-width/wide string from to): the same where characters of
;;> unknown width are wide. Raises type. SRFI 166.
;;> Example: (substring-terminal-width/wide "αβγ" 2 4) => "β"
(define (substring-terminal-width/wide text from to)
  (%part text from to 2 'substring-terminal-width/wide))

;; Marks, embeddings, overrides and isolates of direction.
(define (%direction? char)
  (let ((code (char->integer char)))
    (or (<= 8234 code 8238) (<= 8294 code 8297)
        (memv code '(8206 8207 1564)))))

;;> (substring-terminal-preserve string): its control sequences and control of
;;> direction. Raises type. SRFI 166.
;;> Example: (string-length (substring-terminal-preserve "a\x1b;[31mb")) => 5
(define (substring-terminal-preserve text)
  (if (not (string? text))
      (%type-error 'substring-terminal-preserve "a string" text))
  (let ((length (string-length text)))
    (let loop ((index 0) (kept '()))
      (cond ((>= index length) (apply string-append (reverse kept)))
            ((%behind-control text index length)
             => (lambda (next)
                  (loop next (cons (substring text index next) kept))))
            ((%direction? (string-ref text index))
             (loop (+ index 1)
                   (cons (string (string-ref text index)) kept)))
            (else (loop (+ index 1) kept))))))

;;> (terminal-aware formatter ...): the formatters with widths as on a terminal.
;;> SRFI 166.
;;> Example: (show #f (terminal-aware (trimmed/right 2 "日本語"))) => "日"
(define (terminal-aware . formatters)
  (fn (ambiguous-is-wide?)
    (with ((string-width (if ambiguous-is-wide?
                             string-terminal-width/wide
                             string-terminal-width))
           (substring/width (if ambiguous-is-wide?
                                substring-terminal-width/wide
                                substring-terminal-width))
           (substring/preserve substring-terminal-preserve))
      (each-in-list formatters))))

;; The text changed, but for its control sequences.
(define (%recased text change)
  (let ((length (string-length text)))
    (let loop ((start 0) (index 0) (parts '()))
      (define (with-part)
        (cons (change (substring text start index)) parts))
      (cond ((>= index length) (apply string-append (reverse (with-part))))
            ((%behind-control text index length)
             => (lambda (next)
                  (loop next next
                        (cons (substring text index next) (with-part)))))
            (else (loop start (+ index 1) parts))))))

(define (%changed change formatters)
  (fn ((outer output))
    (with ((output (lambda (text) (outer (%recased text change)))))
      (each-in-list formatters))))

;;> (upcased formatter ...): what the formatters write, in upper case. SRFI 166.
;;> Example: (show #f (upcased "abc")) => "ABC"
(define (upcased . formatters) (%changed string-upcase formatters))

;;> (downcased formatter ...): what the formatters write, in lower case. SRFI
;;> 166.
;;> Example: (show #f (downcased "ABC")) => "abc"
(define (downcased . formatters) (%changed string-downcase formatters))
