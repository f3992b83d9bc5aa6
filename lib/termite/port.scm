;;; Ports for other nodes. Every port but those of strings and bytevectors can
;;; be used everywhere as it is: that of a console means the console of its
;;; node, and that of a file, connection or subprocess is a process.

;;> (spawn-output-port port): the port, which writes to the same also where it
;;> is sent to: the console of this node, a file, connection or subprocess.
;;> Raises type. Termite paper 3.1.
;;> Example: (output-port? (spawn-output-port (current-output-port))) => #t
(define (spawn-output-port port)
  (if (not (output-port? port))
      (%type-error 'spawn-output-port "an output port" port))
  (%require-lasting port 'spawn-output-port))

;;> (spawn-input-port port): the same for a port to read from. Raises type.
;;> Termite paper 3.1.
;;> Example: (input-port? (spawn-input-port (current-input-port))) => #t
(define (spawn-input-port port)
  (if (not (input-port? port))
      (%type-error 'spawn-input-port "an input port" port))
  (%require-lasting port 'spawn-input-port))

(define (%require-lasting port who)
  (if (or (%process-port? port)
          (memq (%port-kind port) '(console-input console-output)))
      port
      (%type-error who "a port of the console, a file, connection or subprocess"
                   port)))
