;; Timeouts as moments: the wait ends then, however often it is begun anew.
(import (scheme base) (scheme write) (scheme time) (termite process))

(define (show object) (write object) (newline))
(define (in seconds) (seconds->time (+ (time->seconds (current-time)) seconds)))

(show (list (time? (current-time)) (time? 5) (time->seconds (seconds->time 12))))
(show (? (in 0.02) 'nothing))
(show (? (in -100) 'the-past))
(! (self) 'here)
(show (? (seconds->time 0) 'the-past))
(show (catch (lambda (e) e) (?? odd? (in 0.01))))
(define silent (spawn (lambda () (?))))
(show (!? silent 'question (in 0.01) 'no-answer))
(show (pair? (memq (wait-for silent (in 5) 'alive) '(normal noproc))))

;; A loop that is to tick at moments, whatever comes between.
(define me (self))
(define noise (spawn (lambda () (let loop () (! me 'noise) (recv (after 0.005 1)) (loop)))))
;; It goes on all the time.
(?)
(?)
(define start (current-jiffy))
(define end (in 0.2))
(show (let loop ()
        (recv ('noise (loop))
              (after end 'ticked))))
(define seconds (/ (- (current-jiffy) start) (jiffies-per-second)))
(show (<= 0.15 seconds 30))
(terminate! noise)
(show (map (lambda (wrong) (catch (lambda (e) (error-object? e)) (? wrong 1)))
           '(soon "1" +nan.0 (1))))
