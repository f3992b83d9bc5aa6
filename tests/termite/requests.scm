;; Requests and replies.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define rpc-server
  (spawn
   (lambda ()
     (let loop ()
       (recv
         ((from tag ('add a b)) (! from (list tag (+ a b))))
         ((from tag ('slow n)) (recv ('go 1)) (! from (list tag n)))
         ((from tag 'twice) (! from (list tag 'first)) (! from (list tag 'second))))
       (loop)))))

(show (let ((tag (make-tag)))
        (! rpc-server (list (self) tag (list 'add 21 21)))
        (recv ((,tag reply) reply))))
(show (!? rpc-server (list 'add 21 21)))
(show (!? rpc-server (list 'add 1/2 1/3) 5))

;; A late answer to one request is no answer to the next.
(show (!? rpc-server (list 'slow 'late) 0.01 'timed-out))
(! rpc-server 'go)
(show (!? rpc-server (list 'add 1 2)))
(show (!? rpc-server 'twice))
(show (!? rpc-server (list 'add 3 4)))

;; Answers find their request, in whatever order they come.
(define (forward-to worker)
  (spawn (lambda () (let loop () (recv (m (! worker m))) (loop)))))
(show (map (lambda (n) (!? (forward-to rpc-server) (list 'add n n))) '(1 2 3)))
(! (self) 'an-older-message)
(show (list (!? rpc-server (list 'add 5 5)) (?? symbol?)))
(show (map tag? (list (make-tag) 'tag 1)))
;; A server that is gone, or goes, is an exception and not a wait for ever.
(define dead (spawn (lambda () 'ends)))
(wait-for dead)
(show (guard (e (#t 'no-process)) (!? dead 'hello)))
(define fragile (spawn (lambda () (? ) 'ends-without-an-answer)))
(show (guard (e (#t 'no-answer)) (!? fragile 'hello)))
