;;; Input and output of characters: a text is copied from port to port, and its lines, words
;;; and characters are counted.

(define (make-text words)
  (let ((port (open-output-string)))
    (let loop ((count 0) (seed 5))
      (if (< count words)
          (begin
            (do ((letters (+ 1 (remainder seed 9)) (- letters 1)))
                ((= letters 0))
              (write-char
               (integer->char (+ 97 (remainder (+ seed letters) 26)))
               port))
            (write-char (if (= 0 (remainder count 11)) #\newline #\space) port)
            (loop (+ count 1) (remainder (* 16807 seed) 2147483647)))))
    (get-output-string port)))

(define (copy text)
  (let ((from (open-input-string text)) (to (open-output-string)))
    (let loop ((char (read-char from)))
      (if (eof-object? char)
          (get-output-string to)
          (begin (write-char char to) (loop (read-char from)))))))

(define (count-text text)
  (let ((port (open-input-string text)))
    (let loop ((char (read-char port))
               (lines 0)
               (words 0)
               (chars 0)
               (inside? #f))
      (cond ((eof-object? char)
             (list lines (if inside? (+ words 1) words) chars))
            ((or (char=? char #\space) (char=? char #\newline))
             (loop (read-char port)
                   (if (char=? char #\newline) (+ lines 1) lines)
                   (if inside? (+ words 1) words)
                   (+ chars 1)
                   #f))
            (else (loop (read-char port) lines words (+ chars 1) #t))))))

(define (benchmark size) (count-text (copy (make-text size))))
