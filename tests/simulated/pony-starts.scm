;; A node of an application crashes again and again: while a slave of another one waits for its name
;; server, where a master that was joined was, and where the name server of a master is.
(import (scheme base) (scheme write) (mound clock) (mound simulate))

(define far (simulate-node 'far "tests/simulated/idle.scm"))
(simulate-run 'near "tests/simulated/pony-near.scm" far)
(let loop ((left 3))
  (if (> left 0)
      (begin
        (sleep 10)
        (crash-node! 'far)
        (sleep 10)
        (restart-node! 'far)
        (loop (- left 1)))))
(write (wait-for-node 'near))
(newline)
