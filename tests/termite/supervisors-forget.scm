;; Only the restarts of the last period count. The pauses are longer than the
;; period however slow the machine is.
(import (termite) (mound supervisor))

(define me (self))
(define (worker)
  (! me (list 'worker (self)))
  (recv ('crash (raise 'crashed))))
(define (start . options)
  (apply supervisor:start 'one-for-one (list (worker-child 'w worker)) options))
(define (started) (recv (('worker pid) pid) (after 60 'not-started)))

(define forgetful (start intensity: 1 period: 0.05))
(print
 (let loop ((left 5) (seen '()))
   (if (= left 0)
       (list seen (alive? forgetful))
       (begin
         ;; The pause begins when the restart has been counted.
         (let ((pid (started)))
           (recv (after 0.2 #f))
           (! pid 'crash))
         (loop (- left 1) (cons 'restarted seen))))))
(started)
(! forgetful 'shutdown)

;; Within the period, so many restarts are accepted and no more.
(define (failures intensity)
  (let* ((supervisor (start intensity: intensity period: 1000))
         (watch (monitor supervisor)))
    (let loop ((count 0))
      (! (started) 'crash)
      (recv
        (('down ,watch _ reason _) (list count reason))
        (('worker pid) (! me (list 'worker pid)) (loop (+ count 1)))
        (after 60 'neither)))))
(print (map failures '(0 1 3)))
