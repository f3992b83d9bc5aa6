;;; The applications of a node are kept by a generic server, published as the
;;; service `applications`, which the first start makes. When the node is asked
;;; to end, it gets the message `shutdown` and ends them, the last first; the
;;; node waits for it. Its state is a list of lists (name pid watch), the last
;;; started first.

;; Seconds that an application is given to end.
(define %patience 30)

(define (%server)
  (or (resolve-service 'applications)
      (begin
        (publish-service 'applications
                         (server:start %plugin '() name: 'applications))
        (%server))))

;;> (application:start name start): calls the procedure, which returns the pid
;;> of a supervisor or another process that ends on the message shutdown, and
;;> keeps it as the application of that name; returns the pid. Raises type,
;;> error if the application runs, what the procedure raises.
;;> Example: (eval '(let ((pid (application:start 'demo (lambda () (supervisor:start 'one-for-one '()))))) (application:stop 'demo) (alive? pid)) (environment '(termite) '(mound supervisor) '(mound application))) => #f
(define (application:start name start)
  (%require-callback start 0 'application:start)
  (server:call (%server) (list 'start name start) #f))

;;> (application:stop name): ends the application and returns when it has ended.
;;> Raises error if it does not run.
;;> Example: (eval '(catch error-object-irritants (application:stop 'never-started)) (environment '(termite) '(mound application))) => (never-started)
(define (application:stop name)
  (server:call (%server) (list 'stop name) #f)
  (void))

;;> (application:stop-all): ends all applications, the last started first.
;;> Example: (eval '(begin (application:stop-all) (applications)) (environment '(scheme base) '(mound application))) => ()
(define (application:stop-all)
  (server:call (%server) 'stop-all #f)
  (void))

;;> (application:pid name): its pid, or #f if it does not run.
;;> Example: (eval '(application:pid 'never-started) (environment '(scheme base) '(mound application))) => #f
(define (application:pid name) (server:call (%server) (list 'pid name) #f))

;;> (applications): the names of those that run, in the order of their start.
;;> Example: (eval '(list? (applications)) (environment '(scheme base) '(mound application))) => #t
(define (applications) (server:call (%server) 'names #f))

(define (%answer term entries)
  (match term
    (('start name start)
     (if (assoc name entries)
         (error "the application runs already:" name))
     (let ((pid (start)))
       (if (not (pid? pid))
           (%type-error 'application:start "a pid from the procedure" pid))
       (values pid (cons (list name pid (monitor pid)) entries))))
    (('stop name)
     (let ((entry (or (assoc name entries)
                      (error "the application does not run:" name))))
       (%end entry)
       (values #t (%without entry entries))))
    ('stop-all
     (for-each %end entries)
     (values #t '()))
    (('pid name)
     (let ((entry (assoc name entries)))
       (values (if entry (cadr entry) #f) entries)))
    ('names (values (reverse (map car entries)) entries))
    (_ (%error-of-kind 'type 'applications "there is no such request" term))))

(define (%end entry)
  (match entry
    ((_ pid watch)
     (let ((limit (seconds->time (+ (current-second) %patience))))
       (if (not (and (%sent-by? (%deadline limit) pid 'shutdown)
                     (recv (('down ,watch _ _ _) #t)
                           (after limit #f))))
           (begin
             (terminate! pid)
             (recv (('down ,watch _ _ _) #t))))))))

(define (%without entry entries)
  (cond ((null? entries) '())
        ((eq? (car entries) entry) (cdr entries))
        (else (cons (car entries) (%without entry (cdr entries))))))

;; An application that has ended by itself is forgotten; its crash report tells
;; why.
(define (%forget message entries)
  (match message
    (('down watch _ _ _)
     (let loop ((rest entries))
       (cond ((null? rest) entries)
             ((eq? (list-ref (car rest) 2) watch)
              (%without (car rest) entries))
             (else (loop (cdr rest))))))
    (_ entries)))

(define %plugin
  (make-server-plugin
   (lambda (argument) '())
   %answer
   (lambda (term entries) entries)
   (lambda (reason entries) (for-each %end entries))
   %forget))
