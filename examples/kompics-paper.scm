;; The listings of "Kompics Scala: Narrowing the Gap between Algorithmic
;; Specification and Executable Code" (Kroll, Carbone, Haridi 2017).
;;
;;   mound run examples/kompics-paper.scm

(import (scheme base) (scheme write) (kompics) (kompics lifecycle)
        (kompics timer)
        (only (kompics cachin) BestEffortBroadcast Broadcast Deliver))

;;; Listing 1: a port type with a request and an indication.

(define-event (Send to payload))
(define-event (Sent))
(define-port-type Net (request Send) (indication Sent))

;;; Listing 2: a component.

(define-component (ExampleC dst)
  (requires (net Net) (timer Timer))
  (upon (control Start)
    (trigger (net Send dst "message")))
  (upon-event net
    ((Sent)
     (display "Message was sent!")
     (newline)
     (suicide))))

;;; Listing 3: channels. Here also a network, which the paper leaves out.

(define-component (SmallNet)
  (provides (net Net))
  (upon (net Send to payload)
    (write (list to payload))
    (newline)
    (trigger (net Sent))))

(define-component (ParentC dst)
  (children (timer (create SystemTimer)) (example (create ExampleC dst))
            (net (create SmallNet)))
  (channels (connect Timer timer -> example)
            (connect Net net -> example))
  (upon (control Killed child) (suicide)))

(write (kompics-wait (kompics-start ParentC 'dst)))
(newline)

;;; Figure 1: Basic Broadcast. The page of the textbook says
;;;
;;;   Implements: BestEffortBroadcast, instance beb
;;;   Uses: PerfectPointToPointLinks, instance pp2p
;;;
;;;   upon event < beb, Broadcast | m > do
;;;     forall q in PI do trigger < pp2p, Send | q, m >
;;;   upon event < pp2p, Deliver | p, m > do
;;;     trigger < beb, Deliver | p, m >

(define-component (BasicBroadcast pi)
  (provides (beb BestEffortBroadcast))
  (requires (pp2p Links))
  (upon (beb Broadcast m)
    (for-each (lambda (q) (trigger (pp2p Send q m))) pi))
  (upon (pp2p Deliver p m)
    (trigger (beb Deliver p m))))

;;; It is used by a component that broadcasts one message, over links that give
;;; each message back.

(define-port-type Links (request Send) (indication Deliver))
(define-component (Echo)
  (provides (links Links))
  (upon (links Send q m) (trigger (links Deliver q m))))
(define-component (Broadcasts pi)
  (requires (beb BestEffortBroadcast))
  (children (links (create Echo)) (basic (create BasicBroadcast pi)))
  (channels (connect Links links -> basic)
            (connect BestEffortBroadcast basic -> beb))
  (state (left (length pi)))
  (upon (control Start) (trigger (beb Broadcast "hello")))
  (upon (beb Deliver p m)
    (write (list 'deliver p m))
    (newline)
    (:= left (- left 1))
    (if (= left 0) (suicide))))

(write (kompics-wait (kompics-start Broadcasts '(p q r))))
(newline)

;;; The pitfall of the paper: a guard that reads the state of the receiver. Here
;;; it is tried in the receiver, after the handlers of all earlier events.

(define-event (Add n))
(define-component (Bounded limit)
  (state (sum 0))
  (upon (loopback Add n) (such-that (<= (+ sum n) limit))
    (:= sum (+ sum n)))
  (upon (loopback Sent)
    (write sum)
    (newline)
    (suicide))
  (upon (control Start)
    (for-each (lambda (n) (trigger (loopback Add n))) '(4 4 4 1 1 1 1))
    (trigger (loopback Sent))))

(write (kompics-wait (kompics-start Bounded 10)))
(newline)
