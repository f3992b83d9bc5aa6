;; Whatever the order of events: a place is taken once, each future ends, and
;; whoever waits for it is told. Arguments: the addresses of other nodes, on which processes and
;; futures are too.

(import (scheme base) (scheme process-context) (scheme write) (only (termite) random-integer)
        (termite process) (util concurrent))
(include "places.scm")

(define (show . objects) (write objects) (newline))
(define me (self))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (count x list) (apply + (map (lambda (y) (if (equal? x y) 1 0)) list)))
(define (pause) (recv (after (* 0.0001 (random-integer 4)) #f)))
(define-syntax how
  (syntax-rules ()
    ((_ e) (guard (x ((future-terminated? x) 'terminated)
                     ((rejected-execution-error? x) 'rejected))
             e))))

;; Submits from several processes, to two places that nobody leaves.
(define e (make-thread-pool-executor 2))
(for-each (lambda (i)
            (start (lambda ()
                     (pause)
                     (! me (list 'submitted
                                 (how (begin (executor-submit! e (lambda () (let loop () (? 1 #f) (loop))))
                                             'accepted)))))))
          (numbers 1 6))
(define answers (map (lambda (i) (recv (('submitted x) x))) (numbers 1 6)))
(show 'submits (count 'accepted answers) (count 'rejected answers)
      (thread-pool-executor-pool-size e))
(shutdown-executor! e)

;; Shutting down while others submit, get and cancel.
(define s (make-thread-pool-executor 3 push-future-handler))
(for-each (lambda (i)
            (start (lambda ()
                     (pause)
                     (! me (list 'ended
                                 (guard (x ((future-terminated? x) 'ended)
                                           ((error-object? x) 'ended))
                                   (let ((f (executor-submit! s (lambda () (pause) 'ended))))
                                     (if (= 0 (random-integer 4)) (future-cancel f))
                                     (future-get f))))))))
          (numbers 1 8))
(pause)
(pause)
(shutdown-executor! s)
(show 'shutdown (count 'ended (map (lambda (i) (recv (('ended x) x))) (numbers 1 8)))
      (thread-pool-executor-pool-size s))

;; Cancelling futures that are about to end: all that wait hear the same.
(define p (make-thread-pool-executor 4 push-future-handler))
(define futures
  (map (lambda (i)
         (called-somewhere (lambda () (executor-submit! p (lambda () (pause) i)))))
       (numbers 1 8)))
(for-each (lambda (f)
            (start (lambda () (! me (list f (how (future-get f))))))
            (start (lambda () (pause) (future-cancel f) (! me (list 'cancelled f)))))
          futures)
(for-each (lambda (f) (recv (('cancelled _) #t))) futures)
(define all
  (map (lambda (f) (recv ((f x) (where (future? f)) (list f x)))) futures))
;; A future tells whoever asked and then the executor, which may be on another node.
(let wait () (if (< 0 (thread-pool-executor-pool-size p)) (begin (pause) (wait))))
(show 'cancel
      (count #t (map (lambda (entry) (equal? (cadr entry) (how (future-get (car entry))))) all))
      (count #t (map (lambda (entry)
                       (eq? (future-cancelled? (car entry)) (eq? 'terminated (cadr entry))))
                     all))
      (thread-pool-executor-pool-size p)
      (future-get (executor-submit! p (lambda () 'on))))

;; Threads that are killed and terminated while tasks come.
(define pool
  (if (null? other-nodes)
      (make-thread-pool 3)
      (make-thread-pool/nodes (cons (current-node) other-nodes) 3)))
(define done (make-shared-queue))
(define pusher
  (start (lambda ()
           (for-each (lambda (i)
                       (thread-pool-push-task! pool (lambda () (pause) (shared-queue-put! done i)))
                       (if (= 0 (random-integer 3)) (pause)))
                     (numbers 1 20)))))
(for-each (lambda (i)
            (pause)
            (if (= 0 (random-integer 2))
                (terminate! (thread-pool-thread pool (random-integer 3)))
                (thread-pool-thread-terminate! pool (random-integer 3))))
          (numbers 1 5))
(wait-for pusher)
(thread-pool-wait-all! pool)
(show 'kills (<= (shared-queue-size done) 20) (thread-pool-idling-count pool))
(thread-pool-push-task! pool (lambda () (! me 'alive)))
(show (recv ('alive 'alive)))
(thread-pool-release! pool)

;; Futures that follow their maker, which ends somehow.
(define makers
  (map (lambda (i)
         (start (lambda ()
                  (! me (list 'made (future (pause) 'made)))
                  (pause))))
       (numbers 1 6)))
(define made (map (lambda (i) (recv (('made f) f))) makers))
(for-each (lambda (pid) (if (= 0 (random-integer 2)) (terminate! pid))) makers)
(show 'made (count #t (map (lambda (f) (and (memq (how (future-get f)) '(made terminated)) #t)) made)))
(define (paused value) (future-somewhere (pause) value))
(show 'race (future-get (future-race (list (paused 1) (paused 1))))
      (future-get (future-any (list (paused 1) (future-somewhere (pause) (raise 'no)))))
      (future-get (future-all (map paused '(1 2 3)))))
