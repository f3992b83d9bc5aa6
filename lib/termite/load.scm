;;; A meter is a process that reports the load of its node to a supervisor of
;;; meters, again and again. The supervisor answers which node has the least
;;; load; a dispatcher asks it where to run a thunk. The report of a meter that
;;; has ended, or whose node is lost, is forgotten.

;;> (local-loadavg): the load of this node: processes that wait for a scheduler,
;;> divided by the schedulers.
;;> Example: (eval '(<= 0 (local-loadavg)) (environment '(scheme base) '(termite load))) => #t
(define (local-loadavg)
  (let ((schedulers (cdr (assq 'schedulers (%primitive %node-info)))))
    (/ (apply + (map (lambda (scheduler) (cdr (assq 'ready scheduler)))
                     schedulers))
       (length schedulers))))

;;> (start-meter supervisor [period]): reports the load of this node to the
;;> supervisor every so many seconds (1), for ever: this process is a meter from
;;> then on. Termite paper 5.1.
;;> Example: (eval '(let* ((me (self)) (meter (spawn (lambda () (start-meter me 5))))) (recv (('load-report pid load) (list (eq? pid meter) (number? load))))) (environment '(termite) '(termite load))) => (#t #t)
(define start-meter
  (case-lambda
    ((supervisor) (start-meter supervisor 1))
    ((supervisor period)
     (let loop ()
       (! supervisor (list 'load-report (self) (local-loadavg)))
       (recv (after period 'ok))
       (loop)))))

;;> (meter-supervisor meters): makes this process the supervisor of the meters,
;;> a list of pids; others that report are taken in. Termite paper 5.1.
;;> Example: (eval '(let ((s (spawn (lambda () (meter-supervisor '()))))) (! s (list 'load-report (self) 3)) (average-load s)) (environment '(termite) '(termite load))) => 3
(define (meter-supervisor meters)
  (%supervise (map (lambda (meter) (list meter #f (monitor meter))) meters)))

;; Reports: lists (meter load watch), the load #f before the first report.
(define (%supervise reports)
  (recv
    (('load-report from load)
     (where (pid? from))
     (%supervise (%report from load reports)))
    (('down watch _ _ _)
     (%supervise (%without-watch watch reports)))
    ((from tag term)
     (where (and (pid? from) (tag? tag)))
     (%send-outcome
      from tag (%outcome-of (lambda () (%answer term (%known reports)))))
     (%supervise reports))
    ('shutdown 'ended)
    (_ (%supervise reports))))

(define (%report from load reports)
  (cond ((null? reports) (list (list from load (monitor from))))
        ((eq? (caar reports) from)
         (cons (list from load (list-ref (car reports) 2)) (cdr reports)))
        (else (cons (car reports) (%report from load (cdr reports))))))

(define (%without-watch watch reports)
  (cond ((null? reports) '())
        ((eq? (list-ref (car reports) 2) watch) (cdr reports))
        (else (cons (car reports) (%without-watch watch (cdr reports))))))

;; Pairs (meter . load) of the meters that have reported.
(define (%known reports)
  (cond ((null? reports) '())
        ((cadr (car reports))
         (cons (cons (caar reports) (cadr (car reports)))
               (%known (cdr reports))))
        (else (%known (cdr reports)))))

(define (%answer term loads)
  (match term
    ('reports loads)
    (_
     (if (null? loads)
         (error "no meter has reported its load yet"))
     (match term
       ('minimum-load (pid-node (car (find-min loads))))
       ('average-load (list-average (map cdr loads)))))))

;;> (find-min loads): the pair with the least cdr; the first of several. Termite
;;> paper 5.1.
;;> Example: (eval '(find-min '((a . 3) (b . 1) (c . 2))) (environment '(scheme base) '(termite load))) => (b . 1)
(define (find-min loads)
  (let loop ((rest (cdr loads)) (least (car loads)))
    (cond ((null? rest) least)
          ((< (cdar rest) (cdr least)) (loop (cdr rest) (car rest)))
          (else (loop (cdr rest) least)))))

;;> (list-average numbers): their mean. Raises divide-by-zero for (). Termite
;;> paper 5.1.
;;> Example: (eval '(list-average '(1 2 6)) (environment '(scheme base) '(termite load))) => 3
(define (list-average numbers) (/ (apply + numbers) (length numbers)))

;;> (start-meter-supervisor nodes [period]): a new supervisor with a meter on
;;> each of the nodes, and its pid. A node that cannot be reached has no meter.
;;> Raises type. Termite paper 5.1.
;;> Example: (eval '(alive? (start-meter-supervisor '())) (environment '(termite) '(termite load))) => #t
(define start-meter-supervisor
  (case-lambda
    ((nodes) (start-meter-supervisor nodes 1))
    ((nodes period)
     (spawn
      (lambda ()
        (let ((supervisor (self)))
          (meter-supervisor
           (let loop ((rest nodes))
             (if (null? rest)
                 '()
                 (let ((meter
                        (catch (lambda (problem) #f)
                          (remote-spawn
                           (car rest)
                           (lambda ()
                             (inbound-link supervisor)
                             (start-meter supervisor period))
                           name: 'meter))))
                   (if meter
                       (cons meter (loop (cdr rest)))
                       (loop (cdr rest)))))))))
      name: 'meter-supervisor))))

;;> (minimum-load supervisor): the node with the least load; #f for this one
;;> before node-init. Raises error before the first report. Termite paper 5.1.
;;> Example: (eval '(let ((s (spawn (lambda () (meter-supervisor '()))))) (! s (list 'load-report (self) 3)) (minimum-load s)) (environment '(termite) '(termite load))) => #f
(define (minimum-load supervisor)
  (%ask supervisor 'minimum-load 'minimum-load))

;;> (average-load supervisor): the mean of the loads. Raises error before the
;;> first report. Termite paper 5.1.
;;> Example: (eval '(let ((s (spawn (lambda () (meter-supervisor '()))))) (catch error-object-message (average-load s))) (environment '(termite) '(termite load))) => "no meter has reported its load yet"
(define (average-load supervisor)
  (%ask supervisor 'average-load 'average-load))

;;> (load-reports supervisor): a list of pairs (meter . load).
;;> Example: (eval '(let ((s (spawn (lambda () (meter-supervisor '()))))) (! s (list 'load-report (self) 3)) (map cdr (load-reports s))) (environment '(termite) '(termite load))) => (3)
(define (load-reports supervisor) (%ask supervisor 'reports 'load-reports))

(define (%ask supervisor request who)
  (%call/drop supervisor request #f %raise-timeout who))

;;> (start-work-dispatcher supervisor): a new dispatcher that asks the
;;> supervisor of meters where to run what, and its pid. Termite paper 5.1.
;;> Example: (eval '(alive? (start-work-dispatcher (self))) (environment '(termite) '(termite load))) => #t
(define (start-work-dispatcher supervisor)
  (spawn
   (lambda ()
     (let loop ()
       (recv
         ((from tag ('dispatch thunk))
          (spawn
           (lambda ()
             (%send-outcome
              from tag
              (%outcome-of
               (lambda () (dispatch-to (minimum-load supervisor) thunk)))))
           name: 'dispatched)))
       (loop)))
   name: 'work-dispatcher))

;;> (dispatch-to node thunk): the value of the thunk on the node, #f for this
;;> one. Raises as `on` does.
;;> Example: (eval '(dispatch-to #f (lambda () 42)) (environment '(scheme base) '(termite load))) => 42
(define (dispatch-to node thunk)
  (if node (on node thunk) (thunk)))

;;> (dispatch dispatcher thunk [timeout [default]]): the value of the thunk on
;;> the node with the least load. Raises what the thunk raises, and as !? does.
;;> Termite paper 5.1.
;;> Example: (eval '(let ((s (spawn (lambda () (meter-supervisor '()))))) (! s (list 'load-report (self) 3)) (dispatch (start-work-dispatcher s) (lambda () (* 6 7)))) (environment '(termite) '(termite load))) => 42
(define dispatch
  (case-lambda
    ((dispatcher thunk) (dispatch dispatcher thunk #f))
    ((dispatcher thunk timeout)
     (%call/drop dispatcher (list 'dispatch thunk) timeout %raise-timeout
                 'dispatch))
    ((dispatcher thunk timeout default)
     (%call/drop dispatcher (list 'dispatch thunk) timeout
                 (lambda () default) 'dispatch))))
