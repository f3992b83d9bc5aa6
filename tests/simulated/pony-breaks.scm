;; The connection between two nodes of an application ends again and again, at moments that the seed
;; chooses; both keep theirs to the master, where the homes of the bundles are.
(import (scheme base) (scheme write) (mound clock) (mound simulate)
        (only (termite) random-integer))

(define idle "tests/simulated/idle.scm")
(define one (simulate-node 'one idle))
(define two (simulate-node 'two idle))
(simulate-run 'master "tests/simulated/pony-broken.scm" one two)
(let loop ((left 25))
  (if (> left 0)
      (begin
        (sleep (/ (random-integer 100) 1000))
        (break-link! 'one 'two)
        (loop (- left 1)))))
(write (wait-for-node 'master))
(newline)
