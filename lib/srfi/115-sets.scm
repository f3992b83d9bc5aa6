;;; Sets of characters in SREs, as bounds (see (mound char-set)). A context says
;;; how to read them: #(nocase ascii nocapture).

(define %plain '#(#f #f #f))
(define (%nocase? context) (vector-ref context 0))
(define (%ascii? context) (vector-ref context 1))
(define (%nocapture? context) (vector-ref context 2))
(define (%with-nocase context on)
  (vector on (%ascii? context) (%nocapture? context)))
(define (%with-ascii context on)
  (vector (%nocase? context) on (%nocapture? context)))
(define (%with-nocapture context)
  (vector (%nocase? context) (%ascii? context) #t))

(define (%union left right)
  (%combine-bounds (lambda (l r) (or l r)) left right))
(define (%intersection left right)
  (%combine-bounds (lambda (l r) (and l r)) left right))
(define (%difference left right)
  (%combine-bounds (lambda (l r) (and l (not r))) left right))

(define (%union-of bounds)
  (let loop ((rest bounds) (all (vector)))
    (if (null? rest) all (loop (cdr rest) (%union all (car rest))))))

(define (%chars->bounds chars)
  (%codes->bounds (list-sort < (map char->integer chars))))

(define %ascii-bounds '#(0 128))
(define (%any context) (if (%ascii? context) %ascii-bounds %full-bounds))

;; With all characters that differ in case only.
(define (%case-closure bounds context)
  (if (%ascii? context)
      (%union bounds
              (%union (%shifted (%intersection bounds '#(65 91)) 32)
                      (%shifted (%intersection bounds '#(97 123)) -32)))
      (%fold-bounds bounds)))

(define (%shifted bounds distance)
  (vector-map (lambda (code) (+ code distance)) bounds))

(define (%terminal bounds context)
  (let ((bounds (if (%nocase? context) (%case-closure bounds context) bounds)))
    (if (%ascii? context) (%intersection bounds %ascii-bounds) bounds)))

;; The bounds of a named set, or #f.
(define (%named-set name context)
  (define (property . names)
    (%in-context (apply %property-bounds names) context))
  (case name
    ((any) (%any context))
    ((nonl) (%difference (%any context) (%chars->bounds '(#\return #\newline))))
    ((ascii) %ascii-bounds)
    ((lower-case lower) (%cased "Lowercase" context))
    ((upper-case upper) (%cased "Uppercase" context))
    ((title-case title) (property "Titlecase_Letter"))
    ((alphabetic alpha letter) (property "Alphabetic"))
    ((numeric num digit) (property "Decimal_Number"))
    ((alphanumeric alphanum alnum) (property "Alphabetic" "Decimal_Number"))
    ((punctuation punct) (property "Punctuation"))
    ((symbol) (property "Symbol"))
    ((graphic graph)
     (property "Alphabetic" "Decimal_Number" "Punctuation" "Symbol"))
    ((whitespace white space) (property "White_Space"))
    ((printing print)
     (property "Alphabetic" "Decimal_Number" "Punctuation" "Symbol"
               "White_Space"))
    ((control cntrl) (property "Other"))
    ((hex-digit xdigit)
     (%chars->bounds (string->list "0123456789abcdefABCDEF")))
    (else #f)))

(define (%in-context bounds context)
  (if (%ascii? context) (%intersection bounds %ascii-bounds) bounds))

(define (%cased name context)
  (if (%nocase? context)
      (%in-context (%property-bounds "Lowercase" "Uppercase") context)
      (%in-context (%property-bounds name) context)))

;; The bounds of an SRE that stands for one character, or #f.
(define (%set sre context)
  (cond ((char? sre) (%terminal (%chars->bounds (list sre)) context))
        ((string? sre)
         (and (= (string-length sre) 1)
              (%terminal (%chars->bounds (string->list sre)) context)))
        ((char-set? sre) (%terminal (%char-set-bounds sre) context))
        ((symbol? sre) (%named-set sre context))
        ((and (pair? sre) (list? sre)) (%compound-set sre context))
        (else #f)))

(define (%compound-set sre context)
  (define (all context) (%sets (cdr sre) context))
  (cond ((string? (car sre))
         (and (null? (cdr sre))
              (%terminal (%chars->bounds (string->list (car sre))) context)))
        (else
         (case (car sre)
           ((char-set)
            (and (pair? (cdr sre)) (string? (cadr sre)) (null? (cddr sre))
                 (%terminal (%chars->bounds (string->list (cadr sre)))
                            context)))
           ((/ char-range) (%ranges sre context))
           ((or |\||)
            (let ((sets (all context))) (and sets (%union-of sets))))
           ((and &)
            (let ((sets (all context)))
              (and sets (%fold-sets %intersection (%any context) sets))))
           ((- difference)
            (let ((sets (all context)))
              (and sets (pair? sets)
                   (%fold-sets %difference (car sets) (cdr sets)))))
           ((~ complement)
            (let ((sets (all context)))
              (and sets (%difference (%any context) (%union-of sets)))))
           ((w/case) (%one-set (all (%with-nocase context #f))))
           ((w/nocase) (%one-set (all (%with-nocase context #t))))
           ((w/ascii) (%one-set (all (%with-ascii context #t))))
           ((w/unicode) (%one-set (all (%with-ascii context #f))))
           (else #f)))))

(define (%one-set sets)
  (and sets (pair? sets) (null? (cdr sets)) (car sets)))

(define (%fold-sets operation first rest)
  (if (null? rest)
      first
      (%fold-sets operation (operation first (car rest)) (cdr rest))))

;; The bounds of all, or #f if one is no set.
(define (%sets sres context)
  (let loop ((rest sres) (sets '()))
    (if (null? rest)
        (reverse sets)
        (let ((set (%set (car rest) context)))
          (and set (loop (cdr rest) (cons set sets)))))))

(define (%ranges sre context)
  (let ((chars (let flatten ((rest (cdr sre)))
                 (cond ((null? rest) '())
                       ((char? (car rest))
                        (cons (car rest) (flatten (cdr rest))))
                       ((string? (car rest))
                        (append (string->list (car rest))
                                (flatten (cdr rest))))
                       (else (%bad-sre sre))))))
    (if (odd? (length chars)) (%bad-sre sre))
    (let loop ((rest chars) (bounds (vector)))
      (cond ((null? rest) (%terminal bounds context))
            ((char>? (car rest) (cadr rest)) (loop (cddr rest) bounds))
            (else
             (loop (cddr rest)
                   (%union bounds
                           (%intersection
                            %full-bounds
                            (vector (char->integer (car rest))
                                    (+ 1 (char->integer (cadr rest))))))))))))
