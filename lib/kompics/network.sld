;;; Networks: messages between components that share nothing but addresses.

(define-library (kompics network)
  (import
    (mound syntax) (mound base) (mound match) (mound receive) (mound tcp)
    (termite process) (kompics core))
  (export
    ConnectionStatus DeadLetter ListeningStatus LoopbackNetwork MessageNotify
    Msg Network NetworkControl NetworkException NodeNetwork NotifyMsg TcpNetwork
    address-host address-id address-port address? make-address node-address
    register-serialiser! to-address virtual-channel)
  (include "network-text.scm" "network.scm" "network-kinds.scm"))
