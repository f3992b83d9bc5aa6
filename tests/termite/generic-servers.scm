;; Servers made of plugins: calls, casts, errors, ends.
(import (scheme base) (scheme write) (termite process) (termite server)
        (termite data) (mound conditions))

(define (show object) (write object) (newline))
(define (caught thunk)
  (catch (lambda (e) (if (condition? e) (list (condition-kind e)) e)) (thunk)))

;; The key/value server of the paper.
(define me (self))
(define key/value-generic-server-plugin
  (make-generic-server-plugin
   (lambda ()
     (display "Key-Value server starting") (newline)
     (make-dict))
   (lambda (term from state)
     (match term
       (('store key val)
        (dict-set! state key val)
        (list 'reply 'ok state))
       (('lookup key)
        (list 'reply (dict-ref state key) state))))
   (lambda (term state)
     (match term
       ('stop (list 'stop 'normal state))))
   (lambda (reason state)
     (display "Key-Value server terminating") (newline))))

(define (kv:start) (generic-server-start-link key/value-generic-server-plugin))
(define (kv:stop server) (generic-server-cast server 'stop))
(define (kv:store server key val)
  (generic-server-call server (list 'store key val)))
(define (kv:lookup server key)
  (generic-server-call server (list 'lookup key)))

(define kv (kv:start))
(show (kv:store kv 'x 42))
(show (kv:store kv "text" '(1 2)))
(show (map (lambda (key) (kv:lookup kv key)) '(x "text" absent)))
(show (caught (lambda () (generic-server-call kv 'no-such-term))))
(show (kv:lookup kv 'x))
(kv:stop kv)
(wait-for kv)

;; A counter.
(define counter-plugin
  (make-server-plugin
   (lambda (start)
     (if (number? start) start (raise (list 'not-a-number start))))
   (lambda (term count)
     (match term
       ('count (values count count))
       (('add n) (values (+ count n) (+ count n)))
       (('raise object) (raise object))
       ('slow (recv ('go #t)) (values 'late count))
       ('port (values (current-output-port) count))
       ('wrong 'only-one-value)))
   (lambda (term count) (if (eq? term 'fail) (raise 'failed) (+ count term)))
   (lambda (reason count) (! me (list 'terminated reason count)))))

(define counter (server:start counter-plugin 10 name: 'counter))
(show (process-name counter))
(show (server:call counter '(add 5)))
(server:cast counter 100)
(server:cast counter 1000)
(show (server:call counter 'count))
;; What a call raises is raised at the caller; the server goes on.
(show (caught (lambda () (server:call counter '(raise oops)))))
(show (caught (lambda () (server:call counter '(add text)) 'added)))
(show (pair? (caught (lambda () (server:call counter 'wrong)))))
(show (server:call counter 'count))
;; A call that takes too long.
(show (caught (lambda () (server:call counter 'slow 0.01))))
(! counter 'go)
(show (server:call counter 'count #f))
;; Other messages do not pile up.
(! counter 'noise)
(! counter '(more noise))
(show (server:call counter 'count))
(show (cdr (assq 'mailbox-length (process-info counter))))
;; The late reply of the call that took too long is dropped.
(server:stop counter 'enough)
(show (?))
(wait-for counter)
(show (caught (lambda () (server:call counter 'count))))
;; A server that ends during a call.
(define fragile
  (server:start
   (make-server-plugin list (lambda (term state) (halt!)) cons list) '()))
(show (caught (lambda () (server:call fragile 'anything))))

;; What init raises is raised by start, and told by no link.
(show (caught (lambda () (server:start counter-plugin 'ten))))
(show (caught (lambda () (server:start-link counter-plugin 'ten))))
(show (? 0.02 'nothing))
(show (caught (lambda () (server:start 'no-plugin 1))))
(show (caught (lambda () (server:call 'no-server 1))))
;; What a cast raises ends the server, and its links are told.
(define linked (server:start-link counter-plugin 1))
(server:cast linked 'fail)
(show (catch (lambda (e) (list (eq? (termite-exception-origin e) linked)
                               (termite-exception-object e)))
        (? 5)))
;; shutdown is a stop; a call can stop too, and by a service name.
(define another (server:start counter-plugin 1))
(! another 'shutdown)
(show (?))
(define stopping
  (generic-server-start
   (make-generic-server-plugin
    list
    (lambda (term from state) (list 'stop 'by-call (list term state) state))
    (lambda (term state) (list 'continue (cons term state)))
    (lambda (reason state) (! me (list 'terminated reason state))))
   'a 'b))
(generic-server-cast stopping 'c)
(show (generic-server-call stopping 'bye))
(show (?))
(show (server:call
       (server:start
        (make-simple-server-plugin
         2 (lambda (term state) (values (* term state) state)))
        '())
       21))
;; Nothing is left over.
(show (? 0 'nothing))
