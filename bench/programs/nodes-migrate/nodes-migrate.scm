;;; A process moves between two nodes on this computer, there and back. The
;;; other node, BENCH_SECOND, runs ../second-node.scm.

(import (scheme base) (scheme write) (scheme time) (scheme process-context)
        (only (termite process)
              ! ? self spawn process-info
              current-node migrate-task node-init ping remote-spawn))
(include "../mound.scm")
(include "../measure.scm")

(define moves 2000)

(define (travel moves here there home)
  (if (= moves 0)
      (! home 'arrived)
      (begin
        (migrate-task there)
        (travel (- moves 1) there here home))))

(define (journey moves second)
  (let ((home (self)) (first (current-node)))
    (spawn (lambda () (travel moves first second home)))
    (?)))

(define (wait-for-node node)
  (if (not (eq? (ping node) 'pong))
      (wait-for-node node)))

(node-init (get-environment-variable "BENCH_FIRST"))
(define second (get-environment-variable "BENCH_SECOND"))
(wait-for-node second)
(journey 100 second)
(measure-times 3 'nodes-migrate moves same
               (lambda () (journey moves second)))
