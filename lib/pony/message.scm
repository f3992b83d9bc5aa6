;;; A process that passes on what a kernel tells, until that ends.

;;> (pony-message-process net-handle destination): starts a process that writes
;;> the messages and errors of this node, of the kinds that pony-startup was
;;> told, to an output port, or sends them to a process as lists (pony-message
;;> kind text), and ends with the kernel; its pid. Raises type, pony-shut-down.
;;> Example: (eval '(begin (ans-start) (let ((net (pony-startup "told" 'master 'messages 'status))) (pony-message-process net (self)) (pony-shutdown! net) (recv (('pony-message kind text) text)))) (environment '(scheme base) '(termite process) '(pony))) => "PONY MSG: node 0: shutting down"
(define (pony-message-process handle destination)
  (%require-handle handle 'pony-message-process)
  (if (not (or (pid? destination)
               (and (output-port? destination) (textual-port? destination))))
      (%type-error 'pony-message-process "a pid or a textual output port"
                   destination))
  (let* ((kernel (%handle-kernel handle))
         (pid (spawn (lambda () (%pass-on kernel destination))
                     name: 'pony-messages)))
    (%kernel-call kernel (list 'listen pid) 'pony-message-process)
    pid))

(define (%pass-on kernel destination)
  (let ((watch (monitor kernel)))
    (let loop ()
      (recv
        (('pony-message kind text)
         (if (pid? destination)
             (! destination (list 'pony-message kind text))
             (begin
               (write-string text destination)
               (newline destination)
               (flush-output-port destination)))
         (loop))
        (('down ,watch _ _ _) #t)))))
