;;; A process goes on as a new process of the same node, again and again.

(import (scheme base) (scheme write) (scheme time) (scheme process-context)
        (only (termite process)
              ! ? self spawn process-info
              current-node migrate-task node-init ping remote-spawn))
(include "../mound.scm")
(include "../measure.scm")

(define moves 20000)

(define (travel moves node home)
  (if (= moves 0)
      (! home 'arrived)
      (begin
        (migrate-task node)
        (travel (- moves 1) node home))))

(define (journey)
  (let ((home (self)) (node (current-node)))
    (spawn (lambda () (travel moves node home)))
    (?)))

(node-init)
(measure-times 3 'migrate moves same journey)
