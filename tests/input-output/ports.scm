;; The procedures of (mound port), on ports of strings, bytevectors, files and pipes: what is read
;; in pieces is what there is, whatever the pieces are.
(import (scheme base) (scheme file) (scheme write) (mound file) (mound port) (srfi 64)
        (only (termite process) ! ? self spawn wait-for))
(test-begin "ports")

(define text "one\ntwo λ\r\n\nlast 𝄞")
(define bytes (string->utf8 text))
(define long (make-string 200000 #\λ))
;; Calls it with a textual port of the text, of a string and of a file.
(define (with-text text use)
  (list (use (open-input-string text))
        (call-with-temporary-file (lambda (path) (write-file path text) (call-with-input-file path use)))))
(define (with-bytes bytes use)
  (list (use (open-input-bytevector bytes))
        (call-with-temporary-file
         (lambda (path) (write-file path bytes) (call-with-port (open-binary-input-file path) use)))))
(define (both x) (list x x))

(test-group "all that is left"
  (test-equal (both text) (with-text text read-all))
  (test-equal (both "") (with-text "" read-all))
  (test-equal (both (string-copy text 2)) (with-text text (lambda (p) (read-char p) (read-char p) (read-all p))))
  (test-equal (both '("x" "")) (with-text "x" (lambda (p) (let* ((a (read-all p)) (b (read-all p))) (list a b)))))
  (test-assert (equal? (both long) (with-text long read-all)))
  (test-equal (both bytes) (with-bytes bytes read-all-bytes))
  (test-equal (both #u8()) (with-bytes #u8() read-all-bytes))
  (test-equal (both (bytevector-copy bytes 1)) (with-bytes bytes (lambda (p) (read-u8 p) (read-all-bytes p))))
  (test-equal (both '("one" "two λ" "" "last 𝄞")) (with-text text read-lines))
  (test-equal (both '()) (with-text "" read-lines))
  (test-equal (both '("a" "" "b")) (with-text "a\n\nb\n" read-lines))
  (test-equal (both '(1 (a . b) "s" #(2))) (with-text "1 (a . b) ; comment\n \"s\" #(2) #;5" read-data))
  (test-equal (both '()) (with-text " ; nothing" read-data))
  (test-error 'read (read-data (open-input-string "1 (2")))
  ;; Of the current port.
  (parameterize ((current-input-port (open-input-string "a (b)\nc"))) (test-equal '(a (b) c) (read-data)))
  (parameterize ((current-input-port (open-input-string "a\nb"))) (test-equal '("a" "b") (read-lines)))
  (parameterize ((current-input-port (open-input-string "a\nb"))) (test-equal "a\nb" (read-all)))
  (parameterize ((current-input-port (open-input-string "abc"))) (test-equal "ab" (read-string-some 2)))
  (parameterize ((current-input-port (open-input-bytevector #u8(1 2)))) (test-equal #u8(1 2) (read-all-bytes)))
  (parameterize ((current-input-port (open-input-bytevector #u8(1 2)))) (test-equal #u8(1) (read-bytevector-some 1))))

(test-group "some of what there is"
  ;; Some, no more than asked for, in order, up to the end-of-file object.
  (define (pieces k read size port)
    (let loop ((found '()))
      (let ((piece (read k port)))
        (cond ((eof-object? piece) (reverse found))
              ((<= 1 (size piece) k) (loop (cons piece found)))
              (else (list 'wrong piece))))))
  (for-each
   (lambda (k)
     (test-equal (both text)
       (with-text text (lambda (p) (apply string-append (pieces k read-string-some string-length p)))))
     (test-equal (both bytes)
       (with-bytes bytes (lambda (p) (apply bytevector-append (pieces k read-bytevector-some bytevector-length p))))))
   '(1 2 3 7 1000))
  (test-assert (eof-object? (read-string-some 1 (open-input-string ""))))
  (test-error 'type (read-string-some 1 (open-input-bytevector #u8(1))))
  (test-error 'type (read-bytevector-some 1 (open-input-string "a")))
  (test-error 'type (read-string-some 'a (open-input-string "a")))
  (test-error 'type (read-string-some 1 "a")))

(test-group "copies"
  (define (copied open-to got from)
    (let* ((to (open-to)) (count (copy-port from to))) (list count (got to))))
  (define (copied-text p) (copied open-output-string get-output-string p))
  (define (copied-bytes p) (copied open-output-bytevector get-output-bytevector p))
  (test-equal (both (list (string-length text) text)) (with-text text copied-text))
  (test-equal (both (list (bytevector-length bytes) bytes)) (with-bytes bytes copied-bytes))
  (test-equal (both '(0 "")) (with-text "" copied-text))
  (test-equal (both '(0 #u8())) (with-bytes #u8() copied-bytes))
  (test-equal (both '(2 "cd")) (with-text "abcd" (lambda (p) (read-string 2 p) (copied-text p))))
  (test-assert (equal? (both (list 200000 long)) (with-text long copied-text)))
  (test-equal '(4 "abcd")
    (call-with-temporary-file
     (lambda (path)
       (let ((count (call-with-output-file path (lambda (to) (copy-port (open-input-string "abcd") to)))))
         (list count (read-file path))))))
  (test-error 'type (copy-port (open-input-string "a") (open-output-bytevector)))
  (test-error 'type (copy-port (open-input-bytevector #u8(1)) (open-output-string)))
  (test-error 'type (copy-port "a" (open-output-string))))

(test-group "ports of files: name, process, owner"
  (for-each
   (lambda (port)
     (test-error 'type (port-name port))
     (test-error 'type (port-process port))
     (test-error 'type (give-port! port (self)))
     (test-error 'type (port-timeout-set! port 1)))
   (list (open-input-string "a") (open-output-bytevector) (current-output-port) 5 #f))
  (call-with-temporary-file
   (lambda (path)
     (write-file path "abc")
     (call-with-input-file path
       (lambda (port)
         (test-equal path (port-name port))
         (test-error 'type (give-port! port 5))
         (for-each (lambda (wrong) (test-error 'type (port-timeout-set! port wrong))) '(-1 a "1" 1+i))
         (for-each (lambda (right) (port-timeout-set! port right) (test-assert #t)) '(0 1/2 0.5 10 #f))
         ;; It goes to another, and ends with that one.
         (let ((other (spawn (lambda () (? 5 'late)))))
           (give-port! port other)
           (test-equal #\a (read-char port))
           (! other 'end)
           (wait-for other)
           (wait-for (port-process port))
           (test-eqv #f (input-port-open? port))))))))
(test-end)
