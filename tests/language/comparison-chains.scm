;; A comparison of several objects holds if it holds for each two that are neighbours: for one to four
;; arguments, of all procedures that compare characters, strings, numbers, symbols and booleans. So one
;; argument alone is always right, if it is of the right type: `(= +nan.0)` was false, and `(<= +i)` and
;; `(char=? 1)` were true.
(import (scheme base) (scheme char) (scheme write) (only (srfi 1) every iota))

;; All lists of so many of the objects.
(define (choices objects count)
  (if (= count 0)
      '(())
      (let ((shorter (choices objects (- count 1))))
        (apply append
               (map (lambda (object) (map (lambda (rest) (cons object rest)) shorter)) objects)))))
(define (neighbours-hold? holds? list)
  (or (null? (cdr list))
      (and (holds? (car list) (cadr list)) (neighbours-hold? holds? (cdr list)))))
(define (try name holds? objects)
  (for-each
   (lambda (count)
     (for-each
      (lambda (list)
        (if (not (eq? (apply holds? list) (neighbours-hold? holds? list)))
            (begin (write (cons name list)) (newline))))
      (choices objects count)))
   '(1 2 3 4)))
(define-syntax try-all
  (syntax-rules ()
    ((_ objects name ...) (begin (try 'name name objects) ...))))

(try-all '(#\a #\b #\A) char=? char<? char>? char<=? char>=?
         char-ci=? char-ci<? char-ci>? char-ci<=? char-ci>=?)
(try-all '("a" "b" "A") string=? string<? string>? string<=? string>=?
         string-ci=? string-ci<? string-ci>? string-ci<=? string-ci>=?)
(try-all '(1 2 1.0) = < > <= >=)
(try-all '(1/2 0.5 +nan.0) = < > <= >=)

;; Written as calls of a known number of arguments, too.
(define-syntax written
  (syntax-rules ()
    ((_ compare ...)
     (list (let ((a #\a) (b #\b) (c #\c) (d #\d))
             (list (compare a b c d) (compare a b d c) (compare d c b a) (compare a a a a)
                   (compare a a a a b) (compare a b c d d)))
           ...))))
(for-each (lambda (row) (write row) (newline))
          (written char=? char<? char>? char<=? char>=?
                   char-ci=? char-ci<? char-ci>? char-ci<=? char-ci>=?))
(write (list (symbol=? 'a 'a 'a 'a) (symbol=? 'a 'a 'a 'b) (symbol=? 'a 'b 'a 'a)
             (boolean=? #t #t #t #t) (boolean=? #t #t #t #f) (boolean=? #f #t #f #f)))
(newline)
;; What is no such object is refused, wherever it stands and whatever is known before.
(define-syntax refused
  (syntax-rules () ((_ call ...) (list (guard (e (#t 'refused)) call) ...))))
(write (refused (char=? #\a #\b #\a #\a 1) (char<? #\b #\a #\c 'd) (string=? "a" "b" "c" #\d)
                (string<? "b" "a" "c" "d" 'e) (char-ci=? #\a #\b #\c "d") (string-ci=? "a" "b" "c" 'd)))
(newline)
(write (refused (= 'a) (< 'a) (> 'a) (<= 'a) (>= 'a) (< +i) (> +i) (<= +i) (>= +i) (char=? 1)
                (string=? 'a) (char-ci<? "a") (string-ci<? #\a)))
(newline)
(write (list (= +nan.0) (< +nan.0) (> +nan.0) (<= +nan.0) (>= +nan.0) (= +i)))
(newline)
