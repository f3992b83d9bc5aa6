;;; What matching costs (the five patterns of MatchingTest of Kroll, Carbone and
;;; Haridi), and an event that one of two hundred subscribers is interested in:
;;; when the others have no handler for it, and when theirs has a guard that
;;; fails. Usage:
;;;
;;;   mound run dispatch.scm [EVENTS]
;;;
;;; Prints a line for each: what it is, and nanoseconds an event.

(import (scheme base) (scheme process-context) (scheme write) (scheme time)
        (termite process) (kompics) (kompics lifecycle))

(define events
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      200000))
(define main (self))
(define-event (Any a b c d))
(define-event (Other))
(define-event (Go left))
(define-port-type Flow (request Go) (indication Any Other))

(define (measure name start count)
  (let* ((begin (current-jiffy)) (end (start)))
    (recv ('done #t))
    (let ((time (- (current-jiffy) begin)))
      (end)
      (display name)
      (display ": ")
      (write (exact (round (/ (* 1e9 time) (jiffies-per-second) count))))
      (newline))))
(define (system definition . arguments)
  (lambda ()
    (let ((system (apply kompics-start definition arguments)))
      (lambda () (kompics-shutdown! system)))))

;;; Patterns: each event is triggered when the one before it has been handled.
(define-syntax define-matching
  (syntax-rules ()
    ((define-matching name event pattern ...)
     (define-component (name)
       (state (left events))
       (upon (control Start) (trigger event -> loopback))
       (upon (loopback Any pattern ...)
         (:= left (- left 1))
         (if (> left 0) (trigger event -> loopback) (! main 'done)))))))
(define-matching Type (Any 1 2 3 4) _ _ _ _)
(define-matching One (Any 1 2 3 4) 1 _ _ _)
(define-matching Four (Any 1 2 3 4) 1 b 3 d)
(define-matching Nested2 (Any '(1 2) 2 3 4) (1 x) b _ _)
(define-matching Nested3 (Any '(1 (2 (3))) 2 3 4) (1 (2 (x))) b _ _)

;;; Two hundred subscribers of one component
(define subscribers 200)
(define rounds (max 1 (quotient events 100)))
(define-component (Source)
  (provides (flow Flow))
  (upon (flow Go left) (trigger (flow Any left 0 0 0))))
(define-component (Interested)
  (requires (flow Flow))
  (upon (control Start) (trigger (flow Go rounds)))
  (upon (flow Any left _ _ _)
    (if (> left 1) (trigger (flow Go (- left 1))) (! main 'done))))
(define-component (Elsewhere) (requires (flow Flow)) (upon (flow Other) #t))
(define-component (Guarded)
  (requires (flow Flow))
  (upon (flow Any left _ _ _) (such-that (< left 0)) #t))
(define-component (Shared definition)
  (children (source (create Source)))
  (define (add left)
    (when (> left 0)
      (let ((each (create definition)))
        (connect Flow source -> each)
        (add (- left 1)))))
  (add (- subscribers 1))
  (define interested (create Interested))
  (connect Flow source -> interested))

(measure "type only" (system Type) events)
(measure "one field" (system One) events)
(measure "four fields" (system Four) events)
(measure "nested 2" (system Nested2) events)
(measure "nested 3" (system Nested3) events)
(measure "200 subscribers, one interested" (system Shared Elsewhere) rounds)
(measure "200 subscribers, guards fail" (system Shared Guarded) rounds)
