;;; Regular expressions: what programs see of them.
;;;
;;; An SRE is parsed to a tree (115-parse), with sets of characters as ranges
;;; (115-sets); the tree becomes a graph of nodes (115-compile), through which
;;; all threads go at once (115-match). So the time to match is at most
;;; proportional to the length of the string times the size of the graph,
;;; whatever the pattern; only look-around, which matches at each place anew,
;;; adds a factor. Of several matches that begin at the same place, the one
;;; counts that a backtracking matcher finds first. There are no back
;;; references.

(define-record-type <regexp>
  (%make-regexp sre start nodes names groups)
  regexp?
  (sre %sre)
  (start %start)
  (nodes %nodes)
  (names %names)
  (groups %groups))

;;> (regexp? object): whether it is a compiled regular expression. SRFI 115.
;;> Example: (regexp? (regexp '(+ num))) => #t

;;> (regexp sre): the regular expression of an SRE; one that is compiled already
;;> is returned. Raises error for what is no SRE, range for one that is too
;;> large. SRFI 115.
;;> Example: (regexp-matches? (regexp '(: "a" (* "b"))) "abb") => #t
(define (regexp sre)
  (if (regexp? sre)
      sre
      (let* ((parser (%make-parser))
             (tree (%parse sre %plain parser)))
        (call-with-values
         (lambda () (%compile tree))
         (lambda (start nodes)
           (%make-regexp sre start nodes (%parser-names parser)
                         (%parser-groups parser)))))))

;;> (rx sre ...): the regular expression of the sequence of SREs, in which
;;> unquote may be used. SRFI 115.
;;> Example: (let ((n 3)) (regexp-matches? (rx "a" (= ,n num)) "a123")) => #t
(define-syntax rx
  (syntax-rules ()
    ((_ sre ...) (regexp `(: sre ...)))))

;;> (regexp->sre regexp): an SRE for it. Raises type. SRFI 115.
;;> Example: (regexp->sre (regexp '(+ num))) => (+ num)
(define (regexp->sre regexp) (%sre regexp))

;;> (char-set->sre set): an SRE for a set of characters, of ranges. Raises type.
;;> SRFI 115.
;;> Example: (char-set->sre (string->char-set "abx")) => (/ #\a #\b #\x #\x)
(define (char-set->sre set)
  (cons '/
        (let loop ((bounds (vector->list (%char-set-bounds set))))
          (if (null? bounds)
              '()
              (cons (integer->char (car bounds))
                    (cons (integer->char (- (cadr bounds) 1))
                          (loop (cddr bounds))))))))

;;> (valid-sre? object): whether `regexp` accepts it. SRFI 115.
;;> Example: (map valid-sre? '((* "a") (= -1 "a") unknown)) => (#t #f #f)
(define (valid-sre? object)
  (guard (e ((condition? e) #f))
    (regexp object)
    #t))

(define-record-type <regexp-match>
  (%make-match string spans names)
  regexp-match?
  (string %match-string)
  (spans %spans)
  (names %match-names))

;;> (regexp-match? object): whether it is a match, of regexp-search or
;;> regexp-matches. SRFI 115.
;;> Example: (regexp-match? (regexp-search "b" "abc")) => #t

(define (%range who string start end)
  ;; SRFI 115 lets #f stand for the end.
  (let ((end (if (boolean? end) (string-length string) end)))
    (if (not (and (exact-integer? start) (exact-integer? end)
                  (<= 0 start end (string-length string))))
        (%error-of-kind 'range who "no such range" start end string))
    end))

;;> (regexp-search re string [start [end]]): the first match in the range, or
;;> #f. Raises type, range; error for what is no SRE. SRFI 115.
;;> Example: (regexp-match-submatch (regexp-search '(+ num) "ab12c") 0) => "12"
(define regexp-search
  (case-lambda
    ((re string) (regexp-search re string 0 #t))
    ((re string start) (regexp-search re string start #t))
    ((re string start end)
     (let ((end (%range 'regexp-search string start end)))
       (%search (regexp re) string start start end)))))

;;> (regexp-matches re string [start [end]]): the match of the whole range, or
;;> #f. Raises type, range; error for what is no SRE. SRFI 115.
;;> Example: (regexp-matches '(+ num) "12c") => #f
(define regexp-matches
  (case-lambda
    ((re string) (regexp-matches re string 0 #t))
    ((re string start) (regexp-matches re string start #t))
    ((re string start end)
     (let ((end (%range 'regexp-matches string start end)))
       (%match-whole (regexp re) string start end)))))

;;> (regexp-matches? re string [start [end]]): whether the whole range matches.
;;> Raises type, range; error for what is no SRE. SRFI 115.
;;> Example: (regexp-matches? '(+ num) "12") => #t
(define (regexp-matches? re string . range)
  (if (apply regexp-matches re string range) #t #f))

;;> (regexp-match-count match): how many submatches there are, without the whole
;;> match. Raises type. SRFI 115.
;;> Example: (regexp-match-count (regexp-search '(: ($ "a") ($ "b")) "ab")) => 2
(define (regexp-match-count match) (- (vector-length (%spans match)) 1))

;; The span, a pair of indexes or #f, of a field.
(define (%span who match field)
  (let ((spans (%spans match)))
    (cond ((and (exact-integer? field) (< -1 field (vector-length spans)))
           (vector-ref spans field))
          ((and (symbol? field) (assq field (%match-names match)))
           (let loop ((names (%match-names match)))
             (cond ((null? names) #f)
                   ((and (eq? (caar names) field)
                         (vector-ref spans (cdar names))))
                   (else (loop (cdr names))))))
          (else
           (%error-of-kind 'range who "there is no such submatch" field)))))

;;> (regexp-match-submatch match [field]): the string of a submatch, by its
;;> number (0, the whole) or name, or #f if it did not match. Raises type,
;;> range. SRFI 115.
;;> Example: (regexp-match-submatch (regexp-search '(: "a" (-> x (+ num))) "a12") 'x) => "12"
(define regexp-match-submatch
  (case-lambda
    ((match) (regexp-match-submatch match 0))
    ((match field)
     (let ((span (%span 'regexp-match-submatch match field)))
       (and span (substring (%match-string match) (car span) (cdr span)))))))

;;> (regexp-match-submatch-start match [field]): the index where it begins, or
;;> #f. Raises type, range. SRFI 115.
;;> Example: (regexp-match-submatch-start (regexp-search "b" "abc")) => 1
(define regexp-match-submatch-start
  (case-lambda
    ((match) (regexp-match-submatch-start match 0))
    ((match field)
     (let ((span (%span 'regexp-match-submatch-start match field)))
       (and span (car span))))))

;;> (regexp-match-submatch-end match [field]): the index behind it, or #f.
;;> Raises type, range. SRFI 115.
;;> Example: (regexp-match-submatch-end (regexp-search "b" "abc")) => 2
(define regexp-match-submatch-end
  (case-lambda
    ((match) (regexp-match-submatch-end match 0))
    ((match field)
     (let ((span (%span 'regexp-match-submatch-end match field)))
       (and span (cdr span))))))

;;> (regexp-match->list match): the strings of the whole match and all
;;> submatches, or #f. Raises type. SRFI 115.
;;> Example: (regexp-match->list (regexp-search '(: ($ "a") (? ($ "b"))) "a")) => ("a" "a" #f)
(define (regexp-match->list match)
  (let loop ((field (regexp-match-count match)) (strings '()))
    (if (< field 0)
        strings
        (loop (- field 1)
              (cons (regexp-match-submatch match field) strings)))))
