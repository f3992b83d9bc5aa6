;;; What comes to the inboxes of a process, and asking the home of a bundle.
;;;
;;;   (inbox pony:offer field session sequence pid inbox items)
;;;   (inbox pony:more field session sequence item ...)
;;;                                          an offer to one who has taken
;;;                                          something in this session, and so
;;;                                          knows the pid and the inbox
;;;   (inbox pony:taken sequence inbox ...)  the items were taken; an inbox for
;;;                                          each end in them that moves
;;;   (inbox pony:give sequence inboxes)     the same, but not taken yet
;;;   (inbox pony:cancel sequence)           the writer has given up
;;;   (inbox pony:over session why)
;;;   (inbox pony:lost why)
;;;
;;; What is sent again and again is short: to copy it is most of the time of a
;;; communication.

(define %kinds
  '(pony:offer pony:more pony:taken pony:give pony:cancel pony:over pony:lost))

;; Waits for one message for a hold of this process and notes it; #f at the
;; deadline. Other messages stay. `leave` is called before what a linked process
;; has left is raised, or is #f if that is left to the next receive.
(define (%await-post deadline leave)
  (let loop ((message (%first-message deadline)))
    (cond ((not (pair? message))
           (cond ((%timed-out? message)
                  (%mailbox-rewind!)
                  #f)
                 ((and leave (%exit-notice? message))
                  (leave)
                  (%raise-exit message))
                 (else (loop (%next-message deadline)))))
          ((%hold-with (car message))
           => (lambda (hold)
                (%mailbox-accept!)
                (%note! hold (cdr message))
                #t))
          ((and (eq? (car message) 'down) (pair? (cdr message))
                (%hold-watching (cadr message)))
           => (lambda (hold)
                (%mailbox-accept!)
                (%note-down! hold (cadr message) (list-ref message 3))
                #t))
          ((%for-a-past-hold? message)
           (%mailbox-accept!)
           (loop (%first-message deadline)))
          (else (loop (%next-message deadline))))))

;; Notes what has come so far.
(define (%post-so-far!)
  (if (%await-post 0 void) (%post-so-far!)))

;; The same without raising anything, where an end is given up.
(define (%sweep-post!)
  (if (%await-post 0 #f) (%sweep-post!)))

(define (%for-a-past-hold? message)
  (and (pair? (cdr message))
       (memq (cadr message) %kinds)
       (%primitive tag? (car message))
       (not (memq (car message) (%awaited)))))

(define (%note! hold message)
  (case (car message)
    ((pony:offer)
     (if (> (caddr message) (%hold-floor hold))
         (%add-offer! hold (apply %make-offer (cdr message)))))
    ;; An offer of another session than that of the hold is of one that is over.
    ((pony:more)
     ;; Step by step, since that is done for each communication.
     (let* ((rest (cdr message))
            (field (car rest))
            (rest (cdr rest))
            (session (car rest))
            (rest (cdr rest)))
       (if (eqv? session (%hold-session hold))
           (%add-offer! hold
                        (%make-offer field session (car rest)
                                     (%hold-peer hold)
                                     (%hold-peer-inbox hold) (cdr rest))))))
    ((pony:taken)
     (let ((rest (cdr message)))
       (if (eqv? (car rest) (%hold-sequence hold))
           (%hold-outcome! hold (cdr rest)))))
    ((pony:give)
     (if (= (cadr message) (%hold-sequence hold))
         (%hold-outcome! hold (vector (caddr message)))))
    ((pony:cancel)
     (%hold-offers! hold (%without-offer (cadr message)
                                         (%hold-offers hold))))
    ((pony:over)
     (let ((session (cadr message)) (why (caddr message)))
       (cond ((eq? why 'released) (%end-session! hold session #f))
             ((eq? why 'unreachable) (%note-cut! hold session))
             ;; Of the end of a peer that is watched, the monitor tells after
             ;; all that it has sent.
             ((not (and (%hold-watch hold)
                        (eqv? session (%hold-session hold))))
              (%end-session! hold session why)))))
    ;; The home's news may overtake what a peer sent before. Of the end of one
    ;; that is watched, the monitor tells later; one that has only left the
    ;; application is not waited for.
    (else
     (let ((why (cadr message)))
       (%hold-lost! hold why)
       (if (and (eq? why 'shut-down) (%hold-watch hold))
           (%hear-out! (%hold-peer hold)))
       (if (and (%hold-session hold)
                (or (eq? why 'shut-down) (not (%hold-watch hold))))
           (%end-session! hold (%hold-session hold) #f))))))

;; The peer lives, and one of both cannot reach the other. Whoever was in the
;; session is told once, unless it is to wait.
(define (%note-cut! hold session)
  (if (and (or (eqv? session (%hold-session hold))
               (equal? (%hold-died hold) (cons session 'unheard)))
           (not (%hold-lost hold))
           (not (%blocks? (%hold-end hold) 'node-down)))
      (%hold-lost! hold '(node-down)))
  (%end-session! hold session 'node-down))

;; Why the next operation fails, or #f.
(define (%trouble! hold)
  (let ((why (%hold-lost hold)))
    (if (pair? why)
        (begin
          (%hold-lost! hold #f)
          (car why))
        why)))

;; Notes what the process has sent before it left the application: its node
;; answers behind that.
(define (%hear-out! pid)
  (if (not (%local? pid)) (%primitive %ping pid (%deadline 5)))
  (%sweep-post!))

(define (%add-offer! hold offer)
  (let ((before (%hold-offers hold)))
    (%hold-offers! hold (if (null? before)
                            (cons offer '())
                            (append before (list offer))))))

(define (%without-offer sequence offers)
  (cond ((null? offers) '())
        ((= sequence (%offer-sequence (car offers))) (cdr offers))
        (else (cons (car offers) (%without-offer sequence (cdr offers))))))

;; `died` is why its holder has ended, or #f.
(define (%end-session! hold session died)
  (if (eqv? session (%hold-session hold))
      (begin
        (%hold-session! hold #f)
        (if (%hold-watch hold) (%primitive %demonitor (%hold-watch hold)))
        (%hold-watch! hold #f)))
  (if (> session (%hold-floor hold)) (%hold-floor! hold session))
  (if died (%hold-died! hold (cons session died)))
  (%hold-offers! hold (%offers-above session (%hold-offers hold)))
  (if (eq? (%hold-home-watch hold) 'lost) (%hold-lost! hold 'node-down)))

(define (%offers-above session offers)
  (cond ((null? offers) '())
        ((> (%offer-session (car offers)) session)
         (cons (car offers) (%offers-above session (cdr offers))))
        (else (%offers-above session (cdr offers)))))

;; Of the peer, or of the home. A session goes on without a home; then this
;; process has to watch the peer itself. If only the connection with its node is
;; lost, the peer may live.
(define (%note-down! hold watch reason)
  (cond ((not (eq? watch (%hold-watch hold))) (%note-home-down! hold))
        ((eq? reason 'node-down)
         (! (%end-home (%hold-end hold))
            (list 'doubt (%end-side (%hold-end hold)) (%hold-session hold)))
         (%end-session! hold (%hold-session hold) 'unheard))
        (else (%end-session! hold (%hold-session hold) 'died))))

(define (%note-home-down! hold)
  (cond
    ((%hold-session hold)
     (%hold-home-watch! hold 'lost)
     (if (not (%hold-watch hold))
         (%hold-watch! hold (monitor (%hold-peer hold)))))
    (else (%hold-lost! hold 'node-down))))

;; Asks the home; if that has ended, or its node, the bundle is lost. #f at the
;; deadline.
(define (%home-call end request deadline)
  (let ((answer
         (catch (lambda (problem)
                  (if (and (condition? problem)
                           (memq (condition-kind problem) '(noproc node-down)))
                      (list 'lost
                            (%why-lost end (condition-kind problem)))
                      (raise problem)))
           (%call-at (%end-home end) request deadline (lambda () #f) #t
                     '()))))
    (if (and (pair? answer) (eq? (car answer) 'lost))
        (%lost end (cadr answer) deadline)
        answer)))

;; The home may have said why before it ended.
(define (%why-lost end kind)
  (%post-so-far!)
  (let ((hold (%hold-of end))) (or (and hold (%trouble! hold)) kind)))

;; The other end is lost: raises, or waits until the deadline or for ever, and
;; returns #f then.
(define (%lost end why deadline)
  (if (%blocks? end why)
      (if (%await-post deadline void)
          (%lost end why deadline)
          #f)
      (raise (%lost-condition why (%end-side end)))))

(define (%blocks? end why)
  (and (eq? why 'node-down) (eq? (%end-on-loss end) 'block)))
