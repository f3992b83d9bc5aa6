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
;;; another: (from tag pid), as one does that migrates. The owner has a link to
;;; it, by which it knows its ports; the port process watches the owner.

;; A process for a port of this process.
(define (%spawn-port)
  (let* ((owner (%primitive %self))
         (pid (%primitive %spawn (lambda () (%port-process owner)) 'port '())))
    (%primitive %link owner pid)
    pid))

(define (%port-process owner)
  ;; A monitor, since a process that halts tells its links nothing.
  (let loop ((watch (%primitive %monitor owner)))
    (let ((message (%primitive %mailbox-next! #f)))
      (%primitive %mailbox-accept!)
      (cond ((not (list? message)) (loop watch))
            ((%down-of? message watch) (%primitive %end))
            ((not (= (length message) 3)) (loop watch))
            ((if (%primitive pid? (car message))
                 (%primitive pid? (caddr message))
                 #f)
             (%primitive %demonitor watch)
             (%change-owner (car message) (cadr message) (caddr message))
             (loop (%primitive %monitor (caddr message))))
            (else
             (%handle-port-request (car message) (cadr message)
                                   (caddr message))
             (loop watch))))))

(define (%down-of? message watch)
  (if (pair? message)
      (if (eq? (car message) 'down)
          (if (pair? (cdr message)) (eq? (cadr message) watch) #f)
          #f)
      #f))

;; The link tells the owner, who may migrate, of its ports.
(define (%change-owner from tag to)
  (%primitive %link to (%primitive %self))
  (%primitive %unlink from (%primitive %self))
  (%primitive %send from (cons tag (cons 'returned #t))))

(define (%handle-port-request from tag wish)
  (cond ((not (%primitive pid? from)) #f)
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
      (%port-answer pid tag watch))))

(define (%port-answer pid tag watch)
  (let ((answer (%await-port tag watch)))
    (%primitive %demonitor watch)
    (cond ((eq? (car answer) 'returned) (cdr answer))
          ((eq? (car answer) 'raised) (raise-continuable (cdr answer)))
          ((eq? (caddr answer) 'node-down)
           (%error-of-kind 'node-down 'port
                           "the node of the port is lost:" pid))
          (else
           (%error-of-kind 'file 'port "the port is closed")))))

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
  (cond ((%own-console? port) (thunk))
        ((eq? (%port-open? port) 'lent) (%at-lent-console port thunk))
        (else (%at-other-console port thunk))))

;; A port of the console of another node that stands for it as long as it is
;; there, and then for the console of the node where it is used. Another port is
;; left as it is.
(define (%lent-console port)
  (if (eq? (%port-kind port) 'console-output)
      (%make-port 'console-output 'lent (%port-content port) (%port-name port))
      port))

(define (%at-lent-console port thunk)
  (with-exception-catcher
   (lambda (object)
     (if (not (and (condition? object)
                   (memq (condition-kind object)
                         '(node-down noproc refused timeout unreachable))))
         (raise object))
     ;; So that the lost node is not looked for each time.
     (if (eq? (current-output-port) port) (current-output-port %console-output))
     (if (eq? (current-error-port) port) (current-error-port %console-error))
     (thunk))
   (lambda () (%at-other-console port thunk))))

(define (%at-other-console port thunk)
  (let ((me (%primitive %self)) (tag (%primitive %make-tag)))
    (%primitive %mailbox-skip!)
    (let ((pid (%primitive
                %spawn-remote (%primitive %pid-node (%port-name port))
                (lambda () (%answer-port-request me tag thunk))
                'port-request '() #f
                (+ (%primitive %now) %console-patience))))
      (%port-answer pid tag (%primitive %monitor pid)))))

;; Nanoseconds to wait until a node has begun with what is wanted of its
;; console: longer than it takes to find out that a node is lost.
(define %console-patience 15000000000)

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
