;; However a mapping was made, a key is found with few comparisons.
(import (scheme base) (scheme write) (srfi 128) (srfi 146))

(define compared 0)
(define comparator
  (make-comparator exact-integer?
                   =
                   (lambda (one other)
                     (set! compared (+ compared 1))
                     (< one other))
                   #f))
(define count 200)
(define (numbers from to step)
  (let loop ((n to) (found '()))
    (if (< n from) found (loop (- n step) (cons n found)))))
(define (single n) (mapping comparator n n))
(define all (numbers 1 count 1))

;; The most comparisons that one of the keys takes, and whether all are there.
(define (most mapping keys)
  (let loop ((keys keys) (most 0) (there? #t))
    (if (null? keys)
        (list most there?)
        (begin
          (set! compared 0)
          (let ((found (mapping-ref/default mapping (car keys) #f)))
            (loop (cdr keys)
                  (max most compared)
                  (and there? (eqv? found (car keys)))))))))

;; Weight-balanced trees of 200 keys are at most 20 high; two comparisons each.
(define (show name mapping keys)
  (let ((found (most mapping keys)))
    (write (list name
                 (mapping-size mapping)
                 (if (<= (car found) 40) 'few (car found))
                 (cadr found)))
    (newline)))

(define (folded step order)
  (let loop ((keys order) (result (mapping comparator)))
    (if (null? keys) result (loop (cdr keys) (step (car keys) result)))))
(define (adjoined n mapping) (mapping-set mapping n n))
(define (joined n mapping) (mapping-union mapping (single n)))
(define (joined-before n mapping) (mapping-union (single n) mapping))

(for-each
 (lambda (way)
   (show (list (car way) 'up) (folded (cadr way) all) all)
   (show (list (car way) 'down) (folded (cadr way) (reverse all)) all))
 (list (list 'set adjoined) (list 'union joined)
       (list 'union-before joined-before)))

(define whole (folded adjoined all))
(define odd (numbers 1 199 2))
(define ends (append (numbers 1 20 1) (numbers 180 count 1)))
;; Keys that go: from one end, from the other, and every second one.
(show 'first-gone
      (mapping-delete-all whole (numbers 1 150 1))
      (numbers 151 count 1))
(show 'last-gone
      (mapping-delete-all whole (numbers 50 count 1))
      (numbers 1 49 1))
(show 'even-gone (mapping-delete-all whole (numbers 2 count 2)) odd)
(define (popped mapping pop times)
  (if (= times 0)
      mapping
      (call-with-values (lambda () (pop mapping))
                        (lambda results
                          (popped (car results) pop (- times 1))))))
(show 'popped (popped whole mapping-pop 100) (numbers 101 count 1))
(show 'filtered
      (mapping-filter (lambda (key value) (memv key ends)) whole)
      ends)
(show 'intersection
      (mapping-intersection whole (folded adjoined ends))
      ends)
(show 'difference
      (mapping-difference whole (folded adjoined (numbers 21 179 1)))
      ends)
(show 'xor (mapping-xor whole (folded adjoined (numbers 2 count 2))) odd)
(call-with-values (lambda () (mapping-split whole 30))
                  (lambda parts
                    (for-each (lambda (part)
                                (show 'part part (mapping-keys part)))
                              parts)))
(show 'catenated
      (mapping-catenate comparator
                        (folded adjoined (numbers 1 180 1))
                        181
                        181
                        (folded adjoined (numbers 182 190 1)))
      (numbers 1 190 1))
(show 'catenated
      (mapping-catenate comparator
                        (folded adjoined (numbers 1 9 1))
                        10
                        10
                        (folded adjoined (numbers 11 190 1)))
      (numbers 1 190 1))
