;; State kept by a process: cells and pairs.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define (make-cell content)
  (spawn
   (lambda ()
     (let loop ((content content))
       (recv
         ((from tag 'ref) (! from (list tag content)) (loop content))
         (('set! content) (loop content)))))))
(define (cell-ref cell) (!? cell 'ref))
(define (cell-set! cell value) (! cell (list 'set! value)))

(define cell (make-cell 42))
(show (cell-ref cell))
(cell-set! cell 123)
(show (cell-ref cell))
(define other (make-cell 'other))
(cell-set! cell other)
(show (cell-ref (cell-ref cell)))

(define (kons a b)
  (spawn
   (lambda ()
     (let loop ((a a) (b b))
       (recv
         ((from tag 'kar) (! from (list tag a)) (loop a b))
         ((from tag 'kdr) (! from (list tag b)) (loop a b))
         ((from tag ('set-kar! x)) (! from (list tag 'done)) (loop x b)))))))
(define (kar k) (!? k 'kar))
(define (kdr k) (!? k 'kdr))
(define k (kons 1 2))
(show (list (kar k) (kdr k)))
(show (!? k (list 'set-kar! 123)))
(show (cons (kar k) (kdr k)))

;; A counter used by many at once counts right.
(define counter
  (spawn (lambda ()
           (let loop ((n 0))
             (recv ('bump (loop (+ n 1)))
                   ((from tag 'value) (! from (list tag n)) (loop n)))))))
(define me (self))
(for-each (lambda (i)
            (spawn (lambda ()
                     (for-each (lambda (j) (! counter 'bump)) '(1 2 3 4 5))
                     (! me 'done))))
          '(1 2 3 4 5 6 7 8))
(for-each (lambda (i) (recv ('done 1))) '(1 2 3 4 5 6 7 8))
(show (!? counter 'value))
