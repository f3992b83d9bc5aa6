;;; Errors in processes, at the command line and in evaluated text.

;;; case process that dies
(import (scheme base) (termite process))
(define (worker x) (list (car x)))
(define pid (spawn (lambda () (worker 5))))
(monitor pid)
(?)
;;; case linked process that dies
(import (scheme base) (termite process))
(define (worker) (list (vector-ref (vector 1 2 3) 3)))
(spawn-link worker)
(define (wait) (list (?)))
(wait)
;;; case process that raises an object
(import (scheme base) (termite process))
(define pid (spawn (lambda () (raise 'lost))))
(monitor pid)
(?)
;;; case receive without a fitting clause
(import (scheme base) (termite process))
(define (f) (list (? 0.01)))
(f)
;;; case error in evaluated text
(import (scheme base) (scheme eval))
(define (run text) (list (eval text (environment '(scheme base)))))
(run '(car 5))
;;; case ill-formed evaluated text
(import (scheme base) (scheme eval))
(define (run text) (list (eval text (environment '(scheme base)))))
(run '(if))
;;; case unbound variable in evaluated text
(import (scheme base) (scheme eval))
(define (run text) (list (eval text (environment '(scheme base)))))
(run '(frobnicate 5))
;;; case unknown library for eval
(import (scheme base) (scheme eval))
(define (run text) (list (eval text (environment '(no such library)))))
(run '(car 5))
;;; case errors at the prompt
;;; input repl
(define (f x) (+ 1 (car x)))
(f 5)
(f '(1))
(g 5)
(if)
(define v (vector 1 2))
(vector-ref v 2)
(f)
)
(+ 1 2)
;;; case error in a line of the command line
;;; argument eval
(let ((x (list 1)))
  (+ 1 x))
;;; case options of spawn
(import (scheme base) (termite process))
(spawn (lambda () 1) links: (list 'nobody))
;;; case limits that spawn does not know
(import (scheme base) (termite process))
(spawn (lambda () 1) limits: '((stack . 1000)))
;;; case spawn of a procedure with arguments
(import (scheme base) (termite process))
(spawn (lambda (message) message))
;;; case raise of the paper in the last form
(import (termite))
(define (worker order) (raise (list 'cannot order)))
(wait-for (spawn (lambda () (worker 'fly))))
;;; case type of processes
(import (termite) (termite data))
(define-termite-type point (make-point x y) point? x y)
;;; case an error of a task is shown with its own calls
(import (scheme base) (scheme write) (mound task))
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define (ask) (+ 1 (await (async (+ 1 (pick 7))))))
(display (ask))
;;; case an error of a future is shown with its own calls
(import (scheme base) (scheme write) (util concurrent))
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define (ask) (+ 1 (future-get (future (+ 1 (pick 7))))))
(display (ask))
;;; case an error of an executor is shown with its own calls
(import (scheme base) (scheme write) (util concurrent))
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define executor (make-thread-pool-executor 1))
(define (ask) (+ 1 (future-get (executor-submit! executor (lambda () (+ 1 (pick 7)))))))
(display (ask))
;;; case an error in the call of a server is shown with its own calls
(import (scheme base) (scheme write) (termite process) (termite server))
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define server
  (server:start (make-simple-server-plugin 1 (lambda (n state) (values (+ 1 (pick n)) state))) '()))
(define (ask) (+ 1 (server:call server 7)))
(display (ask))
;;; case an error of a child that a supervisor starts is shown with its own calls
(import (scheme base) (scheme write) (termite process) (mound supervisor))
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define supervisor (supervisor:start 'one-for-one '()))
(define (start) (+ 1 (pick 7)))
(define (ask) (+ 1 (supervisor:add supervisor (make-child 'late start))))
(display (ask))
;;; case an error of a process that is asked is shown with its own calls
(import (scheme base) (scheme write) (termite process))
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define (ask) (+ 1 (!? (spawn (lambda () (recv ((from tag n) (+ 1 (pick n)))))) 7)))
(display (ask))
;;; case an error of a thread is shown with its own calls
(import (scheme base) (scheme write) (srfi 18))
(define (pick n) (+ 1 (vector-ref (vector 1 2) n)))
(define (ask) (+ 1 (thread-join! (thread-start! (make-thread (lambda () (+ 1 (pick 7))))))))
(display (ask))
