;;; The supervisor watches the worker by a monitor, and is linked so that its
;;; own end reaches the worker. The worker waits at a gate until it is watched,
;;; so that no end is missed.
;;;
;;; A worker answers those who ask the supervisor, and these watch the latter.
;;; It ends after its worker when what that has sent them is there, for order
;;; holds between two processes only, and a long answer takes its time. It waits
;;; for the last 64 nodes that asked, and not for what workers have sent that
;;; were followed by others.
;;;
;;; What happens is told in the log, (termite log), which says when, and which
;;; supervisor and worker it was.

;;> threshold: the keyword before the number of failures that are accepted
;;> within the window.
;;> Example: (eval 'threshold: (environment '(termite) '(termite server) '(termite supervisor))) => threshold:
(define threshold: 'threshold:)

;;> window: the keyword before the seconds in which failures are counted.
;;> Example: (eval 'window: (environment '(termite) '(termite server) '(termite supervisor))) => window:
(define window: 'window:)

;;> shutdown-delay: the keyword before the seconds that a worker is given to
;;> end.
;;> Example: (eval 'shutdown-delay: (environment '(termite) '(termite server) '(termite supervisor))) => shutdown-delay:
(define shutdown-delay: 'shutdown-delay:)

;;> init-hook: the keyword before a procedure that is called with the pid of
;;> each new worker.
;;> Example: (eval 'init-hook: (environment '(termite) '(termite server) '(termite supervisor))) => init-hook:
(define init-hook: 'init-hook:)

(define %keywords
  (list name: threshold: window: shutdown-delay: init-hook:))

;; What a supervisor goes by; `failures` is kept apart.
(define-record-type supervision
  (%make-supervision thunk threshold window delay hook)
  %supervision?
  (thunk %thunk)
  (threshold %threshold)
  (window %window)
  (delay %delay-of)
  (hook %hook))

(define (%check-options options)
  (cond ((null? options) #t)
        ((and (memq (car options) %keywords) (pair? (cdr options)))
         (%check-options (cddr options)))
        (else
         (%type-error 'spawn-thunk-supervised
                      "an option of supervisors and its value"
                      (car options)))))

(define (%option keyword options default)
  (cond ((null? options) default)
        ((eq? (car options) keyword) (cadr options))
        (else (%option keyword (cddr options) default))))

(define (%supervision thunk options)
  (%check-options options)
  (%require-callback thunk 0 'spawn-thunk-supervised)
  (let ((hook (%option init-hook: options (lambda (worker) #t))))
    (%require-callback hook 1 'spawn-thunk-supervised)
    (%make-supervision thunk
                       (%option threshold: options 5)
                       (%option window: options 1000)
                       (%option shutdown-delay: options 0.5)
                       hook)))

;;> (spawn-thunk-supervised thunk option ...): the pid of a supervisor of a
;;> process that calls the thunk. Messages and exceptions of linked processes
;;> that it gets go to the worker. If the worker fails it is started again;
;;> after more than threshold: (5) failures within window: (1000) seconds the
;;> supervisor fails too; when the worker ends normally it ends. On the message
;;> shutdown it sends that to the worker and terminates it if it has not ended
;;> after shutdown-delay: (0.5) seconds; with #f at once, with #t never.
;;> init-hook: gets the pid of each new worker. name: is that of the supervisor.
;;> Raises type. Termite paper 5.3.
;;> Example: (eval '(let ((s (spawn-thunk-supervised (lambda () (recv ((from tag n) (! from (list tag (+ n 1)))))))) ) (!? s 41)) (environment '(termite) '(termite server) '(termite supervisor))) => 42
(define (spawn-thunk-supervised thunk . options)
  (let ((supervision (%supervision thunk options)))
    (spawn (lambda () (%start-worker supervision '()))
           name: (%option name: options 'supervisor))))

;;> (spawn-supervised thunk option ...): the same.
;;> Example: (eval '(process-name (spawn-supervised ? name: 'guardian)) (environment '(termite) '(termite server) '(termite supervisor))) => guardian
(define spawn-supervised spawn-thunk-supervised)

;;> (server-start-supervised plugin argument ...): the pid of a supervisor of a
;;> generic server, whose init gets the arguments.
;;> Example: (eval '(alive? (server-start-supervised (make-server-plugin list cons cons list) 1)) (environment '(termite) '(termite server) '(termite supervisor))) => #t
(define (server-start-supervised plugin . arguments)
  (if (not (server-plugin? plugin))
      (%type-error 'server-start-supervised "the plugin of a server" plugin))
  (spawn-thunk-supervised (lambda () (%run-server plugin arguments))))

(define (%tell kind . terms) (termite-log kind terms))

;; `failures`: the moments of the failures that still count.
(define (%start-worker supervision failures)
  (let* ((gate (make-tag))
         (thunk (%thunk supervision))
         (worker (spawn (lambda () (recv (,gate 'open)) (thunk))
                        name: 'supervised)))
    (outbound-link worker)
    (let ((watch (monitor worker)))
      (%tell 'info "supervised process started:" worker)
      ((%hook supervision) worker)
      (! worker gate)
      (%supervise supervision failures worker watch '()))))

;; `askers`: the other nodes from which somebody has asked this worker, the
;; newest first, at most so many: clients come and go as long as it lives.
(define %askers-max 64)

(define (%supervise supervision failures worker watch askers)
  (match (%next-event watch)
    (('forward message)
     (! worker message)
     (%supervise supervision failures worker watch
                 (%with-asker message askers)))
    ('shutdown
     (%shut-down (%delay-of supervision) worker watch)
     (%await-arrival worker askers)
     (%tell 'info "supervisor was told to end"))
    (('ended 'normal _)
     (%await-arrival worker askers)
     (%tell 'info "supervised process ended normally, so the supervisor ends:"
            worker))
    (('ended reason object)
     (%restart supervision failures worker reason object askers))))

;; A question is (from tag ...).
(define (%with-asker message askers)
  (if (and (pair? message) (pid? (car message)))
      (let ((node (pid-node (car message))))
        (if (or (equal? node (pid-node (self))) (member node askers))
            askers
            (cons node
                  (if (< (length askers) %askers-max)
                      askers
                      (reverse (cdr (reverse askers)))))))
      askers))

;; Waits until what the worker, which has ended, has sent to the nodes is there:
;; who watches it from there is told after that. A node that is lost, or lets
;; nobody in, is not waited for.
(define (%await-arrival worker nodes)
  (for-each
   (lambda (watch) (if watch (%ends-in-time? watch #f)))
   (map (lambda (node)
          (catch (lambda (problem) #f)
            (monitor (remote-spawn node (lambda () (wait-for worker))))))
        nodes)))

;; What is not for the supervisor itself is to be forwarded, also the exceptions
;; that tell of linked processes.
(define (%next-event watch)
  (catch (lambda (exception) (list 'forward exception))
    (recv
      (('down ,watch _ reason object) (list 'ended reason object))
      ('shutdown 'shutdown)
      (message (list 'forward message)))))

(define (%restart supervision failures worker reason object askers)
  (let* ((now (current-jiffy))
         (oldest (- now (* (%window supervision) (jiffies-per-second))))
         (failures (cons now (%later-than oldest failures))))
    (cond ((> (length failures) (%threshold supervision))
           (%await-arrival worker askers)
           (%tell 'error
                  "supervised process failed too often, so the supervisor ends:"
                  worker reason
                  object)
           (error "the supervised process failed too often:" reason object))
          (else
           (%tell 'warning "supervised process failed, and is started again:"
                  worker
                  reason object)
           (%start-worker supervision failures)))))

;; Those of the moments, the latest first, that come after the oldest.
(define (%later-than oldest moments)
  (if (or (null? moments) (< (car moments) oldest))
      '()
      (cons (car moments) (%later-than oldest (cdr moments)))))

(define (%shut-down delay worker watch)
  (let ((limit (and (real? delay)
                    (seconds->time (+ (current-second) delay)))))
    (if (not (if delay
                 (and (%sent-by? (%deadline limit) worker 'shutdown)
                      (%ends-in-time? watch limit))
                 (%ends-in-time? watch 0)))
        (begin
          (terminate! worker)
          (%ends-in-time? watch #f)
          (%tell 'warning "supervised process had to be terminated:"
                 worker)))))

;; Whether the worker ends within so many seconds. Exceptions of linked
;; processes that arrive meanwhile are of no use to anybody; each lets the wait
;; begin anew.
(define (%ends-in-time? watch timeout)
  (let ((answer (catch (lambda (exception) 'again)
                  (recv (('down ,watch _ _ _) #t)
                        (after timeout #f)))))
    (if (eq? answer 'again)
        (%ends-in-time? watch timeout)
        answer)))
