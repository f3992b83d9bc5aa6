;;; `mound node --metrics` and `mound run --metrics` serve this: /metrics with
;;; the numbers of (node-info) and (node-peers), /healthz, and /readyz.
;;;
;;; The answers come from processes of the node, so that they show that its
;;; schedulers get on. Names and units are those that Prometheus recommends:
;;; seconds, bytes, and _total for what only grows.
;;;
;;; A keeper, the service `mound-readiness`, knows whether the node is ready.

;;> more: the keyword before a procedure without arguments that returns text to
;;> be added to the metrics, in the same format.
;;> Example: (eval 'more: (environment '(scheme base) '(mound metrics))) => more:
(define more: 'more:)

;; Connections at a time, and the seconds that each may do nothing: those who
;; ask for metrics are few, and take them at once.
(define %connections-most 64)
(define %patience 5)

;; Peers that are told of each.
(define %peers-most 1000)

;; Nanoseconds as seconds.
(define (%seconds nanoseconds) (inexact (/ nanoseconds 1000000000)))

(define (%same number) number)

;; Of the whole node: key in (node-info), name, type, what it is, and what is
;; made of the number.
(define %of-node
  (list
   (list 'processes "processes" "gauge" "Processes that live." %same)
   (list 'timers "timers" "gauge" "Timers that are set." %same)
   (list 'symbol-bytes "symbol_bytes" "gauge"
         "Memory for the names of symbols." %same)
   (list 'memory-bytes "memory_bytes" "gauge"
         "Memory of processes, messages and connections." %same)
   (list 'memory-limit "memory_limit_bytes" "gauge"
         "What that may be at most; 0: no limit." %same)
   (list 'collections "collections_total" "counter"
         "Collections of the memory of processes." %same)
   (list 'code-procedures "code_procedures_total" "counter"
         "Procedures compiled to machine code." %same)
   (list 'code-bytes "code_bytes_total" "counter"
         "Machine code that was made." %same)
   (list 'units "units" "gauge" "Units of code kept for other nodes." %same)
   (list 'unit-bytes "unit_bytes" "gauge" "Their size." %same)))

;; The same of each scheduler.
(define %of-scheduler
  (list
   (list 'ready "scheduler_ready" "gauge"
         "Processes that wait for the scheduler." %same)
   (list 'turns "scheduler_turns_total" "counter"
         "Turns of processes." %same)
   (list 'reductions "scheduler_reductions_total" "counter"
         "Procedures and loops entered by processes." %same)
   (list 'messages "scheduler_messages_total" "counter"
         "Messages sent by processes." %same)
   (list 'asleep "scheduler_asleep_seconds_total" "counter"
         "Time in which the scheduler had nothing to do." %seconds)))

;; The same of each peer, in (node-peers); what is #f is left out.
(define %of-peer
  (list
   (list 'connected "peer_connected" "gauge"
         "Whether there is a connection with the node."
         (lambda (connected?) (if connected? 1 0)))
   (list 'connections "peer_connections_total" "counter"
         "Connections that were made with the node." %same)
   (list 'round-trip "peer_round_trip_seconds" "gauge"
         "How long the last ping took." %seconds)
   (list 'bytes-in "peer_received_bytes_total" "counter"
         "Bytes that came from the node." %same)
   (list 'bytes-out "peer_sent_bytes_total" "counter"
         "Bytes that went to the node." %same)
   (list 'signals-in "peer_received_signals_total" "counter"
         "Messages and other signals that came." %same)
   (list 'signals-out "peer_sent_signals_total" "counter"
         "Messages and other signals that went." %same)
   (list 'units-fetched "peer_fetched_units_total" "counter"
         "Units of code that came because this node lacked them." %same)
   (list 'units-given "peer_given_units_total" "counter"
         "Units of code that went because the other node lacked them." %same)
   (list 'queued-bytes "peer_queued_bytes" "gauge"
         "Bytes that wait to be sent." %same)
   (list 'queued-signals "peer_queued_signals" "gauge"
         "Signals that wait to be sent." %same)
   (list 'lanes-without-credit "peer_lanes_without_credit" "gauge"
         "Lanes in which something waits until the other node takes more."
         %same)
   (list 'least-credit "peer_least_credit_bytes" "gauge"
         "What the other node takes at least in each lane." %same)
   (list 'undelivered-bytes "peer_undelivered_bytes" "gauge"
         "Bytes that have come and are not dealt with." %same)))

;;> (metrics-text): what (node-info) and (node-peers) tell of this node, as text
;;> in the format of Prometheus (version 0.0.4). Of peers, a thousand are told
;;> of. Source: prometheus.io/docs/instrumenting/exposition_formats.
;;> Example: (eval '(substring (metrics-text) 0 24) (environment '(scheme base) '(mound metrics))) => "# HELP mound_node_info W"
(define (metrics-text)
  (let* ((info (node-info))
         (schedulers (cdr (assq 'schedulers info)))
         (peers (%at-most %peers-most (node-peers))))
    (call-with-output-string
     (lambda (port)
       (%family port "node_info" "gauge" "Which node this is; always 1."
                (list (cons (list (cons "node" (%node-name))) 1)))
       (for-each (lambda (metric)
                   (%metric port metric (list (cons '() info))))
                 %of-node)
       (let ((labelled (%labelled-schedulers schedulers)))
         (for-each (lambda (metric) (%metric port metric labelled))
                   %of-scheduler))
       (let ((labelled (map (lambda (peer)
                              (cons (list (cons "peer"
                                                (cdr (assq 'node peer))))
                                    peer))
                            (%distinct peers))))
         (if (pair? labelled)
             (for-each (lambda (metric) (%metric port metric labelled))
                       %of-peer)))))))

(define (%node-name)
  (guard (e ((condition? e) "")) (current-node)))

;; Two machines may claim one address; a series needs a name of its own. They
;; are in the order of their addresses.
(define (%distinct peers)
  (let loop ((peers peers) (last #f) (kept '()))
    (cond ((null? peers) (reverse kept))
          ((equal? (cdr (assq 'node (car peers))) last)
           (loop (cdr peers) last
                 (if (cdr (assq 'connected (car peers)))
                     (cons (car peers) (cdr kept))
                     kept)))
          (else
           (loop (cdr peers) (cdr (assq 'node (car peers)))
                 (cons (car peers) kept))))))

(define (%labelled-schedulers schedulers)
  (let loop ((schedulers schedulers) (number 0) (labelled '()))
    (if (null? schedulers)
        (reverse labelled)
        (loop (cdr schedulers)
              (+ number 1)
              (cons (cons (list (cons "scheduler" (number->string number)))
                          (car schedulers))
                    labelled)))))

;; Samples are pairs of labels and an association list.
(define (%metric port metric samples)
  (let ((key (car metric)) (made (list-ref metric 4)))
    (%family port (list-ref metric 1) (list-ref metric 2) (list-ref metric 3)
             (let loop ((samples samples) (found '()))
               (if (null? samples)
                   (reverse found)
                   (let ((entry (assq key (cdar samples))))
                     (loop (cdr samples)
                           (if (and entry (or (cdr entry)
                                              (eq? key 'connected)))
                               (cons (cons (caar samples) (made (cdr entry)))
                                     found)
                               found))))))))

;; Samples are pairs of labels and a number.
(define (%family port name type help samples)
  (if (pair? samples)
      (let ((name (string-append "mound_" name)))
        (%put port "# HELP " name " " help "\n# TYPE " name " " type "\n")
        (for-each (lambda (sample)
                    (%put port name (%labels (car sample)) " "
                          (number->string (cdr sample)) "\n"))
                  samples))))

(define (%put port . texts)
  (for-each (lambda (text) (write-string text port)) texts))

(define (%labels labels)
  (if (null? labels)
      ""
      (string-append
       "{"
       (let loop ((labels labels) (text "") (between ""))
         (if (null? labels)
             text
             (loop (cdr labels)
                   (string-append text between (caar labels) "=\""
                                  (%escaped (cdar labels)) "\"")
                   ",")))
       "}")))

;; A backslash before backslashes, quotes and, as n, ends of lines.
(define (%escaped text)
  (call-with-output-string
   (lambda (port)
     (string-for-each
      (lambda (character)
        (case character
          ((#\\) (write-string "\\\\" port))
          ((#\") (write-string "\\\"" port))
          ((#\newline) (write-string "\\n" port))
          (else (write-char character port))))
      text))))

;;> (metrics-handler option ...): a procedure for http-serve that answers
;;> /metrics with (metrics-text), /healthz with 200 and ok, and /readyz with 200
;;> and ready, or with 503 and why not (readiness-set!). Option: more:. Raises
;;> type.
;;> Example: (eval '(response-status ((metrics-handler) (make-request "GET" "/healthz"))) (environment '(scheme base) '(mound http) '(mound metrics))) => 200
;;> Example: (eval '(response-status ((metrics-handler) (make-request "GET" "/secret"))) (environment '(scheme base) '(mound http) '(mound metrics))) => 404
(define (metrics-handler . options) (%handler options 'metrics-handler))

(define (%handler options who)
  (%check-options options (list more:) who)
  (let ((more (%option more: options (lambda () ""))))
    (%require-callback more 0 who)
    (lambda (request)
      (let ((path (request-path request)))
        (cond ((not (member (request-method request) '("GET" "HEAD")))
               (text-response "there is only something to get\n" 405))
              ((string=? path "/metrics")
               (response
                200
                '((content-type . "text/plain; version=0.0.4; charset=utf-8"))
                (string-append (metrics-text) (more))))
              ((string=? path "/healthz") (text-response "ok\n"))
              ((string=? path "/readyz") (%readiness-response))
              (else
               (text-response "there are /metrics, /healthz and /readyz\n"
                              404)))))))

(define (%readiness-response)
  (let ((readiness (!? (%keeper) 'readiness %patience '(#f "it is busy"))))
    (if (car readiness)
        (text-response "ready\n")
        (text-response (string-append "not ready: " (cadr readiness) "\n")
                       503))))

;;> (readiness-set! ready? [why]): says whether this node is ready for work,
;;> which is what /readyz tells. A node is, until its program says that it is
;;> not; why is a string. Raises type.
;;> Example: (eval '(let ((status (lambda () (response-status ((metrics-handler) (make-request "GET" "/readyz")))))) (readiness-set! #f "it reads its files") (let ((before (status))) (readiness-set! #t) (list before (status)))) (environment '(scheme base) '(mound http) '(mound metrics))) => (503 200)
(define readiness-set!
  (case-lambda
    ((ready?) (readiness-set! ready? "its program says so"))
    ((ready? why)
     (if (not (string? why)) (%type-error 'readiness-set! "a string" why))
     (!? (%keeper) (list ready? why))
     (void))))

;; The process that knows whether the node is ready.
(define (%keeper)
  (or (resolve-service 'mound-readiness)
      (let ((pid (spawn (lambda () (%keep (list #t ""))) name: 'readiness)))
        (publish-service 'mound-readiness pid)
        pid)))

(define (%keep readiness)
  (recv
    ((from tag 'readiness)
     (! from (list tag readiness))
     (%keep readiness))
    ((from tag (ready? why))
     (! from (list tag 'set))
     (%keep (list ready? why)))))

;;> (metrics-serve address option ...): serves (metrics-handler option ...) at
;;> the address, a string host:port or the number of a port of loopback, and
;;> returns the address, with the port if that was 0. It is served as long as
;;> the node runs, to 64 connections at a time, each of which is closed when it
;;> does nothing for five seconds. Raises type, and file if the port is taken.
;;> Example: (eval '(let ((address (metrics-serve 0))) (body-text (http-request "GET" (string-append "http://" address "/healthz")))) (environment '(scheme base) '(mound http) '(mound metrics))) => "ok\n"
(define (metrics-serve address . options)
  (%serve address (%handler options 'metrics-serve) 'metrics-serve))

(define (%serve address handler who)
  (let* ((address (if (exact-integer? address)
                      (make-node "127.0.0.1" address)
                      address))
         (host (if (node? address)
                   (node-host address)
                   (%type-error who "an address or a port" address)))
         (port (or (node-port address)
                   (%type-error who "an address with a port" address)))
         (me (self))
         (tag (make-tag)))
    (%keeper)
    ;; The listener is closed when its process ends.
    (spawn (lambda ()
             (guard (e ((condition? e) (! me (list tag 'failed e))))
               (let ((listener (tcp-listen port (%numeric host))))
                 (! me (list tag 'serves (listener-address listener)))
                 (wait-for
                  (http-serve listener handler
                              timeout: %patience
                              connections: %connections-most
                              head-limit: 8192
                              body-limit: 1024)))))
           name: 'metrics)
    (recv
      ((,tag 'serves address) address)
      ((,tag 'failed problem) (raise problem)))))

(define (%numeric host)
  (if (string=? host "localhost") "127.0.0.1" host))

;;> (metrics-command address): what --metrics does: metrics-serve, and a line in
;;> the log that says where.
;;> Example: (eval '(procedure? metrics-command) (environment '(scheme base) '(mound metrics))) => #t
(define (metrics-command address)
  (let ((address (%serve address (%handler '() 'metrics-command)
                         'metrics-command)))
    (log-message 'info
                 (string-append "metrics are served at http://" address
                                "/metrics"))
    (void)))
