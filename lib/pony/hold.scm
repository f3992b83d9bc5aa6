;;; What a process knows of the ends that it holds. The table belongs to one
;;; process: what a new process inherits of it is not used, and so an end that
;;; was captured, and not given, is not held.
;;;
;;; Who adds: make-ends, claims, and ends that come. Who removes: releases, and
;;; ends that go. Bound: what the process holds; of what has gone the last
;;; few names are kept, to say end-moved and not end-not-owned.
;;;
;;; Invariants of a hold:
;;; - session, peer and peer-inbox are those of the last session that this
;;;   process was told of, or session is #f;
;;; - watch is the monitor of the peer, from the first output of a session on;
;;; - offers whose session is not above `floor` are of a process that ended, and
;;;   are dropped;
;;; - knows is a session in which the peer has taken something, and so knows
;;;   this process, or #f;
;;; - heard is the session whose input this process took last, until another
;;;   input begins: an output then answers that session, and nobody else.

(define-record-type %hold
  (%make-hold end inbox home-watch session peer peer-inbox watch floor heard
              died lost offers sequence outcome knows reads writes)
  %hold?
  (end %hold-end)
  (inbox %hold-inbox)
  ;; The monitor of a home on another node; lost if that is lost.
  (home-watch %hold-home-watch %hold-home-watch!)
  (session %hold-session %hold-session!)
  (peer %hold-peer %hold-peer!)
  (peer-inbox %hold-peer-inbox %hold-peer-inbox!)
  (watch %hold-watch %hold-watch!)
  (floor %hold-floor %hold-floor!)
  (heard %hold-heard %hold-heard!)
  ;; The last session that ended with its holder, and why: (session . why), or
  ;; #f. unheard: the holder may live.
  (died %hold-died %hold-died!)
  ;; Why there will be no communication any more; a list of why, once, if a
  ;; session is over since the peer cannot be reached; or #f.
  (lost %hold-lost %hold-lost!)
  ;; What peers offer, the oldest first.
  (offers %hold-offers %hold-offers!)
  ;; The number of the last output, and what became of it: #f, a list of the
  ;; inboxes for the ends in it, or a vector of one, if it is not taken yet.
  (sequence %hold-sequence %hold-sequence!)
  (outcome %hold-outcome %hold-outcome!)
  (knows %hold-knows %hold-knows!)
  ;; The fields of the last input and output, or #f: they are of the right
  ;; direction, and most often of the next one too.
  (reads %hold-reads %hold-reads!)
  (writes %hold-writes %hold-writes!))

;; The items of an output that has come and is not taken, and whose it is.
(define-record-type %pending
  (%make-offer field session sequence pid inbox items)
  %offer?
  (field %offer-field)
  (session %offer-session)
  (sequence %offer-sequence)
  (pid %offer-pid)
  (inbox %offer-inbox)
  (items %offer-items))

(define-record-type %table
  (%make-table owner holds awaited gone)
  %table?
  (owner %table-owner)
  (holds %table-holds %table-holds!)
  ;; Inboxes of ends that will come back to this process: what comes to them
  ;; before waits.
  (awaited %table-awaited %table-awaited!)
  ;; (id . side) of ends that this process had.
  (gone %table-gone %table-gone!))

(define %gone-max 64)

(define %process-table #f)

(define (%own-table)
  (let ((me (%primitive %self)))
    (if (and %process-table (eq? me (%table-owner %process-table)))
        %process-table
        (let ((table (%make-table me '() '() '())))
          (set! %process-table table)
          table))))

(define (%new-hold end inbox floor)
  (let ((home (%end-home end)))
    (%make-hold end inbox (if (%local? home) #f (monitor home))
                #f #f #f #f floor #f #f #f '() 0 #f #f #f #f)))

(define (%local? pid)
  (let ((node (%primitive %pid-node pid)))
    (or (not node) (equal? node (%primitive %current-node)))))

(define (%new-hold! end inbox floor)
  (let ((table (%own-table)) (hold (%new-hold end inbox floor)))
    (%table-holds! table (cons hold (%table-holds table)))
    hold))

;; The hold of an end of this process, or #f.
(define (%hold-of end)
  (let ((id (%end-id end)) (side (%end-side end)))
    (let loop ((rest (%table-holds (%own-table))))
      (if (pair? rest)
          (let ((held (%hold-end (car rest))))
            (if (or (eq? end held)
                    (and (eq? id (%end-id held)) (eq? side (%end-side held))))
                (car rest)
                (loop (cdr rest))))
          #f))))

;; The inboxes to which ends will come back, and putting others in their place.
(define (%awaited) (%table-awaited (%own-table)))
(define (%await-at! inboxes) (%table-awaited! (%own-table) inboxes))

(define (%hold-with inbox)
  (let loop ((rest (%table-holds (%own-table))))
    (cond ((null? rest) #f)
          ((eq? inbox (%hold-inbox (car rest))) (car rest))
          (else (loop (cdr rest))))))

(define (%hold-watching watch)
  (let loop ((rest (%table-holds (%own-table))))
    (cond ((null? rest) #f)
          ((or (eq? watch (%hold-watch (car rest)))
               (eq? watch (%hold-home-watch (car rest))))
           (car rest))
          (else (loop (cdr rest))))))

(define (%owned-hold end who)
  (or (if (end? end) (%hold-of end) #f)
      (%not-held end who)))

(define (%not-held end who)
  (%require-end end who)
  (cond ((%end-shared? end)
         (%pony-error 'not-claimed who #f "the shared end is not claimed:"
                      (%end-side end) (%shown-type end)))
        ((%gone? end) (%moved end who))
        (else
         (%pony-error 'end-not-owned who #f
                      "another process holds the end, and did not give it:"
                      (%end-side end) (%shown-type end)))))

(define (%moved end who)
  (%pony-error 'end-moved who #f "the end has moved to another process:"
               (%end-side end) (%shown-type end)))

(define (%shown-type end)
  (cons (%type-name (%end-type end)) (%described-type (%end-type end))))

(define (%gone? end)
  (let loop ((rest (%table-gone (%own-table))))
    (cond ((null? rest) #f)
          ((and (eq? (caar rest) (%end-id end))
                (eq? (cdar rest) (%end-side end)))
           #t)
          (else (loop (cdr rest))))))

;; Forgets a hold. Its peer is told of the end of the session, if one is known
;; here; the number of that, or #f. The home may know of a later one.
(define (%drop-hold! hold)
  (let* ((table (%own-table))
         (end (%hold-end hold))
         (session (%hold-session hold)))
    (%table-holds! table (%without hold (%table-holds table)))
    (if (%hold-watch hold) (%primitive %demonitor (%hold-watch hold)))
    (if (%primitive tag? (%hold-home-watch hold))
        (%primitive %demonitor (%hold-home-watch hold)))
    (if session
        (! (%hold-peer hold)
           (list (%hold-peer-inbox hold) 'pony:over session 'released)))
    ;; What waits for this hold, or came late for an earlier one, is dropped.
    (%sweep-post!)
    (if (not (%end-shared? end))
        (%table-gone! table
                      (%at-most %gone-max
                                (cons (cons (%end-id end) (%end-side end))
                                      (%table-gone table)))))
    session))

(define (%without object list)
  (cond ((null? list) '())
        ((eq? (car list) object) (cdr list))
        (else (cons (car list) (%without object (cdr list))))))

;; Gives the end to a process, whose inbox for it that is.
(define (%give-up! end to inbox)
  (let* ((hold (%owned-hold end 'out!)) (told (%drop-hold! hold)))
    (! (%end-home end)
       (list 'give (%end-side end) (%primitive %self) (%hold-inbox hold)
             to inbox told))))

;; Takes over an end that `from` gives, by an offer (inbox . number) or #f. An
;; end that is lost meanwhile is held too, and raises when it is used.
(define (%adopt-held! end from inbox offer)
  (let* ((hold (%new-hold! end inbox 0))
         (adopted? (catch (lambda (problem) #f)
                     (call (%end-home end)
                           (list 'adopt (%end-side end) from inbox
                                 offer)))))
    (if (not adopted?) (%hold-lost! hold 'died))
    hold))
