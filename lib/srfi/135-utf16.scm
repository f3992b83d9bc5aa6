;;; Texts as bytes. In UTF-16 characters beyond the first 65536 are two units,
;;; of which the first is in D800 to DBFF and the second in DC00 to DFFF.

;;> (textual->utf8 textual [start [end]]): the characters in UTF-8. Raises type,
;;> range. SRFI 135.
;;> Example: (textual->utf8 "é") => #u8(195 169)
(define (textual->utf8 textual . range)
  (string->utf8 (apply string-copy (%string textual 'textual->utf8) range)))

;;> (utf8->text bytevector [start [end]]): the text of bytes in UTF-8. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->string (utf8->text #u8(195 169))) => "é"
(define (utf8->text bytes . range) (%text (apply utf8->string bytes range)))

;; The units of a character, put before the list in reverse order.
(define (%add-units char units)
  (let ((code (char->integer char)))
    (if (< code 65536)
        (cons code units)
        (let ((rest (- code 65536)))
          (cons (+ 56320 (modulo rest 1024))
                (cons (+ 55296 (quotient rest 1024)) units))))))

(define (%encode textual range mark? big? who)
  (let loop ((rest (apply string->list (%string textual who) range))
             (units (if mark? '(65279) '())))
    (if (pair? rest)
        (loop (cdr rest) (%add-units (car rest) units))
        (apply bytevector
               (let unit-loop ((units units) (bytes '()))
                 (if (null? units)
                     bytes
                     (let ((high (quotient (car units) 256))
                           (low (modulo (car units) 256)))
                       (unit-loop (cdr units)
                                  (if big?
                                      (cons high (cons low bytes))
                                      (cons low (cons high bytes)))))))))))

;;> (textual->utf16 textual [start [end]]): the characters in UTF-16 with the
;;> largest byte first, behind a mark that says so. Raises type, range. SRFI
;;> 135.
;;> Example: (textual->utf16 "a") => #u8(254 255 0 97)
(define (textual->utf16 textual . range)
  (%encode textual range #t #t 'textual->utf16))

;;> (textual->utf16be textual [start [end]]): the same without a mark. Raises
;;> type, range. SRFI 135.
;;> Example: (textual->utf16be "a") => #u8(0 97)
(define (textual->utf16be textual . range)
  (%encode textual range #f #t 'textual->utf16be))

;;> (textual->utf16le textual [start [end]]): the same with the smallest byte
;;> first. Raises type, range. SRFI 135.
;;> Example: (textual->utf16le "a") => #u8(97 0)
(define (textual->utf16le textual . range)
  (%encode textual range #f #f 'textual->utf16le))

;; Calls `result` with the bytes of the range, a whole number of units.
(define (%with-units bytes range who result)
  (if (not (bytevector? bytes)) (%type-error who "a bytevector" bytes))
  (let* ((part (apply bytevector-copy bytes range)))
    (if (odd? (bytevector-length part))
        (%error-of-kind 'range who "an odd number of bytes" bytes))
    (result part)))

(define (%decode bytes start big? who)
  (define (unit-at index)
    (let ((first (bytevector-u8-ref bytes index))
          (second (bytevector-u8-ref bytes (+ index 1))))
      (if big? (+ (* 256 first) second) (+ (* 256 second) first))))
  (define (complain index)
    (%error-of-kind 'range who "no UTF-16 at index" index bytes))
  (let ((end (bytevector-length bytes)))
    (let loop ((index start) (chars '()))
      (if (= index end)
          (%text (reverse-list->string chars))
          (let ((unit (unit-at index)))
            (cond ((not (<= 55296 unit 57343))
                   (loop (+ index 2) (cons (integer->char unit) chars)))
                  ((or (>= unit 56320) (= (+ index 2) end)) (complain index))
                  (else
                   (let ((next (unit-at (+ index 2))))
                     (if (not (<= 56320 next 57343)) (complain index))
                     (loop (+ index 4)
                           (cons (integer->char
                                  (+ 65536 (* 1024 (- unit 55296))
                                     (- next 56320)))
                                 chars))))))))))

;;> (utf16->text bytevector [start [end]]): the text of bytes in UTF-16. A mark
;;> at the beginning says which byte is first, and is left out; else it is the
;;> largest. Raises type, range. SRFI 135.
;;> Example: (textual->string (utf16->text #u8(255 254 97 0))) => "a"
(define (utf16->text bytes . range)
  (%with-units
   bytes range 'utf16->text
   (lambda (bytes)
     (let ((mark (if (< (bytevector-length bytes) 2)
                     0
                     (+ (* 256 (bytevector-u8-ref bytes 0))
                        (bytevector-u8-ref bytes 1)))))
       (cond ((= mark 65279) (%decode bytes 2 #t 'utf16->text))
             ((= mark 65534) (%decode bytes 2 #f 'utf16->text))
             (else (%decode bytes 0 #t 'utf16->text)))))))

;;> (utf16be->text bytevector [start [end]]): the text of bytes in UTF-16 with
;;> the largest byte first; a mark is a character. Raises type, range. SRFI 135.
;;> Example: (textual->string (utf16be->text #u8(216 61 222 0))) => "😀"
(define (utf16be->text bytes . range)
  (%with-units bytes range 'utf16be->text
               (lambda (bytes) (%decode bytes 0 #t 'utf16be->text))))

;;> (utf16le->text bytevector [start [end]]): the same with the smallest byte
;;> first. Raises type, range. SRFI 135.
;;> Example: (textual->string (utf16le->text #u8(97 0))) => "a"
(define (utf16le->text bytes . range)
  (%with-units bytes range 'utf16le->text
               (lambda (bytes) (%decode bytes 0 #f 'utf16le->text))))
