;; A record of a type that is a value, as futures and executors are, printed the whole type.

(import (except (scheme base) define-record-type) (scheme write) (srfi 99))

(define point (make-rtd '<point> '#(x (immutable y))))
(define colored (make-rtd 'colored '#(color) point))
(define p ((rtd-constructor point) 1 "two"))
(define c ((rtd-constructor colored) 1 2 'red))
(write (list p c point colored))
(newline)
(display p)
(newline)
((rtd-mutator point 'x) p c)
((rtd-mutator colored 'color) c p)
(write (list p c))
(newline)
