;; A process may link two others.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define me (self))

(define (listener name)
  (lambda ()
    (catch (lambda (e) (! me (list name (termite-exception-reason e)
                                   (termite-exception-object e))))
      (recv ('fail (raise 'failed)) ('stop 'done)))))
;; A process that fails does not report its own failure.
(define (victim) (spawn (lambda () (recv ('fail (raise 'failed)) ('stop 'done)))))
;; Links are signals: this one has come when a later message has been answered.
(define (settle pid) (process-info pid) (process-info pid))

(define (heard link end)
  (let ((a (victim)) (b (spawn (listener 'told))))
    (link a b)
    (settle b)
    (settle a)
    (end a)
    (let ((result (? 0.2 'nothing)))
      (terminate! a)
      (terminate! b)
      result)))
(define (fail pid) (! pid 'fail))
(define (stop pid) (! pid 'stop))

(show (heard (lambda (a b) (inbound-link a b)) fail))
(show (heard (lambda (a b) (outbound-link b a)) fail))
(show (heard (lambda (a b) (full-link a b)) fail))
(show (heard (lambda (a b) (full-link b a)) terminate!))
(show (heard (lambda (a b) (full-link a b) (settle b) (settle a) (unlink a b)) fail))
(show (heard (lambda (a b) (outbound-link a b)) fail))
(show (heard (lambda (a b) (full-link a b)) stop))
;; With one that has ended.
(define dead (spawn (lambda () 1)))
(wait-for dead)
(define survivor (spawn (listener 'survivor)))
(full-link dead survivor)
(show (? 5))
;; With itself.
(define lonely (spawn (listener 'lonely)))
(full-link lonely lonely)
(settle lonely)
(show (alive? lonely))
(show (guard (e (#t 'type)) (full-link lonely 'nobody)))
(show (guard (e (#t 'type)) (inbound-link 'nobody lonely)))
