;; The worker of a supervisor answers at length, and ends; so does the supervisor. News of its end
;; must not overtake the answer. Argument: the address of the node where they are.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process) (termite server)
        (termite supervisor))

(define node (cadr (command-line)))
(define me (self))
(define rounds 10)
(define (ask)
  (remote-spawn node
    (lambda ()
      (! me (list 'supervisor
                  (spawn-thunk-supervised
                   (lambda ()
                     (recv ((from tag size)
                            (! from (list tag (make-bytevector size 7)))))))))))
  (let ((supervisor (recv (('supervisor pid) pid))))
    (guard (e ((condition? e) (condition-kind e)))
      (bytevector-length (!? supervisor 300000)))))
(let loop ((left rounds))
  (when (> left 0)
    (write (ask))
    (newline)
    (loop (- left 1))))
