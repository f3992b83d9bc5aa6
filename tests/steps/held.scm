;; Lists that live beside each other are made again and again, and each collection of them holds the only
;; scheduler, while another process has something to do all the time. Runs until it is ended
;; (crates/cli/tests/steps.rs).
(import (scheme base) (termite process))

(define (numbers n)
  (let loop ((i 0) (l '())) (if (= i n) l (loop (+ i 1) (cons i l)))))

(spawn (lambda () (let loop () (recv (after 0.001 #f)) (numbers 1000) (loop))))

(let loop ((kept (numbers 1000000)) (n 0))
  (loop (if (= 0 (modulo n 3)) (numbers 1000000) (append kept kept)) (+ n 1)))
