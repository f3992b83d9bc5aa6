;; Supervisors whose children die at any moment, also while all are being ended:
;; no child is left, and the supervisor always ends.
(import (termite) (termite server) (mound supervisor))

(define rounds 25)
(define me (self))
(define (repeat n thunk)
  (if (> n 0) (begin (thunk) (repeat (- n 1) thunk))))
(define (pause) (recv (after (/ (random-integer 4) 1000) 'paused)))
(define (check name truth . details)
  (if (not truth) (print (list 'broken: name details))))
(define (drain) (if (not (eq? (? 0 'empty) 'empty)) (drain)))

;; Tells of itself, so that all that ever ran can be asked after; one that is
;; terminated before its first turn does not.
(define (child name)
  (worker-child name
    (lambda ()
      (! me (list 'child (self)))
      (let loop ()
        (recv ('fail (raise 'failed))
              ('shutdown (pause))
              ('deaf (let wait () (recv ('never 1) (after 1000 1)) (wait)))
              (_ (loop)))))
    shutdown: 0.01))
(define (everybody)
  (recv (('child pid) (cons pid (everybody))) (after 0 '())))

(define strategies '#(one-for-one all-for-one rest-for-one))

(define (end-in-the-middle)
  (let* ((strategy (vector-ref strategies (random-integer 3)))
         (s (supervisor:start strategy (list (child 'a) (child 'b) (child 'c))
                              intensity: 3 period: 1000))
         (first (map cadr (supervisor:children s)))
         (trouble
          (spawn
           (lambda ()
             (repeat 4
               (lambda ()
                 (pause)
                 (let ((pid (catch (lambda (e) #f)
                              (supervisor:child s (list-ref '(a b c) (random-integer 3))))))
                   (if pid
                       (case (random-integer 3)
                         ((0) (! pid 'fail))
                         ((1) (terminate! pid))
                         (else (! pid 'deaf)))))))))))
    (pause)
    (let ((reason (supervisor:stop s 60 'never)))
      (check 'reason (memq reason '(normal failure noproc)) strategy reason))
    (wait-for trouble)
    (check 'started (and (= 3 (length first)) (not (memv #f first))) first)
    (for-each
     (lambda (pid) (check 'left (not (eq? 'alive (wait-for pid 10 'alive))) strategy pid))
     (append first (everybody)))
    (drain)))
(repeat rounds end-in-the-middle)
(print 'end-in-the-middle)

;; The supervisor itself is ended from outside: the links reach the children.
(define (supervisor-dies)
  (let ((s (supervisor:start 'one-for-one (list (child 'a) (child 'b)))))
    (pause)
    (terminate! s)
    (for-each
     (lambda (pid) (check 'orphan (not (eq? 'alive (wait-for pid 10 'alive))) pid))
     (everybody))
    (drain)))
(repeat rounds supervisor-dies)
(print 'supervisor-dies)

;; A tree, ended while its parts fail.
(define (tree-in-trouble)
  (let* ((s (supervisor:start 'one-for-one
              (list (child 'outer)
                    (supervisor-child 'inner 'all-for-one (list (child 'x) (child 'y))
                                      intensity: 1))
              intensity: 2 period: 1000))
         (trouble
          (spawn (lambda ()
                   (repeat 3
                     (lambda ()
                       (pause)
                       (let* ((inner (catch (lambda (e) #f) (supervisor:child s 'inner)))
                              (x (and inner (catch (lambda (e) #f)
                                              (supervisor:child inner 'x)))))
                         (if x (! x 'fail)))))))))
    (pause)
    (check 'tree (memq (supervisor:stop s 60 'never) '(normal failure noproc)))
    (wait-for trouble)
    (for-each
     (lambda (pid) (check 'tree-left (not (eq? 'alive (wait-for pid 10 'alive))) pid))
     (everybody))
    (drain)))
(repeat rounds tree-in-trouble)
(print 'tree-in-trouble)
