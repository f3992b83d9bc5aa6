;;; The port types of networks, and a network over TCP.

;;> (Msg source destination payload): a message from an address to another, sent
;;> as a request and delivered as an indication. Raises arity.
;;> Example: (eval '(car (event->list (Msg 'a 'b 'hello))) (environment '(scheme base) '(kompics) '(kompics network))) => Msg
(define-event (Msg source destination payload))

;;> (NotifyMsg id msg): sends the message, and asks for a MessageNotify with
;;> that id. Raises arity.
;;> Example: (eval '(cadr (event->list (NotifyMsg 1 (Msg 'a 'b 'hello)))) (environment '(scheme base) '(kompics) '(kompics network))) => 1
(define-event (NotifyMsg id msg))

;;> (MessageNotify id status size): the message was `sent` in so many bytes, is
;;> `delivered` to this host without being written, or `failed`. Raises arity.
;;> Example: (eval '(event->list (MessageNotify 1 'sent 20)) (environment '(scheme base) '(kompics) '(kompics network))) => (MessageNotify 1 sent 20)
(define-event (MessageNotify id status size))

;;> Network: the port type of networks.
;;> Example: (eval '(port-type-name Network) (environment '(scheme base) '(kompics) '(kompics network))) => Network
(define-port-type Network
  (request Msg NotifyMsg)
  (indication Msg MessageNotify))

;;> (NetworkException address cause): what was to be sent there was not. Raises
;;> arity.
;;> Example: (eval '(cadr (event->list (NetworkException 'a 'refused))) (environment '(scheme base) '(kompics) '(kompics network))) => a
(define-event (NetworkException address cause))

;;> (ConnectionStatus address status): the connection to that host is
;;> `requested`, `established` or `dropped`. Raises arity.
;;> Example: (eval '(cadr (cdr (event->list (ConnectionStatus 'a 'dropped)))) (environment '(scheme base) '(kompics) '(kompics network))) => dropped
(define-event (ConnectionStatus address status))

;;> (ListeningStatus address): connections to that address are accepted. Raises
;;> arity.
;;> Example: (eval '(cadr (event->list (ListeningStatus 'a))) (environment '(scheme base) '(kompics) '(kompics network))) => a
(define-event (ListeningStatus address))

;;> (DeadLetter msg): a message came that no connected component takes. Raises
;;> arity.
;;> Example: (eval '(cadr (event->list (DeadLetter 'm))) (environment '(scheme base) '(kompics) '(kompics network))) => m
(define-event (DeadLetter msg))

;;> NetworkControl: the port type for what a network tells of itself.
;;> Example: (eval '(port-type-name NetworkControl) (environment '(scheme base) '(kompics) '(kompics network))) => NetworkControl
(define-port-type NetworkControl
  (request)
  (indication NetworkException ConnectionStatus ListeningStatus DeadLetter))

;;> (to-address address): a predicate for `connect`: only messages to that
;;> address, and what is no message, go through the channel. Raises type.
;;> Example: (eval '((to-address (make-address "h" 1)) (Msg #f (make-address "h" 2) 'm)) (environment '(scheme base) '(kompics network))) => #f
(define (to-address address)
  (if (not (address? address)) (%type-error 'to-address "an address" address))
  (lambda (event)
    (match (event->list event)
      (('Msg _ destination _) (equal? destination address))
      (_ #t))))

;;> (virtual-channel id): a predicate for `connect`: only messages to the
;;> virtual node with that id, and what is no message, go through the channel.
;;> Example: (eval '((virtual-channel 'a) (Msg #f (make-address "h" 2 'a) 'm)) (environment '(scheme base) '(kompics network))) => #t
(define (virtual-channel id)
  (lambda (event)
    (match (event->list event)
      (('Msg _ destination _) (equal? (address-id destination) id))
      (_ #t))))

;; What the helpers of a network tell it.
(define-event (%Came msg))
(define-event (%Written number status size))
(define-event (%Tells event))

;; A network: `listen` begins to receive and returns the address for it, `made`
;; makes of a message what is sent, and `start-writer` starts the process that
;; sends to a host.
(define-syntax %define-network
  (syntax-rules ()
    ((_ name listen made start-writer)
     (define-component (name own)
       (provides (net Network) (status NetworkControl))
       (if (not (address? own)) (%type-error 'name "an address" own))
       ;; From (host port) to the process that writes there.
       (state (writers (make-hash-table)) (number 0) (asked (make-hash-table))
              (here own) (listening? #f))
       (define (tell event) (trigger event -> status))
       (define (notify! request id status size)
         (if request (%respond! request (MessageNotify id status size))))
       (define (writer-to address)
         (let ((key (list (address-host address) (address-port address))))
           (or (hash-table-ref/default writers key #f)
               (let ((writer (start-writer address)))
                 (hash-table-set! writers key writer)
                 writer))))
       (define (send! msg request id)
         (let ((destination (%destination msg)))
           (cond ((%simulated? msg) (notify! request id 'sent 0))
                 ((%same-host? destination here)
                  (trigger (%Came msg) -> loopback)
                  (notify! request id 'delivered 0))
                 (else
                  (:= number (+ number 1))
                  (let ((failed (with-exception-catcher
                                 list
                                 (lambda ()
                                   (! (writer-to destination)
                                      (list 'send (and request number)
                                            (made msg)))
                                   #f))))
                    (cond (failed
                           (tell (NetworkException destination (car failed)))
                           (notify! request id 'failed 0))
                          (request
                           (hash-table-set! asked number
                                            (list request id)))))))))
       (upon (control Start)
         (if (not (%attached? own))
             (begin
               ;; One that was stopped has gone on listening.
               (if (not listening?)
                   (begin
                     (:= here (listen own))
                     (:= listening? #t)))
               (tell (ListeningStatus here)))))
       (upon (net Msg source destination payload)
         (send! (Msg source destination payload) #f #f))
       (upon (net NotifyMsg id msg) (send! msg (current-request) id))
       (upon (loopback %Came msg)
         (if (= 0 (trigger msg -> net)) (tell (DeadLetter msg))))
       (upon (loopback %Written n how size)
         (let ((found (hash-table-ref/default asked n #f)))
           (hash-table-delete! asked n)
           (if found (notify! (car found) (cadr found) how size))))
       (upon (loopback %Tells event) (tell event))))))

(define (%destination msg) (cadr (%event-fields msg)))

;; Sends an event to the loopback port of the component.
(define (%inject! pid event) (! pid (%event-message 0 event pid 0)))

(define (%tell! pid event) (%inject! pid (%Tells event)))

;; A process that sends to the host, and connects when there is something to
;; send; what fails is told, and the next message connects anew. `open` returns
;; a connection, `put` sends a list to it and returns the sizes, `close` ends
;; it. What waits is sent together. The end of a process that is watched is that
;; of the connection.
(define (%start-writer address open put close)
  (let ((me (self)))
    (define (status what) (%tell! me (ConnectionStatus address what)))
    (define (connect)
      (status 'requested)
      (let ((connection (open)))
        (status 'established)
        connection))
    (define (written! numbers how sizes)
      (for-each (lambda (number size)
                  (if number (%inject! me (%Written number how size))))
                numbers sizes))
    (define (fail connection numbers cause)
      (status 'dropped)
      (%tell! me (NetworkException address cause))
      (written! numbers 'failed (map (lambda (number) 0) numbers))
      (if connection
          (with-exception-catcher
           (lambda (again) #f)
           (lambda () (close connection)))))
    (define (loop connection)
      (recv
        (('send number what)
         (let* ((batch (%with-waiting number what))
                (numbers (map car batch))
                (outcome
                 (%traced-outcome
                  (lambda ()
                    (let ((connection (or connection (connect))))
                      (written! numbers 'sent
                                (put connection (map cdr batch)))
                      connection)))))
           (if (eq? (car outcome) 'returned)
               (loop (cadr outcome))
               (begin
                 (if (termite-exception? (cadr outcome)) (shutdown!))
                 (fail connection numbers (cadr outcome))
                 (loop #f)))))
        (('down _ _ _ _)
         (status 'dropped)
         (loop #f))))
    (let ((writer (spawn (lambda ()
                           (with-exception-catcher
                            (lambda (raised) #f)
                            (lambda () (loop #f))))
                         name: 'kompics-writer)))
      (outbound-link writer)
      writer)))

;; What is sent together at the most.
(define %batch-size 100)

;; Pairs of the number and what is to be sent, and of those that wait.
(define (%with-waiting number what)
  (let loop ((batch (list (cons number what))) (left %batch-size))
    (if (= left 1)
        (reverse batch)
        (recv
          (('send number what)
           (loop (cons (cons number what) batch) (- left 1)))
          (after 0 (reverse batch))))))

;; Whether messages go through the network of a simulation.
(define (%attached? own)
  (let ((simulation (%simulation-now*)))
    (and simulation
         (begin
           ((%simulation-attach! simulation) own (%current-address))
           #t))))

(define (%simulated? msg)
  (let ((simulation (%simulation-now*)))
    (and simulation
         (begin
           ((%simulation-transmit! simulation) msg (%Came msg))
           #t))))
