;;; The server's side: a loop that takes all messages in the order of arrival.
;;;
;;; A lease is the right of one process to be answered while all others wait.
;;; It is given back by `release`, from whichever process, and when the process
;;; that holds it ends. The loop answers for it: the requests `lease`, which is
;;; answered by whether the process had not held it yet; `release`; `leased?`;
;;; and `until-free`, answered by #f when nobody else holds it.

;; holder: a pid or #f. held-back: callers whose requests, their data, wait for
;; the end of the lease.
(define-record-type lease
  (%make-lease holder watch held-back)
  %lease?
  (holder lease-holder %holder!)
  (watch %lease-watch %lease-watch!)
  (held-back %held-back))

;;> (make-lease): a lease that nobody holds, for `serve`.
;;> Example: (eval '(lease-holder (make-lease)) (environment '(scheme base) '(mound call))) => #f
(define (make-lease) (%make-lease #f #f (make-wait-list)))

;;> (lease-holder lease): the pid of the process that holds it, or #f. Raises
;;> type.
;;> Example: (eval '(lease-holder (make-lease)) (environment '(scheme base) '(mound call))) => #f

;;> lease: the keyword before the lease of a server.
;;> Example: (eval 'lease: (environment '(scheme base) '(mound call))) => lease:
(define lease: 'lease:)

;;> released: the keyword before a thunk that is called when the lease is free
;;> again, before the requests that wait for that are answered.
;;> Example: (eval 'released: (environment '(scheme base) '(mound call))) => released:
(define released: 'released:)

;;> status: the keyword before a thunk that returns an association list, which
;;> tells whoever asks what the server does.
;;> Example: (eval 'status: (environment '(scheme base) '(mound call))) => status:
(define status: 'status:)

;;> other: the keyword before a procedure that gets messages which are no calls.
;;> Example: (eval 'other: (environment '(scheme base) '(mound call))) => other:
(define other: 'other:)

(define (%serve-option keyword options default)
  (cond ((null? options) default)
        ((null? (cdr options))
         (%type-error 'serve "a value after the keyword" (car options)))
        ((eq? (car options) keyword) (cadr options))
        (else (%serve-option keyword (cddr options) default))))

(define (%split-options arguments receive)
  (let loop ((rest arguments) (lists '()))
    (cond ((and (pair? rest) (%wait-list? (car rest)))
           (loop (cdr rest) (cons (car rest) lists)))
          (else (receive (reverse lists) rest)))))

;;> (serve answer wait-list ... option ...): answers calls for ever. `answer` is
;;> called with each request and its caller, and calls `reply` or `raise-at`, or
;;> `wait!` with one of the lists, to answer later. A caller that withdraws or
;;> ends is taken off the lists. What `answer` raises is raised at the caller,
;;> and the server goes on. Options are lease: and a lease; released: and a
;;> thunk for it; status: and a thunk that returns an association list; other:
;;> and a procedure for messages that are no calls, which are dropped without
;;> it. What that raises ends the server. Raises type.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (reply caller (vector-ref #(a b) request)))))))) (list (catch condition-kind (call s 2)) (call s 1))) (environment '(termite) '(mound conditions) '(mound call))) => (range b)
(define (serve answer . arguments)
  (%require-callback answer 2 'serve)
  (%split-options
   arguments
   (lambda (lists options)
     (let* ((lease (%serve-option 'lease: options #f))
            (lists (if lease (cons (%held-back lease) lists) lists)))
       (%serve answer lists lease
               (%serve-option 'released: options void)
               (%serve-option 'status: options (lambda () '()))
               (%serve-option 'other: options (lambda (message) #f)))))))

(define (%serve answer lists lease released status other)
  ;; The caller that is being answered, or #f.
  (define current #f)
  (define (answer! request caller)
    (set! current caller)
    (cond ((eq? request '%status) (reply caller (status)))
          ((not lease) (answer request caller))
          (else (%with-lease! lease request caller answer free!)))
    (set! current #f))
  ;; Nobody holds the lease any more.
  (define (free!)
    (if (%lease-watch lease) (%primitive %demonitor (%lease-watch lease)))
    (%lease-watch! lease #f)
    (%holder! lease #f)
    (released)
    (let loop ()
      (if (not (lease-holder lease))
          (let ((next (next-waiter! (%held-back lease))))
            (if next
                (begin
                  (answer! (caller-data next) next)
                  (loop)))))))
  (define (down! message watch)
    (cond ((and lease (eq? watch (%lease-watch lease))) (free!))
          ((%take-out! lists (lambda (c) (eq? (%caller-watch c) watch))) #t)
          (else (other message))))
  (define (withdraw! pid tag)
    (%take-out! lists (lambda (c) (eq? (%caller-tag c) tag)))
    (! pid (list tag #f 'withdrawn)))
  (define (loop)
    (let ((message (?)))
      (match message
        ((pid tag request)
         (where (%primitive pid? pid) (%primitive tag? tag))
         (answer! request (%make-caller pid tag #f #f)))
        (('down watch _ _ _) (down! message watch))
        (('withdraw pid tag)
         (where (%primitive pid? pid))
         (withdraw! pid tag))
        (_ (other message))))
    (loop))
  (let again ()
    (let ((raised (cadr (%traced-outcome loop))))
      ;; What was not raised by a request ends the server.
      (if (not current) (raise raised))
      (let ((caller current))
        (set! current #f)
        (raise-at caller raised))
      (again))))

(define (%with-lease! lease request caller answer free!)
  (let ((holder (lease-holder lease)) (pid (caller-pid caller)))
    (cond ((eq? request 'leased?) (reply caller (if holder #t #f)))
          ((eq? request 'release)
           (reply caller #t)
           (if holder (free!)))
          ((and holder (not (eq? holder pid)))
           (wait! (%held-back lease) caller request))
          ((eq? request 'lease)
           (if (not holder)
               (begin
                 (%holder! lease pid)
                 (%lease-watch! lease (monitor pid))))
           (reply caller (not holder)))
          ((eq? request 'until-free)
           (if holder
               (%error-of-kind 'deadlock 'call
                               "a process would wait for itself, for ever:"
                               pid)
               (reply caller #f)))
          (else (answer request caller)))))
