;;; The kernel of an application on a node. That of the master knows the nodes
;;; and the named bundles; all record errors and tell what happens.
;;;
;;; Requests to the master's: (join kernel), answered by the number of the node
;;; or -28; (join-once kernel), answered by -24 too, where a part of the
;;; application is on that node already; (leave id); (alloc id name side shared?
;;; other type inbox), answered by (tag home) or a code; (node-id node);
;;; shut-down; end.
;;; Requests to any: error-point, (delete-error-point point), (errors-after
;;; point), (listen pid), stop. To end the application is to answer all that
;;; wait for its end, and to close the named bundles.
;;;
;;; Who adds: nodes that join, names that are allocated, errors. Bounds: names
;;; live as long as the application, as in the original; of errors the newest
;;; thousand are kept; points go when they are used or deleted.

;; A node that has joined.
(define-record-type %member
  (%make-member id kernel watch)
  %member?
  (id %member-id)
  (kernel %member-kernel)
  (watch %member-watch))

;; A bundle with a name. States of a side: unknown, unshared, allocated, shared.
(define-record-type %named
  (%make-named id home type client server)
  %named?
  (id %named-id)
  (home %named-home)
  (type %named-type)
  (client %named-client %named-client!)
  (server %named-server %named-server!))

(define %errors-max 1000)

;; What the errors of the original are called.
(define %read-code -4)

;; `master`: the pid of the master's kernel, or #f for that itself. `messages`:
;; none, status, error or both.
(define (%serve-application application messages)
  (define own-id 0)
  (define master #f)
  (define master-watch #f)
  (define ans #f)
  (define ans-watch #f)
  (define members '())
  (define next-id 1)
  (define names (make-hash-table))
  (define closing (make-wait-list))
  (define closing? #f)
  ;; The newest first: (number ans? master? node code).
  (define errors '())
  (define error-count 0)
  (define points '())
  (define next-point 1)
  (define listeners '())

  (define (tell kind text)
    (if (or (eq? messages 'both) (eq? messages kind))
        (for-each (lambda (pid)
                    (! pid (list 'pony-message kind
                                 (string-append
                                  (if (eq? kind 'error)
                                      "PONY ERROR: "
                                      "PONY MSG: ")
                                  "node " (number->string own-id) ": "
                                  text))))
                  listeners)))
  (define (note-error! ans? master? node code)
    (set! error-count (+ error-count 1))
    (set! errors
          (%at-most %errors-max
                    (cons (list error-count ans? master? node code) errors)))
    (tell 'error
          (cond (ans? "the name server is lost")
                (master? "the master is lost")
                (else (string-append "node " (number->string node)
                                     " is lost")))))

  ;; Members.
  (define (join! kernel)
    (let ((id next-id))
      (set! next-id (+ id 1))
      (set! members
            (cons (%make-member id kernel (monitor kernel)) members))
      (tell 'status (string-append "node " (number->string id) " has joined"))
      id))
  (define (member-of id)
    (let loop ((rest members))
      (cond ((null? rest) #f)
            ((= id (%member-id (car rest))) (car rest))
            (else (loop (cdr rest))))))
  (define (leave! member)
    (set! members (%without member members))
    (demonitor (%member-watch member))
    (if (and closing? (null? members)) (end-all!)))
  (define (lost! member)
    (for-each (lambda (other)
                (! (%member-kernel other)
                   (list 'pony-lost (%member-id member))))
              (%without member members))
    (note-error! #f #f (%member-id member) %read-code)
    (leave! member))
  ;; Whether a part of the application is on the node.
  (define (here? node)
    (or (equal? node (pid-node (self)))
        (let loop ((rest members))
          (and (pair? rest)
               (or (equal? node (pid-node (%member-kernel (car rest))))
                   (loop (cdr rest)))))))
  ;; Ends the named bundles for the processes of a node that has left, if no
  ;; other part of the application is there.
  (define (close-at! node)
    (if (not (here? node))
        (hash-table-walk names
                         (lambda (name named)
                           (! (%named-home named) (list 'node-off node))))))
  (define (end-all!)
    (hash-table-walk names
                     (lambda (name named)
                       (! (%named-home named) '(close shut-down))))
    (tell 'status "the application has ended")
    (let loop ()
      (let ((caller (next-waiter! closing)))
        (if caller
            (begin
              (reply caller #t)
              (loop)))))
    (shutdown!))

  ;; Names.
  (define (alloc name side shared? other type inbox pid)
    (let* ((named (hash-table-ref/default names name #f))
           (state (if named (state-of named side) 'unknown))
           (other-state (if named (state-of named (opposite side)) 'unknown)))
      (cond ((and named (not (equal? type (%named-type named)))) -2)
            ((and shared? (memq state '(unshared allocated))) -3)
            ((and (not shared?) (eq? state 'shared)) -3)
            ((and (eq? other 'shared) (memq other-state '(unshared allocated)))
             -3)
            ((and (eq? other 'unshared) (eq? other-state 'shared)) -3)
            ((and (not shared?) (eq? state 'allocated)) -4)
            (else
             (let ((named (or named (new-named! name type))))
               (state! named side (if shared? 'shared 'allocated))
               (if (and (eq? other-state 'unknown)
                        (not (eq? other 'unknown)))
                   (state! named (opposite side) other))
               (! (%named-home named) (list 'hold side shared? pid inbox))
               (list (%named-id named) (%named-home named)))))))
  (define (new-named! name type)
    (let ((named (%make-named (make-tag) (%start-named-home) type
                              'unknown 'unknown)))
      (hash-table-set! names name named)
      named))
  (define (opposite side) (if (eq? side 'client) 'server 'client))
  (define (state-of named side)
    (if (eq? side 'client) (%named-client named) (%named-server named)))
  (define (state! named side state)
    (if (eq? side 'client)
        (%named-client! named state)
        (%named-server! named state)))

  ;; Errors.
  (define (new-point!)
    (let ((point next-point))
      (set! next-point (+ point 1))
      (set! points (cons (cons point error-count) points))
      point))
  (define (delete-point! point)
    (let ((found (assv point points)))
      (if found (set! points (%without found points)))
      found))
  (define (errors-after point)
    (let ((found (delete-point! point)))
      (and found
           (cons (new-point!)
                 (let loop ((rest errors) (after '()))
                   (if (or (null? rest) (<= (car (car rest)) (cdr found)))
                       after
                       (loop (cdr rest) (cons (cdr (car rest)) after))))))))

  (define (answer request caller)
    (match request
      (('begin id of server)
       (set! own-id id)
       (set! master of)
       (set! ans server)
       (set! ans-watch (monitor server))
       (if of (set! master-watch (monitor of)))
       (tell 'status "started")
       (reply caller #t))
      (('join kernel)
       (reply caller (if closing? -28 (join! kernel))))
      (('join-once kernel)
       (reply caller
              (cond (closing? -28)
                    ((here? (pid-node kernel)) -24)
                    (else (join! kernel)))))
      (('leave id)
       (let ((member (member-of id)))
         (reply caller #t)
         (if member
             (begin
               (tell 'status (string-append "node " (number->string id)
                                            " has left"))
               (leave! member)
               (close-at! (pid-node (%member-kernel member)))))))
      (('alloc name side shared? other type inbox)
       (reply caller
              (if closing?
                  'shut-down
                  (alloc name side shared? other type inbox
                         (caller-pid caller)))))
      (('node-id node)
       (reply caller
              (if (equal? node (pid-node (self)))
                  own-id
                  (let loop ((rest members))
                    (cond ((null? rest) #f)
                          ((equal? node (pid-node (%member-kernel (car rest))))
                           (%member-id (car rest)))
                          (else (loop (cdr rest))))))))
      ('shut-down
       (if (not closing?)
           (begin
             (set! closing? #t)
             (tell 'status "shutting down")
             (catch (lambda (problem) #f)
               (call ans (list 'withdraw application (self)) 5 #f))))
       (wait! closing caller)
       (if (null? members) (end-all!)))
      ('end
       (wait! closing caller)
       (end-all!))
      ('stop
       (tell 'status "shutting down")
       ;; Before the news of its end, which is of the same sender. A master
       ;; that is lost has forgotten this node.
       (catch (lambda (problem) #f)
         (call master (list 'leave own-id)))
       (reply caller #t)
       (shutdown!))
      ('error-point (reply caller (new-point!)))
      (('delete-error-point point)
       (reply caller (and (delete-point! point) #t)))
      (('errors-after point) (reply caller (errors-after point)))
      (('listen pid)
       (set! listeners (cons pid listeners))
       (reply caller #t))
      (_ (%error-of-kind 'type 'call "there is no such request" request))))
  (define (note message)
    (match message
      (('pony-lost id) (note-error! #f #f id %read-code))
      (('down watch _ reason _)
       (cond ((eq? watch ans-watch)
              (if (eq? reason 'node-down) (note-error! #t #f #f %read-code)))
             ((eq? watch master-watch)
              (note-error! #f #t 0 %read-code))
             (else
              (for-each (lambda (member)
                          (if (eq? watch (%member-watch member))
                              (lost! member)))
                        members))))
      (_ #t)))
  (serve answer closing
         other: note
         status: (lambda ()
                   (list (cons 'application application)
                         (cons 'node own-id)
                         (cons 'slaves (length members))
                         (cons 'names (hash-table-count names))
                         (cons 'errors error-count)))))
