;;; The tools that SRFI 13 gives to authors of procedures on strings: parsing
;;; ranges, and searching by Knuth, Morris and Pratt.

;;> (string-parse-start+end procedure string arguments): the arguments after
;;> a range at their beginning, its start and its end. Raises type, range,
;;> for the procedure. SRFI 13.
;;> Example: (call-with-values (lambda () (string-parse-start+end 'f "abc" '(1 2 x))) list) => ((x) 1 2)
(define (string-parse-start+end procedure string arguments)
  (%with-range (start end) (list procedure) string arguments
    (values (if (and (pair? arguments) (pair? (cdr arguments)))
                (cddr arguments)
                '())
            start end)))

;;> (string-parse-final-start+end procedure string arguments): the start and
;;> the end of the range that the arguments are. Raises type, range, and
;;> error if there are more. SRFI 13.
;;> Example: (call-with-values (lambda () (string-parse-final-start+end 'f "abc" '(1))) list) => (1 3)
(define (string-parse-final-start+end procedure string arguments)
  (call-with-values
   (lambda () (string-parse-start+end procedure string arguments))
   (lambda (rest start end)
     (if (pair? rest) (error "too many arguments" procedure rest))
     (values start end))))

;;> (let-string-start+end (start end [rest]) procedure string arguments body
;;> ...): the body with the names bound to what string-parse-final-start+end
;;> or, with three names, string-parse-start+end gives. SRFI 13.
;;> Example: (let-string-start+end (start end) list "abc" '(1) (list start end)) => (1 3)
(define-syntax let-string-start+end
  (syntax-rules ()
    ((_ (start end) procedure string arguments . body)
     (call-with-values
      (lambda () (string-parse-final-start+end procedure string arguments))
      (lambda (start end) . body)))
    ((_ (start end rest) procedure string arguments . body)
     (call-with-values
      (lambda () (string-parse-start+end procedure string arguments))
      (lambda (rest start end) . body)))))

;;> (check-substring-spec procedure string start end): raises range, for the
;;> procedure, if the string has no such range. SRFI 13.
;;> Example: (guard (e (#t (condition-kind e))) (check-substring-spec 'f "abc" 2 1)) => range
(define (check-substring-spec procedure string start end)
  (%check-range (list procedure) string start end (string-length string)))

;;> (substring-spec-ok? string start end): whether the string has such a
;;> range. SRFI 13.
;;> Example: (substring-spec-ok? "abc" 1 4) => #f
(define (substring-spec-ok? string start end)
  (and (string? string)
       (exact-integer? start)
       (exact-integer? end)
       (<= 0 start end (string-length string))))

;;> (make-kmp-restart-vector string [same? [start [end]]]): a vector of
;;> where to go on in the range when character i does not fit, -1 for its
;;> beginning with the next character. Raises type, range. SRFI 13.
;;> Example: (make-kmp-restart-vector "abda") => #(-1 0 0 -1)
(define (make-kmp-restart-vector string . options)
  (let ((same? (if (pair? options) (car options) char=?))
        (range (if (pair? options) (cdr options) '())))
    (%with-range (start end) 'make-kmp-restart-vector string range
      (let* ((length (- end start)) (restarts (make-vector length -1)))
        ;; `border` is the length of the longest beginning that ends before i.
        (let loop ((i 1) (border 0))
          (if (< i length)
              (let ((char (string-ref string (+ start i))))
                (vector-set! restarts i
                             (if (same? char
                                        (string-ref string (+ start border)))
                                 (vector-ref restarts border)
                                 border))
                (let next ((border border))
                  (cond ((= border -1) (loop (+ i 1) 0))
                        ((same? char (string-ref string (+ start border)))
                         (loop (+ i 1) (+ border 1)))
                        (else (next (vector-ref restarts border))))))))
        restarts))))

;;> (kmp-step string restarts char i same? start): how many characters of
;;> the pattern, which begins at `start`, fit after the character, when i
;;> did before it. SRFI 13.
;;> Example: (kmp-step "ab" (make-kmp-restart-vector "ab") #\b 1 char=? 0) => 2
(define (kmp-step string restarts char i same? start)
  (let loop ((i i))
    (cond ((= i -1) 0)
          ((same? char (string-ref string (+ i start))) (+ i 1))
          (else (loop (vector-ref restarts i))))))

;;> (string-kmp-partial-search pattern restarts string i [same?
;;> [pattern-start [start [end]]]]): goes on with a search in the range when
;;> i characters of the pattern fit before it: minus the index in the string
;;> behind a match, or how many fit at the end. Raises type, range. SRFI 13.
;;> Example: (string-kmp-partial-search "ab" (make-kmp-restart-vector "ab") "xaby" 0) => -3
(define (string-kmp-partial-search pattern restarts string i . options)
  (let* ((same? (if (pair? options) (car options) char=?))
         (options (if (pair? options) (cdr options) '()))
         (pattern-start (if (pair? options) (car options) 0))
         (range (if (pair? options) (cdr options) '()))
         (length (vector-length restarts)))
    (%with-range (start end) 'string-kmp-partial-search string range
      (let loop ((index start) (i i))
        (cond ((= i length) (- index))
              ((= index end) i)
              (else
               (loop (+ index 1)
                     (kmp-step pattern restarts (string-ref string index) i
                               same? pattern-start))))))))
