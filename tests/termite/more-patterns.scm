;; Patterns and receives in the corners: what is compared how, what a guard
;; sees, in which order things are tried.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))
(define-syntax try
  (syntax-rules ()
    ((_ message clause ...)
     (begin
       (! me message)
       (show (recv clause ... (after 0 (? 0) 'no-clause)))))))

;; Values of the program: compared by what they are, as messages are copies.
(define-record-type point (make-point x y) point? (x point-x) (y point-y))
(define origin (make-point 0 0))
(try "text" (,(string #\t #\e #\x #\t) 'computed-string))
(try (list 1 (vector 2 "3")) (,(list 1 (vector 2 "3")) 'equal))
(try (expt 10 30) (,(* (expt 10 15) (expt 10 15)) 'bignum))
(try 1.5 (,(/ 3. 2) 'flonum))
(try me (,(self) 'a-pid))
(try (list me 'x) ((,me what) what))
(try (spawn (lambda () 1)) (,me 'me) (_ 'another))
(try origin (p (where (point? p)) (list (point-x p) (point-y p))))
(try (list 'at (make-point 3 4)) (('at p) (where (point? p)) (point-y p)))

;; Repeated variables, also deep inside, and of three.
(try '(1 (1 2)) ((a (a b)) (list a b)))
(try '(1 (2 2)) ((a (a b)) 'never) ((a (b b)) (list 'inner a b)))
(try '#(x y x) (#(a b a) (list a b)))
(try '(1 1 2) ((a a a) 'never))
(try '(1 1 1) ((a a a) a))
(try '((p . 1) (p . 2)) (((name . a) (name . b)) (list name a b)))
(try '("s" "s") ((a a) (list 'same a)))

;; Constants.
(try 'name: ('other: 1) ('name: 'keyword))
(try '(name: "Ann") (('name: x) x))
(try #f (#t 'true) (#f 'false))
(try '(#t . #f) ((#t . #f) 'booleans))
(try '#() (() 'list) (#() 'vector))
(try #u8(1 2) (#u8(1 2) 'bytes))
(try "" ("" 'empty-string))
(try 0 (0.0 'inexact) (-0.0 'negative) (0 'exact))
(try 2.0 (2 'exact) (2.0 'inexact))
(try -1/2 (-1/2 'ratio))
(try #\a ("a" 'string) ('a 'symbol) (#\a 'character))
(try '|two words| ('|two words| 'symbol))

;; Lists and their ends.
(try '(1) ((a . rest) (list a rest)))
(try '(1 . 2) ((a b) 'never) ((a . b) (list a b)))
(try '(1 2 3 4) ((a b . rest) rest))
(try '(1 2) ((a b c . rest) 'never) ((a b . rest) rest))
(try '(a (b (c (d)))) ((_ (_ (_ (x)))) x))
(try '() ((a . b) 'pair) (x (list 'not-a-pair x)))

;; Guards: they see the variables, all must hold, in order, and what they
;; reject goes on to the next clause.
(define limit 10)
(try '(3 4) ((a b) (where (< a b)) (where (< (+ a b) limit)) 'both))
(try '(4 3) ((a b) (where (< a b)) 'less) ((a b) (where (> a b)) 'more))
(try '(1 x) ((a b) (where (number? b)) (where (< a b)) 'never) (_ 'guarded))
(try 7 (n (where #f) 'never) (n (where 'anything) n))

;; The oldest message that any clause takes, not the first clause.
(for-each (lambda (m) (! me m)) '((low 1) (high 2) (low 3) (high 4)))
(define (next) (recv (('high n) (list 'high n)) (('low n) (list 'low n)) (after 0 'none)))
(show (let* ((a (next)) (b (recv (('high n) n))) (c (next)) (d (next)) (e (next)))
        (list a b c d e)))

;; Bodies: none, several expressions, definitions, more values than one.
(try 'go ('go 1 2 3))
(try 'go ('go (define x 1) (define y 2) (+ x y)))
(! me 'two)
(show (call-with-values (lambda () (recv ('two (values 1 2)))) list))
(! me 'x)
(show (recv ('x 'in-time) (after #f 'never)))
(show (recv (after 0 1 2 3)))
