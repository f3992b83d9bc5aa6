;; Complaints of the options of spawn name the option, not a position that the
;; program has never seen; and who asks a process that has ended is named.
(import (scheme base) (scheme write) (termite process) (termite data) (termite server)
        (termite event) (mound conditions) (mound trace) (mound task)
        (mound state-machine) (srfi 1) (srfi 158))

(define-syntax complaint
  (syntax-rules ()
    ((_ form)
     (begin
       (write (guard (e ((condition? e)
                         (list (condition-who e) (condition-kind e)
                               (error-object-message e)))
                        (#t (list 'raised e)))
                (list form)))
       (newline)))))
(define (thunk) 1)

(complaint (spawn thunk name: "text"))
(complaint (spawn thunk links: 3))
(complaint (spawn thunk links: (list 3)))
(complaint (spawn-link thunk links: (cons (self) 3)))
(complaint (spawn thunk priority: 'highest))
(complaint (spawn thunk limits: 5))
(complaint (spawn thunk limits: '((heep . 1))))

(define dead (spawn thunk))
(wait-for dead)
(complaint (!? dead 'question))
(complaint (server:call dead 'question))
(complaint (dict-ref dead 'key))
(complaint (bag-length dead))
(complaint (cell-ref dead))

(complaint (event-manager:start 5))
(complaint (event-manager:start-link name: 'bus 5))
(complaint (state-machine:call 5 'question))
(complaint (state-machine:cast 5 'event))
(complaint (state-machine:stop 5 'reason))
(complaint (trace-process 5))
(complaint (trace-process dead 'everything))
(complaint (string->generator "abc" 'a))
(complaint (lset-union = '(1) 5))
;; What was passed is to blame for its own complaints.
(complaint (list-index car '(5)))
(complaint (list-index even? 5))
(complaint (list-index car '(5) '(6)))
