;;; Where what comes from other processes was raised: conditions and other
;;; objects, by each way on which they come. Other nodes: tests/nodes/origins.

;;; case an object raised by a task
(import (scheme base) (mound task))
(define (pick n) (raise (list 'no-page n)))
(define (ask) (list (await (async (list (pick 7))))))
(ask)
;;; case an object raised by a future
(import (scheme base) (util concurrent))
(define (pick n) (raise (list 'no-page n)))
(define (ask) (list (future-get (future (list (pick 7))))))
(ask)
;;; case an object raised by one of several futures
(import (scheme base) (util concurrent))
(define (pick n) (raise 'no-page))
(define (ask) (list (future-get (future-all (list (future 1) (future (list (pick 7))))))))
(ask)
;;; case an object raised in an executor
(import (scheme base) (util concurrent))
(define (pick n) (raise 'no-page))
(define executor (make-thread-pool-executor 1))
(define (ask) (list (future-get (executor-submit! executor (lambda () (list (pick 7)))))))
(ask)
;;; case an object raised by a server
(import (scheme base) (termite process) (termite server))
(define (pick n) (raise 'no-page))
(define server
  (server:start (make-simple-server-plugin 1 (lambda (n state) (values (list (pick n)) state))) '()))
(define (ask) (list (generic-server-call server 7)))
(ask)
;;; case an object raised at a caller
(import (scheme base) (termite process) (mound call))
(define (pick n) (raise 'no-page))
(define server (spawn (lambda () (serve (lambda (request caller) (list (pick request)))))))
(define (ask) (list (call server 7)))
(ask)
;;; case an object raised by a thread
(import (scheme base) (srfi 18))
(define (pick n) (raise 'no-page))
(define (ask) (list (thread-join! (thread-start! (make-thread (lambda () (list (pick 7))))))))
(ask)
;;; case an object raised in a branch
(import (scheme base) (pony))
(define (pick n) (raise 'no-page))
(define (ask) (list (par ((lambda () (list (pick 7))))))))
(ask)
;;; case an object raised while a child starts
(import (scheme base) (termite process) (mound supervisor))
(define (pick n) (raise 'no-page))
(define supervisor (supervisor:start 'one-for-one '()))
(define (ask) (list (supervisor:add supervisor (make-child 'late (lambda () (list (pick 7)))))))
(ask)
;;; case an object of which a process dies that is asked
(import (scheme base) (termite process))
(define (pick n) (raise 'no-page))
(define (ask) (list (!? (spawn (lambda () (recv ((from tag n) (list (pick n)))))) 7)))
(ask)
;;; case an object of which a linked process dies
(import (scheme base) (termite process))
(define (pick n) (raise 'no-page))
(define (wait) (list (?)))
(spawn-link (lambda () (list (pick 7))))
(wait)
;;; case an object of which a process dies two links away
(import (scheme base) (termite process))
(define (pick n) (raise 'no-page))
(define (wait) (list (?)))
(spawn-link (lambda () (spawn-link (lambda () (list (pick 7)))) (wait)))
(wait)
;;; case an object of which children die too often
(import (scheme base) (termite process) (mound supervisor))
(define (pick n) (raise 'no-page))
(define child (worker-child 'reader (lambda () (list (pick 7)))))
(supervisor:run 'one-for-one (list child) 'intensity: 1)
;;; case an object that went through two tasks
(import (scheme base) (mound task))
(define (pick n) (raise 'no-page))
(define (inner) (list (await (async (list (pick 7))))))
(define (ask) (list (await (async (list (inner))))))
(ask)
;;; case an object that is caught and raised again
(import (scheme base) (mound task))
(define (pick n) (raise 'no-page))
(define (ask) (list (guard (e (#t (raise e))) (await (async (list (pick 7)))))))
(ask)
;;; case an object that is caught keeps its identity
(import (scheme base) (scheme write) (mound task))
(write (guard (e ((symbol? e) (list 'caught e))) (await (async (raise 'no-page)))))
(newline)
;;; case a condition that went through two tasks
(import (scheme base) (mound task))
(define (pick n) (vector-ref (vector) n))
(define (inner) (list (await (async (list (pick 7))))))
(define (ask) (list (await (async (list (inner))))))
(ask)
;;; case a condition among several tasks
(import (scheme base) (mound task))
(define (pick n) (if (= n 2) (error "no page" n) n))
(define (ask) (list (parallel-map pick '(1 2 3))))
(ask)
;;; case a plugin that returns one value
(import (scheme base) (termite process) (termite server))
(define (answer term state) state)
(define server (server:start (make-simple-server-plugin 1 answer) '()))
(define (ask) (list (server:call server 7)))
(ask)
;;; case a plugin of another server that returns something else
(import (scheme base) (termite process) (termite server))
(define server
  (generic-server-start
   (make-generic-server-plugin list (lambda (term from state) term) cons list)))
(define (ask) (list (generic-server-call server 7)))
(ask)
;;; case a question to a process that has ended
(import (scheme base) (termite process))
(define p (spawn (lambda () 1)))
(wait-for p)
(define (ask) (list (!? p 7)))
(ask)
;;; case a question to a process that ends without an answer
(import (scheme base) (termite process))
(define (ask) (list (!? (spawn (lambda () (?) 1)) 7)))
(ask)
;;; case a question to a process that is terminated
(import (scheme base) (termite process))
(define p (spawn (lambda () (?) (?))))
(spawn (lambda () (? 1 #f) (terminate! p)))
(define (ask) (list (!? p 7)))
(ask)
;;; case a call of a server that has ended
(import (scheme base) (termite process) (termite server))
(define server (server:start (make-simple-server-plugin 1 values) '()))
(server:stop server 'enough)
(wait-for server)
(define (ask) (list (server:call server 7)))
(ask)
;;; case a task that was terminated
(import (scheme base) (termite process) (mound task))
(define t (async (?)))
(terminate! (task-pid t))
(define (ask) (list (await t)))
(ask)
;;; case a future whose process was terminated
(import (scheme base) (termite process) (util concurrent))
(define f (future (? 1 #f) (terminate! (self)) (?)))
(define (ask) (list (future-get f)))
(ask)
;;; case a linked process that was terminated
(import (scheme base) (termite process))
(define p (spawn-link (lambda () (?))))
(terminate! p)
(define (wait) (list (?)))
(wait)
;;; case a link with a process that had ended
(import (scheme base) (termite process))
(define p (spawn (lambda () 1)))
(wait-for p)
(inbound-link p)
(define (wait) (list (?)))
(wait)
