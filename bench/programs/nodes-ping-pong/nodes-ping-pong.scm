;;; Messages between two nodes, each an operating system process of its own on
;;; this computer. The other node, BENCH_SECOND, runs ../second-node.scm.

(import (scheme base) (scheme write) (scheme time) (scheme process-context)
        (only (termite process)
              ! ? self spawn process-info
              current-node migrate-task node-init ping remote-spawn))
(include "../mound.scm")
(include "../measure.scm")

(define trips 4000)

(define (echo to)
  (let ((message (?)))
    (if (eq? message 'stop)
        'stopped
        (begin
          (! to message)
          (echo to)))))

(define (exchange trips partner message)
  (! partner message)
  (let ((answer (?)))
    (if (= trips 1)
        answer
        (exchange (- trips 1) partner message))))

(define (ping-pong row size node)
  (let* ((me (self))
         (numbers (count-up 1 size))
         (partner (remote-spawn node (lambda () (echo me)))))
    (exchange 100 partner numbers)
    (measure-times 2 row (* 2 trips) checksum
                   (lambda () (exchange trips partner numbers)))
    (! partner 'stop)))

(define (wait-for-node node)
  (if (not (eq? (ping node) 'pong))
      (wait-for-node node)))

(node-init (get-environment-variable "BENCH_FIRST"))
(define second (get-environment-variable "BENCH_SECOND"))
(wait-for-node second)
(ping-pong 'nodes-0 0 second)
(ping-pong 'nodes-10 10 second)
(ping-pong 'nodes-100 100 second)
(ping-pong 'nodes-1000 1000 second)
