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

;;> exits: the keyword before a procedure that gets the conditions which tell of
;;> the ends of linked processes. Without it, they end the server.
;;> Example: (eval 'exits: (environment '(scheme base) '(mound call))) => exits:
(define exits: 'exits:)

;;> other: the keyword before a procedure that gets messages which are no calls.
;;> Example: (eval 'other: (environment '(scheme base) '(mound call))) => other:
(define other: 'other:)

;; What a server is made of. lists: those of its callers who wait, and of those
;; who wait for the end of the lease. current: the caller that is being
;; answered, or #f.
(define-record-type server
  (%make-server answer lists lease released status other exits current)
  %server?
  (answer %server-answer)
  (lists %server-lists %server-lists!)
  (lease %server-lease %server-lease!)
  (released %server-released %server-released!)
  (status %server-status %server-status!)
  (other %server-other %server-other!)
  (exits %server-exits %server-exits!)
  (current %server-current %server-current!))

(define (%no-status) '())
(define (%drop message) #f)

;; Wait-lists come first, then keywords with their values.
(define (%take-arguments! server arguments)
  (cond ((null? arguments) server)
        ((%wait-list? (car arguments))
         (%add-list! server (car arguments))
         (%take-arguments! server (cdr arguments)))
        ((null? (cdr arguments))
         (%type-error 'serve "a value after the keyword" (car arguments)))
        (else
         (let ((value (cadr arguments)))
           (case (car arguments)
             ((lease:)
              (%server-lease! server value)
              (%add-list! server (%held-back value)))
             ((released:) (%server-released! server value))
             ((status:) (%server-status! server value))
             ((other:) (%server-other! server value))
             ((exits:) (%server-exits! server value))
             (else
              (%type-error 'serve
                           "lease:, released:, status:, other: or exits:"
                           (car arguments)))))
         (%take-arguments! server (cddr arguments)))))

(define (%add-list! server list)
  (%server-lists! server (cons list (%server-lists server))))

;;> (serve answer wait-list ... option ...): answers calls for ever. `answer` is
;;> called with each request and its caller, and calls `reply` or `raise-at`, or
;;> `wait!` with one of the lists, to answer later. A caller that withdraws or
;;> ends is taken off the lists. What `answer` raises is raised at the caller,
;;> and the server goes on. Options are lease: and a lease; released: and a
;;> thunk for it; status: and a thunk that returns an association list; other:
;;> and a procedure for messages that are no calls, which are dropped without
;;> it; exits: and a procedure for the ends of linked processes, which end the
;;> server without it. What these two raise ends the server. Raises type.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (reply caller (vector-ref #(a b) request)))))))) (list (catch condition-kind (call s 2)) (call s 1))) (environment '(termite) '(mound conditions) '(mound call))) => (range b)
(define (serve answer . arguments)
  (%require-callback answer 2 'serve)
  (%serve (%take-arguments!
           (%make-server answer '() #f void %no-status %drop raise #f)
           arguments)))

;; What a request raises is raised at its caller; what something else raises
;; ends the server, unless it is the end of a linked process.
(define (%serve server)
  (let ((outcome (%traced-outcome (lambda () (%serve-messages server))))
        (caller (%server-current server)))
    (cond (caller
           (%server-current! server #f)
           (%raise-outcome-at caller outcome))
          ((termite-exception? (cadr outcome))
           ((%server-exits server) (cadr outcome)))
          (else (%raise-outcome outcome)))
    (%serve server)))

(define (%serve-messages server)
  (let ((message (?)))
    (match message
      ((pid tag request)
       (where (%primitive pid? pid) (%primitive tag? tag))
       (%answer! server request (%make-caller pid tag #f #f)))
      (('down watch _ _ _) (%down! server message watch))
      (('withdraw pid tag)
       (where (%primitive pid? pid))
       (%take-out! (%server-lists server)
                   (lambda (c) (eq? (%caller-tag c) tag)))
       (! pid (list tag #f 'withdrawn)))
      (_ ((%server-other server) message))))
  (%serve-messages server))

(define (%answer! server request caller)
  (%server-current! server caller)
  (cond ((eq? request '%status) (reply caller ((%server-status server))))
        ((%server-lease server) (%answer/lease! server request caller))
        (else ((%server-answer server) request caller)))
  (%server-current! server #f))

(define (%down! server message watch)
  (let ((lease (%server-lease server)))
    (cond ((and lease (eq? watch (%lease-watch lease)))
           (%free-lease! server lease))
          ((%take-out! (%server-lists server)
                       (lambda (c) (eq? (%caller-watch c) watch)))
           #t)
          (else ((%server-other server) message)))))

;; Nobody holds the lease any more.
(define (%free-lease! server lease)
  (if (%lease-watch lease) (%primitive %demonitor (%lease-watch lease)))
  (%lease-watch! lease #f)
  (%holder! lease #f)
  ((%server-released server))
  (let loop ()
    (if (not (lease-holder lease))
        (let ((next (next-waiter! (%held-back lease))))
          (if next
              (begin
                (%answer! server (caller-data next) next)
                (loop)))))))

(define (%answer/lease! server request caller)
  (let* ((lease (%server-lease server))
         (holder (lease-holder lease))
         (pid (caller-pid caller)))
    (cond ((eq? request 'leased?) (reply caller (if holder #t #f)))
          ((eq? request 'release)
           (reply caller #t)
           (if holder (%free-lease! server lease)))
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
          (else ((%server-answer server) request caller)))))
