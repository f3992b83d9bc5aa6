;;; Looks for a fault of the store by simulation: one of its two nodes crashes
;;; while a client uses it. A primary that answers early loses what it has
;;; confirmed with some seeds, and one that answers late with none:
;;;
;;;   mound simulate --seeds 1-200 examples/simulated-store/scenario.scm early
;;;   mound simulate --seeds 1-200 examples/simulated-store/scenario.scm late

(import (scheme base) (scheme process-context) (scheme write) (mound clock)
        (mound match) (mound path) (mound simulate) (srfi 27) (kompics sim))

(define version (cadr (command-line)))
(define directory (path-directory (car (command-line))))
(define (file name) (path-join directory name))
(define service (file "service.scm"))

(set-latency! 1/1000 10/1000)
(define primary (simulated-node 'primary))
(define backup (simulate-node 'backup service "backup" primary))
(sleep 1)
(simulate-node 'primary service "primary" backup version)
(sleep 1)
(simulate-run 'client (file "client.scm") primary backup)
;; The client is at work for about 20 to 80 milliseconds.
(sleep (/ (+ 20 (random-integer 60)) 1000))
(crash-node! (if (= 0 (random-integer 2)) 'primary 'backup))
(wait-for-node 'client)

;; What one store does that never crashes: its next state, and its answer.
(define (step store operation)
  (match operation
    (('put key value) (list (cons (cons key value) store) 'ok))
    (('get key) (list store (cond ((assq key store) => cdr) (else #f))))))

(define outcome (simulation-outcome))
(define verdict ((check-linearizable '() step) outcome))
(unless (eq? verdict #t)
  (write verdict)
  (newline)
  (exit 1))
