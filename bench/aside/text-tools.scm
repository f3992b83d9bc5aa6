;;; Tools for texts: compression by LZW to base64 and back, differences of two texts by
;;; Myers's algorithm as a script that is applied again, and a unified listing.

;; LZW with codes of growing width, in lists of bits as numbers.

(define (lzw-compress text)
  (let ((table (make-hash-table)) (next 128) (codes '()))
    (define (code-of prefix character)
      (hash-table-ref/default table
                              (+ (* 128 prefix) (char->integer character))
                              #f))
    (define (emit! code) (set! codes (cons code codes)))
    (let ((end (string-length text)))
      (if (= end 0)
          '()
          (let loop ((i 1) (prefix (char->integer (string-ref text 0))))
            (if (= i end)
                (begin
                  (emit! prefix)
                  (reverse codes))
                (let* ((character (string-ref text i))
                       (longer (code-of prefix character)))
                  (if longer
                      (loop (+ i 1) longer)
                      (begin
                        (emit! prefix)
                        (if (< next 4095)
                            (begin
                              (hash-table-set! table
                                               (+ (* 128 prefix)
                                                  (char->integer character))
                                               next)
                              (set! next (+ next 1))))
                        (loop (+ i 1) (char->integer character)))))))))))

(define (lzw-expand codes)
  (let ((entries (make-vector 4096 ""))
        (next 128)
        (port (open-output-string)))
    (do ((i 0 (+ i 1)))
        ((= i 128))
      (vector-set! entries i (string (integer->char i))))
    (let loop ((codes codes) (last #f))
      (if (null? codes)
          (get-output-string port)
          (let* ((code (car codes))
                 (entry (if (< code next)
                            (vector-ref entries code)
                            (string-append last (substring last 0 1)))))
            (write-string entry port)
            (if (and last (< next 4095))
                (begin
                  (vector-set! entries
                               next
                               (string-append last (substring entry 0 1)))
                  (set! next (+ next 1))))
            (loop (cdr codes) entry))))))

;; Two codes of twelve bits are three bytes.
(define (codes->bytes codes)
  (let* ((count (length codes))
         (bytes (make-bytevector (* 3 (quotient (+ count 1) 2)) 255)))
    (let loop ((codes codes) (at 0))
      (if (null? codes)
          bytes
          (let ((one (car codes))
                (other (if (pair? (cdr codes)) (cadr codes) 4095)))
            (bytevector-u8-set! bytes at (quotient one 16))
            (bytevector-u8-set! bytes
                                (+ at 1)
                                (+ (* 16 (remainder one 16))
                                   (quotient other 256)))
            (bytevector-u8-set! bytes (+ at 2) (remainder other 256))
            (loop (if (pair? (cdr codes)) (cddr codes) '()) (+ at 3)))))))

;; 4095 is never a code but at the end.
(define (bytes->codes bytes)
  (let loop ((at (- (bytevector-length bytes) 3)) (codes '()))
    (if (< at 0)
        codes
        (let* ((a (bytevector-u8-ref bytes at))
               (b (bytevector-u8-ref bytes (+ at 1)))
               (c (bytevector-u8-ref bytes (+ at 2)))
               (one (+ (* 16 a) (quotient b 16)))
               (other (+ (* 256 (remainder b 16)) c)))
          (loop (- at 3)
                (cons one (if (= other 4095) codes (cons other codes))))))))

(define digits
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

(define digit-values
  (let ((values (make-vector 128 #f)))
    (do ((i 0 (+ i 1)))
        ((= i 64) values)
      (vector-set! values (char->integer (string-ref digits i)) i))))

(define (base64-encode bytes)
  (let ((port (open-output-string)) (end (bytevector-length bytes)))
    (define (byte i) (if (< i end) (bytevector-u8-ref bytes i) 0))
    (define (put group place)
      (write-char (string-ref digits (remainder (quotient group place) 64))
                  port))
    (do ((i 0 (+ i 3)))
        ((>= i end) (get-output-string port))
      (let ((group
             (+ (* 65536 (byte i)) (* 256 (byte (+ i 1))) (byte (+ i 2)))))
        (put group 262144)
        (put group 4096)
        (if (< (+ i 1) end) (put group 64) (write-char #\= port))
        (if (< (+ i 2) end) (put group 1) (write-char #\= port)))
      (if (= 54 (remainder i 57)) (newline port)))))

(define (list->bytes list)
  (let ((bytes (make-bytevector (length list) 0)))
    (let loop ((list list) (i 0))
      (if (null? list)
          bytes
          (begin
            (bytevector-u8-set! bytes i (car list))
            (loop (cdr list) (+ i 1)))))))

(define (base64-decode text)
  (let loop ((characters (string->list text)) (group 0) (count 0) (bytes '()))
    (if (or (null? characters) (char=? (car characters) #\=))
        (let ((bytes (case count
                       ((2) (cons (quotient group 16) bytes))
                       ((3)
                        (cons (remainder (quotient group 4) 256)
                              (cons (quotient group 1024) bytes)))
                       (else bytes))))
          (list->bytes (reverse bytes)))
        (let ((value
               (vector-ref digit-values (char->integer (car characters)))))
          (cond ((not value) (loop (cdr characters) group count bytes))
                ((= count 3)
                 (let ((group (+ (* 64 group) value)))
                   (loop (cdr characters)
                         0
                         0
                         (cons (remainder group 256)
                               (cons (remainder (quotient group 256) 256)
                                     (cons (quotient group 65536) bytes))))))
                (else
                 (loop (cdr characters)
                       (+ (* 64 group) value)
                       (+ count 1)
                       bytes)))))))

;; Differences.  A script is a list of (keep line), (drop line), (add line).

(define (lines-of text)
  (let ((port (open-input-string text)))
    (let loop ((lines '()))
      (let ((line (read-line port)))
        (if (eof-object? line)
            (reverse lines)
            (loop (cons line lines)))))))

;; The furthest points for each number of differences, the last first.
(define (furthest-points old new)
  (let* ((n (vector-length old))
         (m (vector-length new))
         (size (+ n m))
         (points (make-vector (+ 3 (* 2 size)) 0)))
    (define (at k) (vector-ref points (+ k size 1)))
    (define (slide x y)
      (if (and (< x n)
               (< y m)
               (string=? (vector-ref old x) (vector-ref new y)))
          (slide (+ x 1) (+ y 1))
          x))
    (let loop ((d 0) (history '()))
      (let ((history (cons (vector-map (lambda (x) x) points) history)))
        (let diagonal ((k (- d)))
          (if (> k d)
              (loop (+ d 1) history)
              (let* ((down (or (= k (- d))
                               (and (not (= k d))
                                    (< (at (- k 1)) (at (+ k 1))))))
                     (x (if down (at (+ k 1)) (+ 1 (at (- k 1)))))
                     (x (slide x (- x k))))
                (vector-set! points (+ k size 1) x)
                (if (and (>= x n) (>= (- x k) m))
                    (cons d history)
                    (diagonal (+ k 2))))))))))

(define (difference old-lines new-lines)
  (let* ((old (list->vector old-lines))
         (new (list->vector new-lines))
         (size (+ (vector-length old) (vector-length new)))
         (found (furthest-points old new)))
    (let back ((d (car found))
               (history (cdr found))
               (x (vector-length old))
               (y (vector-length new))
               (script '()))
      (define (at k) (vector-ref (car history) (+ k size 1)))
      (define (keep x y until script)
        (if (> x until)
            (keep (- x 1)
                  (- y 1)
                  until
                  (cons (list 'keep (vector-ref old (- x 1))) script))
            script))
      (if (= d 0)
          (keep x y 0 script)
          (let* ((k (- x y))
                 (down (or (= k (- d))
                           (and (not (= k d)) (< (at (- k 1)) (at (+ k 1))))))
                 (from (if down (+ k 1) (- k 1)))
                 (from-x (at from))
                 (from-y (- from-x from))
                 (start (if down from-x (+ from-x 1)))
                 (script (keep x y start script)))
            (back (- d 1)
                  (cdr history)
                  from-x
                  from-y
                  (cons (if down
                            (list 'add (vector-ref new from-y))
                            (list 'drop (vector-ref old from-x)))
                        script)))))))

(define (apply-script script lines)
  (cond ((null? script) (if (null? lines) '() (error "lines are left" lines)))
        ((eq? (caar script) 'add)
         (cons (cadar script) (apply-script (cdr script) lines)))
        ((not (string=? (cadar script) (car lines)))
         (error "another line was expected" (car lines)))
        ((eq? (caar script) 'keep)
         (cons (car lines) (apply-script (cdr script) (cdr lines))))
        (else (apply-script (cdr script) (cdr lines)))))

;; Changes with up to two lines before and after them.
(define (listing script)
  (let ((port (open-output-string)))
    (define (put mark line)
      (write-string mark port)
      (write-string line port)
      (newline port))
    (define (changed-within? script count)
      (and (> count 0)
           (pair? script)
           (or (not (eq? (caar script) 'keep))
               (changed-within? (cdr script) (- count 1)))))
    (let loop ((script script) (old 1) (new 1) (after 0) (quiet #t))
      (if (null? script)
          (get-output-string port)
          (let* ((kind (caar script))
                 (show (or (> after 0) (changed-within? script 3))))
            (if (and show quiet)
                (put "@@ "
                     (string-append (number->string old)
                                    " "
                                    (number->string new))))
            (case kind
              ((keep)
               (if show (put " " (cadar script)))
               (loop (cdr script) (+ old 1) (+ new 1) (- after 1) (not show)))
              ((drop)
               (put "-" (cadar script))
               (loop (cdr script) (+ old 1) new 2 #f))
              (else
               (put "+" (cadar script))
               (loop (cdr script) old (+ new 1) 2 #f))))))))

;; Texts.

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

(define verses
  '#("the sun has gone down" "over the hills" "and the night comes slowly"
     "with its stars"
     "a dog barks far away" "nobody hears it" "the river runs on"
     "as it always did"
     "" "we sit by the fire" "and say nothing"))

(define (random-lines count)
  (let loop ((count count) (lines '()))
    (if (= count 0)
        lines
        (let* ((number (number->string (random-below 40)))
               (verse
                (vector-ref verses (random-below (vector-length verses)))))
          (loop (- count 1) (cons (string-append verse " " number) lines))))))

;; One line of ten changes, goes or gets another before it.
(define (edit lines)
  (if (null? lines)
      '()
      (let ((choice (random-below 30)))
        (let ((rest (edit (cdr lines))))
          (case choice
            ((0) rest)
            ((1) (cons "a line that is new" (cons (car lines) rest)))
            ((2) (cons (string-append (car lines) " changed") rest))
            (else (cons (car lines) rest)))))))

(define (join lines)
  (let ((port (open-output-string)))
    (for-each (lambda (line) (write-string line port) (newline port)) lines)
    (get-output-string port)))

(define (digest text)
  (fold (lambda (character sum)
          (remainder (+ (* sum 31) (char->integer character)) 999983))
        7
        (string->list text)))

(define (benchmark size)
  (set! seed 1)
  (let* ((old (random-lines size))
         (new (edit old))
         (text (join new))
         (codes (lzw-compress text))
         (packed (base64-encode (codes->bytes codes)))
         (unpacked (lzw-expand (bytes->codes (base64-decode packed))))
         (script (difference old (lines-of text)))
         (shown (listing script)))
    (list (string-length text)
          (length codes)
          (string-length packed)
          (digest packed)
          (string=? text unpacked)
          (length script)
          (equal? new (apply-script script old))
          (string-length shown)
          (digest shown))))
