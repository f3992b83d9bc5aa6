;;; Components on two nodes that send each other numbers, with a window of
;;; messages under way: with NodeNetwork, which goes over TLS, with TcpNetwork,
;;; which goes in clear, and processes alone over TLS. Usage:
;;;
;;;   mound node --listen localhost:3001 &
;;;   mound run --listen localhost:3002 network.scm HOW localhost:3001 MESSAGES
;;;
;;; HOW is nodes, tcp or processes. Prints thousands of messages a second.

(import (scheme base) (scheme process-context) (scheme write) (scheme time)
        (termite process) (kompics) (kompics lifecycle) (kompics network))

(define how (string->symbol (list-ref (command-line) 1)))
(define there (list-ref (command-line) 2))
;; Each message has an answer, which is a message too.
(define count (quotient (string->number (list-ref (command-line) 3)) 2))
(define window 1000)
(define main (self))

(define (times n thunk)
  (when (> n 0)
    (thunk)
    (times (- n 1) thunk)))

;;; Components

(define-event (Ping n))
(define-event (Pong n))

(define-component (Ponger)
  (requires (net Network))
  (upon (net Msg from to what)
    (trigger (net Msg to from (Pong (cadr (event->list what)))))))

(define-component (Pinger own other count)
  (requires (net Network))
  (state (sent 0) (got 0))
  (define (ping!)
    (:= sent (+ sent 1))
    (trigger (net Msg own other (Ping sent))))
  (upon (control Start) (times window ping!))
  (upon (net Msg from to what)
    (:= got (+ got 1))
    (cond ((< sent count) (ping!))
          ((= got count) (! main 'done)))))

(define-component (Side kind own definition arguments)
  (children (net (create kind own))
            (part (apply create definition arguments)))
  (channels (connect Network net -> part)))

(define (address-of node)
  (if (eq? how 'tcp)
      (make-address "localhost" (+ 1000 (node-port node)))
      (make-address (node-host node) (node-port node))))

(define (start-components here)
  (let ((kind (if (eq? how 'tcp) TcpNetwork NodeNetwork))
        (own (address-of here))
        (other (address-of there)))
    (on there
      (lambda ()
        (kompics-start Side kind other Ponger '())
        #t))
    ;; Both networks are there before the first message.
    (? 1 #f)
    (kompics-start Side kind own Pinger (list own other count))))

;;; Processes

(define (pong)
  (recv ((from 'ping n)
         (! from (list 'pong n))
         (pong))))

(define (ping other sent got)
  (recv (('pong n)
         (cond ((< sent count)
                (! other (list (self) 'ping (+ sent 1)))
                (ping other (+ sent 1) (+ got 1)))
               ((= (+ got 1) count) (! main 'done))
               (else (ping other sent (+ got 1)))))))

(define (start-processes)
  (let ((other (remote-spawn there pong)))
    (spawn (lambda ()
             (times window (lambda () (! other (list (self) 'ping 0))))
             (ping other window 0)))))

(if (eq? how 'processes)
    (start-processes)
    (start-components (current-node)))
(let ((begun (current-jiffy)))
  (?)
  (let ((seconds (/ (- (current-jiffy) begun) (jiffies-per-second))))
    (write (round (inexact (/ (* 2 count) seconds 1000))))
    (newline)))
(exit)
