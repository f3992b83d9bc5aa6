;; Row T93: the load balancer of the paper (5.1), with what its text has wrong
;; mended: `(loop meters)` for `(loop dict)`, a lambda around what a meter does. The
;; load of a node is what the node has published, so that it can be known.
(import (termite) (termite data))

(define nodes (cons (current-node) (cdr (command-line))))
(define *node-list* nodes)

(define (local-loadavg)
  (!? (resolve-service 'load) 'ref))
(define (start-load load)
  (spawn (lambda ()
           (publish-service 'load (self))
           (let loop ((load load))
             (recv
               ((from tag 'ref) (! from (list tag load)) (loop load))
               ((from tag ('set load)) (! from (list tag #t)) (loop load)))))))
(define (set-load! node load)
  (!? (remote-service 'load node) (list 'set load)))

(define (find-min loads)
  (let loop ((rest (cdr loads)) (least (car loads)))
    (cond ((null? rest) least)
          ((< (cdr (car rest)) (cdr least)) (loop (cdr rest) (car rest)))
          (else (loop (cdr rest) least)))))
;; Before the first report there is none.
(define (list-average numbers)
  (and (pair? numbers) (/ (apply + numbers) (length numbers))))

(define (start-meter supervisor)
  (let loop ()
    (! supervisor
      (list 'load-report
           (self)
           (local-loadavg)))
    (recv (after 0.02 'ok)) ; a shorter pause
    (loop)))

(define (meter-supervisor meter-list)
  (let loop ((meters (make-dict)))
    (recv
      (('load-report from load)
       (loop (dict-set meters from load)))
      ((from tag 'minimum-load)
       (let ((min (find-min (dict->list meters))))
         (! from (list tag (pid-node (car min)))))
       (loop meters))
      ((from tag 'average-load)
       (! from (list tag
                    (list-average
                     (map cdr
                          (dict->list meters)))))
       (loop meters)))))

(define (minimum-load supervisor)
  (!? supervisor 'minimum-load))

(define (average-load supervisor)
  (!? supervisor 'average-load))

(define (start-meter-supervisor)
  (spawn
    (lambda ()
      (let ((supervisor (self)))
        (meter-supervisor
         (map
          (lambda (node)
            (spawn
              (lambda ()
                (migrate node)
                (start-meter supervisor))))
          *node-list*))))))

(define (start-work-dispatcher load-server)
  (spawn
    (lambda ()
      (let loop ()
        (recv
          ((from tag ('dispatch thunk))
           (let ((min-loaded-node
                  (minimum-load load-server)))
             (spawn
              (lambda ()
                (migrate min-loaded-node)
                (! from (list tag (thunk))))))))
        (loop)))))

(define (dispatch dispatcher thunk)
  (!? dispatcher (list 'dispatch thunk)))

;; Which of the nodes it is, counted from 0.
(define (index-of node)
  (let loop ((index 0) (rest nodes))
    (if (equal? node (car rest)) index (loop (+ index 1) (cdr rest)))))

(for-each (lambda (node load) (on node (lambda () (start-load load) #t)))
          nodes '(3 1 2))
(define supervisor (start-meter-supervisor))
(define dispatcher (start-work-dispatcher supervisor))

;; Until the meters have reported so much in the mean.
(define (await-average wanted)
  (let ((average (average-load supervisor)))
    (if (not (equal? average wanted))
        (begin (recv (after 0.01 #t)) (await-average wanted)))))
;; All three have reported when the mean is that of all.
(define (await-loads . loads)
  (for-each set-load! nodes loads)
  (await-average (list-average loads)))

(define (show object) (write object) (newline))
(await-loads 300 100 203)
(show (average-load supervisor))
(show (index-of (dispatch dispatcher (lambda () (current-node)))))
(await-loads 300 500 207)
(show (average-load supervisor))
(show (index-of (dispatch dispatcher (lambda () (current-node)))))
(await-loads 17 500 210)
(show (index-of (dispatch dispatcher (lambda () (current-node)))))
(show (dispatch dispatcher (let ((n 20)) (lambda () (* 2 n)))))
