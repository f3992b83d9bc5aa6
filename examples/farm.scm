;;; A farm: work for many nodes, from one program.
;;;
;;;   mound node --listen 127.0.0.1:3001       (as many of these as there are machines)
;;;   mound run --listen 127.0.0.1:3000 examples/farm.scm 127.0.0.1:3001 ...
;;;
;;; The nodes need not have the program: they fetch the code of the procedures that
;;; they are sent. Each worker asks for work when it has none, so fast nodes do more.
;;; What a worker was doing when its node was lost is given to another one.
;;; A job takes along the values that it captured; top-level variables stay behind.
;;; Without arguments there are four workers on this node.

(import (scheme base) (scheme process-context) (scheme write)
        (srfi 1) (srfi 132)
        (termite process))

;;; The work: how many numbers of a range are prime.

(define (prime? n)
  (let loop ((divisor 2))
    (cond ((> (* divisor divisor) n) (> n 1))
          ((zero? (remainder n divisor)) #f)
          (else (loop (+ divisor 1))))))

(define (count-primes from below)
  (let loop ((n from) (count 0))
    (cond ((= n below) count)
          ((prime? n) (loop (+ n 1) (+ count 1)))
          (else (loop (+ n 1) count)))))

;;; A worker: asks for a job, runs it, reports.

(define (worker foreman)
  (let loop ((results '()))
    (! foreman (list 'ready (self) results))
    (recv
      (('job number job) (loop (list number (job))))
      ('done #t))))

;;; The foreman: gives jobs out and collects results. `running` has the job that each
;;; worker has; a worker that ends by itself gives its job back. Workers that find
;;; nothing to do are `idle` until a job comes back.

(define (farm start-workers jobs)
  (let ((workers (map (lambda (start) (start (self))) start-workers)))
    (for-each monitor workers)
    (let loop ((waiting (map list (iota (length jobs)) jobs))
               (running '())
               (idle '())
               (left workers)
               (results '()))
      (cond
        ((= (length results) (length jobs))
         (for-each (lambda (worker) (! worker 'done)) left)
         (map cadr (list-sort (lambda (a b) (< (car a) (car b))) results)))
        ((null? left)
         (error "all workers are lost"))
        ((and (pair? waiting) (pair? idle))
         (! (car idle) (cons 'job (car waiting)))
         (loop (cdr waiting) (cons (cons (car idle) (car waiting)) running)
               (cdr idle) left results))
        (else
         (recv
           (('ready worker result)
            (loop waiting (alist-delete worker running eq?)
                  (cons worker idle) left
                  (if (null? result) results (cons result results))))
           (('down _ worker _ _)
            (let ((lost (assq worker running)))
              (loop (if lost (cons (cdr lost) waiting) waiting)
                    (alist-delete worker running eq?)
                    (delete worker idle eq?) (delete worker left eq?)
                    results)))))))))

(define (here foreman) (spawn (lambda () (worker foreman))))

(define (at node)
  (lambda (foreman) (remote-spawn node (lambda () (worker foreman)))))

(define step 2500)

(define jobs
  (map (lambda (from below) (lambda () (count-primes from below)))
       (iota 8 0 step)
       (iota 8 step step)))

(let* ((nodes (cdr (command-line)))
       (counts
        (farm (if (null? nodes) (make-list 4 here) (map at nodes)) jobs)))
  (display counts)
  (newline)
  (display (apply + counts))
  (display " primes below ")
  (display (* 8 step))
  (newline))
