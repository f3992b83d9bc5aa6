;;; The upper case of Unicode serves as title case but for a few characters,
;;; which stand here. No language is different from others.

;; Ranges of the characters of the category Lt.
(define %title-case
  '((#x1C5 . #x1C5) (#x1C8 . #x1C8) (#x1CB . #x1CB) (#x1F2 . #x1F2)
    (#x1F88 . #x1F8F) (#x1F98 . #x1F9F) (#x1FA8 . #x1FAF)
    (#x1FBC . #x1FBC) (#x1FCC . #x1FCC) (#x1FFC . #x1FFC)))

;; Ranges of characters and their title case, where it is not the upper case:
;; ligatures of two letters, and the letters of Georgian, which have upper case
;; for whole words only.
(define %unlike-upper-case
  '((#x1C4 #x1C6 . #x1C5) (#x1C7 #x1C9 . #x1C8) (#x1CA #x1CC . #x1CB)
    (#x1F1 #x1F3 . #x1F2) (#x10D0 #x10FA . #f) (#x10FD #x10FF . #f)))

(define (%require-char object who)
  (if (not (char? object)) (%type-error who "a character" object)))

;;> (char-title-case? char): whether it has the property Titlecase of Unicode,
;;> as have ligatures of an upper case and a lower case letter. Raises type.
;;> SRFI 129.
;;> Example: (map char-title-case? '(#\x1C5 #\A #\a)) => (#t #f #f)
(define (char-title-case? char)
  (%require-char char 'char-title-case?)
  (let ((code (char->integer char)))
    (let loop ((ranges %title-case))
      (cond ((null? ranges) #f)
            ((<= (caar ranges) code (cdar ranges)) #t)
            (else (loop (cdr ranges)))))))

;;> (char-titlecase char): the character that stands for it at the beginning of
;;> a word, mostly its upper case. Raises type. SRFI 129.
;;> Example: (map char-titlecase '(#\a #\x1C6 #\5)) => (#\A #\x1C5 #\5)
(define (char-titlecase char)
  (%require-char char 'char-titlecase)
  (let ((code (char->integer char)))
    (let loop ((ranges %unlike-upper-case))
      (cond ((null? ranges) (char-upcase char))
            ((<= (caar ranges) code (cadar ranges))
             (if (cddar ranges) (integer->char (cddar ranges)) char))
            (else (loop (cdr ranges)))))))

;;> (string-titlecase string): each character behind one without case, and the
;;> first, in title case, which may be several characters, the others in lower
;;> case. Raises type. SRFI 129.
;;> Example: (string-titlecase "hELLO, \xFB02;oor!") => "Hello, Floor!"
(define (string-titlecase string)
  (if (not (string? string)) (%type-error 'string-titlecase "a string" string))
  ;; The lower case is taken from the whole: whether a sigma is the last letter
  ;; of a word is seen there only.
  (let ((length (string-length string))
        (lower (string-downcase string))
        (port (open-output-string)))
    (let loop ((index 0) (start 0) (after-cased? #f))
      (if (< index length)
          (let* ((char (string-ref string index))
                 (end (+ start (%lower-length char))))
            (write-string (if after-cased?
                              (substring lower start end)
                              (%title char))
                          port)
            (loop (+ index 1) end (%cased? char)))))
    (get-output-string port)))

(define (%lower-length char) (string-length (string-downcase (string char))))

(define (%cased? char)
  (or (char-upper-case? char) (char-lower-case? char)
      (char-title-case? char)))

;; The title case of one character, a string.
(define (%title char)
  (let ((title (char-titlecase char))
        (upper (string-upcase (string char))))
    (cond ((not (char=? title char)) (string title))
          ((or (= (string-length upper) 1) (char-title-case? char))
           (string char))
          ;; An n behind an apostrophe: the letter comes second.
          ((char=? char #\x149) upper)
          (else
           (string-append
            (substring upper 0 1)
            (string-map %title-follower
                        (substring upper 1 (string-length upper))))))))

;; An iota that was written below its letter stays there.
(define (%title-follower char)
  (if (char=? char #\x399) #\x345 (char-downcase char)))
