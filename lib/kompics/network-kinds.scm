;;; Three networks: over connections of TCP, over the nodes of Mound, and within
;;; one node.

;;> TcpNetwork: a component with the argument `own`, an address, that provides
;;> Network and NetworkControl. It listens at the host and port of the address;
;;> messages to a host go through one connection, in order. Messages to its own
;;> host and port are not written. What cannot be sent is told by
;;> NetworkControl. In a simulation, messages go through the modelled network.
;;> Example: (eval '(begin (define-component (Root) (children (net (create TcpNetwork (make-address "127.0.0.1" 0))))) (component-name (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics network))) => Root
(%define-network TcpNetwork %start-tcp-reader %message-text %start-tcp-writer)

(define (%message-text msg)
  (let ((port (open-output-string)))
    (write (%encode msg) port)
    (newline port)
    (get-output-string port)))

;; Listens, and gives the address with the port that was chosen.
(define (%start-tcp-reader own)
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

(define (%start-tcp-writer address)
  (%start-writer
   address
   (lambda () (tcp-connect (address-host address) (address-port address)))
   (lambda (connection texts)
     (let ((output (connection-output connection)))
       (for-each (lambda (text) (write-string text output)) texts)
       (flush-output-port output)
       (map string-length texts)))
   close-connection))

;;> NodeNetwork: a component like TcpNetwork whose messages are those of Mound's
;;> nodes: encrypted, of any objects that processes send, without a serialiser.
;;> The host and port of its address are those of the node; see node-address. A
;;> node has one such network at a time. MessageNotify has the size 0.
;;> Example: (eval '(procedure? NodeNetwork) (environment '(scheme base) '(kompics network))) => #f
(%define-network NodeNetwork %start-node-reader values %start-node-writer)

;;> (node-address [id]): the address of this node, and of a virtual node there.
;;> Raises node before node-init.
;;> Example: (eval '(procedure? node-address) (environment '(scheme base) '(kompics network))) => #t
(define (node-address . id)
  (let ((node (%primitive %current-node)))
    (if (not node)
        (%error-of-kind 'node 'node-address
                        "this node was not started with node-init"))
    (apply make-address (node-host node) (node-port node) id)))

(define (%start-node-reader own)
  (if (not (%same-host? own (node-address)))
      (%error-of-kind 'kompics 'NodeNetwork
                      "the address is not that of this node:" own
                      (current-node)))
  (%publish-network! 'kompics-network own 'NodeNetwork))

(define (%start-node-writer address)
  (let ((node (make-node (address-host address) (address-port address))))
    (%start-mail-writer
     address
     (lambda ()
       (or (on node (lambda () (resolve-service 'kompics-network)))
           (%error-of-kind 'kompics 'NodeNetwork
                           "there is no such network at the node:" node))))))

;;> LoopbackNetwork: a component like TcpNetwork for messages that stay on their
;;> node, of any objects, without a socket. They go to the LoopbackNetwork whose
;;> own address has their host and port, in whatever system of the node; host
;;> and port are only names. For programs of several parts that talk through
;;> networks, and for tests. MessageNotify has the size 0.
;;> Example: (eval '(begin (define-component (Root) (children (net (create LoopbackNetwork (make-address "here" 1))))) (component-name (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics network))) => Root
(%define-network LoopbackNetwork %start-loopback-reader values
                 %start-loopback-writer)

(define (%loopback-service address)
  (string->symbol
   (string-append "kompics-network " (address-host address) ":"
                  (number->string (address-port address)))))

(define (%start-loopback-reader own)
  (%publish-network! (%loopback-service own) own 'LoopbackNetwork))

(define (%start-loopback-writer address)
  (%start-mail-writer
   address
   (lambda ()
     (or (resolve-service (%loopback-service address))
         (%error-of-kind 'kompics 'LoopbackNetwork
                         "there is no such network on this node:" address)))))

;;; Networks whose messages are those of processes

;; Lets others find this network by the name; its address.
(define (%publish-network! name own who)
  (let ((other (resolve-service name)))
    (if (and other (alive? other))
        (%error-of-kind 'kompics who "this node has such a network already:"
                        own)))
  (publish-service name (self))
  own)

;; Sends to the process that `find` returns. It is watched: its end is that of
;; the connection.
(define (%start-mail-writer address find)
  (%start-writer
   address
   (lambda ()
     (let ((pid (find)))
       (monitor pid)
       pid))
   (lambda (pid messages)
     (for-each (lambda (msg) (%inject! pid (%Came msg))) messages)
     (map (lambda (msg) 0) messages))
   void))
