;; Name servers and masters that end while an application is started, joined, used and left: each is
;; told with its code, or passed over by one that waits, and nothing is left running.
(import (scheme base) (scheme write) (mound conditions) (mound call) (termite process) (pony))

(define (show . objects) (write objects) (newline))
(define me (self))
(define-channel-type line (x ? integer))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...)
     (guard (e ((and (pony-error? e) (pony-error-code e)) (pony-error-code e))
               ((condition? e) (condition-kind e))
               (#t e))
       body ...))))
(define (kernels)
  (let loop ((pids (process-list)) (count 0))
    (cond ((null? pids) count)
          ((eq? 'pony-kernel (process-name (car pids))) (loop (cdr pids) (+ count 1)))
          (else (loop (cdr pids) count)))))
;; Those that are told to end may take a moment.
(define (until-kernels count)
  (if (not (= count (kernels))) (until-kernels count)))

;; A server that answers each request by what is next in the list: calls that, with the caller.
(define (server . answers)
  (spawn
   (lambda ()
     (let loop ((rest answers))
       (if (pair? rest)
           (recv
             ((pid tag request)
              ((car rest) (lambda answer (! pid (cons tag answer))) request)
              (loop (cdr rest)))))))))
(define (answers value) (lambda (reply request) (reply value)))
(define (raises object) (lambda (reply request) (reply object 'raised)))
(define (ends reply request) (shutdown!))
(define ended (spawn (lambda () #t)))
(wait-for ended)
;; What comes of a start with such a name server.
(define (started type . answers)
  (publish-service 'pony-ans (apply server answers))
  (let ((result (kind (pony-startup "a" type 'timeout 60))))
    (if (not (net-handle? result)) (until-kernels 0))
    result))

(show 'server-ends (started 'master ends) (started 'master-reset ends)
      (started 'slave ends) (started 'slave-wait ends))
(show 'server-raises (started 'master (raises 'odd)) (started 'slave (raises 'odd))
      (started 'slave-wait (raises 'odd)))
(show 'refused (started 'master (answers -25)) (started 'slave (answers -26)))
(show 'master-has-ended (started 'slave (answers ended)))
(show 'master-ends (started 'slave (answers (server ends))))
(show 'master-raises (started 'slave (answers (server (raises 'odd))))
      (started 'slave-wait (answers (server (raises 'odd)))))
(show 'closing (started 'slave (answers (server (answers -28)))))

;; One that waits asks again, until it finds a master that lives.
(define joined
  (started 'slave-wait (answers ended) (answers (server ends)) (answers (server (answers -28)))
           (answers (server (answers 7) (answers #t)))))
(show 'waits-on (pony-own-node-id joined))

;; The master ends: what needs it is told, and a slave can leave.
(unpublish-service 'pony-ans)
(ans-start)
(define (kernel-of start)
  (let ((before (process-list)))
    (let ((net (start)))
      (let loop ((pids (process-list)))
        (if (and (eq? 'pony-kernel (process-name (car pids))) (not (memq (car pids) before)))
            (list net (car pids))
            (loop (cdr pids)))))))
(define master (kernel-of (lambda () (pony-startup "b" 'master))))
(define slave (kernel-of (lambda () (pony-startup "b" 'slave))))
(define point (pony-error-point (car slave)))
(terminate! (cadr master))
(wait-for (cadr master))
(show 'alloc (kind (pony-alloc-client (car slave) "line" line)))
(show 'master-shuts-down (kind (pony-shutdown! (car master))))
(define (errors-after point)
  (let-values (((errors next) (pony-errors-after (car slave) point)))
    (if (null? errors) (errors-after next) errors)))
(show 'errors
      (map (lambda (e) (list (pony-error-ans? e) (pony-error-master? e) (pony-error-remote-node e)
                             (pony-error-record-code e)))
           (errors-after point)))
(show 'slave-leaves (kind (pony-shutdown! (car slave))) (kind (pony-shutdown! (car slave))))
;; The name server ends before the master does.
(define last (pony-startup "c" 'master))
(ans-stop)
(show 'without-a-server (pony-shutdown! last))
