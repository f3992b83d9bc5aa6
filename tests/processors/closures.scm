;; Closures and continuations go to a node on another processor and back.
(import (scheme base) (scheme write) (scheme process-context)
        (only (mound environment) machine-architecture)
        (termite process))

(define (show object) (write object) (newline))

(define (main there)
  (define me (self))
  (define home (machine-architecture))
  (define (place) (if (equal? (machine-architecture) home) 'here 'there))

  ;; Closures over numbers, texts, other closures and themselves.
  (define (make-counter start step)
    (define (count n)
      (if (= n 0) '() (cons (+ start (* n step)) (count (- n 1)))))
    count)
  (define counter (make-counter 10 1/3))
  (define (twice f) (lambda (x) (f (f x))))
  (define add (twice (twice (lambda (x) (+ x 0.5)))))
  (define returned (!? (remote-service 'echo there) (list counter add) 60))

  ;; A continuation of a computation here is gone on with there, and once more here.
  (define (computation)
    (define (inner n)
      (if (= n 0)
          (call/cc (lambda (k) (! me (list 'continuation k)) 100))
          (+ n (* 2 (inner (- n 1))))))
    (let ((items (vector-map (lambda (n) (+ 1 (inner n))) #(3 0 1))))
      (! me (list 'result (place) items))))
  (define (continuation) (recv (('continuation k) k) (after 60 'none)))
  (define (result) (recv (('result . rest) rest) (after 60 'none)))

  (show (equal? home (on there (lambda () (machine-architecture)))))
  (show (on there (lambda () (list (place) (counter 4) (add 1)))))
  (show (list ((car returned) 4) ((cadr returned) 1)))
  (spawn computation)
  (let ((first (continuation)) (second (continuation)) (third (continuation)))
    (show (result))
    (for-each
     (lambda (k)
       (remote-spawn there (lambda () (k 7)))
       ;; What follows in the map captures once more, there.
       (show (result)))
     (list first second third))
    (spawn (lambda () (second 7)))
    (show (result)))

  ;; A generator that is driven by turns on both nodes.
  (define (numbers emit)
    (let loop ((n 0) (sum 0))
      (call/cc (lambda (rest) (emit (list (place) n sum) rest)))
      (loop (+ n 1) (+ sum (* n n)))))
  (spawn (lambda ()
           (numbers (lambda (item rest)
                      (! me (list 'item item rest))
                      (shutdown!)))))
  (let turn ((count 0))
    (if (< count 6)
        (recv
          (('item item rest)
           (show item)
           (if (even? count)
               (remote-spawn there (lambda () (rest #f)))
               (spawn (lambda () (rest #f))))
           (turn (+ count 1)))
          (after 60 (show 'none))))))

(main (cadr (command-line)))
