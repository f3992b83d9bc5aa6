;; The SRFIs that R7RS took over in part, and small ones about control: 0, 6, 30, 34, 38,
;; 45, 61.
(import (only (scheme base) quote define let let* lambda if set! begin list cons car cdr
              cadr set-cdr! + - * / < = > eq? eqv? not values call-with-values apply assv
              define-syntax syntax-rules read-char eof-object? write-string
              parameterize current-output-port current-input-port eof-object
              error error-object? error-object-message string? list? positive? floor/
              equal? zero? raise-continuable for-each map)
        (only (scheme write) display)
        (srfi 0) (srfi 6) (srfi 30) (srfi 34) (srfi 38) (srfi 45) (srfi 61) (srfi 64))

(test-begin "small control")

(test-group "0"
  (test-equal 'lists (cond-expand (srfi-1 'lists) (else 'none)))
  (test-equal 'none (cond-expand (srfi-9999 'there) (else 'none)))
  (test-equal 'both (cond-expand ((and srfi-0 srfi-30 (not srfi-9999)) 'both) (else 'none)))
  (test-equal 'one (cond-expand ((or srfi-9999 srfi-61) 'one) (else 'none))))

(test-group "6"
  (let ((in (open-input-string "ab")) (out (open-output-string)))
    (test-equal '(#\a #\b #t)
      (let* ((a (read-char in)) (b (read-char in))) (list a b (eof-object? (read-char in)))))
    (test-equal "" (get-output-string out))
    (write-string "x" out)
    (display 'y out)
    (test-equal '("xy" "xy") (list (get-output-string out) (get-output-string out)))))

(test-group "30"
  #| A comment #| in a comment |# ( |#
  (test-equal '(1 2) (list 1 #| not this |# 2))
  (test-equal '(a) '(a #||# #| ; |# )))

(test-group "34"
  (test-equal 42
    (guard (c ((assv 'a c) => cdr) ((assv 'b c))) (raise (list (cons 'a 42)))))
  (test-equal '(b . 23)
    (guard (c ((assv 'a c) => cdr) ((assv 'b c))) (raise (list (cons 'b 23)))))
  (test-equal '(else 5) (guard (c (#f 'no) (else (list 'else c))) (raise 5)))
  (test-equal 'outer
    (guard (c ((eq? c 'inner) 'outer)) (guard (d ((eq? d 'other) 'inner)) (raise 'inner))))
  (test-equal '(k boom)
    (let ((seen '()))
      (guard (c (#t (list 'k c)))
        (with-exception-handler
          (lambda (c) (set! seen c) (raise c))
          (lambda () (raise 'boom))))))
  (test-equal 'positive
    (guard (c ((not (list? c)) c))
      (raise (if (positive? 1) 'positive 'negative)))))

(test-group "38"
  (define circle (list 1 2))
  (define (written write object . more)
    (let ((port (open-output-string))) (apply write object port more) (get-output-string port)))
  (set-cdr! (cdr circle) circle)
  (test-equal "#0=(1 2 . #0#)" (written write/ss circle))
  (test-equal "#0=(1 2 . #0#)" (written write-with-shared-structure circle 'ignored))
  (test-equal "#0=(1 2 . #0#)" (written write-with-shared-structure circle))
  (let ((shared (list 'x)))
    (test-equal "(#0=(x) #0# \"s\")" (written write/ss (list shared shared "s") #f)))
  (test-equal "((x) (x))" (written write/ss (list (list 'x) (list 'x))))
  (let ((x (read/ss (open-input-string "#0=(a #1=(b) #1# . #0#)"))))
    (test-equal '(#t #t) (list (eq? x (cdr (cdr (cdr x)))) (eq? (cadr x) (cadr (cdr x))))))
  (let ((x (read-with-shared-structure (open-input-string (written write/ss circle)))))
    (test-equal '(1 2 #t) (list (car x) (cadr x) (eq? x (cdr (cdr x))))))
  ;; To the current port, too.
  (test-equal '("#0=(1 2 . #0#)" "#0=(1 2 . #0#)" (#t #t))
    (let ((port (open-output-string)) (other (open-output-string)))
      (parameterize ((current-output-port port)) (write/ss circle))
      (parameterize ((current-output-port other)) (write-with-shared-structure circle))
      (list (get-output-string port) (get-output-string other)
            (parameterize ((current-input-port (open-input-string "#0=(a . #0#) #0=(b . #0#)")))
              (let* ((a (read/ss)) (b (read-with-shared-structure)))
                (list (eq? a (cdr a)) (eq? b (cdr b))))))))
  (test-error 'type (write/ss 1 2))
  (test-error 'type (write-with-shared-structure 1 'port))
  (test-error 'type (read/ss 1))
  (test-error 'type (read-with-shared-structure (open-output-string))))

(test-group "45"
  (define (stream-from n) (lazy (delay (cons n (stream-from (+ n 1))))))
  (define (stream-ref s n)
    (lazy (if (= n 0) (delay (car (force s))) (stream-ref (cdr (force s)) (- n 1)))))
  (test-equal 5000 (force (stream-ref (stream-from 0) 5000)))
  (let* ((count 0) (p (delay (begin (set! count (+ count 1)) count))))
    (test-equal '(1 1 1) (let* ((a (force p)) (b (force p))) (list a b count))))
  ;; Reentrancy: the first value stays.
  (let* ((x 5)
         (p #f))
    (set! p (delay (begin (set! x (- x 1)) (if (> x 0) (begin (force p) x) 'first))))
    (test-equal '(first first) (let* ((a (force p)) (b (force p))) (list a b))))
  (let* ((inner (delay 7)) (outer (eager inner)))
    (test-equal '(#t 7 (3)) (list (eq? (force outer) inner) (force (force outer))
                                  (force (eager (list 3))))))
  (test-equal 'done
    (force (let loop ((n 20000)) (lazy (if (= n 0) (eager 'done) (loop (- n 1))))))))

(test-group "61"
  (define-syntax test-cond (syntax-rules () ((_ expected clause ...) (test-equal expected (cond clause ...)))))
  (test-cond '(2 1) ((values 1 2) (lambda (a b) (< a b)) => (lambda (a b) (list b a))) (else 'no))
  (test-cond 'no ((values 2 1) (lambda (a b) (< a b)) => list) (else 'no))
  (test-cond '() ((values) (lambda all (equal? all '())) => list))
  (test-cond 'plain (#f 1) ((zero? 0) 'ignored 'plain) (else 'no))
  (test-cond 3 (#f) (3) (else 4))
  (test-cond 6 ((assv 2 '((1 . 2) (2 . 3))) => (lambda (p) (* 2 (cdr p)))) (else 'no))
  (test-cond 'last ((assv 3 '((1 . 2))) => cdr) (else 'ignored 'last))
  ;; Every kind of clause before another, true and false; a test alone gives its value.
  (for-each
   (lambda (x expected)
     (test-equal (list x expected)
       (list x
             (list (cond (x) (else 'no)) (cond (x 'yes) (else 'no)) (cond (x => list) (else 'no))
                   (cond (x (lambda (y) y) => list) (else 'no))
                   (cond (#f) (x)) (cond (#f 1) (x 1 'yes) (else 'no)) (cond (#f 1) (x => list) (else 'no))
                   (cond ((values x x) (lambda (a b) (eq? a 1)) => list) (x 'second) (else 'no))))))
   '(1 #f)
   '((1 yes (1) (1) 1 yes (1) (1 1)) (no no no no #f no no no)))
  (test-cond '(1 2) (#f 1) (else 0 (list 1 2)))
  ;; The generator is evaluated once, the receiver's value is that of the form.
  (let ((count 0))
    (test-cond '(17 1)
      ((begin (set! count (+ count 1)) (floor/ 17 1)) (lambda (q r) (zero? r))
       => (lambda (q r) (list q count))))))

(test-end)
