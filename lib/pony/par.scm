;;; `fork` and `par` call procedures in processes of their own. The ends among
;;; their arguments that are not shared move to the new process, and so do those
;;; in lists and vectors of arguments; an end that a procedure has captured
;;; does not, and cannot be used there.

;; The ends of this process among the objects, each once.
(define (%own-ends objects)
  (let loop ((rest objects) (ends '()))
    (cond ((null? rest) ends)
          ((pair? (car rest))
           (loop (cons (car (car rest)) (cons (cdr (car rest)) (cdr rest)))
                 ends))
          ((vector? (car rest))
           (loop (append (vector->list (car rest)) (cdr rest)) ends))
          ((and (end? (car rest)) (not (%end-shared? (car rest)))
                (not (memq (car rest) ends)))
           (loop (cdr rest) (cons (car rest) ends)))
          (else (loop (cdr rest) ends)))))

;; Starts a process that calls `run` with the ends, when it holds those.
(define (%start ends run who)
  (for-each (lambda (end) (%owned-hold end who)) ends)
  (let* ((me (self))
         (go (make-tag))
         (inboxes (map (lambda (end) (make-tag)) ends))
         (pid (spawn (lambda ()
                       (let ((watch (monitor me)))
                         (recv ((,go) #t)
                               (('down ,watch _ _ _) (shutdown!)))
                         (demonitor watch))
                       (for-each (lambda (end inbox)
                                   (%adopt-held! end me inbox #f))
                                 ends inboxes)
                       (run ends))
                     name: who)))
    (for-each (lambda (end inbox) (%give-up! end pid inbox)) ends inboxes)
    (! pid (list go))
    pid))

;; The forks of the innermost `forking` of this process: (pid watch) each, or #f
;; outside.
(define %forks (make-parameter #f))

;;> (fork (procedure argument ...)): calls the procedure in a new process, and
;;> returns its pid. The ends among the arguments move to it. Raises end-moved,
;;> end-not-owned.
;;> Example: (eval '(let ((me (self))) (fork ((lambda (n) (! me (* 2 n))) 21)) (?)) (environment '(termite) '(pony))) => 42
(define-syntax fork
  (syntax-rules ()
    ((_ (procedure argument ...)) (%fork procedure (list argument ...)))))

(define (%fork procedure arguments)
  (let* ((pid (%start (%own-ends arguments)
                      (lambda (ends) (apply procedure arguments))
                      'fork))
         (forks (%forks)))
    (if forks (set-cdr! forks (cons (list pid (monitor pid)) (cdr forks))))
    pid))

;;> (forking body ...): evaluates the body, and waits for the end of all
;;> processes that this process has forked in it. Returns what the body does.
;;> Raises what the first of those raised that failed, when all have ended, and
;;> as recv does.
;;> Example: (eval '(let ((me (self))) (forking (fork ((lambda () (! me 1)))) (fork ((lambda () (! me 1))))) (+ (?) (?))) (environment '(termite) '(pony))) => 2
(define-syntax forking
  (syntax-rules ()
    ((_ body0 body ...) (%forking (lambda () body0 body ...)))))

(define (%forking body)
  (let ((forks (list 'forks)))
    (call-with-values
     (lambda () (parameterize ((%forks forks)) (body)))
     (lambda results
       (let loop ((rest (reverse (cdr forks))) (failed #f))
         (cond ((pair? rest)
                (let ((watch (cadr (car rest))))
                  (recv (('down ,watch pid reason object)
                         (loop (cdr rest)
                               (or failed
                                   (and (eq? reason 'failure)
                                        (list object))))))))
               (failed (raise (car failed)))
               (else (apply values results))))))))

;;> (par (procedure argument ...) ...): calls the procedures in processes of
;;> their own, all at once, and returns a list of what they return, when all
;;> have ended. The ends among the arguments move to them, and those that they
;;> still hold at their end come back. If one raises, the others are terminated,
;;> and so does par. Raises end-moved, end-not-owned.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (par ((lambda (end) (out! (end x) 42)) client) ((lambda (end) (in (end x))) server))))) (environment '(termite) '(pony))) => (#t 42)
(define-syntax par
  (syntax-rules ()
    ((_ (procedure argument ...) ...)
     (%par (list (list procedure argument ...) ...)))))

(define (%par branches)
  (%check-branches branches)
  (let* ((awaited (%awaited)) (started (map %start-branch branches)))
    (define (stop-all)
      (for-each (lambda (branch)
                  (terminate! (cadr branch))
                  (demonitor (caddr branch))
                  (%primitive %mailbox-rewind!)
                  (%primitive %mailbox-forsake! (car branch)))
                started)
      (%await-at! awaited))
    (with-exception-catcher
     (lambda (problem)
       (stop-all)
       (raise problem))
     (lambda ()
       (let ((results (%results started)))
         (%await-at! awaited)
         results)))))

;; Each end is of this process, and goes to one branch. Nothing has begun yet.
(define (%check-branches branches)
  (let loop ((rest branches) (given '()))
    (if (pair? rest)
        (let ((ends (%own-ends (cdr (car rest)))))
          (for-each (lambda (end)
                      (%owned-hold end 'par)
                      (if (memq end given) (%moved end 'par)))
                    ends)
          (loop (cdr rest) (append ends given))))))

;; (tag pid watch ends inboxes): the ends come back to the inboxes, maybe before
;; the next branch begins.
(define (%start-branch branch)
  (let* ((me (self))
         (tag (make-tag))
         (ends (%own-ends (cdr branch)))
         (inboxes (map (lambda (end) (make-tag)) ends)))
    (%await-at! (append inboxes (%awaited)))
    (let ((pid (%start ends
                       (lambda (ends)
                         (%run-branch branch ends inboxes me tag))
                       'par)))
      (list tag pid (monitor pid) ends inboxes))))

;; What a branch sends last: (tag outcome back?), with whether each of its
;; ends is given back.
(define (%run-branch branch ends inboxes to tag)
  (let ((outcome (%traced-outcome
                  (lambda () (apply (car branch) (cdr branch))))))
    (! to (list tag
                outcome
                (map (lambda (end inbox)
                       (and (end-defined? end)
                            (begin
                              (%give-up! end to inbox)
                              #t)))
                     ends inboxes)))))

(define (%results started)
  (map (lambda (branch)
         (let ((tag (car branch)) (watch (caddr branch)))
           (recv
             ((,tag outcome back)
              (demonitor watch)
              (for-each (lambda (end inbox back?)
                          (if back?
                              (%adopt-held! end (cadr branch) inbox #f)))
                        (list-ref branch 3) (list-ref branch 4) back)
              (if (eq? (car outcome) 'raised)
                  (%raise-outcome outcome)
                  (cadr outcome)))
             (('down ,watch pid reason object)
              (raise (%ended-condition "a branch" pid reason object 'par))))))
       started))
