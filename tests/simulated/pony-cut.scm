;; The link between two nodes of an application is cut, while both have theirs to the master, where
;; the homes of the bundles are. Arguments: `cut`, or `break` for a connection that can be made
;; again at once.
(import (scheme base) (scheme write) (scheme process-context) (mound clock) (mound simulate))

(define way (cadr (command-line)))
(define idle "tests/simulated/idle.scm")
(define one (simulate-node 'one idle))
(define two (simulate-node 'two idle))
(simulate-run 'master "tests/simulated/pony-two.scm" one two)
(sleep 3)
(if (equal? way "cut")
    (begin
      (cut-link! 'one 'two)
      (sleep 60)
      (heal-link! 'one 'two))
    (break-link! 'one 'two))
(write (wait-for-node 'master))
(newline)
