;; A short simulation, which is the same in each mode of running: the same
;; messages at the same times.

(import (scheme base) (scheme write) (kompics) (kompics lifecycle)
        (kompics network) (kompics timer) (kompics sim))

(define-event (Ping n))
(define-component (Pinger own other)
  (requires (net Network) (timer Timer))
  (upon (control Start)
    (trigger (timer SchedulePeriodicTimeout 1 1 'tick)))
  (upon (timer Timeout 'tick)
    (trigger (net Msg own other (Ping (component-time)))))
  (upon (net Msg from to what) (observe! 'got (cadr (event->list what)))))
(define-component (Node own other)
  (children (net (create TcpNetwork own)) (timer (create SystemTimer))
            (pinger (create Pinger own other)))
  (channels (connect Network net -> pinger) (connect Timer timer -> pinger)))
(define a (make-address "a" 1))
(define b (make-address "b" 1))
(define outcome
  (run-scenario
   (in-parallel (at 0 (change-network '(latency (uniform 1 100)) '(order any))
                      (start-node 'a Node a b))
                (at 1/2 (start-node 'b Node b a))
                (at 3 (kill-node 'a)))
   11 5))
(for-each (lambda (entry) (write entry) (newline)) (outcome-trace outcome))
(write (outcome-history outcome))
(newline)
