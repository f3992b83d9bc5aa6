;; The listings of "Concurrency Oriented Programming in Termite Scheme" (2006) that
;; need two nodes, as printed but for the address of the other node.
(import (termite))

(define address (cadr (command-line)))
(define (make-node host port) address)
(define here (current-node))
(define (place)
  (cond ((equal? (current-node) here) 'here)
        ((equal? (current-node) address) 'there)))
(define (=> value) (write value) (newline))

;; 4.8
(define node (make-node "example.com" 3000))

(=> (pid?
(let ((me (self)))
  (remote-spawn node
    (lambda ()
      (! me 'boo))))))

(=> (?))

;; What is raised is a condition that says who died and why; the paper's object is in it.
(=> (termite-exception-object
(catch
  (lambda (exception) exception)
  (let ((me (self)))
    (remote-spawn-link node
      (lambda ()
        (raise 'error))))
  (? 60 'ok))))

;; 4.9
(define (migrate-task node)
  (call/cc
    (lambda (k)
      (remote-spawn node (lambda () (k #t)))
      (halt!))))

(define (migrate/proxy node)
  (define (proxy pid)
    (let loop ()
      (! pid (?))
      (loop)))
  (call/cc
    (lambda (k)
      (proxy
        (remote-spawn-link
          node
          (lambda () (k #t)))))))

(define me (self))
(spawn
  (lambda ()
    (let ((x 41))
      (! me (list 'before (place)))
      (migrate-task node)
      (! me (list 'after (place) (+ x 1))))))
(=> (?))
(=> (?))

(define moved
  (spawn
    (lambda ()
      (migrate/proxy node)
      (let loop ((count 0))
        (recv
          ((from tag 'where)
           (! from (list tag (list (place) count)))))
        (loop (+ count 1))))))
(=> (!? moved 'where))
(=> (!? moved 'where))
