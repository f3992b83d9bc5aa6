;; A process moves between nodes on different processors in the middle of nested
;; calls: frames that one made are gone on with by the other.
(import (scheme base) (scheme write) (scheme process-context)
        (only (mound environment) machine-architecture)
        (termite process))

(define (show object) (write object) (newline))

(define (main there)
  (define here (current-node))
  (define me (self))
  (define home (machine-architecture))
  (define (place) (if (equal? (machine-architecture) home) 'here 'there))

  (define (fib n)
    (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

  ;; Each call has values of many kinds in its frame, and each seventh moves, on the
  ;; way down and on the way back.
  (define (move-at n)
    (if (= (remainder n 7) 0)
        (migrate-task (if (odd? (quotient n 7)) there here))))
  (define (walk n move trail)
    (if (= n 0)
        (list trail)
        (let ((half (/ n 2)) (real (* n 1.5)) (big (expt (+ n 10) 20))
              (text (number->string n)) (items (vector n (list n) 'n #\n))
              (count (fib (remainder n 12))))
          (define (describe rest)
            (list n half real big text items count (length rest)))
          (move n)
          (let ((rest (walk (- n 1) move (cons (* 2 n) trail))))
            (move (+ n 3))
            (let ((all (cons (describe rest) rest)))
              all)))))
  (define (stay n) #f)

  ;; More arguments than registers, in calls that are not the last thing done.
  (define (spread a b c d e f g h i n)
    (if (= n 0)
        (begin (migrate-task there) (- a b c d e f g h i))
        (+ (spread b c d e f g h i a (- n 1)) (* a i))))

  ;; Which processor goes on with each of the frames.
  (define (places n)
    (if (= n 0)
        '()
        (begin
          (if (= n 6) (migrate-task there))
          (let ((rest (places (- n 1))))
            (if (= n 3) (migrate-task here))
            (cons (place) rest)))))

  ;; A loop that moves each time it goes round.
  (define (rounds)
    (do ((i 0 (+ i 1))
         (sum 0 (+ sum (* i i)))
         (seen '() (cons (place) seen)))
        ((= i 8) (list sum seen))
      (migrate-task (if (even? i) there here))))

  (define (ask work)
    (spawn (lambda ()
             (let ((answer (work)))
               (migrate-task here)
               (! me answer))))
    (? 100 'none))

  (show (equal? home (on there (lambda () (machine-architecture)))))
  (show (equal? (ask (lambda () (walk 100 move-at '()))) (walk 100 stay '())))
  (show (ask (lambda () (spread 1 2 3 4 5 6 7 8 9 40))))
  (show (ask (lambda () (places 8))))
  (show (ask rounds))
  ;; A deep stack, all of it made here and used there.
  (show (ask (lambda ()
               (let deep ((n 20000))
                 (if (= n 0)
                     (begin (migrate-task there) 0)
                     (+ 1 (deep (- n 1)))))))))

(main (cadr (command-line)))
