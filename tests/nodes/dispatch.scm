;; Where a thunk is dispatched to: to the node with the least load, or this one.
(import (termite) (termite load))

(define there (cadr (command-line)))
(define (where) (current-node))

(print (dispatch-to #f (lambda () 42)))
(print (equal? (dispatch-to #f where) (current-node)))
(print (equal? (dispatch-to there where) there))
(print (equal? (dispatch-to (current-node) where) (current-node)))
;; What is raised there is raised here; one value, many, none.
(print (catch (lambda (object) (list 'raised object))
         (dispatch-to there (lambda () (raise 'there)))))
(print (catch (lambda (object) (list 'raised object))
         (dispatch-to #f (lambda () (raise 'here)))))
(print (call-with-values (lambda () (dispatch-to there (lambda () (values 1 2)))) list))

;; A supervisor that is told of two loads sends work to the smaller, whichever it is.
(define supervisor (spawn (lambda () (meter-supervisor '()))))
(define dispatcher (start-work-dispatcher supervisor))
(define (meter node)
  (let ((me (self)))
    (remote-spawn
     node
     (lambda ()
       (let loop ()
         (recv ((from tag load)
                (! supervisor (list 'load-report (self) load))
                ;; The supervisor has taken the report when it answers.
                (average-load supervisor)
                (! from (list tag 'ok))))
         (loop))))))
(define here-meter (meter (current-node)))
(define there-meter (meter there))
(define (dispatched-when here-load there-load)
  (!? here-meter here-load)
  (!? there-meter there-load)
  (if (equal? (dispatch dispatcher where) there) 'there 'here))
(print (dispatched-when 1 2))
(print (dispatched-when 3 2))
(print (dispatched-when 2 5/2))
(print (average-load supervisor))

;; A meter that has ended does not count any more.
(define watch (monitor here-meter))
(terminate! here-meter)
(recv (('down ,watch _ _ _) 'ended))
(let wait ()
  (if (< 1 (length (load-reports supervisor))) (begin (? 0.01 'later) (wait))))
(print (if (equal? (dispatch dispatcher where) there) 'there 'here))
