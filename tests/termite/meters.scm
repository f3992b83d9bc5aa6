;; Meters, their supervisor and a dispatcher of the library of load.
(import (termite) (termite load))

(define supervisor (spawn (lambda () (meter-supervisor '()))))
(print (catch error-object-message (average-load supervisor)))
(define (meter load)
  (let ((pid (spawn (lambda ()
                      (! supervisor (list 'load-report (self) load))
                      (recv ('stop 'stopped))))))
    (let wait ()
      (if (not (assq pid (load-reports supervisor))) (wait)))
    pid))
(define a (meter 3))
(define b (meter 1))
(print (average-load supervisor))
(! supervisor (list 'load-report b 5))
(print (average-load supervisor))
;; A meter that ends is forgotten.
(! b 'stop)
(wait-for b)
(define (until-average n) (if (= n (average-load supervisor)) n (until-average n)))
(print (until-average 3))

(define dispatcher (start-work-dispatcher supervisor))
(print (dispatch dispatcher (lambda () (* 6 7))))
(print (catch (lambda (e) (list 'raised e)) (dispatch dispatcher (lambda () (raise 'there)))))
(print (dispatch dispatcher (lambda () (? 5 'too-late)) 0.01 'not-in-time))
;; A meter of this node.
(define real (spawn (lambda () (start-meter supervisor 0.01))))
(define (until-reported) (if (assq real (load-reports supervisor)) 'reported (until-reported)))
(print (until-reported))
(print (find-min '((a . 2) (b . 1) (c . 1))) (list-average '(1 2 3)))

;; A supervisor that asks itself waits for nobody: each procedure says its own name.
(for-each
 (lambda (ask)
   (print (catch (lambda (e) (list (condition-who e) (condition-kind e))) (ask (self)))))
 (list minimum-load average-load load-reports))
