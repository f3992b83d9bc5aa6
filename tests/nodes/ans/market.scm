;; A master and a slave of an application whose name server is found by the file of a name. The
;; argument is the type of the node.
(import (scheme base) (scheme write) (scheme process-context) (termite process) (pony))

(define-channel-type line (x ? integer))

(define (say . words)
  (for-each display words)
  (newline)
  (flush-output-port))

(define (master)
  (define net (pony-startup "market" 'master 'ans "x"))
  (define server (pony-alloc-server net "stall" line))
  (say "got " (in (server x)))
  (read-line)
  (pony-shutdown! net)
  (say "ended"))

(define (slave)
  (define net (pony-startup "market" 'slave-wait 'ans "x" 'once #t))
  (say "joined")
  (say "refused "
       (guard (e ((pony-error? e) (pony-error-code e)))
         (pony-startup "market" 'slave 'ans "x" 'once #t)))
  (out! ((pony-alloc-client net "stall" line) x) 42)
  (say "sent")
  (pony-shutdown! net))

(if (string=? "master" (cadr (command-line))) (master) (slave))
