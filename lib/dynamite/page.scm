;;; The process of a page: its state, what the browser shows of it, and what
;;; the two tell each other.
;;;
;;; A page is shown by one browser at a time. Between the two stands the process
;;; of their connection (connection.scm), which the page knows by its pid only:
;;; the page can be on any node. Messages of Dynamite to a page are lists that
;;; begin with `dynamite`; all others are for the page's own procedures.
;;;
;;; The browser says which tree it shows, and the next difference is sent when
;;; it does: there is one on its way at most, however fast the page changes. So
;;; two trees are kept besides the current one: `shown`, which the browser is
;;; known to show, and `sent`. Events name one of these.
;;;
;;; A page that has moved to another node (migrate-task) finds that its pid is
;;; a new one when it takes its next message, and tells those who know it.

;;> message: the keyword before the procedure of run-page that takes messages.
;;> Example: (eval 'message: (environment '(scheme base) '(dynamite))) => message:
(define message: 'message:)

;; Questions to which a user can go back, and timers of a page.
(define %steps-max 64)
(define %timers-max 1000)

;; A tree and its number.
(define-record-type version
  (%make-version number nodes)
  version?
  (number %version-number)
  (nodes %version-nodes %version-nodes-set!))

;;> (page-process page): the pid of the process of the page, in which its
;;> procedures are called. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (page-process 5)) => type
;;> (page-path page): the path that the browser asked for, a string. Raises
;;> type.
;;> Example: (guard (e (#t (condition-kind e))) (page-path 5)) => type
;;> (page-query page): the query that the browser asked for, an association list
;;> of strings. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (page-query 5)) => type
;;> (page-session page): the session of the browser, a string that is the same
;;> for all its pages. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (page-session 5)) => type

;; `seen` is the number of the last event that was taken; `step` of the question
;; that is shown. `told` has what the browser was told of both. `orders` are
;; other things to tell it. `clock` is when the last message was taken.
(define-record-type page
  (%make-page name path query session linger registry process browser watch
              instance current shown sent seen told step steps orders root
              timers clock idle-since)
  page?
  (name %page-name)
  (path page-path)
  (query page-query)
  (session page-session)
  (linger %page-linger)
  (registry %page-registry)
  (process page-process %page-process-set!)
  (browser %page-browser %page-browser-set!)
  (watch %page-watch %page-watch-set!)
  (instance %page-instance %page-instance-set!)
  (current %page-current %page-current-set!)
  (shown %page-shown %page-shown-set!)
  (sent %page-sent %page-sent-set!)
  (seen %page-seen %page-seen-set!)
  (told %page-told %page-told-set!)
  (step %page-step %page-step-set!)
  (steps %page-steps %page-steps-set!)
  (orders %page-orders %page-orders-set!)
  (root %page-root %page-root-set!)
  (timers %page-timers %page-timers-set!)
  (clock %page-clock %page-clock-set!)
  (idle-since %page-idle-since %page-idle-since-set!))

;;> (page? object): whether it is a page, with which the procedure of a page is
;;> called, in the page's own process. page-process is the pid of that,
;;> page-path and page-query say what the browser asked for, and page-session is
;;> a string, the same for all pages of one browser. All raise type.
;;> Example: (page? 5) => #f

(define (%new-page name path query session linger registry)
  (%make-page name path query session linger registry (self) #f #f #f
              (%make-version 0 '()) #f #f 0 #f 0 '() '() (%constant-root '())
              '() (monotonic-time) (monotonic-time)))

(define (%require-page page who)
  (if (not (page? page)) (%type-error who "a page" page)))

;;> (show page html): the browser shows this from now on. In it, the value of an
;;> attribute whose name is on- and the name of an event of the browser is a
;;> handler: see run-page. An attribute key keeps an element of a list the same
;;> one wherever it goes. What data is in it is text. Raises type, range.
;;> Example: (guard (e (#t (condition-kind e))) (show 5 "x")) => type
(define (show page html)
  (%require-page page 'show)
  (%page-root-set! page (%constant-root html))
  (%render page)
  ;; The browser may be waiting for a page that goes on to compute.
  (%take-waiting page))

;;> (navigate! page path): sends the browser to another page of this site.
;;> Raises type, range for anything else than a path.
;;> Example: (guard (e (#t (condition-kind e))) (navigate! 5 "/")) => type
(define (navigate! page path)
  (%require-page page 'navigate!)
  (if (not (string? path)) (%type-error 'navigate! "a string" path))
  (if (not (and (eqv? 0 (string-search "/" path))
                (not (eqv? 0 (string-search "//" path)))
                (not (string-search "\\" path))))
      (%error-of-kind 'range 'navigate! "not a path of this site:" path))
  (%order! page 'go path))

;;> (page-title-set! page title): the title of the window. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (page-title-set! 5 "x")) => type
(define (page-title-set! page title)
  (%require-page page 'page-title-set!)
  (if (not (string? title)) (%type-error 'page-title-set! "a string" title))
  (%order! page 'title title))

(define (%order! page name text)
  (%page-orders-set!
   page (cons (cons name text)
              (let loop ((orders (%page-orders page)))
                (cond ((null? orders) '())
                      ((eq? name (caar orders)) (cdr orders))
                      (else (cons (car orders) (loop (cdr orders))))))))
  (%tell page))

;; What the root shows is current from now on.
(define (%render page)
  (%page-current-set! page
                      (%make-version (+ 1 (%version-number
                                           (%page-current page)))
                                     (%root-nodes (%page-root page))))
  (%tell page))

;; Tells the browser what it does not know yet, unless something is on its way.
(define (%tell page)
  (if (and (%page-browser page) (not (%page-sent page)))
      (let* ((shown (%page-shown page))
             (current (%page-current page))
             (changes (and shown
                           (if (eq? shown current)
                               '()
                               (%difference (%version-nodes shown)
                                            (%version-nodes current)))))
             (state (list (%page-seen page) (%page-step page))))
        (if (and (null? changes)
                 (null? (%page-orders page))
                 (equal? state (%page-told page)))
            (if (not (eq? shown current))
                ;; It looks the same; only the handlers are new.
                (begin
                  (%version-nodes-set! shown (%version-nodes current))
                  (%page-current-set! page shown)))
            (begin
              (%tell-browser
               page
               (append
                (list (cons 'version (%version-number current))
                      (cons 'seen (%page-seen page))
                      (cons 'step (%page-step page))
                      (if changes
                          (cons 'changes (list->vector changes))
                          (cons 'tree
                                (%nodes->json (%version-nodes current)))))
                (%page-orders page)))
              (%page-sent-set! page current)
              (%page-told-set! page state)
              (%page-orders-set! page '()))))))

(define (%tell-browser page members)
  (! (%page-browser page)
     (list 'dynamite 'send (json->string members depth: 10000))))

;; The next message, if the root takes it. Events call handlers.
(define (%next page take)
  (%notice-move! page)
  (let ((watch (%page-watch page)))
    (recv
      (('dynamite . message) (%take page message))
      (('down ,watch _ _ _) (where watch) (%detach! page))
      (message (where take) (%taken page take message))
      (after (%seconds-left page take) (%time-is-up page take)))))

;; What does not concern the page's own procedures and is there.
(define (%take-waiting page)
  (%notice-move! page)
  (recv
    (('dynamite 'attach browser instance number)
     (%attach! page browser instance number)
     (%take-waiting page))
    (('dynamite 'shown browser count number)
     (%shown! page browser count number)
     (%take-waiting page))
    (after 0 (void))))

(define (%taken page take message)
  (%page-clock-set! page (monotonic-time))
  (let ((root (%page-root page)))
    (%root-state-set! root (take (%root-state root) message)))
  (%render page))

(define (%take page message)
  (%page-clock-set! page (monotonic-time))
  (match message
    (('attach browser instance number)
     (%attach! page browser instance number))
    (('shown browser count number) (%shown! page browser count number))
    (('event browser count seen number path name event)
     (if (%new-event? page browser count seen)
         (let ((found (%event-handler page number path name)))
           (if found (%handle (car found) (cdr found) event) (void))
           (%render page))
         (%tell page)))
    (('back browser count seen step)
     (let ((found (and (%new-event? page browser count seen)
                       (assv step (%page-steps page)))))
       (if found ((cdr found) #t) (%tell page))))
    (('detach browser)
     (if (equal? browser (%page-browser page)) (%detach! page)))
    (('call from tag procedure)
     (! from (list tag (guard (e (#t (list 'raised e)))
                         (list 'returned (procedure page)))))
     (%render page))
    (_ (void))))

;; A browser is there. With the instance that was there before, it goes on with
;; the tree that it shows; another one is refused while that is connected: each
;; window has a page of its own.
(define (%attach! page browser instance number)
  (if (and (%page-browser page)
           (not (equal? instance (%page-instance page))))
      (! browser (list 'dynamite 'refused))
      (let ((known (and (equal? instance (%page-instance page))
                        (%version-of page number))))
        (if (not known) (%page-seen-set! page 0))
        (if (%page-watch page) (demonitor (%page-watch page)))
        (%page-browser-set! page browser)
        (%page-watch-set! page (monitor browser))
        (%page-instance-set! page instance)
        (%page-shown-set! page known)
        (%page-sent-set! page #f)
        (%page-told-set! page #f)
        (! browser (list 'dynamite 'attached (self)))
        (%tell page))))

(define (%detach! page)
  (if (%page-watch page) (demonitor (%page-watch page)))
  (%page-browser-set! page #f)
  (%page-watch-set! page #f)
  (%page-idle-since-set! page (monotonic-time)))

;; The connection may send a message again after a move, so each is counted.
(define (%shown! page browser count number)
  (! browser (list 'dynamite 'taken count))
  (let ((sent (%page-sent page)))
    (if (and (equal? browser (%page-browser page))
             sent
             (eqv? number (%version-number sent)))
        (begin
          (%page-shown-set! page sent)
          (%page-sent-set! page #f)
          (%tell page)))))

(define (%new-event? page browser count seen)
  (! browser (list 'dynamite 'taken count))
  (and (equal? browser (%page-browser page))
       (< (%page-seen page) seen)
       (begin (%page-seen-set! page seen) #t)))

;; The version with that number which the browser can mean, or #f.
(define (%version-of page number)
  (define (named version)
    (and version (eqv? number (%version-number version)) version))
  (or (named (%page-shown page)) (named (%page-sent page))))

;; The owner and the handler of an event, or #f: events that come too late, or
;; are made up, mean nothing.
(define (%event-handler page number path name)
  (let* ((version (%version-of page number))
         (found (and version
                     (%find-handler (%version-nodes version) path name))))
    (and found
         (%current-owner? (%page-root page) (%element-owner (car found)))
         (cons (%element-owner (car found)) (cdr found)))))

;; A page that has moved has another pid, and another clock.
(define (%notice-move! page)
  (if (not (equal? (self) (page-process page)))
      (let ((shift (- (monotonic-time) (%page-clock page))))
        (%page-process-set! page (self))
        (! (%page-registry page)
           (list 'moved (%page-name page) (page-session page) (self)))
        (%page-timers-set!
         page (map (lambda (timer) (cons (+ shift (car timer)) (cdr timer)))
                   (%page-timers page)))
        (if (%page-browser page)
            (begin
              (%page-watch-set! page (monitor (%page-browser page)))
              (! (%page-browser page) (list 'dynamite 'moved (self))))
            (%page-idle-since-set! page (monotonic-time)))))
  (%page-clock-set! page (monotonic-time)))

;;> (page-timer! page seconds message): gives the message to the procedure
;;> behind message: of run-page when so many seconds have passed. It goes with
;;> the page when that moves. Raises type, range for more than 1000 at a time.
;;> Example: (guard (e (#t (condition-kind e))) (page-timer! 5 1 'tick)) => type
(define (page-timer! page seconds message)
  (%require-page page 'page-timer!)
  (if (not (and (real? seconds) (<= 0 seconds)))
      (%type-error 'page-timer! "a number of seconds" seconds))
  (if (<= %timers-max (length (%page-timers page)))
      (%error-of-kind 'range 'page-timer! "a page has so many timers at most:"
                      %timers-max))
  (let ((timer (cons (+ (monotonic-time) seconds) message)))
    (%page-timers-set!
     page (let loop ((timers (%page-timers page)))
            (if (or (null? timers) (< (car timer) (caar timers)))
                (cons timer timers)
                (cons (car timers) (loop (cdr timers))))))))

;; Until the next timer, or until a page that nobody looks at ends.
(define (%seconds-left page take)
  (let ((timers (%page-timers page)))
    (max 0 (min (if (and take (pair? timers))
                    (- (caar timers) (monotonic-time))
                    86400)
                (if (%page-browser page)
                    86400
                    (- (+ (%page-idle-since page) (%page-linger page))
                       (monotonic-time)))))))

(define (%time-is-up page take)
  (let ((timers (%page-timers page)) (now (monotonic-time)))
    (cond ((and take (pair? timers) (<= (caar timers) now))
           (%page-timers-set! page (cdr timers))
           (%taken page take (cdar timers)))
          ((and (not (%page-browser page))
                (<= (+ (%page-idle-since page) (%page-linger page)) now))
           (%say-end page 'normal)
           (halt!)))))

;; Those who know the page need not wait for it.
(define (%say-end page reason)
  (! (%page-registry page) (list 'ended (%page-name page)))
  (if (%page-browser page)
      (! (%page-browser page) (list 'dynamite 'ended reason))))

;; The whole life of a page. When its procedure has returned, the page shows
;; what it shows as long as somebody looks.
(define (%live page procedure)
  (with-exception-handler
   (lambda (object)
     (%say-end page 'failure)
     (raise-continuable object))
   (lambda ()
     (procedure page)
     (let loop () (%next page #f) (loop)))))
