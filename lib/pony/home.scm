;;; The home of a bundle: a process that knows who holds each end. It passes on
;;; claims in order, and tells the two holders of each other; what they send
;;; goes directly from one to the other.
;;;
;;; A hold is the time in which a process holds an end. It has a fresh tag, the
;;; inbox, at the head of all messages for it. A session is a time in which both
;;; ends have the same holders; sessions are numbered.
;;;
;;; Requests (see (mound call)):
;;;   (claim side inbox)       (session why): the number of the last session,
;;;                            and why the other end is lost, or #f
;;;   (peer side past)         (session pid inbox), when there is a session
;;;                            after the past one, of whose end the caller has
;;;                            heard, maybe before the home; (lost why) if there
;;;                            will be none
;;;   (adopt side from inbox offer)
;;;                            #t when the caller holds the end, #f if it is
;;;                            lost or kept; by which offer of `from` it comes,
;;;                            (inbox . number), or #f
;;;   (unheard side session)   the caller has lost the connection with the node
;;;                            of the other holder: #t when the session is over,
;;;                            unreachable if both live; then another begins
;;;   networked?               whether a process of another node held an end
;;;   (remote side)            who holds the other end, if there is a session
;;; Messages:
;;;   (give side from inbox to new-inbox told)
;;;   (release side from inbox told)
;;;   (keep side from inbox offer)    does not give the end by the offer
;;;   (hold side shared? pid inbox)   an end is allocated; by whom, if it is
;;;                                   not shared
;;;   (node-off node)                 has left the application
;;;   (doubt side session)            as unheard, of one who does not wait
;;;   (heard session holder heard?)   whether the home hears of the holder: from
;;;                                   a process that looked
;;;   (close why)
;;; `told` is the session of whose end the giver has told its peer, or #f. The
;;; home tells of the end of any other session, of which the giver has not heard
;;; yet. So no news of an end overtakes what the giver said to its peer before.
;;;
;;; The home tells a holder: (inbox pony:over session why), why being released,
;;; node-down or died if the holder has ended, or unreachable if one of them
;;; cannot reach the other, and (inbox pony:lost why).
;;;
;;; It ends when one end can never be held again and nobody holds the other,
;;; unless the bundle has a name, and is closed with its application.

(define-record-type %side
  (%make-side name shared? holder inbox watch lost kept claims peers adopters)
  %side?
  (name %side-name)
  (shared? %side-shared? %side-shared!)
  (holder %side-holder %side-holder!)
  (inbox %side-inbox %side-inbox!)
  (watch %side-watch %side-watch!)
  ;; Why nobody can ever hold it again, or #f.
  (lost %side-lost %side-lost!)
  ;; The last offer by which it did not go after all, or #f.
  (kept %side-kept %side-kept!)
  ;; Those who wait for the end, for its peer, and to be given it.
  (claims %side-claims)
  (peers %side-peers)
  (adopters %side-adopters))

(define (%new-side name shared? holder inbox)
  (let ((side (%make-side name shared? #f #f #f #f #f (make-wait-list)
                          (make-wait-list) (make-wait-list))))
    (if holder (%hold! side holder inbox))
    side))

(define (%hold! side pid inbox)
  (if (%side-watch side) (%primitive %demonitor (%side-watch side)))
  (%side-holder! side pid)
  (%side-inbox! side inbox)
  (%side-watch! side (if pid (monitor pid) #f)))

(define (%serve-bundle client server named?)
  (define session 0)
  (define in-session? #f)
  (define networked? #f)
  ;; Those who wait for what has become of the other holder, and the session
  ;; about which there is doubt, or #f.
  (define doubters (make-wait-list))
  (define doubted #f)
  ;; Nodes that have left the application.
  (define off '())
  (define (side-of name) (if (eq? name 'client) client server))
  (define (other-of side) (if (eq? side client) server client))

  (define (hold! side pid inbox)
    (%hold! side pid inbox)
    (if (not (equal? (pid-node pid) (pid-node (self)))) (set! networked? #t)))
  (define (holds? side pid inbox)
    (and (eq? pid (%side-holder side)) (eq? inbox (%side-inbox side))))
  (define (tell-holder side . news)
    (if (%side-holder side)
        (! (%side-holder side) (cons (%side-inbox side) news))))
  (define (each-waiter waiters receive)
    (let ((caller (next-waiter! waiters)))
      (if caller
          (begin
            (receive caller)
            (each-waiter waiters receive)))))

  (define (start-session!)
    (if (and (not in-session?) (%side-holder client) (%side-holder server))
        (begin
          (set! session (+ session 1))
          (set! in-session? #t)
          (for-each (lambda (side)
                      (each-waiter (%side-peers side)
                                   (lambda (caller)
                                     (reply caller (peer-of side)))))
                    (list client server)))))
  (define (peer-of side)
    (let ((other (other-of side)))
      (list session (%side-holder other) (%side-inbox other))))
  (define (answer-doubters! answer)
    (each-waiter doubters (lambda (caller) (reply caller answer))))
  (define (end-session! side told why)
    (if in-session?
        (let ((other (other-of side)))
          (set! in-session? #f)
          (answer-doubters! #t)
          (if (not (eqv? told session))
              (tell-holder other 'pony:over session why)))))

  (define (grant! side caller inbox)
    (hold! side (caller-pid caller) inbox)
    (reply caller (list session (%side-lost (other-of side)))))
  ;; Nobody holds the shared end any more.
  (define (free! side)
    (%hold! side #f #f)
    (let ((next (next-waiter! (%side-claims side))))
      (cond (next
             (grant! side next (caller-data next))
             (start-session!))
            (else (end-if-unused!)))))
  (define (end-if-unused!)
    (if (and (not named?)
             (or (and (%side-lost client) (not (%side-holder server)))
                 (and (%side-lost server) (not (%side-holder client)))))
        (shutdown!)))

  (define (adopt! side caller from inbox offer)
    (cond ((holds? side (caller-pid caller) inbox) (reply caller #t))
          ((and (eq? from (%side-holder side)) (not (kept? side offer)))
           (wait! (%side-adopters side) caller (list from inbox offer)))
          (else (reply caller #f))))
  (define (kept? side offer)
    (let ((kept (%side-kept side)))
      (and kept offer (eq? (car kept) (car offer))
           (<= (cdr offer) (cdr kept)))))
  (define (keep! side offer)
    (%side-kept! side offer)
    (adopt-again! side))
  (define (adopt-again! side)
    (let loop ((left (wait-list-length (%side-adopters side))))
      (if (> left 0)
          (let ((caller (next-waiter! (%side-adopters side))))
            (if caller
                (begin
                  (apply adopt! side caller (caller-data caller))
                  (loop (- left 1))))))))
  (define (give! side to inbox told)
    (end-session! side told 'released)
    (hold! side to inbox)
    (adopt-again! side)
    (tell-of-loss! side)
    (start-session!))
  ;; The new holder cannot know what its predecessor was told.
  (define (tell-of-loss! side)
    (let ((other (other-of side)))
      (if (%side-lost other)
          (tell-holder side 'pony:lost (%side-lost other)))))

  (define (lose! side why)
    (let ((other (other-of side)))
      (%side-lost! side why)
      (tell-holder other 'pony:lost why)
      (each-waiter (%side-peers other)
                   (lambda (caller) (reply caller (list 'lost why))))
      (each-waiter (%side-adopters side) (lambda (caller) (reply caller #f)))
      (end-if-unused!)))
  (define (leave-node! side node)
    (if (and (%side-holder side) (equal? node (pid-node (%side-holder side))))
        (begin
          (tell-holder side 'pony:lost 'shut-down)
          (died! side 'shut-down))))
  ;; The holder has ended.
  (define (died! side why)
    (end-session! side #f (if (eq? why 'node-down) why 'died))
    (if (%side-shared? side)
        (free! side)
        (begin
          (%hold! side #f #f)
          (lose! side why))))

  ;; One holder has lost the connection with the node of the other. If that is
  ;; lost here too, or the other has given its end away, the home hears of it.
  (define (doubt! side)
    (if (not (eqv? doubted session))
        (begin
          (set! doubted session)
          (look-after! (%side-holder (other-of side)) 0))))
  (define (look-after! holder pause)
    (let ((home (self)) (number session))
      (spawn (lambda ()
               (recv (,home #t) (after pause #f))
               (! home (list 'heard number holder (%hears? holder))))
             name: 'pony-look)))
  (define (end-look! holder heard?)
    (if heard?
        (begin
          (set! in-session? #f)
          (answer-doubters! 'unreachable)
          (tell-holder client 'pony:over session 'unreachable)
          (tell-holder server 'pony:over session 'unreachable)
          (start-session!))
        (look-after! holder 1)))

  (define (answer request caller)
    (match request
      (('unheard name number)
       (if (and in-session? (= number session))
           (begin
             (wait! doubters caller)
             (doubt! (side-of name)))
           (reply caller #t)))
      (('peer name past)
       (let* ((side (side-of name)) (other (other-of side)))
         (cond ((and in-session? (> session past))
                (reply caller (peer-of side)))
               ((%side-lost other)
                (reply caller (list 'lost (%side-lost other))))
               (else (wait! (%side-peers side) caller)))))
      (('claim name inbox)
       (let ((side (side-of name)))
         (cond ((member (pid-node (caller-pid caller)) off)
                (raise-at caller (%lost-condition 'shut-down name)))
               ((%side-holder side)
                (wait! (%side-claims side) caller inbox))
               (else
                (grant! side caller inbox)
                (start-session!)))))
      (('adopt name from inbox offer)
       (adopt! (side-of name) caller from inbox offer))
      (('remote name)
       (reply caller
              (and in-session? (%side-holder (other-of (side-of name))))))
      ('networked? (reply caller networked?))
      (_ (%error-of-kind 'type 'call "there is no such request" request))))

  (define (note message)
    (match message
      (('release name from inbox told)
       (let ((side (side-of name)))
         (if (holds? side from inbox)
             (begin
               (end-session! side told 'released)
               (free! side)))))
      (('keep name from inbox offer)
       (let ((side (side-of name)))
         (if (holds? side from inbox) (keep! side offer))))
      (('doubt name number)
       (if (and in-session? (= number session)) (doubt! (side-of name))))
      (('heard number holder heard?)
       (if (and in-session? (= number session)) (end-look! holder heard?)))
      (('give name from inbox to new-inbox told)
       (let ((side (side-of name)))
         (if (holds? side from inbox) (give! side to new-inbox told))))
      (('down watch pid reason object)
       (for-each (lambda (side)
                   (if (eq? watch (%side-watch side)) (died! side reason)))
                 (list client server)))
      (('hold name shared? pid inbox)
       (let ((side (side-of name)))
         (%side-shared! side shared?)
         (if (not shared?)
             (begin
               (hold! side pid inbox)
               (tell-of-loss! side)
               (start-session!)))))
      (('node-off node)
       (set! off (cons node off))
       (leave-node! client node)
       (leave-node! server node))
      (('close why)
       (tell-holder client 'pony:lost why)
       (tell-holder server 'pony:lost why)
       (shutdown!))
      (_ #t)))

  (start-session!)
  (serve answer
         (%side-claims client) (%side-claims server)
         (%side-peers client) (%side-peers server)
         (%side-adopters client) (%side-adopters server)
         doubters
         other: note
         status: (lambda ()
                   (list (cons 'client (%side-holder client))
                         (cons 'server (%side-holder server))
                         (cons 'session session)
                         (cons 'adopters
                               (+ (wait-list-length (%side-adopters client))
                                  (wait-list-length (%side-adopters server))))
                         (cons 'client-claims
                               (wait-list-length (%side-claims client)))
                         (cons 'server-claims
                               (wait-list-length (%side-claims server)))))))

;; Whether this node hears of the process: all that it has sent has come then.
(define (%hears? pid)
  (or (%local? pid) (eq? #t (%primitive %ping pid (%deadline 5)))))

;; The home of a new bundle, whose unshared ends the holder has.
(define (%start-home client-shared? server-shared? holder client-inbox
                     server-inbox)
  (spawn (lambda ()
           (%serve-bundle
            (%new-side 'client client-shared?
                       (if client-shared? #f holder) client-inbox)
            (%new-side 'server server-shared?
                       (if server-shared? #f holder) server-inbox)
            #f))
         name: 'pony-bundle))

;; That of a bundle with a name, of which nothing is allocated yet.
(define (%start-named-home)
  (spawn (lambda ()
           (%serve-bundle (%new-side 'client #f #f #f)
                          (%new-side 'server #f #f #f)
                          #t))
         name: 'pony-bundle))
