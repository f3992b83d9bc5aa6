;; Whatever the order of events: a timeout that crosses with a put loses
;; nothing, nor does the end of a getter that waited; a rendezvous is of two.
;; Arguments: the addresses of other nodes, on which processes run too.

(import (scheme base) (scheme process-context) (scheme write) (only (termite) random-integer)
        (termite process) (util concurrent))
(include "places.scm")

(define (show . objects) (write objects) (newline))
(define me (self))
(define (times n thunk) (if (> n 0) (begin (thunk) (times (- n 1) thunk))))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (sum list) (apply + list))

;; Getters whose timeouts end while others put.
(define q (make-shared-queue))
(define rounds 40)
(for-each
 (lambda (g)
   (start (lambda ()
            (let loop ((left rounds) (got 0))
              (if (= left 0)
                  (! me (list 'got got))
                  (loop (- left 1)
                        (+ got (shared-queue-get! q (* 0.0001 (random-integer 5)) 0))))))))
 '(1 2 3))
(start (lambda ()
         (for-each (lambda (n)
                     (if (= 0 (random-integer 3)) (? 0.0001 #f))
                     (shared-queue-put! q n))
                   (numbers 1 60))
         (! me 'put)))
(recv ('put #t))
(define got (sum (map (lambda (g) (recv (('got n) n))) '(1 2 3))))
(show 'timeouts (+ got (sum (shared-queue->list q))))

;; The same for putters at a full queue.
(define full (make-shared-queue 1))
(for-each
 (lambda (p)
   (start (lambda ()
            (let loop ((left 20) (put 0))
              (if (= left 0)
                  (! me (list 'put put))
                  (loop (- left 1)
                        (+ put (shared-queue-put! full left (* 0.0001 (random-integer 4)) 0))))))))
 '(1 2 3))
(define taker
  (start (lambda ()
           (let loop ((got 0))
             (recv (('stop from) (! from (list 'taken got)))
                   (after 0 (loop (+ got (shared-queue-get! full 0.0001 0)))))))))
(define put (sum (map (lambda (p) (recv (('put n) n))) '(1 2 3))))
(! taker (list 'stop me))
(define taken (recv (('taken n) n)))
(show 'full (- put taken (sum (shared-queue->list full))))

;; Getters that are killed while they wait, or before, or after they got.
(define dying (make-shared-queue))
(define results (make-shared-queue))
(define victims
  (map (lambda (i)
         (start (lambda ()
                  (let ((x (shared-queue-get! dying)))
                    (shared-queue-put! results x)))))
       (numbers 1 12)))
(for-each (lambda (pid)
            (if (= 0 (random-integer 2)) (? 0.0001 #f))
            (if (= 0 (random-integer 2)) (begin (terminate! pid) (wait-for pid))))
          victims)
;; Those that are dead by now get nothing: all that is put comes to those who live.
;; News of an end on another node may come here before it comes to the queue, which gives one
;; item to the dead then.
(define (count-alive pids)
  (cond ((null? pids) 0)
        ((alive? (car pids)) (+ 1 (count-alive (cdr pids))))
        (else (count-alive (cdr pids)))))
(define alive (count-alive victims))
(define spare (if (null? other-nodes) 0 (- (length victims) alive)))
(for-each (lambda (i) (shared-queue-put! dying i)) (numbers 1 (+ alive spare)))
(times alive (lambda () (shared-queue-get! results)))
(show 'deaths (<= 0 (shared-queue-size dying) spare) (shared-queue-size results))

;; Rendezvous: as many puts have ended as gets.
(define meet (make-shared-queue 0))
(for-each (lambda (i) (start (lambda () (! me (list 'met (shared-queue-put! meet i 0.001 #f))))))
          (numbers 1 6))
(define met
  (let loop ((left 4) (got 0))
    (if (= left 0)
        got
        (loop (- left 1) (+ got (if (shared-queue-get! meet (* 0.0002 (random-integer 8)) #f) 1 0))))))
(define ended
  (sum (map (lambda (i) (recv (('met x) (if x 1 0)))) (numbers 1 6))))
(show 'rendezvous (- met ended) (shared-queue-size meet))

;; A lock whose holders are killed.
(define locked (make-shared-queue))
(define holders
  (map (lambda (i)
         (start (lambda ()
                  (shared-queue-lock! locked)
                  (shared-queue-put! locked 'in)
                  (? (* 0.0001 (random-integer 3)) #f)
                  (shared-queue-get! locked)
                  (shared-queue-unlock! locked))))
       (numbers 1 6)))
(for-each (lambda (pid) (? 0.0001 #f) (if (= 0 (random-integer 2)) (terminate! pid))) holders)
(for-each wait-for holders)
(shared-queue-lock! locked)
(show 'locks (<= (shared-queue-size locked) 6) (begin (shared-queue-unlock! locked)
                                                      (shared-queue-locked? locked #t)))
