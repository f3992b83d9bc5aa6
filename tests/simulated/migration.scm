;; Processes move while the network between two nodes is cut, broken and healed
;; at moments that follow from the seed. Of each, exactly one goes on, and with
;; migrate/proxy at most one. Who goes on here, as its move has failed, is told
;; of the end of a process that is linked to it, whenever that was. Of processes
;; that are started there, those live on whose pid was given to who asked for
;; them.
(import (scheme base) (scheme write) (scheme process-context) (srfi 27)
        (mound clock) (mound simulate) (kompics sim) (termite process))

(define count 150)

(define (random-seconds most)
  (/ (random-integer (* 1000 most)) 1000))

;; Breaks hit what is under way; cuts of up to eight seconds are noticed or not.
(define (disturb times)
  (if (< 0 times)
      (begin
        (sleep (/ (random-integer 20) 1000))
        (if (even? (random-integer 4))
            (begin
              (cut-link! 'a 'b)
              (sleep (random-seconds 8))
              (heal-link! 'a 'b))
            (break-link! 'a 'b))
        (disturb (- times 1)))))

;; Entries are (time node goes-on number outcome place).
(define (entries what number history)
  (let loop ((history history) (found '()))
    (if (null? history)
        found
        (loop (cdr history)
              (if (and (eq? what (list-ref (car history) 2))
                       (= number (list-ref (car history) 3)))
                  (cons (car history) found)
                  found)))))

(define (right? how went lives)
  (cond ((equal? how "task") (= 1 (length went)))
        ((equal? how "linked")
         (and (= 1 (length went))
              (not (eq? 'not-told (list-ref (car went) 4)))))
        ((equal? how "proxy") (<= (length went) 1))
        (else (or (null? lives) (eq? 'done (list-ref (car went) 4))))))

(define (check how history)
  (do ((number 0 (+ number 1)))
      ((= number count))
    (let ((went (entries 'goes-on number history))
          (lives (entries 'lives number history)))
      (if (not (right? how went lives))
          (begin
            (write (list how number went lives))
            (newline)
            (exit 1))))))

(define (try how)
  (let ((before (length (outcome-history (simulation-outcome)))))
    (simulate-node 'b "tests/simulated/idle.scm")
    (simulate-node 'a "tests/simulated/movers.scm" (simulated-node 'b)
                   (number->string count) how)
    (sleep 1/20)
    (disturb 40)
    ;; Longer than a process is in doubt.
    (sleep 400)
    (check how (list-tail (outcome-history (simulation-outcome)) before))
    (crash-node! 'a)
    (crash-node! 'b)))

(try "task")
(try "linked")
(try "proxy")
(try "spawn")
(display "nothing goes on twice")
(newline)
