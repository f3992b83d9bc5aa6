;;; Long strings, in steps (steps.scm).

(define (%string-width object) (%primitive %string-width object))

(define (%make-string k char)
  (%or-in-steps (make-string k char)
    (let ((string (%primitive %string-of-zeros k (%string-width char))))
      (%string-fill! string char 0 k)
      string)))

;; Makes a long string wide enough for another one, or a character.
(define (%widen! string other)
  (let ((width (%string-width other)) (length (string-length string)))
    (if (%primitive < (%string-width string) width)
        (let ((wider (%primitive %string-of-zeros length width)))
          (%string-copy! wider 0 string 0 length)
          (%primitive %string-become! string wider)))))

(define (%string-set-in-steps! string k char)
  (%widen! string char)
  (%primitive string-set! string k char))

(define (%string-fill! string char start end)
  (if (%primitive absent? (%primitive string-fill! string char start end))
      (begin
        (%widen! string char)
        (%each-step
         start end (%step)
         (lambda (start end)
           (%primitive string-fill! string char start end))))))

(define (%string-copy! to at from start end)
  (if (%primitive absent? (%primitive string-copy! to at from start end))
      (begin
        (%widen! to from)
        (%copy-in-steps
         (and (%primitive eq? to from) (%primitive > at start))
         at start end (%step)
         (lambda (at start end)
           (%primitive string-copy! to at from start end))))))

(define (%long-substring string start end)
  (let ((copy (%primitive %string-of-zeros (%primitive subtract end start)
                          (%string-width string))))
    (%string-copy! copy 0 string start end)
    copy))

(define (%string-concatenate strings)
  (%or-in-steps (%string-concatenate strings) (%join-strings strings)))

(define (%join-strings strings)
  (let ((width (let loop ((rest strings) (width 1))
                 (if (%primitive pair? rest)
                     (loop (%primitive cdr rest)
                           (max width (%string-width (%primitive car rest))))
                     width))))
    (%join strings string-length
           (lambda (length) (%primitive %string-of-zeros length width))
           %string-copy!)))

(define (%string->list string start end)
  (%or-in-steps (string->list string start end)
    (let loop ((end end) (characters '()))
      (if (%primitive < start end)
          (let ((index (%primitive subtract end 1)))
            (loop index
                  (%primitive cons (%primitive string-ref string index)
                              characters)))
          characters))))

(define (%long-list->string list)
  (let* ((length (%long-length-of list 'list->string))
         (width (let loop ((rest list) (width 1))
                  (if (%primitive pair? rest)
                      (loop (%primitive cdr rest)
                            (max width (%width-of-character rest)))
                      width)))
         (string (%primitive %string-of-zeros length width)))
    (let loop ((rest list) (index 0))
      (if (%primitive pair? rest)
          (begin
            (%primitive string-set! string index (%primitive car rest))
            (loop (%primitive cdr rest) (%primitive add index 1)))
          string))))

(define (%width-of-character rest)
  (let ((character (%primitive car rest)))
    (if (%primitive char? character)
        (%string-width character)
        (%type-error 'list->string "a list of characters" character))))

;; Less than 0, 0 or greater, as the first string is less than the second.
(define (%string-compare a b)
  (%or-in-steps (%string-compare a b)
    (let ((end (min (string-length a) (string-length b))))
      (let loop ((start 0))
        (if (%primitive < start end)
            (let* ((next (min end (%primitive add start (%step))))
                   (order (%primitive %string-compare
                                      (%primitive substring a start next)
                                      (%primitive substring b start next))))
              (if (%primitive = order 0) (loop next) order))
            (%primitive subtract (string-length a) (string-length b)))))))

;; What the conversion makes of the parts of a string, as one. The case of a
;; character may depend on those around it (the sigma at the end of a word), so
;; a part ends behind a white space if there is one.
(define (%convert-parts string convert)
  (let ((end (string-length string)))
    (let loop ((start 0) (parts '()))
      (if (%primitive < start end)
          (let ((next (%end-of-part string start
                                    (min end (%primitive add start 16384))
                                    end)))
            (loop next
                  (%primitive cons
                              (convert (%primitive substring string start next))
                              parts)))
          (%string-concatenate (reverse parts))))))

(define (%end-of-part string start next end)
  (if (%primitive = next end)
      end
      (let loop ((index next))
        (cond ((%primitive = index start) next)
              ((char-whitespace?
                (%primitive string-ref string (%primitive subtract index 1)))
               index)
              (else (loop (%primitive subtract index 1)))))))

(define (%string->utf8 string start end)
  (%or-in-steps (string->utf8 string start end)
    (%bytevector-concatenate
     (%map-parts start end (%step)
                 (lambda (start end)
                   (%primitive string->utf8 string start end))))))

;; The results for each part of a range.
(define (%map-parts start end step make)
  (let ((parts '()))
    (%each-step start end step
                (lambda (start end)
                  (set! parts (%primitive cons (make start end) parts))))
    (reverse parts)))

;; A part ends before the first byte of a character.
(define (%utf8->string bytes start end)
  (%or-in-steps (utf8->string bytes start end)
    (let loop ((start start) (parts '()))
      (if (%primitive < start end)
          (let ((next (%end-of-characters
                       bytes start (min end (%primitive add start (%step)))
                       end)))
            (loop next
                  (%primitive cons (%primitive utf8->string bytes start next)
                              parts)))
          (%string-concatenate (reverse parts))))))

(define (%end-of-characters bytes start next end)
  (if (%primitive = next end)
      end
      (let loop ((index next) (left 3))
        (let ((byte (%primitive bytevector-u8-ref bytes index)))
          ;; At most three bytes of a character follow its first.
          (cond ((or (%primitive < byte 128) (%primitive >= byte 192)) index)
                ((%primitive = left 0) next)
                (else
                 (loop (%primitive subtract index 1)
                       (%primitive subtract left 1))))))))

;; Where the pattern first occurs at or after the start. A short pattern is
;; looked for in parts of the string that overlap by its length.
(define (%string-search pattern string start)
  (%or-in-steps (%string-search pattern string start (string-length string))
    (let ((end (string-length string)) (more (string-length pattern)))
      (if (%primitive > more 4096)
          (%long-pattern-search pattern string start)
          (let loop ((start start))
            (let* ((next (min end (%primitive add start (%step))))
                   (found (%primitive %string-search pattern string start
                                      next)))
              (cond (found found)
                    ((%primitive = next end) #f)
                    (else
                     (loop (%primitive subtract next
                                       (%primitive subtract more 1)))))))))))

;; Knuth, Morris, Pratt, as the primitive.
(define (%long-pattern-search pattern string start)
  (let* ((more (string-length pattern))
         (end (string-length string))
         (shorter (%vector-of-zeros more)))
    (let loop ((index 1) (matched 0))
      (if (%primitive < index more)
          (let ((matched (%extend pattern shorter matched
                                  (%primitive string-ref pattern index))))
            (%primitive vector-set! shorter index matched)
            (loop (%primitive add index 1) matched))))
    (let loop ((index start) (matched 0))
      (cond ((%primitive = matched more) (%primitive subtract index more))
            ((%primitive < index end)
             (loop (%primitive add index 1)
                   (%extend pattern shorter matched
                            (%primitive string-ref string index))))
            (else #f)))))

;; How much of the pattern ends with the character, after so much of it.
(define (%extend pattern shorter matched character)
  (cond ((%primitive eq? (%primitive string-ref pattern matched) character)
         (%primitive add matched 1))
        ((%primitive = matched 0) 0)
        (else
         (%extend pattern shorter
                  (%primitive vector-ref shorter
                              (%primitive subtract matched 1))
                  character))))
