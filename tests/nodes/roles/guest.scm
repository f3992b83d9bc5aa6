;; Tries each kind of operation on the node of the authority.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process) (mound conditions))

(define (shown object)
  (cond ((error-object? object)
         (list (condition-kind object) (error-object-message object)))
        ((pid? object) 'a-pid)
        (else object)))

(define-syntax try
  (syntax-rules ()
    ((try what body ...)
     (begin
       (write (list what (catch shown (shown (begin body ...)))))
       (newline)))))

(define visitor
  (spawn
    (lambda ()
      (define things (recv (('things . things) things)))
      (define node (list-ref things 0))
      (define echo (list-ref things 1))
      (define keeper (list-ref things 2))
      (define victim (list-ref things 3))
      (define ended (list-ref things 4))
      (define (end-of tag)
        (recv (('down ,tag _ reason object) (list reason (shown object)))))
      (try 'ping (ping node 10))
      (try 'monitor (end-of (monitor ended)))
      (try 'link (inbound-link ended) (?))
      (try 'request (!? echo 1))
      (try 'service (!? (remote-service 'echo node) 2))
      (try 'code-in-message (procedure? (cadr (!? echo (lambda () 3)))))
      (try 'limited-service (!? (remote-service 'keeper node) 4))
      (try 'limited-process (!? keeper 5))
      ;; Who does not wait for an answer is told, if it has asked.
      (try 'plain-message
           (let ((watch (monitor-undelivered)) (tag (make-tag)))
             (! keeper (list (self) tag 6))
             (recv ((,tag answer) answer)
                   (('undelivered ,watch at to why)
                    (list 'dropped (equal? at node) (eq? to keeper) why)))))
      (try 'plain-message-by-name
           (let ((watch (monitor-undelivered)) (tag (make-tag)))
             (! (remote-service 'keeper node) (list (self) tag 7))
             ;; That of the message before may come only now.
             (recv ((,tag answer) answer)
                   (('undelivered ,watch _ 'keeper _) (list 'dropped 'keeper)))))
      (try 'spawn (remote-spawn node current-node))
      (try 'code-in-spawn (remote-spawn node (lambda () (* 2 3))))
      (terminate! victim)
      (try 'after-that (ping node 10)))
    name: 'visitor))

(publish-service 'visitor visitor)
(display (current-node))
(newline)
(wait-for visitor)
