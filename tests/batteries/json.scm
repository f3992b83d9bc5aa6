;; JSON: choices of what stands for what, places of errors, streams.
(import (scheme base) (scheme write) (mound base) (mound conditions)
        (mound json))

(define (show object) (write object) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))
(define-syntax message
  (syntax-rules ()
    ((_ expression)
     (guard (e ((read-error? e) (error-object-message e))) expression))))

(define text "{\"a\": [1, 2.50, {\"b\": null}], \"c\": {}, \"a b\": true}")
(show (string->json text))
(define table (string->json text objects: 'hash-table arrays: 'list))
(show (list-tail (hash-table-ref table "a") 1))
(show (string->json "[0.1, 1e2, -5, 1E-3, 12]" numbers: 'exact))
(show (map exact? (vector->list (string->json "[1, 1.0, 1e0, -0]"))))
(show (string->json "{\"a\": 1, \"b\": 2, \"a\": 3}"))

;; Numbers come back as they were.
(for-each
 (lambda (number) (show (eqv? number (string->json (json->string number)))))
 (list 0 -1 (expt 7 300) 0.1 -0.0 1e308 5e-324 123456.789 1e21 1e-7))
(for-each
 (lambda (number)
   (show (eqv? number (string->json (json->string number) numbers: 'exact))))
 (list 1/2 -1/1024 3/125 (/ (expt 3 50) (expt 10 40))))
(show (map (lambda (value) (kind-of (json->string value)))
           (list 1/3 (/ 0. 0.) (/ 1. 0.) 'other #\a car #u8(1)
                 '((a . 1) b) '(1 . 2) +i)))

;; Objects and lists.
(show (json->string '((a . 1) ("b" . #(2 (3 4))) (c . ()))))
(show (json->string '(1 (2 ()) ((x . ()))) arrays: 'list))
(show (json->string '((null 1)) arrays: 'list))
(show (json->string '((null . 1))))
(show (json->string '(("a" "b")) arrays: 'list))
(show (kind-of (string->json "1" arrays: 'list)))
(show (json->string "\"\\/\b\x0;\x1f;\x7f;é😀\x2028;"))

;; Where.
(show (message (string->json "{\n  \"a\": [1,\n    2 3]}")))
(show (message (string->json "\"a\nb\"")))
(show (message (string->json "[1, \"\\x\"]")))
(show (message (json-read (open-input-string "[1"))))

;; Depth: the reader and the writer stop where they are told to.
(define (nested count)
  (string-append (make-string count #\[) (make-string count #\])))
(show (message (string->json (nested 101) depth: 100)))
(define deep (string->json (nested 101)))
(show (kind-of (json->string deep depth: 100)))
(show (string=? (nested 101) (json->string deep)))
(define circle (list (cons 'a 1)))
(set-cdr! (car circle) circle)
(show (kind-of (json->string circle depth: 100)))

;; Streams.
(define port (open-input-string " {\"n\": 1}\n[2]\n\"x\"3 "))
(show (let loop ((values '()))
        (let ((value (json-read port)))
          (if (eof-object? value)
              (reverse values)
              (loop (cons value values))))))
(define seen '())
(show (message (json-for-each (lambda (n) (set! seen (cons n seen)))
                              (open-input-string "[1, [2], {\"a\": 3}, x]"))))
(show (reverse seen))

;; Elements are a level below their array, as in json-read; and both take textual input ports only.
(define-syntax complaint-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (list (condition-who e) (error-object-message e)))) expression))))
(define (each text . options)
  (message (begin (apply json-for-each list (open-input-string text) options) 'read)))
(show (list (each "[1, {}]" depth: 1) (each "[[2]]" depth: 1) (each "[[2]]" depth: 2)))
(show (map (lambda (port)
             (list (complaint-of (json-read port)) (complaint-of (json-for-each list port))))
           (list (open-input-bytevector (bytevector 49)) (open-output-string) "[1]")))
(show (eq? (if #f #f) (json-for-each list (open-input-string "[1]"))))
