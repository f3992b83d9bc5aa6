;;; What `mound check` and the compiler warn of.

;;; case check of a program without mistakes
;;; run check --strict
(import (scheme base) (scheme write))
(define (double x) (* 2 x))
(display (double 2))
;;; case check of an unused definition
;;; run check
(import (scheme base) (scheme write))
(define (double x) (* 2 x))
(define (triple x) (* 3 x))
(define limit 10)
(display (double 2))
;;; case strict check of an unused definition
;;; run check --strict
(import (scheme base))
(define (double x) (* 2 x))
;;; case check of unused local variables
;;; run check
(import (scheme base) (scheme write))
(define (area width height)
  (let ((unit 'metre)
        (size (* width height))
        (_ignored 1))
    (define (helper x) (* x x))
    (define rounded (round size))
    size))
(display (area 2 3))
;;; case check of a procedure that only calls itself
;;; run check
(import (scheme base))
(define (count n) (if (= n 0) 0 (count (- n 1))))
;;; case check of a library with an unused definition
;;; run check -I .
(import (scheme base) (scheme write) (shapes))
(display (area 2))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (begin
    (define (square-of r) (* r r))
    (define (cube-of r) (* r r r))
    (define (area r) (* 3 (square-of r)))))
;;; case check of records and values that are used in part
;;; run check --strict
(import (scheme base) (scheme write))
(define-record-type point (make-point x y) point? (x point-x) (y point-y set-point-y!))
(define-values (one two) (values 1 2))
(display (point-x (make-point one 2)))
;;; case check of a program with an error
;;; run check
(import (scheme base))
(define (f x) (if))
;;; case check of an unbound variable
;;; run check --strict
(import (scheme base) (scheme write))
(define (f items) (vector-lenght items))
(display (f (vector 1)))
;;; case clause after one that always holds
;;; run check
(import (scheme base) (scheme write))
(define (sign n)
  (cond ((< n 0) -1)
        (#t 1)
        ((= n 0) 0)))
(display (sign 5))
;;; case datum twice in a case
;;; run check
(import (scheme base) (scheme write))
(define (kind c)
  (case c
    ((#\a #\e #\i) 'vowel)
    ((#\x #\e) 'consonant)
    (else 'other)))
(display (kind #\e))
;;; case clause after one that matches everything
;;; run check
(import (scheme base) (scheme write) (mound match))
(define (name x)
  (match x
    (('add a b) (list a b))
    (other other)
    (('sub a b) (list b a))))
(display (name '(add 1 2)))
;;; case match without unreachable clauses
;;; run check --strict
(import (scheme base) (scheme write) (mound match))
(define (name x)
  (match x
    (('add a b) (list a b))
    (n (where (number? n)) (list n))
    (_ 'other)))
(display (name '(add 1 2)))
;;; case wrong number of arguments to a local procedure
;;; run check
(import (scheme base) (scheme write))
(define (f x)
  (define (add a b) (+ a b))
  (let ((three (lambda (a b c) (list a b c))))
    (three (add x) 2)))
(display (f 1))
;;; case wrong number of arguments to a procedure of one's library
;;; run check
(import (scheme base) (scheme write) (shapes))
(display (area 2 3))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (begin (define (area radius) (* 3 radius radius))))
;;; case warning about what is evaluated
(import (scheme base) (scheme eval) (scheme repl))
(eval '(lambda (pair) (car pair 1)) (environment '(scheme base)))
(eval '(define (g) (not-defined-yet)) (interaction-environment))
;;; case check of assignments that only another process sees
;;; run check
(import (scheme base) (scheme write) (termite process) (util concurrent))
(define count 0)
(define (work pool numbers)
  (define seen '())
  (for-each (lambda (n)
              (thread-pool-push-task! pool (lambda () (set! seen (cons n seen)))))
            numbers)
  (thread-pool-wait-all! pool)
  seen)
(display (work (make-thread-pool 2) '(1 2 3)))
(spawn (lambda () (spawn (lambda () (set! count (+ count 1))))))
(display count)
(future-get (future (set! count 5)))
;;; case check of variables that stay on their node
;;; run check
(import (scheme base) (scheme process-context) (termite process))
(define count 0)
(define names '("Ann"))
(define latest "Ben")
(define (all) (cons latest names))
(define (work there)
  (set! count (+ count 1))
  (set! latest "Cid")
  (on there (lambda () (list count names)))
  (remote-spawn there all)
  (let ((count count)) (on there (lambda () count)))
  (on there (lambda () (set! latest "Dan") (string-length latest)))
  (spawn all))
(work (cadr (command-line)))
;;; case check of clauses that are never reached
;;; run check
(import (scheme base) (termite process))
(define (serve)
  (recv
    ((from tag (add a b)) (! from (list tag (+ a b))) (serve))
    ((from tag ('sub a b)) (! from (list tag (- a b))) (serve))
    ((from tag (mul a b)) (! from (list tag (* a b))) (serve))
    (after 10 'late)))
(define (kind x)
  (match x
    (#(a b) (list a b))
    (#(_ 5) 'five)
    ('a 1)
    ("text" 2)
    ('a 3)))
(define (all-reached x)
  (match x
    ((a a) 'alike)
    ((a b) (where (number? a)) (quote first))
    ((a 5) 5)
    ((a b) 'two)
    (('quote a b) 'three)
    ((? number? n) n)
    ((? symbol? n) n)
    (5 'five)
    ((a . rest) rest)
    ((a b c) 'never-but-not-certain)
    (other other)))
(list serve kind all-reached)
;;; case check of a port that only its process can use
;;; run check
(import (scheme base) (termite process))
(define port (open-input-string "a b"))
(define text (open-output-string))
(define (word) (read-string 1 port))
(spawn word)
(spawn (lambda () (write-string (word) text)))
(let ((port (open-input-string "c"))) (spawn (lambda () (read-char port))))
(on (current-node) (lambda () (let ((port (open-input-string "c"))) (read-char port))))
(word)
;;; case check of a variable that belongs to a process
;;; run check --strict
(import (scheme base) (termite process))
(define (counter)
  (let ((count 0))
    (spawn (lambda ()
             (let loop ()
               (recv ((from tag _)
                      (set! count (+ count 1))
                      (! from (list tag count))))
               (loop))))))
(counter)
