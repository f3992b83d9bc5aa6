;;; What goes through all matches in a string.

;;> (regexp-fold re combine start-value string [finish [start [end]]]): calls
;;> `combine` for each match in the range with the index where the last one
;;> ended, the match, the string and the result so far; then `finish` with the
;;> same, and #f for the match (by default it returns the result). Raises type,
;;> range; error for what is no SRE. SRFI 115.
;;> Example: (regexp-fold '(+ num) (lambda (i match string result) (+ result 1)) 0 "a1b22c") => 2
(define regexp-fold
  (case-lambda
    ((re combine result string)
     (regexp-fold re combine result string (lambda (i m s result) result)))
    ((re combine result string finish)
     (regexp-fold re combine result string finish 0 #t))
    ((re combine result string finish start)
     (regexp-fold re combine result string finish start #t))
    ((re combine result string finish start end)
     (let ((regexp (regexp re))
           (end (%range 'regexp-fold string start end)))
       (let loop ((last start) (from start) (result result))
         (let ((match (and (<= from end)
                           (%search regexp string start from end))))
           (if (not match)
               (finish last #f string result)
               (let* ((span (vector-ref (%spans match) 0))
                      (stop (cdr span)))
                 (loop stop
                       (if (= (car span) stop) (+ stop 1) stop)
                       (combine last match string result))))))))))

(define (%matched-nothing? match)
  (let ((span (vector-ref (%spans match) 0)))
    (= (car span) (cdr span))))

;;> (regexp-extract re string [start [end]]): the strings that match and are not
;;> empty. Raises type, range; error for what is no SRE. SRFI 115.
;;> Example: (regexp-extract '(+ numeric) "192.168.0.1") => ("192" "168" "0" "1")
(define (regexp-extract re string . range)
  (apply regexp-fold re
         (lambda (last match string strings)
           (if (%matched-nothing? match)
               strings
               (cons (regexp-match-submatch match) strings)))
         '() string
         (lambda (last match string strings) (reverse strings))
         range))

;;> (regexp-split re string [start [end]]): the strings, which may be empty,
;;> between the matches that are not. Raises type, range; error for what is no
;;> SRE. SRFI 115.
;;> Example: (regexp-split '(",;") "a,,b,") => ("a" "" "b" "")
(define regexp-split
  (case-lambda
    ((re string) (regexp-split re string 0 #t))
    ((re string start) (regexp-split re string start #t))
    ((re string start end)
     (let ((end (%range 'regexp-split string start end)))
       ;; The result is the strings in reverse order, and where the last match
       ;; that is not empty ended.
       (regexp-fold re
                    (lambda (last match string result)
                      (if (%matched-nothing? match)
                          result
                          (cons (regexp-match-submatch-end match)
                                (cons (substring
                                       string (car result)
                                       (regexp-match-submatch-start match))
                                      (cdr result)))))
                    (list start) string
                    (lambda (last match string result)
                      (reverse
                       (cons (substring string (car result) end)
                             (cdr result))))
                    start end)))))

;;> (regexp-partition re string [start [end]]): the strings between the matches,
;;> which may be empty, and those that match and are not empty, in turn. Raises
;;> type, range; error for what is no SRE. SRFI 115.
;;> Example: (regexp-partition '(+ (or space punct)) "Hello, world!\n") => ("Hello" ", " "world" "!\n")
(define regexp-partition
  (case-lambda
    ((re string) (regexp-partition re string 0 #t))
    ((re string start) (regexp-partition re string start #t))
    ((re string start end)
     (let ((end (%range 'regexp-partition string start end)))
       ;; The result is the strings in reverse order, and where the last match
       ;; that is not empty ended.
       (regexp-fold re
                    (lambda (last match string result)
                      (if (%matched-nothing? match)
                          result
                          (cons (regexp-match-submatch-end match)
                                (cons
                                 (regexp-match-submatch match)
                                 (cons (substring
                                        string (car result)
                                        (regexp-match-submatch-start match))
                                       (cdr result))))))
                    (list start) string
                    (lambda (last match string result)
                      (reverse
                       (if (and (= (car result) end) (pair? (cdr result)))
                           (cdr result)
                           (cons (substring string (car result) end)
                                 (cdr result)))))
                    start end)))))

;; What a substitution stands for: strings in reverse order before those given.
(define (%substitute subst match string strings)
  (cond ((string? subst) (cons subst strings))
        ((or (exact-integer? subst)
             (and (symbol? subst) (assq subst (%match-names match))))
         (cons (or (regexp-match-submatch match subst) "") strings))
        ((eq? subst 'pre)
         (cons (substring string 0 (regexp-match-submatch-start match))
               strings))
        ((eq? subst 'post)
         (cons (substring string (regexp-match-submatch-end match)
                          (string-length string))
               strings))
        ((procedure? subst)
         (%substitute (subst match) match string strings))
        ((list? subst)
         (let loop ((rest subst) (strings strings))
           (if (null? rest)
               strings
               (loop (cdr rest)
                     (%substitute (car rest) match string strings)))))
        (else
         (%type-error 'regexp-replace
                      "a string, a submatch, pre, post or a list of such"
                      subst))))

;;> (regexp-replace re string substitution [start [end [count]]]): the range of
;;> the string with the substitution in the place of its match number `count`,
;;> from 0: a string, the number or name of a submatch, `pre` or `post` for what
;;> is before or behind the match, a list of such, or a procedure that makes one
;;> of the match. With fewer matches, the range as it is. Raises type, range;
;;> error for what is no SRE. SRFI 115.
;;> Example: (regexp-replace '(: ($ alpha) "-" ($ alpha)) "a-b c-d" '(2 "-" 1)) => "b-a c-d"
(define regexp-replace
  (case-lambda
    ((re string subst) (regexp-replace re string subst 0 #t 0))
    ((re string subst start) (regexp-replace re string subst start #t 0))
    ((re string subst start end)
     (regexp-replace re string subst start end 0))
    ((re string subst start end count)
     (if (not (and (exact-integer? count) (>= count 0)))
         (%type-error 'regexp-replace "the number of a match" count))
     (%replace re (%part 'regexp-replace string start end) subst
               (lambda (number) (= number count))))))

;;> (regexp-replace-all re string substitution [start [end]]): the same for all
;;> matches. Raises type, range; error for what is no SRE. SRFI 115.
;;> Example: (regexp-replace-all '(+ space) "one two three" "_") => "one_two_three"
(define regexp-replace-all
  (case-lambda
    ((re string subst) (regexp-replace-all re string subst 0 #t))
    ((re string subst start) (regexp-replace-all re string subst start #t))
    ((re string subst start end)
     (%replace re (%part 'regexp-replace-all string start end) subst
               (lambda (number) #t)))))

;; The range as a string of its own: what is around it is neither looked at by
;; the pattern nor part of the result.
(define (%part who string start end)
  (let ((end (%range who string start end)))
    (if (and (= start 0) (= end (string-length string)))
        string
        (substring string start end))))

;; The string with the substitution for the matches whose numbers, from 0,
;; `chosen?` wants.
(define (%replace re string subst chosen?)
  (let ((number -1))
    (regexp-fold re
                 (lambda (last match string strings)
                   (set! number (+ number 1))
                   (let ((strings
                          (cons (substring string last
                                           (regexp-match-submatch-start match))
                                strings)))
                     (if (chosen? number)
                         (%substitute subst match string strings)
                         (cons (regexp-match-submatch match) strings))))
                 '() string
                 (lambda (last match string strings)
                   (apply string-append
                          (reverse
                           (cons (substring string last (string-length string))
                                 strings)))))))
