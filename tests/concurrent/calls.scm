;; Servers of (termite server) and of (mound call) are called in one way.

(import (scheme base) (scheme write) (termite process) (termite server)
        (mound conditions) (mound call) (mound cell))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))

(define me (self))
(define (how thunk)
  (catch (lambda (e) (if (condition? e) (condition-kind e) (list 'raised e))) (thunk)))

;; The same server twice. To `wait` it answers late, and to `hold` when it is told
;; to go on.
(define (answer term)
  (case term
    ((get) 1)
    ((wait) (let ((me (self)))
              (spawn (lambda () (! me 'go)))
              (recv ('go 'waited))))
    ((hold) (recv ('go 'held)))
    ((oops) (raise 'oops))
    ((procedure) (current-output-port))
    (else (car term))))
(define plugged
  (server:start (make-simple-server-plugin 0 (lambda (term n) (values (answer term) n))) '()))
(define served
  (spawn (lambda () (serve (lambda (term caller) (reply caller (answer term)))))))
(define gone (spawn (lambda () 1)))
(wait-for gone)

(define (both proc)
  (list (proc plugged (lambda (term) (list 'call term))) (proc served (lambda (term) term))))

(row "answers" (both (lambda (s of) (call s (of 'get)))))
(row "what is raised"
  (both (lambda (s of) (list (how (lambda () (call s (of 'oops))))
                             (how (lambda () (call s (of 'other))))
                             (call s (of 'get))))))
(row "by server:call"
  (list (server:call plugged 'get) (how (lambda () (server:call plugged 'oops)))
        (how (lambda () (server:call gone 'get))) (how (lambda () (server:call me 'get)))))

;; A call that is withdrawn is answered, if the server gets to it before.
(row "withdrawn too late"
  (both (lambda (s of) (call s (of 'wait) 0 'default))))

;; One that is dropped ends in time, and its answer is not found afterwards.
(row "dropped"
  (let ((one (how (lambda () (server:call plugged 'hold 0.01)))))
    (! plugged 'go)
    (let ((two (server:call plugged 'get)))
      (list one two (? 0 'nothing)))))

;; Also where it was withdrawn, the server knows nothing of it any more.
(row "withdrawn"
  (let* ((s (spawn (lambda () (let ((waiting (make-wait-list)))
                                (serve (lambda (term caller)
                                         (if (eq? term 'length)
                                             (reply caller (wait-list-length waiting))
                                             (wait! waiting caller)))
                                       waiting)))))
         (one (call s 'wait 0.01 'default)))
    (list one (call s 'length) (? 0 'nothing))))

;; What is raised keeps where it was raised.
(define (traced? thunk)
  (catch (lambda (e) (and (string? (condition-trace e)) (< 0 (string-length (condition-trace e)))))
    (thunk)))
(row "traces"
  (list (traced? (lambda () (call plugged '(call other))))
        (traced? (lambda () (server:call plugged 'other)))
        (traced? (lambda () (call served 'other)))
        (traced? (lambda () (cell-update! (make-cell 1) (lambda (n) (car n)))))))
