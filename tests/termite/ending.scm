;; Ending oneself and others.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))

(define (after-effects end)
  (let ((p (spawn (lambda () (! me 'before) (end) (! me 'after)))))
    (wait-for p 60 'still-there)
    (let ((first (? 0 'none)))
      (list first (? 0 'none) (alive? p)))))
(show (after-effects shutdown!))
(show (after-effects halt!))
(show (after-effects (lambda () (terminate! (self)))))
(show (after-effects (lambda () 'goes-on)))

;; A process that never waits can be ended too.
(define busy (spawn (lambda () (let loop () (? 0 1) (loop)))))
(terminate! busy)
(show (list (pair? (memq (wait-for busy 5 'still-there) '(terminated noproc)))
            (alive? busy)))
(terminate! busy)
(show 'twice-is-nothing)
;; Ending in the middle of dynamic-wind, catch and calls.
(define deep
  (spawn (lambda ()
           (catch (lambda (e) (! me 'caught))
             (list 1 (dynamic-wind (lambda () #f)
                                   (lambda () (halt!))
                                   (lambda () (! me 'wound))))))))
(wait-for deep)
(show (? 0.01 'nothing))
(show (list (alive? (self)) (alive? deep)))
