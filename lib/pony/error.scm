;;; Errors are recorded by the kernel of a node, and are asked for from a point
;;; on. A point is used once: who asks gets a new one.

;; code: -4 for what was lost while it was connected, as in the original.
(define-record-type pony-error-record
  (%make-error ans? master? remote-node code)
  pony-error-record?
  (ans? pony-error-ans?)
  (master? pony-error-master?)
  (remote-node pony-error-remote-node)
  (code pony-error-record-code))

;;> (pony-error-record? object): whether it is one of the errors that
;;> pony-errors-after returns.
;;> Example: (eval '(pony-error-record? 'error) (environment '(scheme base) '(pony error))) => #f

;;> (pony-error-ans? error): whether the name server was lost. Raises type.
;;> Example: (eval '(procedure? pony-error-ans?) (environment '(scheme base) '(pony error))) => #t

;;> (pony-error-master? error): whether the master was lost. Raises type.
;;> Example: (eval '(procedure? pony-error-master?) (environment '(scheme base) '(pony error))) => #t

;;> (pony-error-remote-node error): the number of the node that was lost, or #f.
;;> Raises type.
;;> Example: (eval '(procedure? pony-error-remote-node) (environment '(scheme base) '(pony error))) => #t

;;> (pony-error-record-code error): the number of the original: -4. Raises type.
;;> Example: (eval '(procedure? pony-error-record-code) (environment '(scheme base) '(pony error))) => #t

;;> (pony-error-point net-handle): a number that stands for this moment. Raises
;;> type, pony-shut-down.
;;> Example: (eval '(begin (ans-start) (let* ((net (pony-startup "points" 'master)) (point (pony-error-point net))) (pony-shutdown! net) (integer? point))) (environment '(scheme base) '(pony))) => #t
(define (pony-error-point handle)
  (%require-handle handle 'pony-error-point)
  (%kernel-call (%handle-kernel handle) 'error-point 'pony-error-point))

(define (%bad-point point who)
  (%pony-error 'pony-error-query who -1 "there is no such error point:"
               point))

;;> (pony-delete-error-point! net-handle point): forgets the point. Raises type,
;;> pony-shut-down, and pony-error-query with code -1 if there is none.
;;> Example: (eval '(begin (ans-start) (let* ((net (pony-startup "deleted" 'master)) (point (pony-error-point net))) (pony-delete-error-point! net point) (let ((code (guard (e ((pony-error? e) (pony-error-code e))) (pony-delete-error-point! net point)))) (pony-shutdown! net) code))) (environment '(scheme base) '(pony))) => -1
(define (pony-delete-error-point! handle point)
  (%require-handle handle 'pony-delete-error-point!)
  (if (not (%kernel-call (%handle-kernel handle)
                         (list 'delete-error-point point)
                         'pony-delete-error-point!))
      (%bad-point point 'pony-delete-error-point!))
  (void))

;;> (pony-errors-after net-handle point [ans? master? nodes]): two values: a
;;> list of the errors since the point, the oldest first, and a new point for
;;> the next time; the point is used up. Of the errors only those of the name
;;> server, of the master, and of the nodes with these numbers, or of all if it
;;> is #t. Raises type, pony-shut-down, and pony-error-query with code -1 if
;;> there is no such point.
;;> Example: (eval '(begin (ans-start) (let* ((net (pony-startup "errors" 'master)) (point (pony-error-point net))) (call-with-values (lambda () (pony-errors-after net point)) (lambda (errors point) (pony-shutdown! net) errors)))) (environment '(scheme base) '(pony))) => ()
(define pony-errors-after
  (case-lambda
    ((handle point) (pony-errors-after handle point #t #t #t))
    ((handle point ans? master? nodes)
     (%require-handle handle 'pony-errors-after)
     (if (not (or (eq? nodes #t) (list? nodes)))
         (%type-error 'pony-errors-after "a list of numbers or #t" nodes))
     (let ((found (%kernel-call (%handle-kernel handle)
                                (list 'errors-after point)
                                'pony-errors-after)))
       (if (not found) (%bad-point point 'pony-errors-after))
       (values (%wanted (map (lambda (error) (apply %make-error error))
                             (cdr found))
                        ans? master? nodes)
               (car found))))))

(define (%wanted errors ans? master? nodes)
  (cond ((null? errors) '())
        ((or (and ans? (pony-error-ans? (car errors)))
             (and master? (pony-error-master? (car errors)))
             (and (pony-error-remote-node (car errors))
                  (or (eq? nodes #t)
                      (memv (pony-error-remote-node (car errors)) nodes))))
         (cons (car errors) (%wanted (cdr errors) ans? master? nodes)))
        (else (%wanted (cdr errors) ans? master? nodes))))

;;> (pony-nct-id end): an object that is the same for the ends of a bundle.
;;> Raises type, and pony-error-query with code -1 if this process may not use
;;> the end, -2 if no process of another node has held one of its ends.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (guard (e ((pony-error? e) (pony-error-code e))) (pony-nct-id client))))) (environment '(scheme base) '(pony))) => -2
(define (pony-nct-id end)
  (%require-end end 'pony-nct-id)
  (cond ((not (end-defined? end))
         (%pony-error 'pony-error-query 'pony-nct-id -1
                      "this process may not use the end:" (%end-side end)))
        ((not (end-networked? end))
         (%pony-error 'pony-error-query 'pony-nct-id -2
                      "the ends are on one node:" (%end-side end)))
        (else (%end-id end))))

;;> (pony-current-remote-node net-handle end): the number of the node of the
;;> process that holds the other end. Raises type, pony-shut-down, link-lost,
;;> and pony-error-query with code -1 if that node is not in the application, -2
;;> if nobody holds one of the ends, -3 if it is this node.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (ans-start) (let ((net (pony-startup "remote" 'master))) (call-with-values (lambda () (make-ends line)) (lambda (client server) (let ((code (guard (e ((pony-error? e) (pony-error-code e))) (pony-current-remote-node net client)))) (pony-shutdown! net) code))))) (environment '(scheme base) '(pony))) => -3
(define (pony-current-remote-node handle end)
  (define (refuse code message)
    (%pony-error 'pony-error-query 'pony-current-remote-node code message
                 (%end-side end)))
  (%require-handle handle 'pony-current-remote-node)
  (%require-end end 'pony-current-remote-node)
  (let ((holder (%home-call end (list 'remote (%end-side end)) #f)))
    (cond ((not holder) (refuse -2 "nobody holds one of the ends:"))
          ((equal? (pid-node holder) (pid-node (self)))
           (refuse -3 "both ends are on this node:"))
          (else
           (or (%kernel-call (%handle-master handle)
                             (list 'node-id (pid-node holder))
                             'pony-current-remote-node)
               (refuse -1 "the node is not in the application:"))))))
