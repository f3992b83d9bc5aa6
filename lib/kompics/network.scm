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

;;> TcpNetwork: a component with the argument `own`, an address, that provides
;;> Network and NetworkControl. It listens at the host and port of the address;
;;> messages to a host go through one connection, in order. Messages to its own
;;> host and port are not written. What cannot be sent is told by
;;> NetworkControl. In a simulation, messages go through the modelled network.
;;> Example: (eval '(begin (define-component (Root) (children (net (create TcpNetwork (make-address "127.0.0.1" 0))))) (component-name (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics network))) => Root
(define-component (TcpNetwork own)
  (provides (net Network) (status NetworkControl))
  (if (not (address? own)) (%type-error 'TcpNetwork "an address" own))
  ;; From (host port) to the process that writes there.
  (state (writers (make-hash-table)) (number 0) (asked (make-hash-table))
         (here own))
  (define (tell event) (trigger event -> status))
  (define (notify! request id status size)
    (if request (%respond! request (MessageNotify id status size))))
  (define (writer-to address)
    (let ((key (list (address-host address) (address-port address))))
      (or (hash-table-ref/default writers key #f)
          (let ((writer (%start-writer address)))
            (hash-table-set! writers key writer)
            writer))))
  (define (send! msg request id)
    (let ((destination (%destination msg)))
      (cond ((%simulated? msg) (notify! request id 'sent 0))
            ((%same-host? destination here)
             (trigger (%Came msg) -> loopback)
             (notify! request id 'delivered 0))
            (else
             (let ((text (with-exception-catcher
                          (lambda (cause) (list 'failed cause))
                          (lambda () (%message-text msg)))))
               (if (pair? text)
                   (begin
                     (tell (NetworkException destination (cadr text)))
                     (notify! request id 'failed 0))
                   (begin
                     (:= number (+ number 1))
                     (if request
                         (hash-table-set! asked number (list request id)))
                     (! (writer-to destination)
                        (list 'send number text)))))))))
  (upon (control Start)
    (if (not (%attached? own))
        (begin
          (:= here (%start-reader own))
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
  (upon (loopback %Tells event) (tell event)))

(define (%destination msg) (list-ref (event->list msg) 2))

(define (%message-text msg)
  (let ((port (open-output-string)))
    (write (%encode msg) port)
    (newline port)
    (get-output-string port)))

;; Sends an event to the loopback port of the component.
(define (%inject! pid event) (! pid (vector 0 event (cons pid 0))))

;; Listens, and gives the address with the port that was chosen.
(define (%start-reader own)
  (let* ((me (self))
         (listener (tcp-listen (address-port own) (address-host own))))
    (outbound-link
     (tcp-serve listener
                (lambda (connection)
                  (let ((input (connection-input connection)))
                    (let loop ()
                      (let ((datum (read input)))
                        (if (not (eof-object? datum))
                            (begin
                              (%inject! me (%Came (%decode datum)))
                              (loop)))))))))
    (make-address (address-host own) (listener-port listener)
                  (address-id own))))

;; A process that writes to the host, and connects when there is something to
;; write; what fails is told, and the next message connects anew.
(define (%start-writer address)
  (let ((me (self)))
    (define (status what)
      (%inject! me (%Tells (ConnectionStatus address what))))
    (define (open)
      (status 'requested)
      (let ((connection (tcp-connect (address-host address)
                                     (address-port address))))
        (status 'established)
        connection))
    (define (write-to connection number text)
      (let ((output (connection-output connection)))
        (write-string text output)
        (flush-output-port output)
        (%inject! me (%Written number 'sent (string-length text)))))
    (define (fail connection number cause)
      (status 'dropped)
      (%inject! me (%Tells (NetworkException address cause)))
      (%inject! me (%Written number 'failed 0))
      (if connection
          (with-exception-catcher
           (lambda (again) #f)
           (lambda () (close-connection connection)))))
    (define (loop connection)
      (recv
        (('send number text)
         (let ((outcome
                (%traced-outcome
                 (lambda ()
                   (let ((connection (or connection (open))))
                     (write-to connection number text)
                     connection)))))
           (if (eq? (car outcome) 'returned)
               (loop (cadr outcome))
               (begin
                 (if (termite-exception? (cadr outcome)) (shutdown!))
                 (fail connection number (cadr outcome))
                 (loop #f)))))))
    (let ((writer (spawn (lambda ()
                           (with-exception-catcher
                            (lambda (raised) #f)
                            (lambda () (loop #f))))
                         name: 'kompics-writer)))
      (outbound-link writer)
      writer)))

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
