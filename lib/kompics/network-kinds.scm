;;; Two networks: over connections of TCP, and over the nodes of Mound.

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
   (lambda (connection text)
     (let ((output (connection-output connection)))
       (write-string text output)
       (flush-output-port output)
       (string-length text)))
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
  (let ((other (resolve-service 'kompics-network)))
    (if (and other (alive? other))
        (%error-of-kind 'kompics 'NodeNetwork
                        "this node has such a network already:" own)))
  (publish-service 'kompics-network (self))
  own)

;; The network of the other node is watched: its end is that of the connection.
(define (%start-node-writer address)
  (let ((node (make-node (address-host address) (address-port address))))
    (%start-writer
     address
     (lambda ()
       (let ((pid (on node (lambda () (resolve-service 'kompics-network)))))
         (if (not pid)
             (%error-of-kind 'kompics 'NodeNetwork
                             "there is no such network at the node:" node))
         (monitor pid)
         pid))
     (lambda (pid msg)
       (%inject! pid (%Came msg))
       0)
     void)))
