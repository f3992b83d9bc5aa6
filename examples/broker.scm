;;; A broker of workers, the sample application of the paper on pony (2006).
;;;
;;;   mound run examples/broker.scm                       on one node
;;;   mound node --listen 127.0.0.1:3001                  (as many as you like)
;;;   mound run --listen 127.0.0.1:3000 examples/broker.scm 127.0.0.1:3001 ...
;;;
;;; Workers register with the broker by the client end of a bundle of their own.
;;; Customers get such an end from the broker, use it as long as they like, and give
;;; it back to the worker through its own channel; then the worker registers again.
;;; One customer is killed while it holds a worker: in the original that worker would
;;; wait for ever; here it is told, and registers with a new bundle.
;;; The text is the same for one node and for many, and so is what it prints.

(import (scheme base) (scheme process-context) (scheme write)
        (mound conditions) (termite process) (pony))

;;; What is said between them.

(define-protocol to-worker
  (work integer)
  (finish (client worker-handle)))
(define-channel-type worker-handle
  (to-worker ? to-worker)
  (from-worker ! integer))

(define-protocol to-broker
  (register (client worker-handle))
  (get-worker))
(define-protocol from-broker
  (no-worker-available)
  (get-worker-confirm (client worker-handle)))
(define-channel-type broker-handle
  (to-broker ? to-broker)
  (from-broker ! from-broker))

(define-channel-type report (done ? integer))

;;; The broker keeps the ends of the workers that have nothing to do.

(define (broker end)
  (let loop ((free '()))
    (case-in (end to-broker)
      ((register worker) (loop (append free (list worker))))
      ((get-worker) (loop (if (hand-out end free) (cdr free) free))))))

;; Whether a worker was given away. The customer may be gone before that.
(define (hand-out end free)
  (guard (e ((eq? (condition-kind e) 'link-lost) #f))
    (cond ((pair? free)
           (out! (end from-broker) 'get-worker-confirm (car free))
           #t)
          (else
           (out! (end from-broker) 'no-worker-available)
           #f))))

;;; A worker squares numbers.

(define (worker broker)
  (let-values (((client server) (make-ends worker-handle)))
    (register client broker)
    (guard (e ((eq? (condition-kind e) 'link-lost) #f))
      (serve server broker)))
  ;; The customer is lost, and its end with it.
  (worker broker))

(define (register client broker)
  (with-claim broker (out! (broker to-broker) 'register client)))

(define (serve server broker)
  (case-in (server to-worker)
    ((work n) (out! (server from-worker) (* n n)))
    ((finish client) (register client broker)))
  (serve server broker))

;;; A customer.

(define (get-worker broker)
  (or (with-claim broker
        (out! (broker to-broker) 'get-worker)
        (case-in (broker from-broker)
          ((no-worker-available) #f)
          ((get-worker-confirm worker) worker)))
      (get-worker broker)))

(define (transaction broker n)
  (let ((worker (get-worker broker)))
    (out! (worker to-worker) 'work n)
    (let ((square (in (worker from-worker))))
      (out! (worker to-worker) 'finish worker)
      (= square (* n n)))))

(define (customer broker reports transactions)
  (let loop ((n 1) (right 0))
    (if (<= n transactions)
        (loop (+ n 1) (if (transaction broker n) (+ right 1) right))
        (with-claim reports (out! (reports done) right)))))

(define (careless-customer broker reports)
  (let ((worker (get-worker broker)))
    (out! (worker to-worker) 'work 1)
    (with-claim reports (out! (reports done) (in (worker from-worker))))
    (recv ('never #t))))

;;; The application. Each part joins it by itself, wherever it runs.

(define workers 3)
(define customers 5)
(define transactions 200)

(define (say . parts) (for-each display parts) (newline))

(define (main . others)
  (ans-start)
  (define net (pony-startup "broker" 'master))
  (define ans (if (null? others) "" (current-node)))
  (define turn 0)
  ;; Spawns on each node in its turn.
  (define (start procedure)
    (let ((run (lambda ()
                 (let* ((net (pony-startup "broker" 'slave 'ans ans))
                        (broker
                         (pony-alloc-shared-client net "broker" broker-handle))
                        (reports
                         (pony-alloc-shared-client net "reports" report)))
                   (guard (e ((pony-error? e) #f))
                     (procedure broker reports)
                     (pony-shutdown! net))))))
      (set! turn (+ turn 1))
      (if (null? others)
          (spawn run)
          (remote-spawn (list-ref others (modulo turn (length others))) run))))
  (define end (pony-alloc-server net "broker" broker-handle 'shared))
  (define reports (pony-alloc-server net "reports" report 'shared))
  ;; At the end of the application its ends are closed.
  (fork ((lambda (end) (guard (e ((pony-error? e) #f)) (broker end))) end))
  (do ((n 0 (+ n 1))) ((= n workers))
    (start (lambda (broker reports) (worker broker))))

  (define careless (start careless-customer))
  (in (reports done))
  (terminate! careless)
  (say "a customer was killed while it held a worker")

  (do ((n 0 (+ n 1))) ((= n customers))
    (start (lambda (broker reports) (customer broker reports transactions))))
  (do ((n 0 (+ n 1))) ((= n customers))
    (say "a customer has had " (in (reports done)) " right answers"))

  ;; All workers are there again.
  (define mine (pony-alloc-shared-client net "broker" broker-handle))
  (let loop ((found '()))
    (if (< (length found) workers)
        (loop (cons (get-worker mine) found))
        (say (length found) " workers are registered")))
  (pony-shutdown! net 0))

(apply main (cdr (command-line)))
