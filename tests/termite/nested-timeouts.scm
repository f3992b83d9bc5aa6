;; The timeouts of nested receives do not mix; loops through them do not grow.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define (flush!)
  (recv (x (flush!)) (after 0 'flushed)))

(! (self) 'go)
(show (recv ('go (? 0.01 'inner)) (after 5 'outer)))

(! (self) 'go)
(show (catch (lambda (e) (list 'caught e))
        (recv ('go (? 0.01)) (after 5 'outer))))

(! (self) 'go)
(show (recv ('never 1)
            (after 0.01 (recv ('go 'found-later) (after 0.01 'lost)))))

;; Ticks: the body of a clause is in tail position.
(define (ticks n)
  (! (self) 'tick)
  (recv ('tick (if (= n 0) 'done (ticks (- n 1))))
        (after 5 'too-slow)))
(show (ticks 20000))

;; The body of `after` too.
(define (idle n)
  (recv ('never 1)
        (after 0 (if (= n 0) 'idle (idle (- n 1))))))
(show (idle 20000))
(show (flush!))
(show (with-exception-handler
       (lambda (e) (list 'instead-of e))
       (lambda () (list (? 0.01)))))
