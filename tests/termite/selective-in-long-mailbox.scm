;; A request takes as long in a full mailbox as in an empty one: the messages
;; that wait are not looked at, as can be seen by the work done for it.
(import (scheme base) (scheme write) (termite process) (termite server))

(define (show object) (write object) (newline))
(define me (self))
(define (fill count)
  (when (> count 0)
    (! me (list 'waiting count))
    (fill (- count 1))))

(define echo
  (spawn (lambda ()
           (let loop ()
             (recv ((from tag n) (! from (list tag n))))
             (loop)))))
(define adder
  (server:start (make-simple-server-plugin 1 (lambda (n state) (values (+ n state) state))) '()))
(define (reductions) (cdr (assq 'reductions (process-info me))))
(define (work-of thunk)
  (let ((start (reductions)))
    (thunk)
    (- (reductions) start)))
(define (requests)
  (!? echo 1)
  (!? echo 2 5)
  (!? echo 3 5 'default)
  (server:call adder 4)
  (wait-for (spawn (lambda () 1))))

(requests)
(define alone (work-of requests))
(fill 3000)
;; What has come is taken over once.
(!? echo 'settle)
(define crowded (work-of requests))
(show (< crowded (+ alone 1000)))

;; The end of a linked process is not passed over.
(spawn-link (lambda () (raise 'oops)))
(show (catch termite-exception-object
        (let again () (!? echo 'x) (again))))
(show (!? echo 'still-there))
(show (let count ((n 0)) (if (eq? (? 0 'none) 'none) n (count (+ n 1)))))

;; A receive that waits looks at each message once, however often it is woken.
(define waiter
  (spawn (lambda ()
           (recv ('wanted 'found))
           (! me (list 'looked (cdr (assq 'reductions (process-info (self)))))))))
(let noise ((n 0))
  (when (< n 300)
    (! waiter (list 'noise n))
    ;; It is woken before it answers this.
    (process-info waiter)
    (noise (+ n 1))))
(! waiter 'wanted)
(show (recv (('looked work) (if (< work 20000) 'once work))))
