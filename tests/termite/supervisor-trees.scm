;; Supervisors below supervisors; giving up; ends that take too long.
(import (scheme base) (scheme write) (termite process) (termite server)
        (termite data) (mound supervisor) (mound conditions))

(define (show object) (write object) (newline))
(define me (self))
(define (told)
  (let ((message (? 0 'no-more)))
    (if (eq? message 'no-more) '() (cons message (told)))))
(define (reason-of watch)
  (recv (('down ,watch _ reason object)
         (list reason (if (condition? object) (error-object-message object) object)))))

;; Too many failures within the period: all end, the last first, and the
;; supervisor fails.
(define (worker name)
  (worker-child name
                (lambda ()
                  (! me (list 'up name))
                  (recv ('shutdown (! me (list 'down name)))
                        ('fail (raise 'failed))))))
(define weak
  (supervisor:start 'one-for-one (list (worker 'a) (worker 'b)) intensity: 1 period: 100))
(define watch (monitor weak))
(define (fail)
  (! (supervisor:child weak 'b) 'fail)
  (recv (('up 'b) 'up-again)))
(recv (('up 'a) 1))
(recv (('up 'b) 1))
(show (fail))
(! (supervisor:child weak 'b) 'fail)
(show (reason-of watch))
(show (told))

;; A child whose start fails: nothing stays behind.
(define (broken) (raise 'cannot-start))
(show (catch (lambda (e) e)
        (supervisor:start 'one-for-one (list (worker 'a) (server-child 'broken broken)))))
(recv (('up 'a) 1))
(show (recv (('down 'a) 'ended) (after 5 'left-behind)))
(show (catch condition-kind
        (supervisor:start 'one-for-one (list (server-child 'odd (lambda () 5))))))

;; A tree, ended in reverse order.
(define (server name)
  (server-child name
    (lambda ()
      (server:start
       (make-server-plugin
        (lambda (x) (! me (list 'up name)) x)
        (lambda (term state) (values term state))
        (lambda (term state) (raise term))
        (lambda (reason state) (! me (list 'down name reason))))
       0))))
(define tree
  (supervisor:start
   'one-for-one
   (list (server 'first)
         (supervisor-child 'inner 'all-for-one (list (server 'x) (server 'y)))
         (server 'last))))
(show (told))
(define inner (supervisor:child tree 'inner))
(define (children) (map car (supervisor:children (supervisor:child tree 'inner))))
(show (children))
;; The inner one fails by too many restarts of its children, and is started again.
(let again ((left 4))
  (when (> left 0)
    (let ((x (catch (lambda (e) #f) (supervisor:child inner 'x))))
      (when x
        (server:cast x 'fail)
        (wait-for x)
        (let wait ()
          (let ((now (catch (lambda (e) #f) (supervisor:child inner 'x))))
            (if (eq? now x) (wait))))
        (again (- left 1))))))
(let wait () (if (eq? inner (supervisor:child tree 'inner)) (wait)))
(show (children))
(told)
(show (supervisor:stop tree))
(show (told))

;; A worker that does not hear is terminated after the delay.
(define (deaf) (let loop () (? 0 'nothing) (loop)))
(define deaf-parent
  (supervisor:start 'one-for-one
                    (list (worker-child 'deaf deaf shutdown: 0.05)
                          (worker-child 'at-once deaf shutdown: #f))))
(define pids (map cadr (supervisor:children deaf-parent)))
(show (supervisor:stop deaf-parent))
(show (map alive? pids))

;; The end of the process that started it ends a linked supervisor, in order.
(define parent
  (spawn (lambda ()
           (! me (list 'supervisor
                       (supervisor:start-link 'one-for-one (list (server 'below)))))
           (recv ('fail (raise 'parent-failed))))))
(define orphan (recv (('supervisor pid) pid)))
(recv (('up 'below) 1))
(define orphan-watch (monitor orphan))
(! parent 'fail)
(show (reason-of orphan-watch))
(show (told))
(show (map (lambda (wrong) (catch condition-kind (apply supervisor:start wrong)))
           (list '(one-for-all ()) '(one-for-one (a)) '(one-for-one () limit: 3)
                 (list 'one-for-one (list (server 'a) (server 'a))))))

;; The options of a supervisor below, in any order: one failure is too many for
;; it, and it is not started again.
(define (after-a-failure . options)
  (let* ((inner (apply supervisor-child 'inner 'one-for-one (list (worker 'a))
                       options))
         (tree (supervisor:start 'one-for-one (list inner)))
         (below (supervisor:child tree 'inner))
         (watch (monitor below)))
    (recv (('up 'a) 1))
    (! (supervisor:child below 'a) 'fail)
    (let ((reason (car (reason-of watch))))
      (let loop ()
        (let ((now (supervisor:child tree 'inner)))
          (cond ((eq? now below) (loop))
                (else (supervisor:stop tree) (list reason now))))))))
(show (after-a-failure restart: 'temporary intensity: 0 period: 9))
(show (after-a-failure intensity: 0 restart: 'temporary period: 9))
(show (after-a-failure period: 9 intensity: 0 restart: 'temporary))
