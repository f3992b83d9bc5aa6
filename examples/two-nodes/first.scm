;;; The first node of the example: processes and messages here, then code and
;;; running computations for the second node, whose address is the argument.

(import (scheme base) (scheme process-context) (scheme write)
        (termite process))

(define second-node (list-ref (command-line) 1))

(define (say . parts)
  (display "first: ")
  (for-each display parts)
  (newline))

(define (check what expected found)
  (say what " => " found)
  (unless (equal? expected found)
    (say "expected " expected)
    (exit 1)))

;;; Processes and messages on one node.

(define (start-adder)
  (spawn
   (lambda ()
     (let loop ()
       (recv
         ((from tag ('add a b))
          (where (and (number? a) (number? b)))
          (! from (list tag (+ a b))))
         ((from tag _)
          (! from (list tag 'not-understood))))
       (loop)))))

(define (local-messages)
  (say "-- processes and messages on one node")
  (let ((me (self)))
    (spawn (lambda () (! me "Hello, world!"))))
  (check "a process sends" "Hello, world!" (?))
  (for-each (lambda (n) (! (self) n)) '(1 2 3))
  (let* ((first (?)) (odd (?? odd?)) (rest (?)))
    (check "received in order, selectively, in order" '(1 3 2)
           (list first odd rest)))
  (let ((adder (start-adder)) (tag (make-tag)))
    (! adder (list (self) tag '(add 20 22)))
    (check "a request with a tag by hand" 42
           (recv ((,tag sum) sum) (after 5 'timeout)))
    (check "the same with !?" 42 (!? adder '(add 21 21)))
    (check "a request that no pattern fits" 'not-understood
           (!? adder '(add one two))))
  (check "a receive that gives up" 'nothing-came (? 0.05 'nothing-came)))

;;; Code that the second node has never seen.

(define (square-all numbers) (map (lambda (n) (* n n)) numbers))

(define (remote-code)
  (say "-- code for the second node")
  (let ((me (self)) (numbers '(1 2 3)) (greeting "computed on "))
    (remote-spawn second-node
      (lambda ()
        (! me (list (string-append greeting (current-node))
                    (square-all numbers))))))
  (check "a process there, with what it captured"
         (list (string-append "computed on " second-node) '(1 4 9))
         (? 10))
  (check "a value from there" second-node (on second-node current-node)))

;;; A running process moves in the middle of nested calls.

(define (depth-first n report)
  (if (= n 0)
      (begin (report) '())
      (let* ((before (* n n))
             (rest (depth-first (- n 1) report)))
        (cons (+ before n) rest))))

(define (migration)
  (say "-- a running process moves to the second node")
  (let ((me (self)))
    (spawn
     (lambda ()
       (let* ((start (current-node))
              (result (depth-first 5 (lambda () (migrate-task second-node)))))
         (! me (list start (current-node) result))))))
  (check "it left here, went on there, and returned through its calls"
         (list (current-node) second-node '(30 20 12 6 2))
         (? 10)))

(define (start-traveller)
  (spawn
   (lambda ()
     (let loop ((count 0))
       (recv
         (('go node) (migrate/proxy node) (loop count))
         ((from tag 'stop) (! from (list tag 'stopped)))
         ((from tag 'where)
          (! from (list tag (list (current-node) (+ count 1))))
          (loop (+ count 1))))))))

(define (migration-with-proxy)
  (say "-- a process moves and leaves a proxy")
  (let ((traveller (start-traveller)))
    (check "before" (list (current-node) 1) (!? traveller 'where 10))
    (! traveller (list 'go second-node))
    (check "after, by the same pid, with its state" (list second-node 2)
           (!? traveller 'where 10))
    (check "it ends" 'stopped (!? traveller 'stop 10))))

;;; The code of a running server is replaced.

(define (start-corrected-server)
  (spawn
   (lambda ()
     (let loop ((count 0))
       (recv
         (('update k) (k #t))
         ((from tag 'clone)
          (call/cc (lambda (k) (! from (list tag k))))
          (loop count))
         ((from tag 'ping)
          (! from (list tag 'pong))
          (loop (+ count 1))))))))

;; Sends a ping for each number and returns the answers in order.
(define (ping-all server count)
  (let ((tags (let loop ((n count) (tags '()))
                (if (= n 0)
                    (reverse tags)
                    (let ((tag (make-tag)))
                      (! server (list (self) tag 'ping))
                      (loop (- n 1) (cons tag tags)))))))
    (map (lambda (tag) (recv ((,tag answer) answer) (after 10 'lost))) tags)))

(define (hot-update)
  (say "-- the code of a running server is replaced")
  (let* ((server (remote-service 'pong-server second-node))
         (pid (on second-node (lambda () (resolve-service 'pong-server)))))
    (check "before the update" 'gnop (!? server 'ping 10))
    (let* ((corrected (start-corrected-server))
           (continuation (!? corrected 'clone 10))
           (early (begin
                    (! pid (list 'update continuation))
                    (ping-all pid 100))))
      (check "of a hundred pings sent right behind it, answered by the new code"
             100 (apply + (map (lambda (answer) (if (eq? answer 'pong) 1 0))
                               early))))
    (check "after the update" 'pong (!? server 'ping 10))
    (check "the server is the same process" #t
           (eq? pid (on second-node
                      (lambda () (resolve-service 'pong-server)))))))

(local-messages)
(remote-code)
(migration)
(migration-with-proxy)
(hot-update)
(say "-- all is well")
(on second-node (lambda () (display "second: goodbye") (newline)))
