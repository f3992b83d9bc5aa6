;;; Percent signs and queries in addresses (RFC 3986), and forms of HTML.

;;> (url-encode string): the string with everything escaped but letters, digits
;;> and - . _ ~, for a part of an address. Raises type.
;;> Example: (url-encode "a b/é") => "a%20b%2F%C3%A9"
(define (url-encode string)
  (if (not (string? string)) (%type-error 'url-encode "a string" string))
  (let* ((bytes (string->utf8 string)) (length (bytevector-length bytes)))
    (call-with-output-string
     (lambda (port)
       (let loop ((index 0))
         (if (< index length)
             (let* ((byte (bytevector-u8-ref bytes index))
                    (c (integer->char byte)))
               (if (or (%letter-or-digit? c) (memv c '(#\- #\. #\_ #\~)))
                   (write-char c port)
                   (begin
                     (write-string (if (< byte 16) "%0" "%") port)
                     (write-string (string-upcase (number->string byte 16))
                                   port)))
               (loop (+ index 1)))))))))

;;> (url-decode string [plus?]): the string without escapes, or #f if they are
;;> malformed or stand for no text in UTF-8. With plus?, + is a space, as in
;;> queries. Raises type.
;;> Example: (map url-decode '("a%20b%2f%C3%A9" "%" "%zz" "%ff" "a+b")) => ("a b/é" #f #f #f "a+b")
;;> Example: (url-decode "a+b" #t) => "a b"
(define (url-decode string . plus?)
  (if (not (string? string)) (%type-error 'url-decode "a string" string))
  (let ((plus? (and (pair? plus?) (car plus?))))
    (if (not (or (string-search "%" string)
                 (and plus? (string-search "+" string))))
        string
        (%decoded (string->utf8 string) plus?))))

(define (%decoded bytes plus?)
  (let* ((length (bytevector-length bytes))
         (decoded (make-bytevector length)))
    (define (digit index)
      (and (< index length) (%digit-16 (bytevector-u8-ref bytes index))))
    (let loop ((index 0) (at 0))
      (if (= index length)
          (guard (e ((condition? e) #f)) (utf8->string decoded 0 at))
          (let ((byte (bytevector-u8-ref bytes index)))
            (if (= byte 37)
                (let ((high (digit (+ index 1))) (low (digit (+ index 2))))
                  (and high low
                       (begin
                         (bytevector-u8-set! decoded at (+ (* 16 high) low))
                         (loop (+ index 3) (+ at 1)))))
                (begin
                  (bytevector-u8-set! decoded at
                                      (if (and plus? (= byte 43)) 32 byte))
                  (loop (+ index 1) (+ at 1)))))))))

(define (%digit-16 byte)
  (cond ((<= 48 byte 57) (- byte 48))
        ((<= 97 byte 102) (- byte 87))
        ((<= 65 byte 70) (- byte 55))
        (else #f)))

(define (%letter-or-digit? c)
  (or (char<=? #\a c #\z) (char<=? #\A c #\Z) (char<=? #\0 c #\9)))

;;> (query->alist string): the names and values of a query or of a form, or #f
;;> if an escape is malformed. Raises type.
;;> Example: (query->alist "a=1&b=x+y%21&c") => (("a" . "1") ("b" . "x y!") ("c" . ""))
(define (query->alist string)
  (if (not (string? string)) (%type-error 'query->alist "a string" string))
  (let loop ((parts (string-split string "&")) (pairs '()))
    (cond ((null? parts) (reverse pairs))
          ((string=? "" (car parts)) (loop (cdr parts) pairs))
          (else
           (let* ((part (car parts))
                  (at (string-search "=" part))
                  (end (or at (string-length part)))
                  (name (url-decode (substring part 0 end) #t))
                  (value (if at
                             (url-decode (substring part (+ at 1)
                                                    (string-length part))
                                         #t)
                             "")))
             (and name value
                  (loop (cdr parts) (cons (cons name value) pairs))))))))

;;> (alist->query alist): the query that means this. Raises type.
;;> Example: (alist->query '(("a" . "1") ("b c" . "x&y"))) => "a=1&b%20c=x%26y"
(define (alist->query alist)
  (string-join (map (lambda (pair)
                      (string-append (url-encode (car pair)) "="
                                     (url-encode (cdr pair))))
                    (%require-list alist 'alist->query))
               "&"))
