;; Rows T41, T70 to T78, T80, T82, T83, T89: nodes, calls, services, failures.
(import (termite) (only (scheme base) vector-set!))

(define-syntax row
  (syntax-rules ()
    ((row name expression)
     (let ((value (catch (lambda (e)
                           (if (condition? e)
                               (list 'raised (condition-kind e))
                               (list 'raised e)))
                    expression)))
       (write 'name)
       (display " ")
       (write value)
       (newline)))))

(define n2 (cadr (command-line)))
(define me (self))
;; A node that nobody listens at.
(define nowhere (make-node "localhost" 1))

(row T41 (catch (lambda (exception) (termite-exception-object exception))
           (remote-spawn-link n2 (lambda () (raise 'error)))
           (? 60 'ok)))
(row T41 (let ((p (remote-spawn-link n2 (lambda () (raise (list 'error 1 "two"))))))
           (catch (lambda (e)
                    (list (eq? (termite-exception-origin e) p)
                          (termite-exception-reason e)
                          (termite-exception-object e)))
             (? 60 'ok))))

;; With --listen this node has its address already; the other one can use it.
(row T70 (let ((n1 (current-node)))
           (list (node? n1) (node-host n1) (> (node-port n1) 0)
                 (on n2 (lambda () (on n1 (lambda () (equal? (current-node) n1))))))))
(row T70 (list (node-init (current-node)) (make-node "localhost" 3001)
               (node-host "example.com:3000") (node-port "example.com:3000")))

(row T71 (list (ping n2) (ping nowhere 5) (ping (current-node))))

(row T72 (list (equal? (on n2 current-node) n2)
               (on n2 (lambda () (+ 1 2)))
               (call-with-values (lambda () (on n2 (lambda () (values 1 2)))) list)))

(row T73 (catch (lambda (e) (list (condition-kind e) (condition-who e)
                                  (error-object-irritants e)))
           (on n2 (lambda () (car 1)))))
(row T73 (on n2 (lambda () (raise 'anything))))
(row T73 (list (on nowhere (lambda () 1) 1 'd)
               (on n2 (lambda () (?)) 0.1 'too-slow)
               (catch (lambda (e) e) (on n2 (lambda () (?)) 0.1))))

(row T74 (list (pid? (remote-spawn n2 (lambda () (! me 'boo)))) (?)))
(row T74 (let ((p (remote-spawn n2 (lambda () (! me (self)) (?)) name: 'far)))
           (let ((told (?)))
             (list (eq? p told) (equal? (pid-node p) n2)
                   (on n2 (lambda () (process-name told)))
                   (alive? p)))))

(row T75 (remote-spawn nowhere (lambda () 1)))
(row T75 (remote-spawn-link nowhere (lambda () 1)))
(row T75 (!? (remote-service 'any nowhere) 'question))
(row T75 (migrate-task nowhere))

(row T76 (begin
           (on n2 (lambda ()
                    (publish-service 'rows
                                     (spawn (lambda ()
                                              (let loop ()
                                                (recv ((from tag 'ping) (! from (list tag 'gnop)))
                                                      ('end (halt!)))
                                                (loop)))))))
           (let* ((service (remote-service 'rows n2))
                  (answer (!? service 'ping))
                  (found (on n2 (lambda () (pid? (resolve-service 'rows))))))
             (on n2 (lambda () (unpublish-service 'rows)))
             (list answer found
                   (on n2 (lambda () (resolve-service 'rows)))
                   (!? service 'ping 0.2 'unknown)))))

(row T77 (list (!? (remote-service 'nope n2) 'x 0.2 'to) (ping n2)))
(row T77 (let ((dead (remote-spawn n2 (lambda () 'over))))
           (wait-for dead)
           (! dead 'anything)
           (list (!? dead 'x 0.2 'to) (ping n2))))

;; What cannot be sent is an error where it is sent, and the connection stays.
(row T78 (let ((echo (remote-service 'echo n2))
               (too-long (make-bytevector (* 129 1024 1024) 1)))
           (list (!? echo 'before)
                 (catch condition-kind (! echo (list me (make-tag) too-long)) 'sent)
                 (catch condition-kind
                        (! echo (list me (make-tag) (open-input-string "text")))
                        'sent)
                 (!? echo 'after))))

(row T80 (let ((tag (make-tag)) (other (spawn (lambda () (?)))))
           (list (eq? me (on n2 (lambda () me)))
                 (eq? other (on n2 (lambda () other)))
                 (eq? tag (on n2 (lambda () tag)))
                 (on n2 (lambda () (eq? tag tag)))
                 (on n2 (lambda () (equal? (pid-node me) (current-node)))))))
;; By way of a process there that hands it to another one.
(row T80 (let ((echo (remote-service 'echo n2)))
           (eq? me (on n2 (lambda () (car (!? echo (list me))))))))

(row T82 ((on n2 (lambda () (let ((n 10)) (lambda (x) (+ x n))))) 5))
(row T82 (let ((k (on n2 (let ((a 1)) (lambda () (let ((b (+ a 1))) (lambda (c) (list a b c))))))))
           (k 3)))

(row T89 (let* ((count 20000)
                (receiver
                 (remote-spawn n2
                   (lambda ()
                     (let loop ((n 1))
                       (let ((got (?)))
                         (cond ((not (= got n)) (! me (list 'expected n 'got got)))
                               ((= n count) (! me 'in-order))
                               (else (loop (+ n 1))))))))))
           (let loop ((n 1))
             (if (<= n count)
                 (begin (! receiver n) (loop (+ n 1)))))
           (? 100 'nothing)))
