;; When all tasks of a pool over nodes are done, what they have sent has arrived: also at a process of
;; a third node, where the pool is not, and by large messages. Arguments: the addresses of the others.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process) (util concurrent))

(define nodes (cons (current-node) (cdr (command-line))))
(define me (self))

;; Counts messages on the last node until it is asked.
(define counter
  (remote-spawn (list-ref nodes 2)
    (lambda ()
      (let loop ((count 0))
        (recv
          (('done _) (loop (+ count 1)))
          ((from tag 'count) (! from (list tag count)) (loop 0)))))))

(define pool (make-thread-pool/nodes nodes 3))
(define (round tasks bytes)
  (do ((n 0 (+ n 1))) ((= n tasks))
    (thread-pool-push-task! pool
      (lambda ()
        (! counter (list 'done (make-bytevector bytes 7)))
        (! me 'here))))
  (thread-pool-wait-all! pool)
  (let ((there (!? counter 'count)))
    (let loop ((left tasks))
      (if (> left 0) (begin (? 0) (loop (- left 1)))))
    (list there (? 0 'no-more) (thread-pool-idling-count pool))))

(write (list (round 7 10) (round 9 40000) (round 1 10) (round 0 0)))
(newline)
