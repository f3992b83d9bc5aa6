;; The load balancer of the paper, with meters that say what they are told.
(import (termite) (termite data))

(define (meter-supervisor)
  (let loop ((meters (make-dict)))
    (recv
      (('load-report from load)
       (loop (dict-set meters from load)))
      ((from tag 'minimum-load)
       (let ((min (find-min (dict->list meters))))
         (! from (list tag (car min))))
       (loop meters))
      ((from tag 'average-load)
       (! from (list tag (list-average (map cdr (dict->list meters)))))
       (loop meters)))))

(define (find-min meters)
  (let loop ((rest (cdr meters)) (least (car meters)))
    (cond ((null? rest) least)
          ((< (cdar rest) (cdr least)) (loop (cdr rest) (car rest)))
          (else (loop (cdr rest) least)))))
(define (list-average numbers) (/ (apply + numbers) (length numbers)))

(define (minimum-load supervisor) (!? supervisor 'minimum-load))
(define (average-load supervisor) (!? supervisor 'average-load))

(define (start-work-dispatcher load-server)
  (spawn
   (lambda ()
     (let loop ()
       (recv
         ((from tag ('dispatch thunk))
          (let ((least (minimum-load load-server)))
            (spawn (lambda () (! from (list tag (list least (thunk)))))))))
       (loop)))))
(define (dispatch dispatcher thunk) (!? dispatcher (list 'dispatch thunk)))

(define supervisor (spawn meter-supervisor))
(define (report name load) (! supervisor (list 'load-report name load)))
(define dispatcher (start-work-dispatcher supervisor))
(for-each report '(alpha beta gamma) '(3 1 2))
(print (average-load supervisor))
(print (dispatch dispatcher (lambda () (* 6 7))))
(report 'beta 9)
(print (average-load supervisor))
(print (dispatch dispatcher (lambda () 'now-elsewhere)))
