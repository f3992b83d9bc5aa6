;; A process that becomes a supervisor itself: the order in which its children end, what ends it, and
;; what it returns or raises.
(import (termite) (mound supervisor))

(define me (self))
(define (child name)
  (worker-child
   name
   (lambda ()
     (! me (list 'begins name))
     (recv ('crash (raise 'crashed))
           ('shutdown (! me (list 'ends name)))))))
(define (next) (? 60 'nothing-more))
(define (next-of count)
  (if (= count 0) '() (let ((first (next))) (cons first (next-of (- count 1))))))
;; Children begin side by side.
(define (all-begin . names)
  (for-each (lambda (name) (recv (('begins ,name) 'ok))) names))

(define (running . children)
  (spawn
   (lambda ()
     (let ((outcome
            (catch (lambda (problem) (list 'raises problem))
              (supervisor:run 'one-for-one children intensity: 1 period: 600))))
       (! me (list 'after outcome))))))

;; It begins with its children, in order, and goes on after the last has ended.
(define quiet (running (child 'one) (child 'two) (child 'three)))
(all-begin 'one 'two 'three)
(print (map car (supervisor:children quiet)))
(! quiet 'shutdown)
(print (next-of 3))
(print (car (next)))

;; A child that fails begins again, once; what fails more often ends it.
(define weak (running (child 'one) (child 'two)))
(all-begin 'one 'two)
(! (supervisor:child weak 'one) 'crash)
(print (next))
(! (supervisor:child weak 'one) 'crash)
(print (next))
(let ((after (next)))
  (print (list (car after) (car (cadr after)))))

;; The same process can be another supervisor, and its mailbox is as it was before.
(define twice
  (spawn
   (lambda ()
     (supervisor:run 'one-for-one (list (child 'first)))
     (! me 'between)
     (supervisor:run 'all-for-one (list (child 'second)))
     (! me (recv (('kept what) what))))))
(print (next))
(! twice 'shutdown)
(print (next-of 2))
(print (next))
(! twice 'shutdown)
(print (next))
(! twice '(kept at-last))
(print (next))

;; Wrong arguments are told at once, in its name.
(define (complaint thunk) (catch condition-kind (thunk)))
(print (complaint (lambda () (supervisor:run 'one-for-none '()))))
(print (complaint (lambda () (supervisor:run 'one-for-one 'worker))))
(print (complaint (lambda () (supervisor:run 'one-for-one '(worker)))))
