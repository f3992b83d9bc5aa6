;; A node of a pony application is lost at a moment that the seed chooses: it crashes, or its links
;; are cut. Arguments: the program of the master, and after how many milliseconds that is, at least.
(import (scheme base) (scheme write) (scheme process-context) (mound clock) (mound simulate)
        (only (termite) random-integer))

(define idle "tests/simulated/idle.scm")
(define steady (simulate-node 'steady idle))
(define doomed (simulate-node 'doomed idle))
(simulate-run 'master (cadr (command-line)) steady doomed)
(sleep (/ (+ (string->number (list-ref (command-line) 2)) (random-integer 300)) 1000))
(if (= 0 (random-integer 2))
    (crash-node! 'doomed)
    (isolate-node! 'doomed '(steady master)))
(write (wait-for-node 'master))
(newline)
