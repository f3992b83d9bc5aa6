;;; What a supervisor knows of a child before it is started.

;; start: a procedure of no arguments, called in the supervisor: a pid.
;; gated?: the new process waits until it is watched, so that no end is missed.
;;> (child? object): whether it is the description of a child of a supervisor,
;;> as worker-child returns.
;;> Example: (eval '(child? (worker-child 'idle (lambda () (recv ('stop 1))))) (environment '(termite) '(mound supervisor))) => #t
(define-record-type child
  (%make-child name start gated? restart delay)
  child?
  (name %child-name)
  (start %child-start)
  (gated? %child-gated?)
  (restart %child-restart)
  (delay %child-delay))

(define (%child name start gated? delay options who)
  (%check-options options '(restart: shutdown:) who)
  (%require-callback start 0 who)
  (let ((restart (%option 'restart: options 'permanent))
        (delay (%option 'shutdown: options delay)))
    (if (not (memq restart '(permanent transient temporary)))
        (%type-error who "permanent, transient or temporary" restart))
    (if (not (or (boolean? delay) (and (real? delay) (>= delay 0))))
        (%type-error who "a number of seconds or a boolean" delay))
    (%make-child name start gated? restart delay)))

;;> (worker-child name thunk option ...): a child that is a process which calls
;;> the thunk. When it is to end it gets the message shutdown, and is terminated
;;> if it has not ended after shutdown: (0.5) seconds. restart: is permanent.
;;> Raises type.
;;> Example: (eval '(child? (worker-child 'echo ?)) (environment '(termite) '(mound supervisor))) => #t
(define (worker-child name thunk . options)
  (%require-callback thunk 0 'worker-child)
  (let ((label (if (symbol? name) name 'worker)))
    (%child name
            (lambda ()
              (spawn (lambda () (recv ('%go (thunk)))) name: label))
            #t 0.5 options 'worker-child)))

;;> (server-child name start option ...): a child that the procedure `start`
;;> makes and returns the pid of, for instance by server:start. shutdown: is 5
;;> seconds. Raises type.
;;> Example: (eval '(child? (server-child 'cell (lambda () (make-cell 1)) restart: 'transient)) (environment '(termite) '(termite data) '(mound supervisor))) => #t
(define (server-child name start . options)
  (%child name start #f 5 options 'server-child))

;;> (make-child name start option ...): the same.
;;> Example: (eval '(child? (make-child 'cell list shutdown: #f)) (environment '(scheme base) '(mound supervisor))) => #t
(define make-child server-child)

;;> (supervisor-child name strategy children option ...): a child that is a
;;> supervisor, given the time it needs to end its own children. Options are
;;> restart:, and those of supervisor:start. Raises type.
;;> Example: (eval '(child? (supervisor-child 'below 'one-for-one '())) (environment '(scheme base) '(mound supervisor))) => #t
(define (supervisor-child name strategy children . options)
  (let ((restart (%option 'restart: options 'permanent))
        (others (%without 'restart: options)))
    (%check-supervision strategy children others 'supervisor-child)
    (%child name
            (lambda ()
              (apply supervisor:start strategy children
                     (append others
                             (list name: (if (symbol? name)
                                             name
                                             'supervisor)))))
            #f #t (list 'restart: restart) 'supervisor-child)))

(define (%without keyword options)
  (cond ((or (null? options) (null? (cdr options))) options)
        ((eq? (car options) keyword) (cddr options))
        (else (cons (car options)
                    (cons (cadr options)
                          (%without keyword (cddr options)))))))
