;; Applications, the name server and allocation, with all parts on one node.
(import (scheme base) (scheme case-lambda) (scheme write) (mound sort) (mound conditions)
        (mound call) (termite process) (pony))

(define (show object) (write object) (newline))
(define me (self))
(define (note object) (! me (list 'note object)))
(define noted
  (case-lambda
    (() (recv (('note object) object)))
    ((timeout default) (recv (('note object) object) (after timeout default)))))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...)
     (guard (e ((and (pony-error? e) (pony-error-code e)) (pony-error-code e))
               ((condition? e) (condition-kind e))
               (#t e))
       body ...))))
(define-channel-type line (x ? integer) (y ! integer))
(define-channel-type other-line (x ? string))
(define-channel-type same-line (x ? integer) (y ! integer))

;; Names are checked before anything is asked.
(show (map (lambda (options) (kind (apply pony-startup options)))
           '(("" master) ("a" master ans "a/b") ("a" master ans ":7") ("a" master node "a b")
             ("a" boss) ("a" master network ipx) ("a" master messages all))))
;; No name server.
(show (kind (pony-startup "a" 'slave 'ans "localhost:1")))

;; The name server; a second master; one that takes its place.
(show (eq? (ans-start) (ans-start)))
(define first-master (pony-startup "a" 'master))
(show (list (pony-own-node-id first-master) (ans-applications)
            (kind (pony-startup "a" 'master))))
(define second-master (pony-startup "a" 'master-reset))
(show (pony-shutdown! first-master))
(show (ans-applications))

;; Slaves: numbers, waiting, timeouts.
(define slaves (map (lambda (n) (pony-startup "a" 'slave)) '(1 2 3)))
(show (map pony-own-node-id slaves))
(show (kind (pony-startup "b" 'slave)))
(show (kind (pony-startup "b" 'slave-wait 'timeout 0.01)))
(for-each (lambda (n)
            (spawn (lambda () (note (pony-own-node-id (pony-startup "b" 'slave-wait))))))
          '(1 2))
(define (pending)
  (length (filter-pending (ans-applications))))
(define (filter-pending applications)
  (cond ((null? applications) '())
        ((eq? (cadr (car applications)) 'pending)
         (cons (car applications) (filter-pending (cdr applications))))
        (else (filter-pending (cdr applications)))))
(let wait () (if (not (= 2 (pending))) (wait)))
(define b (pony-startup "b" 'master))
(show (sort (list (noted) (noted)) <))

;; The same names in two applications.
(define in-a (pony-alloc-client second-master "name" line))
(define in-b (pony-alloc-client b "name" other-line))
(show (map client-end? (list in-a in-b)))

;; Allocation: what does not fit changes nothing.
(define net second-master)
(show (list (kind (pony-alloc-server net "" line))
            (kind (pony-alloc-server net "name" other-line))
            (kind (pony-alloc-server net "name" line 'shared))
            (kind (pony-alloc-client net "name" line))
            (kind (pony-alloc-shared-client net "name" line))))
(define server (pony-alloc-server net "name" same-line 'unshared))
(show (par ((lambda (c) (out! (c x) 1) (in (c y))) in-a)
           ((lambda (s) (let ((n (in (s x)))) (out! (s y) (+ n 1)) n)) server)))
;; Declared before the other end is there, in both directions.
(define (declared name alloc other . later)
  (alloc net name line other)
  (map (lambda (alloc) (kind (begin (alloc net name line) 'allocated))) later))
(show (list (declared "1" pony-alloc-client 'unshared pony-alloc-shared-server pony-alloc-server)
            (declared "2" pony-alloc-client 'shared pony-alloc-server pony-alloc-shared-server
                      pony-alloc-shared-server)
            (declared "3" pony-alloc-shared-server 'unknown pony-alloc-client)
            (declared "4" pony-alloc-server 'unknown pony-alloc-shared-client
                      pony-alloc-shared-client)))
;; A reader that was allocated before the writer; a claim without a peer.
(fork ((lambda () (let ((end (pony-alloc-server net "later" line))) (note (in (end x)))))))
(define later (pony-alloc-shared-client net "later" line))
(show (with-claim later (out! (later x) 3)))
(show (noted))

;; Errors and points.
(define point (pony-error-point net))
(show (let-values (((errors next) (pony-errors-after net point)))
        (list errors (kind (pony-errors-after net point))
              (kind (pony-delete-error-point! net next))
              (kind (pony-delete-error-point! net next)))))
(show (list (kind (pony-nct-id in-a)) (kind (pony-current-remote-node net in-a))))
(show (kind (pony-nct-id later)))

;; What is told of nodes that join and leave, and of the end, with which the process that tells it
;; ends.
(define told-net (pony-startup "told" 'master 'messages 'both))
(define teller (pony-message-process told-net me))
(define told-slave (pony-startup "told" 'slave))
(show (pony-shutdown! told-slave))
(show (pony-shutdown! told-net))
(wait-for teller)
(define (told)
  (recv (('pony-message kind text) (cons (list kind text) (told))) (after 0 '())))
(for-each show (told))

;; The end: the name goes first, then the slaves leave; a slave that comes meanwhile
;; is refused, and one that waits joins the next master.
(define b-slave (pony-startup "b" 'slave))
(spawn (lambda () (note (pony-shutdown! b))))
(let wait () (if (assoc "b" (ans-applications)) (wait)))
(show (list (kind (pony-startup "b" 'slave)) (noted 0.02 'waits)))
(show (kind (pony-alloc-client b-slave "late" line)))
(spawn (lambda () (note (list 'joined (pony-own-node-id (pony-startup "b" 'slave-wait))))))
(show (pony-shutdown! b-slave))
(let wait () (if (not (= 1 (pending))) (wait)))
;; Two slaves of the first "b" have not left: their processes have ended.
(show (noted 0.02 'still-waits))
(define next-b (pony-startup "b" 'master))
(show (noted))
(show (pony-shutdown! next-b 0))
(for-each pony-shutdown! slaves)
(show (pony-shutdown! second-master))
(show (ans-applications))
(show (list (kind (pony-alloc-client net "name" line)) (kind (in (server x)))
            (kind (pony-shutdown! net))))
(show (ans-stop))
