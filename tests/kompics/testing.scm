;; Tests of components by what they trigger.

(import (scheme base) (scheme write) (mound conditions) (kompics)
        (kompics lifecycle) (kompics timer) (kompics test))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (guard (x ((condition? x)
                              (cons (error-object-message x)
                                    (error-object-irritants x))))
                     body ...))
            (newline)))))
(define-event (Msg n))
(define-event (Ack n))
(define-event (Done))
(define-port-type Flow (request Msg) (indication Ack Done))

(define-component (Acks)
  (provides (flow Flow))
  (upon (flow Msg n) (such-that (< n 10)) (trigger (flow Ack n)))
  (upon (flow Msg 10)
    (trigger (flow Ack 1)) (trigger (flow Ack 2)) (trigger (flow Done)))
  (upon (flow Msg 13) (error "thirteen")))
(define-component (Waits)
  (provides (flow Flow))
  (requires (timer Timer))
  (upon (flow Msg n) (trigger (timer ScheduleTimeout n 'x)))
  (upon (timer Timeout x) (trigger (flow Done))))

(row "in order"
  (test-component (Acks)
    (send Flow (Msg 1)) (expect Flow (Ack 1))
    (send Flow (Msg 10)) (expect Flow (Ack 1)) (expect Flow (Ack n))
    (expect Flow (Done))))
(row "another event"
  (test-component (Acks) (send Flow (Msg 1)) (expect Flow (Ack 2))))
(row "nothing comes"
  (test-component (Acks) (send Flow (Msg 11)) (expect Flow (Ack 11))))
(row "more than expected"
  (test-component (Acks) (send Flow (Msg 10)) (expect Flow (Ack 1))))
(row "in any order"
  (test-component (Acks)
    (send Flow (Msg 10))
    (unordered (expect Flow (Done)) (expect Flow (Ack 2)) (expect Flow (Ack 1)))))
(row "one of two"
  (test-component (Acks)
    (send Flow (Msg 10))
    (either (list (expect Flow (Ack 5)))
            (list (expect Flow (Ack 1)) (expect Flow (Ack 2))))
    (expect Flow (Done))))
(row "one of two at the end, of which one is nothing"
  (list
   (test-component (Acks)
     (allow Flow (Done))
     (send Flow (Msg 1)) (expect Flow (Ack 1))
     (either (list (expect Flow (Ack 2))) (list)))
   (test-component (Acks)
     (allow Flow (Done))
     (send Flow (Msg 1)) (expect Flow (Ack 1))
     (either (list) (list (expect Flow (Ack 2)))))))
(row "repeated"
  (test-component (Acks)
    (repeat 3 (send Flow (Msg 4)) (expect Flow (Ack 4)))))
(row "allowed, dropped and not allowed"
  (list
   (test-component (Acks)
     (allow Flow (Ack _)) (send Flow (Msg 10)) (expect Flow (Done)))
   (test-component (Acks)
     (drop Flow (Ack _)) (send Flow (Msg 10)) (expect Flow (Done)))))
(row "not allowed"
  (test-component (Acks)
    (allow Flow (Ack _)) (disallow Flow (Ack 2)) (send Flow (Msg 10))
    (expect Flow (Done))))
(row "a fault"
  (test-component (Acks)
    (send Flow (Msg 13))
    (expect-fault (lambda (x) (equal? (error-object-message x) "thirteen")))
    (send Flow (Msg 1)) (expect Flow (Ack 1))))
(row "a fault that nobody expects"
  (test-component (Acks) (send Flow (Msg 13)) (expect Flow (Done))))
(define (counted name)
  (lambda (component) (cadr (assq name (component-status component)))))
(row "looking at the component, when it has handled what was sent"
  (test-component (Acks)
    (inspect (lambda (c) (= 0 ((counted 'came) c))))
    (send Flow (Msg 11)) (send Flow (Msg 12))
    (inspect (lambda (c) (list (= 2 ((counted 'came) c)) (= 0 ((counted 'handled) c)))))
    (repeat 2 (inspect component-status) (send Flow (Msg 1)) (expect Flow (Ack 1)))
    (inspect (lambda (c) (= 2 ((counted 'handled) c))))))
(row "the component is not as it should be"
  (test-component (Acks)
    (send Flow (Msg 1)) (expect Flow (Ack 1))
    (inspect (lambda (c) (= 2 ((counted 'handled) c))))))
(row "ports that are required"
  (test-component (Waits)
    (send Flow (Msg 7)) (expect Timer (ScheduleTimeout 7 id))
    (send Timer (Timeout 'x)) (expect Flow (Done))))
(define-component (Waiter)
  (provides (flow Flow))
  (children (timer (create SystemTimer)) (waits (create Waits)))
  (channels (connect Timer timer -> waits) (connect Flow waits -> flow)))
(row "in time"
  (test-component (Waiter)
    (with-test-timeout 9) (send Flow (Msg 8)) (expect Flow (Done))))
(row "too late"
  (test-component (Waiter) (send Flow (Msg 8)) (expect Flow (Done))))
;; What `check` returns, where test-component raises.
(row "what is wrong, as a value"
  (list (check (Acks) (send Flow (Msg 1)) (expect Flow (Ack 1)))
        (check (Acks) (send Flow (Msg 1)) (expect Flow (Ack 2)))))
