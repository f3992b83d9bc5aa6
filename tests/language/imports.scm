;; Import sets.
(import (only (scheme base) define lambda quote let list + - newline car)
        (prefix (only (scheme base) cdr map) base:)
        (rename (scheme write) (write put) (display show-plainly))
        (except (scheme char) char-upcase))

(define (show object) (put object) (newline))

(show (base:map (lambda (x) (+ x 1)) '(1 2)))
(show (base:cdr '(1 2)))
;; What was not imported is free for own use.
(define (char-upcase c) (list 'mine c))
(define (cons a b) (list 'my-cons a b))
(show (char-upcase #\a))
(show (cons 1 2))
(show (char-downcase #\A))
(show-plainly "plain")
(newline)
(let ((- +)) (show (- 1 2)))
(show (- 1 2))
