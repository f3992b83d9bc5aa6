;; A register on one node, and two that add to it by reading and writing: an
;; update is lost if both read before one writes. Of ten tries each, those that
;; fail need two.
(import (scheme base) (scheme write) (scheme process-context)
        (mound clock) (mound simulate) (termite process)
        (only (kompics sim) outcome-history))

(define words (cdr (command-line)))
(define (ask request) (!? (remote-service 'register "register:1") request))
(define (add)
  (let ((value (ask 'read)))
    (ask (list 'write (+ value 1)))
    (note! 'added)))
(define (tries n)
  (when (> n 0)
    (optional-step 'add add)
    (sleep 1/100)
    (tries (- n 1))))

(cond
  ((equal? words '("register"))
   (publish-service
    'register
    (spawn (lambda ()
             (let loop ((value 0))
               (recv ((from tag 'read)
                      (! from (list tag value))
                      (loop value))
                     ((from tag ('write new))
                      (! from (list tag 'ok))
                      (loop new))))))))
  ((equal? words '("adds")) (tries 10))
  (else
   (let ((file "tests/simulated/lost-update.scm"))
     (simulate-node 'register file "register")
     (sleep 1)
     (simulate-run 'one file "adds")
     (simulate-run 'two file "adds")
     (cut-link! 'one 'two)
     (wait-for-node 'one)
     (wait-for-node 'two)
     (let ((value (ask 'read))
           (added (length (outcome-history (simulation-outcome)))))
       (unless (= value added)
         (write (list value 'of added))
         (newline)
         (exit 7))))))
