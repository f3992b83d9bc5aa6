;; R7RS 6.10 to 6.14: the examples that the report gives, each with the value that it states, in its
;; order; and claims of these sections that their own programs leave out.
(import (scheme base) (scheme char) (scheme eval) (scheme process-context) (scheme read)
        (scheme write) (scheme cxr) (srfi 64))

(define-syntax printed
  (syntax-rules ()
    ((_ e ...)
     (let ((port (open-output-string)))
       (parameterize ((current-output-port port)) e ... (get-output-string port))))))

(test-begin "examples of 6.10 to 6.14")
(test-group "6.10 procedures"
  (test-equal '(#t #f #t #f #t)
    (list (procedure? car) (procedure? 'car) (procedure? (lambda (x) (* x x))) (procedure? '(lambda (x) (* x x)))
          (call-with-current-continuation procedure?)))
  (test-equal 7 (apply + (list 3 4)))
  (define compose (lambda (f g) (lambda args (f (apply g args)))))
  (define (sqrt* x) (let-values (((root rest) (exact-integer-sqrt x))) root))
  (test-equal 30 ((compose sqrt* *) 12 75))
  (test-equal '(b e h) (map cadr '((a b) (d e) (g h))))
  (test-equal '(1 4 27 256 3125) (map (lambda (n) (expt n n)) '(1 2 3 4 5)))
  (test-equal '(5 7 9) (map + '(1 2 3) '(4 5 6)))
  (test-assert (member (let ((count 0)) (map (lambda (ignored) (set! count (+ count 1)) count) '(a b)))
                       '((1 2) (2 1))))
  (test-equal "abdegh" (string-map char-foldcase "AbdEgH"))
  (test-equal "IBM" (string-map (lambda (c) (integer->char (+ 1 (char->integer c)))) "HAL"))
  (test-equal "StUdLyCaPs"
    (string-map (lambda (c k) ((if (eqv? k #\u) char-upcase char-downcase) c)) "studlycaps xxx" "ululululul"))
  (test-equal '#(b e h) (vector-map cadr '#((a b) (d e) (g h))))
  (test-equal #(1 4 27 256 3125) (vector-map (lambda (n) (expt n n)) #(1 2 3 4 5)))
  (test-equal '#(5 8 9 8 5) (vector-map * #(1 2 3 4 5) #(5 4 3 2 1)))
  (test-assert (member (let ((count 0)) (vector-map (lambda (ignored) (set! count (+ count 1)) count) '#(a b)))
                       '(#(1 2) #(2 1))))
  (test-equal #(0 1 4 9 16)
    (let ((v (make-vector 5))) (for-each (lambda (i) (vector-set! v i (* i i))) '(0 1 2 3 4)) v))
  (test-equal '(101 100 99 98 97)
    (let ((v '())) (string-for-each (lambda (c) (set! v (cons (char->integer c) v))) "abcde") v))
  (test-equal '(0 1 4 9 16)
    (let ((v (make-list 5))) (vector-for-each (lambda (i) (list-set! v i (* i i))) '#(0 1 2 3 4)) v))
  (test-equal -3
    (call-with-current-continuation
     (lambda (exit)
       (for-each (lambda (x) (if (negative? x) (exit x))) '(54 0 37 -3 245 19))
       #t)))
  (define list-length
    (lambda (obj)
      (call-with-current-continuation
       (lambda (return)
         (letrec ((r (lambda (obj)
                       (cond ((null? obj) 0) ((pair? obj) (+ (r (cdr obj)) 1)) (else (return #f))))))
           (r obj))))))
  (test-equal '(4 #f) (list (list-length '(1 2 3 4)) (list-length '(a b . c))))
  (test-equal 5 (call-with-values (lambda () (values 4 5)) (lambda (a b) b)))
  (test-equal -1 (call-with-values * -))
  (test-equal '(connect talk1 disconnect connect talk2 disconnect)
    (let ((path '()) (c #f))
      (let ((add (lambda (s) (set! path (cons s path)))))
        (dynamic-wind
         (lambda () (add 'connect))
         (lambda () (add (call-with-current-continuation (lambda (c0) (set! c c0) 'talk1))))
         (lambda () (add 'disconnect)))
        (if (< (length path) 4) (c 'talk2) (reverse path))))))
(test-group "6.11 exceptions"
  (test-equal '(exception "condition: an-error")
    (call-with-current-continuation
     (lambda (k)
       (let ((port (open-output-string)))
         (with-exception-handler
          (lambda (x)
            (display "condition: " port)
            (write x port)
            (k (list 'exception (get-output-string port))))
          (lambda () (+ 1 (raise 'an-error))))))))
  ;; The handler of raise returns: another exception is raised.
  (test-equal '("something went wrong\n" second)
    (let ((port (open-output-string)))
      (guard (e (#t (list (get-output-string port) 'second)))
        (with-exception-handler
         (lambda (x) (display "something went wrong\n" port))
         (lambda () (+ 1 (raise 'an-error)))))))
  (test-equal '("should be a number" 65)
    (let* ((port (open-output-string))
           (value (with-exception-handler
                   (lambda (con)
                     (cond ((string? con) (display con port)) (else (display "a warning has been issued" port)))
                     42)
                   (lambda () (+ (raise-continuable "should be a number") 23)))))
      (list (get-output-string port) value)))
  (define (null-list? l)
    (cond ((pair? l) #f) ((null? l) #t) (else (error "null-list?: argument out of domain" l))))
  (test-equal '(#f #t ("null-list?: argument out of domain" (5)))
    (list (null-list? '(1)) (null-list? '())
          (guard (e ((error-object? e) (list (error-object-message e) (error-object-irritants e)))) (null-list? 5)))))
(test-group "6.12 eval"
  (test-equal 21 (eval '(* 7 3) (environment '(scheme base))))
  (test-equal 20
    (let ((f (eval '(lambda (f x) (f x x)) (environment '(scheme base))))) (f + 10)))
  ;; The third example is an error there; here it defines in the interactive environment, where
  ;; names that an environment does not import are looked for.
  (test-equal 32
    (begin (eval '(define foo-of-examples 32) (environment '(scheme base)))
           (eval 'foo-of-examples (environment '(only (scheme base) car))))))
(test-group "6.13 ports"
  (test-equal "piece by piece by piece.\n"
    (parameterize ((current-output-port (open-output-string)))
      (display "piece")
      (display " by piece ")
      (display "by piece.")
      (newline)
      (get-output-string (current-output-port))))
  ;; Each line ends with a line feed, a return, or both; what follows the last is no line.
  (test-equal '("a" "b" "c" "d" #t)
    (let ((p (open-input-string "a\nb\rc\r\nd")))
      (let* ((a (read-line p)) (b (read-line p)) (c (read-line p)) (d (read-line p))) (list a b c d (eof-object? (read-line p))))))
  (test-equal '("ab" "c" #t)
    (let* ((p (open-input-string "abc")) (a (read-string 2 p)) (b (read-string 5 p))) (list a b (eof-object? (read-string 1 p)))))
  ;; The next datum begins where the last one ended.
  (test-equal '(a #\space (b) "c" #t)
    (let* ((p (open-input-string "a (b)\"c\"")) (a (read p)) (space (read-char p)) (b (read p)) (c (read p)))
      (list a space b c (eof-object? (read p)))))
  (test-equal '(#t #f #f) (list (eof-object? (eof-object)) (eof-object? 'eof) (eof-object? "")))
  ;; Closed: no more is taken, again or for the first time.
  (test-equal '(#t #f #t #f)
    (let* ((in (open-input-string "a")) (out (open-output-string)) (a (input-port-open? in)) (b (output-port-open? out)))
      (close-port in) (close-output-port out) (close-port in)
      (list a (input-port-open? in) b (output-port-open? out))))
  ;; Both procedures of strings give what was written so far, as often as they are asked.
  (test-equal '("a" "ab" #u8(1) #u8(1 2))
    (let ((s (open-output-string)) (b (open-output-bytevector)))
      (write-string "a" s) (write-u8 1 b)
      (let ((one (get-output-string s)) (two (get-output-bytevector b)))
        (write-string "b" s) (write-u8 2 b)
        (list one (get-output-string s) two (get-output-bytevector b)))))
  (test-equal "x\"y\" #\\z" (printed (display "x") (write "y") (display " ") (write #\z))))
(test-group "6.14 system interface"
  (test-assert (string? (get-environment-variable "PATH")))
  (test-assert (let ((all (get-environment-variables)))
                 (and (pair? all) (equal? (assoc "PATH" all) (cons "PATH" (get-environment-variable "PATH"))))))
  (test-assert (and (memq 'r7rs (features)) (memq 'ratios (features)) (memq 'exact-complex (features)) #t)))
(test-end)
