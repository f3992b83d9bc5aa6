;;; Characters, strings, symbols.

(define (repeat n procedure)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (loop (+ i 1) (+ sum (procedure i))))))

(define text "The quick brown fox jumps over the lazy dog, and 13 more.")

(everyday 'string-ref 3000000
  (lambda (n)
    (let ((length (string-length text)))
      (let loop ((i 0) (at 0) (sum 0))
        (cond ((= i n) sum)
              ((= at length) (loop i 0 sum))
              (else
               (loop (+ i 1) (+ at 1)
                     (+ sum (char->integer (string-ref text at))))))))))

(everyday 'string-set 3000000
  (lambda (n)
    (let ((string (make-string 50 #\a)))
      (let loop ((i 0) (at 0))
        (cond ((= i n) (char->integer (string-ref string 7)))
              ((= at 50) (loop i 0))
              (else
               (string-set! string at (if (odd? i) #\b #\c))
               (loop (+ i 1) (+ at 1))))))))

(everyday 'characters-classified 3000000
  (lambda (n)
    (let ((length (string-length text)))
      (let loop ((i 0) (at 0) (sum 0))
        (cond ((= i n) sum)
              ((= at length) (loop i 0 sum))
              (else
               (let ((char (string-ref text at)))
                 (loop (+ i 1) (+ at 1)
                       (+ sum
                          (cond ((char-alphabetic? char) 1)
                                ((char-numeric? char) 2)
                                ((char-whitespace? char) 3)
                                (else 4)))))))))))

(everyday 'characters-compared 3000000
  (lambda (n)
    (let ((length (string-length text)))
      (let loop ((i 0) (at 0) (sum 0))
        (cond ((= i n) sum)
              ((= at length) (loop i 0 sum))
              (else
               (let ((char (string-ref text at)))
                 (loop (+ i 1) (+ at 1)
                       (+ sum
                          (cond ((char=? char #\o) 5)
                                ((char<=? #\a char #\m) 1)
                                (else 2)))))))))))

(everyday 'char-upcase 2000000
  (lambda (n)
    (let ((length (string-length text)))
      (let loop ((i 0) (at 0) (sum 0))
        (cond ((= i n) sum)
              ((= at length) (loop i 0 sum))
              (else
               (loop (+ i 1) (+ at 1)
                     (+ sum
                        (char->integer (char-upcase (string-ref text
                                                                at)))))))))))

(everyday 'string-append-short 1000000
  (lambda (n)
    (let ((parts (vector "a" "bc" "def")))
      (repeat n
              (lambda (i)
                (string-length
                 (string-append "x" (vector-ref parts (remainder i 3)))))))))

(everyday 'string-append-five 500000
  (lambda (n)
    (let ((parts (vector "a" "bc" "def")))
      (repeat n
              (lambda (i)
                (let ((part (vector-ref parts (remainder i 3))))
                  (string-length (string-append part "=" part ";" "end"))))))))

(everyday 'substring 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (string-length
               (substring text (remainder i 10) (+ 10 (remainder i 30))))))))

(define pairs-of-strings
  (vector "alphabet" "alphabet" (string #\a #\l) "alphabetic" "beta" "alpha"))

(everyday 'string=? 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (if (string=? (vector-ref pairs-of-strings (remainder i 6))
                            (vector-ref pairs-of-strings (remainder i 5)))
                  1
                  0)))))

(everyday 'string<? 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (if (string<? (vector-ref pairs-of-strings (remainder i 6))
                            (vector-ref pairs-of-strings (remainder i 5)))
                  1
                  0)))))

(everyday 'string-to-list-and-back 50000
  (lambda (n)
    (repeat n (lambda (i) (string-length (list->string (string->list text)))))))

(everyday 'string-for-each 30000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((sum 0))
                (string-for-each (lambda (char)
                                   (set! sum (+ sum (char->integer char))))
                                 text)
                sum)))))

(everyday 'string-map 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (string-length (string-map (lambda (char)
                                           (if (char=? char #\o) #\0 char))
                                         text))))))

(define texts (vector text "short" "Another text of moderate length."))

(everyday 'string-upcase 50000
  (lambda (n)
    (repeat n
            (lambda (i)
              (char->integer
               (string-ref (string-upcase (vector-ref texts (remainder i 3)))
                           3))))))

(everyday 'string-copy-into 500000
  (lambda (n)
    (let ((to (make-string 60 #\space)))
      (repeat n
              (lambda (i)
                (string-copy! to (remainder i 30) text 4 19)
                (char->integer (string-ref to 12)))))))

(everyday 'make-string 1000000
  (lambda (n) (repeat n (lambda (i) (string-length (make-string 10 #\x))))))

(everyday 'string-of-characters 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (string-length
               (string #\a (integer->char (+ 97 (remainder i 26)))))))))

(define symbols (vector 'alpha 'beta 'a-longer-name))

(everyday 'symbol->string 1000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (string-length
               (symbol->string (vector-ref symbols (remainder i 3))))))))

(define names (vector "alpha" "beta" "gamma-ray"))

(everyday 'string->symbol 500000
  (lambda (n)
    (repeat n
            (lambda (i)
              (if
               (eq? 'beta (string->symbol (vector-ref names (remainder i 3))))
               1
               0)))))

(everyday 'symbols-of-numbered-names 100000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((name
                     (string-append "label"
                                    (number->string (remainder i 100)))))
                (if (eq? 'label7 (string->symbol name)) 1 0))))))

;; Words are cut out of a text and counted.
(everyday 'split-at-spaces 20000
  (lambda (n)
    (define (split text)
      (let ((end (string-length text)))
        (let loop ((start 0) (at 0) (words '()))
          (cond ((= at end) (reverse (cons (substring text start at) words)))
                ((char=? (string-ref text at) #\space)
                 (loop (+ at 1)
                       (+ at 1)
                       (cons (substring text start at) words)))
                (else (loop start (+ at 1) words))))))
    (repeat n (lambda (i) (length (split text))))))

(everyday 'string-hashed-by-hand 20000
  (lambda (n)
    (define (hash text)
      (let loop ((at 0) (value 5381))
        (if (= at (string-length text))
            value
            (loop (+ at 1)
                  (remainder (+ (* value 33)
                                (char->integer (string-ref text at)))
                             16777213)))))
    (repeat n (lambda (i) (hash text)))))
