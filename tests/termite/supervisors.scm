;; What a supervisor can be told, and how it ends.
(import (scheme base) (scheme write) (termite process) (termite server)
        (termite supervisor))

(define (show object) (write object) (newline))
(define me (self))
;; The messages that came, in order, up to the end of the process.
(define (heard pid)
  (let ((reason (wait-for pid)))
    (let loop ((seen '()))
      (let ((message (? 0 'no-more)))
        (if (eq? message 'no-more)
            (reverse seen)
            (loop (cons message seen)))))))

;; A supervisor whose worker has started.
(define (start thunk . options)
  (let ((pid (apply spawn-thunk-supervised thunk
                    init-hook: (lambda (worker) (! me 'started))
                    options)))
    (? 5)
    pid))

(define (worker)
  (recv
    ((from tag 'ping) (! from (list tag 'pong)) (worker))
    (('fail n) (raise n))
    ('finish (! me 'finished))
    ('shutdown (! me 'asked-to-end))))

;; At most as many failures as the threshold.
(define weak (start worker threshold: 2 name: 'guardian))
(show (process-name weak))
(define watch (monitor weak))
(for-each (lambda (n)
            (! weak (list 'fail n))
            (show (list (? 5) (!? weak 'ping 5))))
          '(1 2))
(! weak '(fail 3))
(show (recv (('down ,watch _ reason object)
             (list reason (error-object-message object)
                   (error-object-irritants object)))))

;; Old failures do not count.
(define patient (start worker threshold: 1 window: -1))
(for-each (lambda (n)
            (! patient (list 'fail n))
            (show (list (? 5) (!? patient 'ping 5))))
          '(1 2 3))
;; A worker that ends when it is asked.
(! patient 'shutdown)
(show (heard patient))
;; A worker that ends by itself.
(define finished (spawn-thunk-supervised worker))
(! finished 'finish)
(show (heard finished))
;; At once, without asking.
(define abrupt (spawn-thunk-supervised worker shutdown-delay: #f))
(! abrupt 'shutdown)
(show (heard abrupt))
;; The hook gets the pid of each worker, which ends with its supervisor.
(define hooked
  (spawn-thunk-supervised worker init-hook: (lambda (pid) (! me pid))))
(define first-worker (? 5))
(terminate! first-worker)
(define second-worker (? 5))
(show (list (eq? first-worker second-worker) (alive? second-worker)))
(show (!? hooked 'ping 5))
(terminate! hooked)
(wait-for second-worker)
(show (alive? second-worker))
;; Exceptions of processes linked with the supervisor reach the worker.
(define listener
  (spawn-thunk-supervised
   (lambda ()
     (! me (catch termite-exception-object (?))))))
(spawn (lambda () (outbound-link listener) (raise 'to-the-worker)))
(show (heard listener))
;; A generic server.
(define server
  (server-start-supervised
   (make-server-plugin
    (lambda (start) start)
    (lambda (term state) (values state state))
    (lambda (term state) (if (eq? term 'crash) (raise term) (+ term state)))
    (lambda (reason state) (! me (list 'terminating reason))))
   100))
(server:cast server 1)
(show (server:call server 'get))
(server:cast server 'crash)
(show (let ask () (catch (lambda (e) (ask)) (server:call server 'get 0.2))))
(! server 'shutdown)
(show (heard server))
(show (catch (lambda (e) 'type) (spawn-thunk-supervised worker 'limit: 5)))

;; One that takes its time to end, while a process fails that is linked with its
;; supervisor: it is waited for all the same.
(define busy
  (start (lambda ()
           (recv
             (('supervisor pid)
              (recv
                ('shutdown
                 (wait-for (spawn (lambda ()
                                    (full-link pid)
                                    (raise 'no-matter))))
                 (? 0.05 #f)
                 (! me 'took-its-time))))))))
(! busy (list 'supervisor busy))
(! busy 'shutdown)
(show (heard busy))
