;; A process with so much to keep that it has old memory: objects that are
;; changed, deep recursion, and generators, whose frames come and go.
(import (scheme base) (scheme write))

(define size 20000)
(define kept (make-vector size '()))

(define (next seed) (remainder (* 16807 seed) 2147483647))

;; Old vector, young lists; old lists, young tails.
(define (change! count)
  (let loop ((count count) (seed 1))
    (if (> count 0)
        (let* ((at (remainder seed size))
               (old (vector-ref kept at)))
          (if (pair? old)
              (set-cdr! old (list count at))
              (vector-set! kept at (list count)))
          (loop (- count 1) (next seed))))))

(change! 300000)

(define (well-formed? at)
  (let ((item (vector-ref kept at)))
    (or (null? item)
        (null? (cdr item))
        (and (= (length item) 3) (= (list-ref item 2) at)))))

(define (count-well-formed)
  (let loop ((at 0) (count 0))
    (if (= at size)
        count
        (loop (+ at 1) (if (well-formed? at) (+ count 1) count)))))

(write (count-well-formed))
(newline)

;; Frames that wait for long, with garbage made at each depth.
(define (sum-of count)
  (if (= count 0)
      0
      (let ((item (list count (make-vector 20 count))))
        (+ (sum-of (- count 1)) (vector-ref (cadr item) 19)))))

(write (sum-of 50000))
(newline)

;; The same by continuations: each call/cc moves the frames to the heap.
(define (walk tree visit)
  (if (pair? tree)
      (begin (walk (car tree) visit) (walk (cdr tree) visit))
      (visit tree)))

(define (make-tree depth)
  (if (= depth 0) 1 (cons (make-tree (- depth 1)) (make-tree (- depth 1)))))

(define (leaves tree)
  (let ((return #f) (resume #f))
    (define (next)
      (call/cc
       (lambda (exit)
         (set! return exit)
         (if resume
             (resume #f)
             (begin
               (walk tree
                     (lambda (leaf)
                       (call/cc (lambda (here) (set! resume here) (return leaf)))))
               (return #f))))))
    (let loop ((sum 0))
      (let ((leaf (next)))
        (if leaf (loop (+ sum leaf)) sum)))))

(write (leaves (make-tree 12)))
(newline)
(write (count-well-formed))
(newline)
