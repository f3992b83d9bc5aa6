;;; Roots and components: the states and views of which a page is made, and the
;;; two ways to write one: a loop of states, and a dialogue.

;; An owner of handlers: the root, or a component in it, under the names of the
;; components that lead to it, the innermost first. `drawn` is the number of the
;; last drawing in which it was there.
(define-record-type owner
  (%make-owner path state view drawn)
  owner?
  (path %owner-path)
  (state %owner-state %owner-state-set!)
  (view %owner-view %owner-view-set!)
  (drawn %owner-drawn %owner-drawn-set!))

;; `replaced?` says whether the view of an owner was set from outside; such a
;; one stays when the component is drawn with another.
(define-record-type root
  (%make-root owner owners drawings replaced)
  root?
  (owner %root-owner)
  (owners %root-owners)
  (drawings %root-drawings %root-drawings-set!)
  (replaced %root-replaced %root-replaced-set!))

(define (%new-root state view)
  (%make-root (%make-owner '() state view 0) (make-hash-table equal?) 0 '()))

(define (%constant-root html)
  (%new-root #f (lambda (state) html)))

(define (%root-state root) (%owner-state (%root-owner root)))
(define (%root-state-set! root state)
  (%owner-state-set! (%root-owner root) state))

;; The tree that it shows. Components that are not there any more are forgotten.
(define (%root-nodes root)
  (let ((drawing (+ 1 (%root-drawings root))) (owner (%root-owner root)))
    (%root-drawings-set! root drawing)
    (let ((nodes (%tree (list ((%owner-view owner) (%owner-state owner)))
                        owner
                        (lambda (owner part)
                          (%enter root drawing owner part)))))
      (for-each
       (lambda (path)
         (if (not (= drawing (%owner-drawn (hash-table-ref/default
                                            (%root-owners root) path #f))))
             (hash-table-delete! (%root-owners root) path)))
       (hash-table-keys (%root-owners root)))
      nodes)))

;; The owner that the component is, with the state that it had, and its tree.
(define (%enter root drawing outer part)
  (let* ((path (cons (%part-name part) (%owner-path outer)))
         (known (hash-table-ref/default (%root-owners root) path #f))
         (owner (or known
                    (%make-owner path (%part-state part)
                                 (%part-view part) 0))))
    (if (= drawing (%owner-drawn owner))
        (%error-of-kind 'range 'show "two components of one name:"
                        (reverse path)))
    (hash-table-set! (%root-owners root) path owner)
    (%owner-drawn-set! owner drawing)
    (if (not (member path (%root-replaced root)))
        (%owner-view-set! owner (%part-view part)))
    (values owner ((%owner-view owner) (%owner-state owner)))))

(define (%current-owner? root owner)
  (or (eq? owner (%root-owner root))
      (eq? owner (hash-table-ref/default (%root-owners root)
                                         (%owner-path owner) #f))))

(define (%handle owner handler event)
  (%owner-state-set! owner (handler (%owner-state owner) event)))

;;> (run-page page state view [message: procedure]): shows what the view, a
;;> procedure, makes of the state, again after each change. A handler in it is
;;> called with the state and the event, and returns the next state. The
;;> procedure behind message: is called with the state and each message that
;;> another process has sent to the page, and returns the next state, too. Does
;;> not return; the process ends when no browser has been connected for a while.
;;> Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (run-page 5 0 (lambda (n) "x"))) => type
(define (run-page page state view . options)
  (%require-page page 'run-page)
  (%require-callback view 1 'run-page)
  (%check-options options (list message:) 'run-page)
  (%run page (%new-root state view) (%option message: options #f)
        (lambda (state) #f)))

;; Shows the root until its state is enough; then what was shown before is the
;; root again. Returns the state.
(define (%run page root take enough?)
  (let ((before (%page-root page)))
    (%page-root-set! page root)
    (%render page)
    (let loop ()
      (if (enough? (%root-state root))
          (begin
            (%page-root-set! page before)
            (%root-state root))
          (begin
            (%next page take)
            (loop))))))

;;> (ask page html): shows it, which contains a form, and waits until the user
;;> sends that. Returns what event-form gives: an association list of the names
;;> and values of its fields. A handler in it can answer, too: what it returns
;;> is the answer unless that is #f. When the user goes back to a question and
;;> answers again, the computation goes on from there with the new answer. Can
;;> be called wherever the page's process is: in a handler, in a recursion.
;;> Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (ask 5 '(form))) => type
(define (ask page html)
  (%require-page page 'ask)
  (%enter-step! page)
  (let ((answer (%run page (%question-root html (%page-step page)) #f values)))
    (%enter-step! page)
    answer))

(define (%question-root html step)
  (%constant-root (%with-submit html (list 'question step))))

;; A place to which the user can go back: whoever calls what is kept for it goes
;; on from here. A number that the browser has not heard of is used again.
(define (%enter-step! page)
  (let* ((told (%page-told page))
         (step (if (and told (eqv? (cadr told) (%page-step page)))
                   (+ 1 (%page-last-step page))
                   (%page-step page)))
         (root (%page-root page)))
    (call/cc
     (lambda (continue)
       (%page-steps-set!
        page (%at-most %steps-max
                       (cons (cons step continue)
                             (%without-step step (%page-steps page)))))))
    (%page-root-set! page root)
    (%page-step-set! page step)))

(define (%page-last-step page)
  (let loop ((steps (%page-steps page)) (last (%page-step page)))
    (if (null? steps)
        last
        (loop (cdr steps) (max last (caar steps))))))

(define (%without-step step steps)
  (cond ((null? steps) '())
        ((= step (caar steps)) (cdr steps))
        (else (cons (car steps) (%without-step step (cdr steps))))))

;; The same with handlers for forms that have none, and with a key, so that the
;; fields of a question do not have what was entered into those of another one.
(define (%with-submit html key)
  (cond ((not (and (pair? html) (list? html))) html)
        ((not (eq? 'form (car html)))
         (map (lambda (part) (%with-submit part key)) html))
        (else
         (let ((given (%given-attributes html)))
           `(form (@ ,@given
                     ,@(if (assq 'key given) '() `((key ,key)))
                     ,@(if (assq 'on-submit given)
                           '()
                           `((on-submit
                              ,(lambda (state event) (event-form event))))))
                  ,@(%content html))))))

;;> (event-ref event name): what the browser says of the event under the name, a
;;> symbol, or #f: type, value (of the field), checked, key, x and y (in the
;;> element, in pixels), and form. Raises type.
;;> Example: (event-ref '((type . "click") (value . "x")) 'value) => "x"
(define (event-ref event name) (%event-ref event name 'event-ref))

(define (%event-ref event name who)
  (if (not (list? event)) (%type-error who "an event" event))
  (if (not (symbol? name)) (%type-error who "a symbol" name))
  (let ((found (assq name event))) (and found (cdr found))))

;;> (event-value event): the value of the field in which the event happened, or
;;> #f. Raises type.
;;> Example: (event-value '((value . "x"))) => "x"
(define (event-value event) (%event-ref event 'value 'event-value))

;;> (event-form event): an association list of the names, symbols, and the
;;> values, strings, of the fields of the form in which the event happened, or
;;> (). Raises type.
;;> Example: (event-form '((form . ((name . "Ada"))))) => ((name . "Ada"))
(define (event-form event) (or (%event-ref event 'form 'event-form) '()))

;;> (page-call pid procedure): calls the procedure with the page in the process
;;> of a page of this or another node, shows the page again, and returns what it
;;> returns. Raises what it raises, type, and noproc if the page has ended.
;;> Example: (guard (e (#t (condition-kind e))) (page-call 5 page-path)) => type
(define (page-call pid procedure)
  (%require-callback procedure 1 'page-call)
  (%page-call pid procedure 'page-call))

(define (%page-call pid procedure who)
  (if (not (pid? pid)) (%type-error who "a pid" pid))
  (let ((tag (make-tag)) (watch (monitor pid)))
    (! pid (list 'dynamite 'call (self) tag procedure))
    (let ((answer (recv ((,tag answer) answer)
                        (('down ,watch _ _ _)
                         (list 'raised
                               (guard (e (#t e))
                                 (%error-of-kind 'noproc who
                                                 "the page has ended:"
                                                 pid)))))))
      (demonitor watch)
      (if (eq? 'returned (car answer))
          (cadr answer)
          (raise (cadr answer))))))

;;> (page-processes): the pids of the pages whose processes are on this node.
;;> Example: (list? (page-processes)) => #t
(define (page-processes)
  (let loop ((pids (process-list)) (pages '()))
    (cond ((null? pids) (reverse pages))
          ((eq? 'page (process-name (car pids)))
           (loop (cdr pids) (cons (car pids) pages)))
          (else (loop (cdr pids) pages)))))

;;> (page-components pid): an association list of the components of a page and
;;> their states. A component is named by the list of the names that lead to it:
;;> () is the page itself. Raises as page-call does.
;;> Example: (guard (e (#t (condition-kind e))) (page-components 5)) => type
(define (page-components pid)
  (%page-call
   pid
   (lambda (page)
     (let ((root (%page-root page)))
       (cons (cons '() (%root-state root))
             (map (lambda (owner)
                    (cons (reverse (%owner-path owner)) (%owner-state owner)))
                  (hash-table-values (%root-owners root))))))
   'page-components))

;;> (page-component-update! pid path procedure): the state of the component
;;> becomes what the procedure returns for it; the browser shows it. Raises as
;;> page-call does, and range if there is no such component.
;;> Example: (guard (e (#t (condition-kind e))) (page-component-update! 5 '() values)) => type
(define (page-component-update! pid path procedure)
  (%require-callback procedure 1 'page-component-update!)
  (%page-call
   pid
   (lambda (page)
     (let ((owner (%owner-named page path 'page-component-update!)))
       (%owner-state-set! owner (procedure (%owner-state owner)))
       (void)))
   'page-component-update!))

;;> (page-component-view-set! pid path view): the component is shown by this
;;> view from now on. So new code comes into a page while somebody looks at it.
;;> Raises as page-component-update! does.
;;> Example: (guard (e (#t (condition-kind e))) (page-component-view-set! 5 '() values)) => type
(define (page-component-view-set! pid path view)
  (%require-callback view 1 'page-component-view-set!)
  (%page-call
   pid
   (lambda (page)
     (let ((owner (%owner-named page path 'page-component-view-set!))
           (root (%page-root page)))
       (if (not (member (%owner-path owner) (%root-replaced root)))
           (%root-replaced-set! root (cons (%owner-path owner)
                                           (%root-replaced root))))
       (%owner-view-set! owner view)
       (void)))
   'page-component-view-set!))

(define (%owner-named page path who)
  (let ((root (%page-root page)))
    (cond ((null? path) (%root-owner root))
          ((and (list? path)
                (hash-table-ref/default (%root-owners root) (reverse path)
                                        #f)))
          (else
           (%error-of-kind 'range who "no such component:" path)))))
