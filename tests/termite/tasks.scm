;; Tasks: results of computations beside this process.
(import (scheme base) (scheme write) (termite process) (mound task) (mound conditions))

(define (show object) (write object) (newline))
(define me (self))
(define (caught thunk)
  (catch (lambda (e) (if (condition? e) (condition-kind e) e)) (thunk)))

(define slow (async (recv ('go 'slow))))
(define quick (async 'quick))
(show (await quick))
(show (await slow 0.01 'not-yet))
(show (caught (lambda () (await slow 0.01))))
(! (task-pid slow) 'go)
(show (await slow 5))
;; What it raises is raised here.
(show (caught (lambda () (await (async (raise 'oops))))))
(show (caught (lambda () (await (async (car 5))))))
(show (caught (lambda () (await (task (lambda () (lambda (x) x)))) 'procedures-can-be-sent)))
;; What can be had from tasks that are ended.
(define ended (async (?)))
(terminate! (task-pid ended))
(show (caught (lambda () (await ended))))
(define stopped (async (? 0.05 'too-late)))
(task-stop! stopped)
(wait-for (task-pid stopped) 5)
(show (list (task? stopped) (task-alive? stopped)))
;; Only who made a task may await it.
(define mine (async 1))
(spawn (lambda () (! me (list 'theirs (caught (lambda () (await mine)))))))
(show (recv (('theirs result) result)))
(show (await mine))
;; Many.
(show (await-all (list (async 1) (async (recv (after 0.01 2))) (async 3))))
(show (parallel-map (lambda (n) (* n n)) '(1 2 3 4 5)))
(define pids '())
(show (caught (lambda ()
                (parallel-map (lambda (n) (if (= n 2) (raise (list 'bad n)) n)) '(1 2 3)))))
(show (caught (lambda () (await-all (list (async (?)) (async 2)) 0.02))))
;; The end of the process that made it ends a task that waits.
(define maker
  (spawn (lambda ()
           (let ((task (async (?))))
             (! me (task-pid task))
             (recv ('fail (raise 'maker-failed)))))))
(define orphan (?))
(! maker 'fail)
(show (pair? (memq (wait-for orphan 5) '(failure noproc))))
(show (? 0 'nothing))
