;; Many processes alive at once.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))

(define (spawn-many count)
  (let loop ((i 0) (pids '()))
    (if (= i count)
        pids
        (loop (+ i 1)
              (cons (spawn (lambda () (recv ((from x) (! from (+ x i))))))
                    pids)))))
(define (sum-of-answers count)
  (let loop ((i 0) (sum 0))
    (if (= i count) sum (loop (+ i 1) (+ sum (?))))))

(define pids (spawn-many 1000))
(for-each (lambda (pid) (! pid (list me 1))) pids)
(show (sum-of-answers 1000))
(show (length pids))

;; A tree of processes adds up numbers.
(define (tree depth parent)
  (if (= depth 0)
      (! parent 1)
      (let ((here (self)))
        (spawn (lambda () (tree (- depth 1) here)))
        (spawn (lambda () (tree (- depth 1) here)))
        (! parent (+ (?) (?))))))
(spawn (lambda () (tree 8 me)))
(show (?))

;; Processes that work take turns with those that wait.
(define busy (spawn (lambda () (let loop () (? 0 'nothing) (loop)))))
(define pong (spawn (lambda () (recv ((from tag 'ping) (! from (list tag 'pong)))))))
(show (!? pong 'ping 5 'starved))
(terminate! busy)
(show (pair? (memq (wait-for busy 5 'alive) '(terminated noproc))))
