;;; Connections with other nodes, and who is told of their loss.
;;;
;;; Nobody has to make a connection: whatever is sent to another node makes one.
;;; A node is lost when it ends or its connection does, and at the latest when
;;; nothing was heard of it for some seconds (mound run --node-timeout).

;; Seconds that connect-node waits if no timeout is given: longer than it takes
;; to find out that nobody answers.
(define %connect-timeout 15)

;;> (nodes): the names of the nodes with a connection to this one, a list.
;;> Example: (nodes) => ()
(define (nodes) (%primitive %nodes))

;;> (connect-node node [timeout]): #t when there is a connection with the node,
;;> which is waited for so many seconds (15). Raises type, unreachable, timeout,
;;> and node before node-init.
;;> Example: (procedure? connect-node) => #t
(define connect-node
  (case-lambda
    ((node) (connect-node node %connect-timeout))
    ((node timeout)
     (%require-node node 'connect-node)
     (%primitive %connect-node node (%deadline timeout)))))

;;> (disconnect-node node): ends the connection with the node, which is told so;
;;> #f if there was none. To both, the other one is lost: links and monitors of
;;> its processes say node-down. What is sent later makes a new connection.
;;> Raises type.
;;> Example: (disconnect-node node1) => #f
(define (disconnect-node node)
  (%require-node node 'disconnect-node)
  (%primitive %disconnect-node node))

;;> (monitor-node node): a tag; when the connection with the node is lost, or
;;> none can be made, the message (node-down tag node reason) arrives, once; the
;;> reason is a string for people. To be told of the next loss, monitor again.
;;> Raises type.
;;> Example: (let ((tag (monitor-node node1))) (recv (('node-down ,tag node reason) node))) => "localhost:3001"
(define (monitor-node node)
  (%require-node node 'monitor-node)
  (%primitive %monitor-node node))

;;> (monitor-undelivered): a tag; from now on this process is told of each of
;;> its messages that another node gets and drops: because its machine may not
;;> send them there, there is no memory for them, or their code cannot be had.
;;> It is sent (undelivered tag node to why): to is the pid of the process for
;;> which the message was, or the name of the service, and why a string. What
;;> was sent before may be told of, too: a request that was refused raises
;;> before or after that.
;;> Messages to a process that has ended, or on a connection that is lost, are
;;> not told of: see monitor and monitor-node. (demonitor tag) ends it.
;;> Example: (let ((tag (monitor-undelivered))) (demonitor tag) (? 0.01 'nothing)) => nothing
(define (monitor-undelivered) (%primitive %monitor-undelivered))

;;> (demonitor-node tag): ends the monitor; its message does not arrive any
;;> more, and is removed if it has. Raises type.
;;> Example: (begin (demonitor-node (monitor-node node1)) (? 0.05 'nothing)) => nothing
(define (demonitor-node tag)
  (%primitive %demonitor tag)
  (recv (('node-down ,tag node reason) #t) (after 0 #t)))
