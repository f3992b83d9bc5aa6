;;; The groups of a node are kept by a generic server, published as the service
;;; `groups`, which the first use starts. Its state is a list of lists (name pid
;;; watch), one for each membership, in the order of joining.

(define (%server)
  (or (resolve-service 'groups)
      (begin
        (publish-service 'groups
                         (server:start %plugin '() name: 'groups))
        (%server))))

;;> (group-join! name [pid]): makes the process, or this one, a member of the
;;> group of this node, once for each call, until it leaves or ends. Groups are
;;> made by joining. Raises type.
;;> Example: (eval '(begin (group-join! 'readers) (memv (self) (group-members 'readers)) 'joined) (environment '(termite) '(mound group))) => joined
(define group-join!
  (case-lambda
    ((name) (group-join! name (self)))
    ((name pid)
     (if (not (pid? pid)) (%type-error 'group-join! "a pid" pid))
     (server:call (%server) (list 'join name pid))
     (void))))

;;> (group-leave! name [pid]): ends one membership, if there is one.
;;> Example: (eval '(begin (group-join! 'brief) (group-leave! 'brief) (group-members 'brief)) (environment '(scheme base) '(mound group))) => ()
(define group-leave!
  (case-lambda
    ((name) (group-leave! name (self)))
    ((name pid)
     (server:call (%server) (list 'leave name pid))
     (void))))

;;> (group-members name): a list of the members, in the order of joining.
;;> Example: (eval '(group-members 'nobody-joined) (environment '(scheme base) '(mound group))) => ()
(define (group-members name) (server:call (%server) (list 'members name)))

;;> (group-send name message): sends the message to each member. Raises
;;> unsendable.
;;> Example: (eval '(begin (group-join! 'choir) (group-send 'choir 'la) (recv ('la 'sung))) (environment '(termite) '(mound group))) => sung
(define (group-send name message)
  (for-each (lambda (pid) (! pid message)) (group-members name)))

;;> (groups): the names of the groups of this node that have members.
;;> Example: (eval '(begin (group-join! 'a-group) (and (memq 'a-group (groups)) #t)) (environment '(scheme base) '(mound group))) => #t
(define (groups) (server:call (%server) 'names))

(define (%answer term entries)
  (match term
    (('join name pid)
     (values #t (append entries (list (list name pid (monitor pid))))))
    (('leave name pid)
     (let ((entry (%find (lambda (entry)
                           (and (equal? (car entry) name)
                                (eq? (cadr entry) pid)))
                         entries)))
       (if entry (demonitor (list-ref entry 2)))
       (values #t (%without entry entries))))
    (('members name)
     (values (let loop ((rest entries))
               (cond ((null? rest) '())
                     ((equal? (caar rest) name)
                      (cons (cadar rest) (loop (cdr rest))))
                     (else (loop (cdr rest)))))
             entries))
    ('names
     (values (let loop ((rest entries) (names '()))
               (cond ((null? rest) (reverse names))
                     ((member (caar rest) names) (loop (cdr rest) names))
                     (else (loop (cdr rest) (cons (caar rest) names)))))
             entries))
    (_ (%error-of-kind 'type 'groups "there is no such request" term))))

(define (%find test entries)
  (cond ((null? entries) #f)
        ((test (car entries)) (car entries))
        (else (%find test (cdr entries)))))

(define (%without entry entries)
  (cond ((null? entries) '())
        ((eq? (car entries) entry) (cdr entries))
        (else (cons (car entries) (%without entry (cdr entries))))))

(define (%forget message entries)
  (match message
    (('down watch _ _ _)
     (%without (%find (lambda (entry) (eq? (list-ref entry 2) watch)) entries)
               entries))
    (_ entries)))

(define %plugin
  (make-server-plugin
   (lambda (argument) '())
   %answer
   (lambda (term entries) entries)
   (lambda (reason entries) #t)
   %forget))
