;; Taking messages out of order.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define (send-all . messages)
  (for-each (lambda (message) (! (self) message)) messages))

(send-all 1 2 3)
(show (let* ((a (?)) (b (?? odd?)) (c (?))) (list a b c)))

(send-all 'x 10 "y" 20 'z)
(show (let* ((a (?? string?)) (b (?? symbol?)) (c (?? (lambda (m) (eqv? m 20))))
             (d (?)) (e (?)))
        (list a b c d e)))

;; The first message that fits wins, not the first clause.
(send-all 2 5)
(show (recv (5 'five) (2 'two)))
(show (recv (5 'five) (2 'two)))

;; What does not fit stays, in order.
(send-all '(a 1) '(b 2) '(a 3) '(c 4))
(show (let* ((x (recv (('c n) n))) (y (recv (('a n) n))) (z (recv (('a n) n))))
        (list x y z (?))))
(show (? 0 'empty))

;; A receive inside of a receive.
(send-all '(outer 1) '(inner 2) '(outer 3))
(show (recv (('outer x) (recv (('inner y) (list x y (recv (('outer z) z))))))))
;; A test may look at messages that others wait for.
(send-all 1 2 3 4 5 6)
(show (let* ((evens (list (?? even?) (?? even?) (?? even?)))
             (rest (list (?) (?) (?))))
        (list (apply + evens) (apply + rest))))
