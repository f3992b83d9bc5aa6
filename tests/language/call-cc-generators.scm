;; Continuations that come back: generators, backtracking, co-routines.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

;; The elements of a tree one by one.
(define (tree->generator tree)
  (define return #f)
  (define (resume)
    (let walk ((tree tree))
      (cond ((null? tree) #f)
            ((pair? tree) (walk (car tree)) (walk (cdr tree)))
            (else (call/cc (lambda (continue)
                             (set! resume (lambda () (continue #f)))
                             (return tree))))))
    (return 'end))
  (lambda () (call/cc (lambda (k) (set! return k) (resume)))))
(define (same-fringe? a b)
  (let ((next-a (tree->generator a)) (next-b (tree->generator b)))
    (let loop ()
      (let ((x (next-a)) (y (next-b)))
        (cond ((not (eqv? x y)) #f)
              ((eq? x 'end) #t)
              (else (loop)))))))
(show (list (same-fringe? '(1 (2 3)) '((1 2) 3))
            (same-fringe? '(1 2 3) '(1 3 2))))
(define next (tree->generator '((a . b) (c))))
(show (let* ((a (next)) (b (next)) (c (next)) (d (next))) (list a b c d)))

;; Choice with backtracking.
(define (pythagorean limit)
  (define retry '())
  (define (fail) (if (null? retry) 'none (let ((k (car retry)))
                                           (set! retry (cdr retry))
                                           (k #f))))
  (define (choose low high)
    (call/cc
     (lambda (return)
       (let loop ((i low))
         (if (> i high)
             (fail)
             (begin
               (call/cc (lambda (k) (set! retry (cons k retry)) (return i)))
               (loop (+ i 1))))))))
  (call/cc
   (lambda (done)
     (let* ((a (choose 1 limit)) (b (choose a limit)) (c (choose b limit)))
       (if (= (+ (* a a) (* b b)) (* c c)) (done (list a b c)) (fail))))))
(show (pythagorean 20))

;; The same continuation several times.
(define (count-to limit)
  (let ((k #f) (n 0) (seen '()))
    (call/cc (lambda (c) (set! k c)))
    (set! n (+ n 1))
    (set! seen (cons n seen))
    (if (< n limit) (k #f) (reverse seen))))
(show (count-to 5))
