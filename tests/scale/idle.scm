;; A great many processes that have nothing to do: what they cost while they wait,
;; and that they leave nothing behind.
;;
;;   mound run tests/scale/idle.scm COUNT ROUNDS
;;
;; In each round, says when all wait and how much memory the node has taken for
;; each of them, and when it hears a line, ends them and says how many are left.
(import (scheme base) (scheme write) (scheme process-context) (mound file)
        (mound strings) (mound top) (termite process))

(define (say what) (write what) (newline) (flush-output-port))
(define (argument index) (string->number (list-ref (command-line) index)))
(define size (argument 1))
(define rounds (argument 2))

(define (processes) (cdr (assq 'processes (node-info))))
;; Resident memory of the node in bytes.
(define (resident)
  (* 4096 (string->number (cadr (string-split (read-file "/proc/self/statm") " ")))))

(define (wait) (recv ('end 'ended)))
(define (crowd count pids)
  (if (= count 0) pids (crowd (- count 1) (cons (spawn wait) pids))))
(define (waits? pid) (eq? (cdr (assq 'state (process-info pid))) 'waiting))

;; Tries once and again, for a minute at most.
(define (until holds?)
  (let try ((left 600))
    (recv (after 0.1 'looked))
    (if (and (> left 0) (not (holds?))) (try (- left 1)))))

(define processes-before (processes))
(define resident-before (resident))

(define (round)
  (define pids (crowd size '()))
  ;; They have run one after another; these are the first and the last.
  (until (lambda () (and (waits? (car pids)) (waits? (list-ref pids (- size 1))))))
  (say (list 'waiting (- (processes) processes-before)))
  (say (list 'bytes-each (quotient (- (resident) resident-before) size)))
  (read-line)
  (for-each (lambda (pid) (! pid 'end)) pids)
  (until (lambda () (= (processes) processes-before)))
  (say (list 'left (- (processes) processes-before))))

(let loop ((number 0))
  (when (< number rounds) (round) (loop (+ number 1))))
