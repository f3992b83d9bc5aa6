;; Row T90: nodes leave one after the other, and those that are left go on talking
;; with each other. Reads the number of the node that has gone from its input.
(import (scheme base) (scheme write) (scheme process-context) (termite process))

(define nodes (cons (current-node) (cdr (command-line))))

(define (without node list)
  (cond ((null? list) '())
        ((equal? node (car list)) (cdr list))
        (else (cons (car list) (without node (cdr list))))))

;; Each tells each of the others something, by way of its echo service or a new process.
(define (all-talk? nodes)
  (define (talks? from to)
    (on from
        (lambda ()
          (and (eq? 'pong (ping to 30))
               (equal? (on to (lambda () (+ 1 2))) 3)))))
  (let loop ((rest nodes))
    (or (null? rest)
        (and (let ((from (car rest)))
               (let others ((left (without from nodes)))
                 (or (null? left)
                     (and (talks? from (car left)) (others (cdr left))))))
             (loop (cdr rest))))))

(define (tell . words)
  (write words)
  (newline))

(let loop ((nodes nodes))
  (tell (length nodes) 'nodes (if (all-talk? nodes) 'talk 'are-silent))
  (let ((line (read-line)))
    (if (not (eof-object? line))
        (let ((gone (list-ref nodes (string->number line))))
          (tell 'gone (ping gone 0.2))
          (loop (without gone nodes))))))
