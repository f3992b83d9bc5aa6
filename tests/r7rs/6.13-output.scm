;; R7RS 6.13.3: writing, to ports of strings and bytevectors.
(import (scheme base) (scheme read) (scheme write) (srfi 64))
(define (written write . objects)
  (let ((port (open-output-string)))
    (for-each (lambda (object) (write object port)) objects)
    (get-output-string port)))
(define-syntax to-string
  (syntax-rules () ((_ port body ...) (let ((port (open-output-string))) body ... (get-output-string port)))))
(define-syntax to-bytes
  (syntax-rules () ((_ port body ...) (let ((port (open-output-bytevector))) body ... (get-output-bytevector port)))))
(define-record-type thing (make-thing x) thing? (x thing-x))

(test-begin "6.13 output")
(test-group "write"
  (test-equal '("a" "|a b|" "||" "1" "-1/2" "1.5" "#t" "#f" "()" "(1 2)" "(1 . 2)" "(1 2 . 3)"
                "#(1 a \"s\")" "#()" "#u8(0 255)" "#u8()" "#\\a" "#\\space" "#\\x0" "\"s\"")
    (map (lambda (x) (if (eqv? x #\x0) "#\\x0" (written write x)))
         (list 'a '|a b| '|| 1 -1/2 1.5 #t #f '() '(1 2) '(1 . 2) '(1 2 . 3)
               #(1 a "s") #() #u8(0 255) #u8() #\a #\space #\x0 "s")))
  (test-equal "\"a\\\"b\\\\c\\n\\t\\a\"" (written write "a\"b\\c\n\t\a"))
  (test-equal "\"λ𝄞\"" (written write "λ𝄞"))
  (test-equal '("'x" "`(a ,b ,@c)") (list (written write ''x) (written write '`(a ,b ,@c))))
  (test-equal '("(quote)" "(quote a b)" "(quote . a)") (map (lambda (x) (written write x))
                                                            '((quote) (quote a b) (quote . a))))
  ;; Strings and characters are read back as they were, control characters too.
  (for-each
   (lambda (x) (test-equal x (read (open-input-string (written write x)))))
   (list "" "a\"b" "\\" "\x7;\x0;\x7f;" "\r\n\t" "λ\x301;" "\x200b;\xfeff;" #\x0 #\x7f #\" #\\
         #\( #\space #\λ #\x301 #\xfeff 'a '|x y| '(a . (b . (c))) '#(1 #(2)) #u8(1 2 3)
         1/3 1e100 -0.0 +inf.0 1+2i '(quote a) ''() '(1 . "x") #t '())))
(test-group "display"
  (test-equal "a\"b c a b(1 . 2)" (written display "a\"b" #\space 'c " " '|a b| '(1 . 2)))
  (test-equal "(x y z)" (written display '("x" #\y z)))
  (test-equal "#(x (y))" (written display '#("x" (#\y))))
  (test-equal "1.5#t()" (written display 1.5 #t '()))
  (test-equal "a\nb" (written display "a\nb"))
  (test-equal "" (written display "")))
(test-group "circular and shared data"
  (define (circular) (let ((l (list 'a 'b))) (set-cdr! (cdr l) l) l))
  (test-equal '("#0=(a b . #0#)" "#0=(a b . #0#)" "#0=(a b . #0#)")
    (list (written write (circular)) (written write-shared (circular)) (written display (circular))))
  (test-equal "#0=#(1 #0#)" (let ((v (vector 1 2))) (vector-set! v 1 v) (written write v)))
  (test-equal "#0=(#0# . #0#)" (let ((p (cons 1 2))) (set-car! p p) (set-cdr! p p) (written write p)))
  (test-equal "(x #0=(a b . #0#) y)" (written write (list 'x (circular) 'y)))
  ;; write has labels for cycles only, write-shared for all that is shared,
  ;; write-simple for nothing.
  (define shared (let ((x (list 'x))) (list x x)))
  (test-equal '("((x) (x))" "(#0=(x) #0#)" "((x) (x))" "((x) (x))")
    (map (lambda (write) (written write shared)) (list write write-shared write-simple display)))
  (test-equal "(#0=(x) #1=(y) #1# #0#)"
    (let ((x (list 'x)) (y (list 'y))) (written write-shared (list x y y x))))
  (test-equal "(#0=#(s) #0#)" (let ((v (vector 's))) (written write-shared (list v v))))
  (test-equal "(1 (2 #(3)) \"s\")" (written write-simple '(1 (2 #(3)) "s")))
  (test-equal "(a b)" (written write-shared '(a b)))
  ;; Read back with the same shape.
  (test-assert (let ((l (read (open-input-string (written write (circular))))))
                 (and (eq? l (cddr l)) (eq? (car l) 'a))))
  (test-assert (let ((l (read (open-input-string (written write-shared shared)))))
                 (eq? (car l) (cadr l)))))
(test-group "write-char, write-string, newline"
  (test-equal "aλ𝄞" (to-string p (write-char #\a p) (write-char #\λ p) (write-char #\𝄞 p)))
  (test-equal "ab\n" (to-string p (write-string "ab" p) (newline p)))
  (test-equal "bccb" (to-string p (write-string "abc" p 1) (write-string "abc" p 2 3)
                                (write-string "abc" p 3) (write-string "abc" p 1 2)))
  (test-equal "" (to-string p (write-string "" p) (write-string "abc" p 1 1)))
  (test-error 'range (to-string p (write-string "abc" p 4)))
  (test-error 'range (to-string p (write-string "abc" p 2 1)))
  (test-error 'range (to-string p (write-string "abc" p 0 4)))
  (test-error 'type (to-string p (write-string 'abc p)))
  (test-error 'type (to-string p (write-char "a" p)))
  (test-error 'type (write-char #\a "port"))
  ;; A string that is changed later does not change what was written.
  (test-equal "ab" (let ((s (string #\a #\b))) (to-string p (write-string s p) (string-set! s 0 #\x))))
  (test-equal "ab" (let ((s (string #\a #\b))) (to-string p (display s p) (string-set! s 0 #\x))))
  (test-equal "x(1)\"s\"\n" (to-string p
    (parameterize ((current-output-port p))
      (write-char #\x) (display '(1)) (write "s") (newline))))
  (test-equal "ab1 1" (to-string p
    (parameterize ((current-output-port p))
      (write-string "ab") (write-simple 1) (write-string " ") (write-shared 1) (flush-output-port))))
  (test-equal '("a" "ab" "ab")
    (let ((p (open-output-string)))
      (write-char #\a p)
      (let ((first (get-output-string p)))
        (write-char #\b p)
        (let* ((second (get-output-string p)) (third (get-output-string p)))
          (string-set! second 0 #\x)
          (list first third (get-output-string p))))))
  (test-equal "" (get-output-string (open-output-string)))
  (test-error 'type (get-output-string (open-input-string "a")))
  (test-error 'type (get-output-string (open-output-bytevector)))
  (test-error 'type (get-output-string 5))
  (test-equal "a" (to-string p (write-char #\a p) (flush-output-port p)))
  (test-error 'type (flush-output-port (open-input-string "a"))))
(test-group "bytes"
  (test-equal #u8(1 255 2 3 5 8) (to-bytes p (write-u8 1 p) (write-u8 255 p) (write-bytevector #u8(2 3) p)
                                           (write-bytevector #u8(4 5 6) p 1 2)
                                           (write-bytevector #u8(7 8) p 1)))
  (test-equal #u8() (to-bytes p (write-bytevector #u8() p)))
  (test-error (to-bytes p (write-u8 256 p)))
  (test-error (to-bytes p (write-u8 -1 p)))
  (test-error 'type (to-bytes p (write-u8 #\a p)))
  (test-error 'type (to-bytes p (write-bytevector "a" p)))
  (test-error 'range (to-bytes p (write-bytevector #u8(1) p 2)))
  (test-error 'range (to-bytes p (write-bytevector #u8(1 2) p 2 1)))
  (test-equal #u8(1 2) (let ((b (bytevector 1 2))) (to-bytes p (write-bytevector b p) (bytevector-u8-set! b 0 9))))
  (test-error 'type (get-output-bytevector (open-output-string)))
  (test-equal '(#u8(1) #u8(1 2)) (let ((p (open-output-bytevector))) (write-u8 1 p)
                                   (let ((a (get-output-bytevector p))) (write-u8 2 p)
                                     (list a (get-output-bytevector p))))))
(test-group "ports that cannot"
  (for-each
   (lambda (write)
     (test-error 'type (write (open-output-bytevector)))
     (test-error 'type (write (open-input-string "a")))
     (test-error (write (let ((p (open-output-string))) (close-port p) p))))
   (list (lambda (p) (write-char #\a p)) (lambda (p) (write-string "a" p)) newline
         (lambda (p) (write 1 p)) (lambda (p) (display 1 p)) (lambda (p) (write-shared 1 p))
         (lambda (p) (write-simple 1 p))))
  (for-each
   (lambda (write)
     (test-error 'type (write (open-output-string)))
     (test-error 'type (write (open-input-bytevector #u8(1))))
     (test-error (write (let ((p (open-output-bytevector))) (close-port p) p))))
   (list (lambda (p) (write-u8 1 p)) (lambda (p) (write-bytevector #u8(1) p)))))
(test-group "things that cannot be read back have a text"
  (for-each
   (lambda (x) (test-assert (string? (written write x))))
   (list car (lambda (x) x) (make-thing 1) (eof-object) (current-output-port) (make-parameter 1)
         (call/cc (lambda (k) k)) (if #f #f))))
(test-end)
