;;; Ports of the console for other nodes. Those of files, connections and
;;; subprocesses are processes already, and can be used everywhere.

;;> (spawn-output-port port): a port that writes to the same, also where it is
;;> sent to: for a port of the console, one of the console of this node, with a
;;> process that ends when this one does; for a port of a file, connection or
;;> subprocess, the port itself. Raises type. Termite paper 3.1.
;;> Example: (output-port? (spawn-output-port (current-output-port))) => #t
(define (spawn-output-port port)
  (if (not (output-port? port))
      (%type-error 'spawn-output-port "an output port" port))
  (%with-process port 'spawn-output-port))

;;> (spawn-input-port port): the same for a port to read from. Raises type.
;;> Termite paper 3.1.
;;> Example: (input-port? (spawn-input-port (current-input-port))) => #t
(define (spawn-input-port port)
  (if (not (input-port? port))
      (%type-error 'spawn-input-port "an input port" port))
  (%with-process port 'spawn-input-port))

(define (%with-process port who)
  (cond ((%process-port? port) port)
        ((not (memq (%port-kind port) '(console-input console-output)))
         (%type-error who
                      "a port of the console, a file, connection or subprocess"
                      port))
        ((%own-console? port)
         (%make-port (%port-kind port) #t (%port-content port)
                     (let ((owner (self)))
                       (spawn (lambda () (%relay (monitor owner)))
                              name: 'port))))
        (else port)))

;; Does what others want done with the console of this node, until the watched
;; process ends.
(define (%relay watch)
  (recv (('down ,watch pid reason object) 'over)
        ((from tag wish)
         (%handle-port-request from tag wish)
         (%relay watch))
        (_ (%relay watch))))
