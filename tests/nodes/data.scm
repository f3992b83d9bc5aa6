;; Data, servers, event managers and supervisors, used from the other node.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process) (termite data) (termite server)
        (termite event) (termite supervisor))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e)) (#t e)) (thunk)))
(define me (self))

;; A dictionary of this node.
(define dict (make-dict))
(dict-set! dict 'here 1)
(show (let ((dict dict))
        (on there
            (lambda ()
              (dict-set! dict '(a key) "there")
              (dict-set! dict 'gone 0)
              (dict-set! dict 'gone)
              (list (dict-ref dict 'here) (dict-ref dict 'absent)
                    (dict-length dict) (dict? dict)
                    (dict-search (lambda (key value) (and (string? value) key)) dict)
                    (dict->list dict))))))
(show (dict-ref dict '(a key)))
;; One of the other node.
(define far (on there (lambda () (let ((d (make-dict))) (dict-set! d 'x 10) d))))
(dict-set! far 'y 20)
(show (list (dict-ref far 'x) (dict-length far) (dict->list far)))
(show (dict-search (lambda (key value) (and (= value 20) key)) far))
(let ((me me)) (dict-for-each (lambda (key value) (! me (list key value))) far))
(show (let* ((a (? 30)) (b (? 30))) (list a b)))
(show (let ((copy (dict-set (dict-set (make-dict) 'a 1) 'b 2)))
        (on there (lambda () (dict->list (dict-set copy 'c 3))))))

;; Bags and cells.
(define bag (on there make-bag))
(bag-add! bag "thing")
(show (list (bag-member? bag "thing") (bag-member? bag 'nothing) (bag->list bag)))
(define cell (make-cell 42))
(show (let ((cell cell))
        (on there (lambda ()
                    (let ((old (cell-ref cell))) (cell-set! cell (+ old 81)) old)))))
(show (cell-ref cell))

;; Records.
(define-termite-type point (make-point x y) point?
  (x point-x point-x-set!) (y point-y))
(define point (make-point 1 2))
(show (let ((point point))
        (on there (lambda ()
                    (point-x-set! point 10)
                    (list (point-x point) (point-y point) (point? point))))))
(show (point-x point))
(define far-point (on there (lambda () (make-point 3 4))))
(point-x-set! far-point 30)
(show (list (point-x far-point) (point-y far-point)))

;; A generic server of the other node.
(define counter
  (let ((me me))
    (on there
        (lambda ()
          (server:start
           (make-server-plugin
            (lambda (start) start)
            (lambda (term n)
              (match term (('raise object) (raise object)) (_ (values n (+ n 1)))))
            (lambda (term n) (+ n term))
            (lambda (reason n) (! me (list 'stopped reason n))))
           5)))))
(show (list (server:call counter 'next 30) (server:call counter 'next 30)))
(server:cast counter 100)
(show (server:call counter 'next 30))
(show (kind-of (lambda () (server:call counter '(raise there) 30))))
(server:stop counter 'enough)
(show (? 30))
(wait-for counter 30)
(show (kind-of (lambda () (server:call counter 'next 30))))

;; An event manager of the other node, with a handler of this program.
(define collector
  (make-event-handler (lambda (arguments) arguments)
                      (lambda (event state) (cons event state))
                      (lambda (argument state) (values (reverse state) state))
                      (lambda (reason state) #t)))
(define manager (on there (lambda () (event-manager:start))))
(event-manager:add-handler manager collector)
(event-manager:notify manager 'e1)
(event-manager:notify manager 'e2)
(show (event-manager:call manager collector 'get 30))
(event-manager:stop manager)
(show (and (memq (wait-for manager 30) '(normal noproc)) 'stopped))

;; A supervisor of the other node: its worker is reached, crashes, and is there
;; again.
(define robust
  (let ((me me))
    (on there
        (lambda ()
          (spawn-thunk-supervised
           (lambda ()
             (let loop ()
               (recv ((from tag 'crash) (raise 'crashed))
                     ((from tag 'ping) (! from (list tag 'pong))))
               (loop)))
           shutdown-delay: #f
           init-hook: (lambda (worker) (! me 'started)))))))
(show (list (? 30) (!? robust 'ping 30)))
(! robust (list me (make-tag) 'crash))
(show (list (? 30) (!? robust 'ping 30)))
(! robust 'shutdown)
(show (and (memq (wait-for robust 30) '(normal noproc)) 'ended))
(show (ping there 30))
