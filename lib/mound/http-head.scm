;;; What stands before the body of a message: its first line and its headers.
;;; Names of headers are in small letters.

;; More of them nobody sends.
(define %headers-max 100)

;; The lines of a head: the first, and an association list.
(define (%head-lines text)
  (let ((lines (string-split text "\r\n")))
    (values (car lines) (%headers (cdr lines)))))

(define (%headers lines)
  (if (< %headers-max (length lines))
      (%http-refuse 431 "there are too many headers"))
  (map %header lines))

;; A line that begins with a space would go on with the one before; nobody may
;; send that any more, and readers differ about it.
(define (%header line)
  (let ((colon (string-search ":" line)))
    (if (not (and colon (%token? (substring line 0 colon))))
        (%http-refuse 400 "a header has no name"))
    (let ((value (%trimmed line (+ colon 1) (string-length line))))
      (if (not (%header-text? value))
          (%http-refuse 400 "a header has control characters"))
      (cons (string-downcase (substring line 0 colon)) value))))

(define (%trimmed text start end)
  (define (blank? index) (memv (string-ref text index) '(#\space #\tab)))
  (cond ((= start end) "")
        ((blank? start) (%trimmed text (+ start 1) end))
        ((blank? (- end 1)) (%trimmed text start (- end 1)))
        (else (substring text start end))))

(define (%each-character? text allowed?)
  (let ((length (string-length text)))
    (let loop ((index 0))
      (or (= index length)
          (and (allowed? (string-ref text index)) (loop (+ index 1)))))))

(define (%token? text)
  (and (< 0 (string-length text))
       (%each-character?
        text
        (lambda (c)
          (or (%letter-or-digit? c)
              (memv c '(#\! #\# #\$ #\% #\& #\' #\* #\+ #\- #\. #\^ #\_ #\`
                        #\| #\~)))))))

(define (%header-text? text)
  (%each-character?
   text (lambda (c) (or (char=? c #\tab) (and (char<=? #\space c)
                                              (not (char=? c #\x7f)))))))

(define (%header-ref headers name)
  (let ((found (assoc name headers))) (and found (cdr found))))

;; The words of a header that is a list, in small letters.
(define (%header-words headers name)
  (let loop ((headers headers) (words '()))
    (cond ((null? headers) words)
          ((string=? name (caar headers))
           (loop (cdr headers)
                 (append words
                         (map (lambda (word)
                                (string-downcase
                                 (%trimmed word 0 (string-length word))))
                              (string-split (cdar headers) ",")))))
          (else (loop (cdr headers) words)))))

;; What the body is: none, chunked, or a count of bytes; #f if nothing says it.
;; Two ways to say it, or the same way twice, hide one message in another.
(define (%body-form headers)
  (let ((coding (%header-words headers "transfer-encoding"))
        (counts (%header-words headers "content-length")))
    (cond ((pair? coding)
           (cond ((pair? counts)
                  (%http-refuse 400 "the body has a length and is chunked"))
                 ((equal? coding '("chunked")) 'chunked)
                 (else (%http-refuse 501 "an unknown transfer encoding"))))
          ((null? counts) #f)
          ((and (null? (cdr counts)) (%byte-count (car counts))))
          (else (%http-refuse 400 "the length of the body is no number")))))

(define (%byte-count text)
  (and (<= 1 (string-length text) 15)
       (%each-character? text (lambda (c) (char<=? #\0 c #\9)))
       (string->number text)))

;; Requests and status lines.

(define (%request-line line)
  (let ((parts (string-split line " ")))
    (if (not (and (= 3 (length parts)) (%token? (car parts))
                  (%each-character? (cadr parts)
                                    (lambda (c) (char<? #\space c #\x7f)))))
        (%http-refuse 400 "the first line is malformed"))
    (values (car parts) (cadr parts) (%version (list-ref parts 2)))))

;; Whether it is 1.1, and not 1.0.
(define (%version text)
  (cond ((string=? text "HTTP/1.1") #t)
        ((string=? text "HTTP/1.0") #f)
        ((eqv? 0 (string-search "HTTP/" text))
         (%http-refuse 505 "this version of HTTP is unknown"))
        (else (%http-refuse 400 "the first line is malformed"))))

;; The status of an answer, and whether it is of version 1.1.
(define (%status-line line)
  (let ((status (and (<= 12 (string-length line))
                     (%byte-count (substring line 9 12)))))
    (if (not (and status (<= 100 status)
                  (or (= 12 (string-length line))
                      (char=? #\space (string-ref line 12)))))
        (%http-refuse 502 "the first line of the answer is malformed"))
    (values status (%version (substring line 0 8)))))

;; Path and query of a target.
(define (%target-parts target)
  (let* ((start (if (eqv? 0 (string-search "http://" target))
                    (or (string-search "/" target 7) (string-length target))
                    0))
         (question (string-search "?" target start))
         (end (or question (string-length target)))
         (path (url-decode (substring target start end)))
         (query (if question
                    (query->alist (substring target (+ question 1)
                                             (string-length target)))
                    '())))
    (if (not (and path query))
        (%http-refuse 400 "an escape in the address is malformed"))
    (values (if (string=? path "") "/" path) query)))
