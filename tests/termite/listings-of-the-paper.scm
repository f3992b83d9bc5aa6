;; The listings of "Concurrency Oriented Programming in Termite Scheme" (2006) that
;; need one node, as printed; a comment says where a misprint is mended. What the
;; paper says comes of each is in the expected output.
(import (termite) (termite data) (termite server) (termite supervisor))

(define-syntax =>
  (syntax-rules () ((=> section value) (begin (write 'section) (display " ") (write value) (newline)))))

;; 2.2
(let ((me (self)))
  (spawn
    (lambda ()
      (! me "Hello, world!"))))
(=> 2.2 (?))

;; 4.1, with ? where ?? without a predicate is printed.
(define pong-server
  (spawn
    (lambda ()
      (let loop ()
        (let ((msg (?)))
          (if (and (list? msg)
                  (= (length msg) 2)
                  (pid? (car msg))
                  (eq? (cadr msg) 'ping))
              (let ((from (car msg)))
                (! from 'pong)
                (loop))
              (loop)))))))

(! pong-server (list (self) 'ping))

(=> 4.1 (?))

;; 4.2
(! (self) 1)
(! (self) 2)
(! (self) 3)
(=> 4.2 (?))
(=> 4.2 (?? odd?))
(=> 4.2 (?))

;; 4.3
(define better-pong-server
  (spawn
    (lambda ()
      (let loop ()
        (recv
          ((from 'ping) ; pattern to match
           (where (pid? from)) ; constraint
           (! from 'pong))) ; action
          (loop)))))
(! better-pong-server (list (self) 'ping))
(=> 4.3 (?))

;; 4.4, with a shorter time
(define (caught thunk)
  (with-exception-catcher (lambda (e) (list 'raised e)) thunk))
(=> 4.4 (caught (lambda () (? 0.01))))
(=> 4.4 (caught (lambda ()
                  (recv
                    (x x)
                    (after 0.01 (raise 'timeout))))))
(! (self) 'message)
(! (self) 'message)
(=> 4.4 (? 10))
(=> 4.4 (recv
          (x x)
          (after 10 (raise 'timeout))))

;; 4.5
(define rpc-server
  (spawn
    (lambda ()
      (let loop ()
        (recv
          ((from tag ('add a b))
           (! from (list tag (+ a b)))))
          (loop)))))

(=> 4.5
(let ((tag (make-tag)))
  (! rpc-server (list (self)
                     tag
                     (list 'add 21 21)))

  (recv
    ;; note the reference to tag in
    ;; the current lexical scope
    ((,tag reply) reply))))

(=> 4.5 (!? rpc-server (list 'add 21 21)))

;; 4.6
(define (make-cell content)
  (spawn
    (lambda ()
      (let loop ((content content))
        (recv
          ((from tag 'ref)
           (! from (list tag content))
           (loop content))

          (('set! content)
           (loop content)))))))

(define (cell-ref cell)
  (!? cell 'ref))

(define (cell-set! cell value)
  (! cell (list 'set! value)))

(define cell (make-cell 42))
(=> 4.6 (cell-ref cell))
(cell-set! cell 123)
(=> 4.6 (cell-ref cell))

;; 4.7
(=> 4.7
(list
  (with-exception-catcher
    (lambda (exception) exception)
    (lambda ()
      (raise 42) ; this will not return
      123))))

(=> 4.7
(list
  (with-exception-handler
    (lambda (exception) exception)
    (lambda ()
      (raise 42) ; control will resume here
      123))))

;; With one parenthesis less, and shorter times.
(=> 4.7
(catch
  (lambda (exception) #t)
  (spawn (lambda () (raise 'error)))
(? 0.1 'ok)
#f))

(=> 4.7
(catch
  (lambda (exception) #t)
  (spawn-link (lambda () (raise 'error)))
(? 60 'ok)
#f))

;; 4.9
(define original
  (spawn
    (lambda ()
      (let loop ()
        (recv
          ((from tag 'clone)
            (call/cc
              (lambda (clone)
                (! from (list tag (lambda ()
                  (clone #t))))))))
          (loop)))))

(define clone (spawn (!? original 'clone)))
(define clone-of-the-clone (spawn (!? clone 'clone)))
(=> 4.9 (map alive? (list original clone clone-of-the-clone)))

;; The first pattern has no quote, as in the paper.
(define server
  (spawn
    (lambda ()
      (let loop ()
        (recv
          ((update k)
            (k #t))

          ((from tag 'ping)
            (! from (list tag 'gnop)))) ; bug
          (loop)))))

(define new-server
  (spawn
    (lambda ()
      (let loop ()
        (recv
          (('update k)
           (k #t))

          ((from tag 'clone)
           (call/cc
            (lambda (k)
              (! from (list tag k)))))

          ((from tag 'ping)
           (! from (list tag 'pong)))) ; fixed
        (loop)))))

(=> 4.9 (!? server 'ping))

(! server (list 'update (!? new-server 'clone)))

(=> 4.9 (!? server 'ping))

;; 5.2
(define key/value-generic-server-plugin
  (make-generic-server-plugin
    (lambda () ; INIT
      (print "Key-Value server starting")
      (make-dict))

    (lambda (term from state) ; CALL
      (match term
        (('store key val)
         (dict-set! state key val)
         (list 'reply 'ok state))

        (('lookup key)
         (list 'reply (dict-ref state key) state))))

    (lambda (term state) ; CAST
      (match term
        ('stop (list 'stop 'normal state))))

    (lambda (reason state) ; TERMINATE
      (print "Key-Value server terminating"))))

(define (kv:start)
  (generic-server-start-link
   key/value-generic-server-plugin))

(define (kv:stop server)
  (generic-server-cast server 'stop))

(define (kv:store server key val)
  (generic-server-call server (list 'store key val)))

(define (kv:lookup server key)
  (generic-server-call server (list 'lookup key)))

(define kv (kv:start))
(=> 5.2 (kv:store kv 'key "value"))
(=> 5.2 (kv:lookup kv 'key))
(kv:stop kv)
(wait-for kv)

;; 5.3
(define (start-pong-server)
  (let loop ()
    (recv
     ((from tag 'crash)
      (! from (list tag (/ 1 0))))
     ((from tag 'ping)
      (! from (list tag 'pong))))
    (loop)))

(define robust-pong-server
  (spawn-thunk-supervised start-pong-server))

(define (ping server)
  (!? server 'ping 1 'timeout))

(define (crash server)
  (!? server 'crash 1 'crashed))

(define (kill server)
  (! server 'shutdown))

(print (ping robust-pong-server))
(print (crash robust-pong-server))
(print (ping robust-pong-server))
(kill robust-pong-server)
(wait-for robust-pong-server)
