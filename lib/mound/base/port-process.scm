;;; Ports that are processes: those of files, connections and subprocesses.
;;;
;;; A port process owns a resource of the node, which is closed when the process
;;; ends. Every process of the node uses the resource by the pid; what was read
;;; ahead stands beside the resource, so there is one position, whoever reads. A
;;; process of another node sends the port process what it wants done:
;;;
;;;   (from tag thunk)  -->  a process on the node of the port calls the thunk
;;;   (tag returned . value) or (tag raised . object)  <--
;;;
;;; A port process ends with the process that opened it, unless it was given to
;;; another: (from tag pid). One that migrates is halted, which tells nobody, so
;;; its ports stay.

;; A process for a port of this process.
(define (%spawn-port)
  (let* ((owner (%primitive %self))
         (pid (%primitive %spawn (lambda () (%port-process owner)) 'port '())))
    ;; Set from this side, so that it holds before anything is opened.
    (%primitive %link owner pid)
    pid))

(define (%port-process owner)
  ;; Should the owner end between the spawn and its link.
  (%primitive %link owner (%primitive %self))
  (let loop ()
    (let ((message (%primitive %mailbox-next! #f)))
      (%primitive %mailbox-accept!)
      (cond ((%primitive condition? message)
             (if (not (%migrated? owner message)) (%primitive %end)))
            ((if (list? message) (= (length message) 3) #f)
             (%handle-port-request (car message) (cadr message)
                                   (caddr message))))
      (loop))))

;; Whether the notice means that the owner was gone before this process asked
;; for news of it, and that it has not told of its end: then it was halted.
(define (%migrated? owner notice)
  (let ((irritants (error-object-irritants notice)))
    (if (eq? (car irritants) owner)
        (if (eq? (cadr irritants) 'noproc)
            (eq? (%primitive %resource-open? (%primitive %self)) #t)
            #f)
        #f)))

(define (%handle-port-request from tag wish)
  (cond ((not (%primitive pid? from)) #f)
        ((%primitive pid? wish)
         (%primitive %link wish (%primitive %self))
         (%primitive %unlink from (%primitive %self))
         (%primitive %send from (cons tag (cons 'returned #t))))
        ((procedure? wish)
         ;; A process of its own, since it may have to wait for input.
         (%primitive %spawn (lambda () (%answer-port-request from tag wish))
                     'port-request '()))))

(define (%answer-port-request from tag thunk)
  (%primitive %send from
              (cons tag
                    (with-exception-catcher
                     (lambda (object) (cons 'raised object))
                     (lambda () (cons 'returned (thunk)))))))

;; The value of the thunk where the port is. The end of a linked process that
;; comes meanwhile stays in the mailbox for the next receive.
(define (%at-port port wish) (%at-port-process (%port-content port) wish))

(define (%at-port-process pid wish)
  (let ((tag (%primitive %make-tag)))
    (%primitive %mailbox-skip!)
    (let ((watch (%primitive %monitor pid)))
      (%primitive %send pid (list (%primitive %self) tag wish))
      (let ((answer (%await-port tag watch)))
        (%primitive %demonitor watch)
        (cond ((eq? (car answer) 'returned) (cdr answer))
              ((eq? (car answer) 'raised) (raise-continuable (cdr answer)))
              ((eq? (caddr answer) 'node-down)
               (%error-of-kind 'node-down 'port
                               "the node of the port is lost:" pid))
              (else
               (%error-of-kind 'file 'port "the port is closed")))))))

;; (returned . value), (raised . object) or (watch pid reason object).
(define (%await-port tag watch)
  (let ((message (%primitive %mailbox-next! #f)))
    (cond ((not (pair? message)) (%await-port tag watch))
          ((eq? (car message) tag)
           (%primitive %mailbox-accept!)
           (cdr message))
          ((and (eq? (car message) 'down)
                (pair? (cdr message))
                (eq? (cadr message) watch))
           (%primitive %mailbox-accept!)
           (cdr message))
          (else (%await-port tag watch)))))

;; The value of the thunk on the node whose console the port means.
(define (%at-console port thunk)
  (if (%own-console? port)
      (thunk)
      (%at-port-process (%port-name port) thunk)))

;; The same as %at-port, or the default if the port process has ended.
(define (%at-open-port port default thunk)
  (with-exception-catcher
   (lambda (object)
     (if (file-error? object) default (raise object)))
   (lambda () (%at-port port thunk))))

(define (%process-port-open? port)
  (let ((open? (%primitive %resource-open? (%port-content port))))
    (if (%primitive absent? open?)
        (%at-open-port port #f (lambda () (%process-port-open? port)))
        open?)))

(define (%close-process-port port)
  (let* ((pid (%port-content port))
         (close (lambda () (%primitive %operate 'close (list pid) #f)))
         (open? (%primitive %resource-open? pid)))
    (if (if (%primitive absent? open?) (%process-port-open? port) open?)
        (begin
          (with-exception-catcher
           (lambda (object)
             (%primitive %terminate pid)
             (raise object))
           (lambda ()
             (if (%primitive absent? open?) (%at-port port close) (close))))
          ;; Not before the answer: whoever waits for it watches the process.
          (%primitive %terminate pid)))
    (void)))
