;; Loops that put each element on one of two lists: whatever the test is, and
;; whatever the elements are.
(import (scheme base) (scheme write))

(define (show . things)
  (for-each (lambda (thing) (write thing) (display " ")) things)
  (newline))

(define (split pivot numbers less more)
  (cond ((null? numbers) (list less more))
        ((< (car numbers) pivot)
         (split pivot (cdr numbers) (cons (car numbers) less) more))
        (else
         (split pivot (cdr numbers) less (cons (car numbers) more)))))

(show (split 5 '(1 9 2 8 3 7 5) '() '()))
(show (split 5.0 '(1 9.5 2.5 8 3 7 5) '() '()))
(show (split (expt 10 30) (list 1 (expt 10 31) 2.5 (expt 10 29)) '() '()))
(show (split 1/2 '(1/3 2/3 0 1) '(a) '(b)))
(show (guard (complaint (#t (error-object-message complaint)))
        (split 5 '(1 9 x) '() '())))
(show (guard (complaint (#t (error-object-message complaint)))
        (split 5 '(1 9 . 3) '() '())))

;; The test is called once for each element, before anything else.
(define calls '())
(define (odd-once? number)
  (set! calls (cons number calls))
  (odd? number))
(define (partition-list keep? items)
  (let loop ((items items) (in '()) (out '()))
    (if (null? items)
        (values (reverse in) (reverse out))
        (let ((item (car items)))
          (if (keep? item)
              (loop (cdr items) (cons item in) out)
              (loop (cdr items) in (cons item out)))))))
(let-values (((in out) (partition-list odd-once? '(1 2 3 4 5 6 7))))
  (show in out (reverse calls)))

;; A test that gives something other than #t.
(let-values (((in out) (partition-list (lambda (x) (memv x '(2 3 5))) '(1 2 3 4 5 6))))
  (show in out))

;; A test that changes what the branches read.
(define (drain cell count in out)
  (if (= count 0)
      (list in out)
      (if (begin (set-car! cell (- (car cell) 1)) (even? (car cell)))
          (drain cell (- count 1) (cons (car cell) in) out)
          (drain cell (- count 1) in (cons (car cell) out)))))
(show (drain (list 10) 6 '() '()))

;; One list, of pairs that differ; constants; the lists exchanged; a rest that differs.
(define (signs numbers result zeros)
  (cond ((null? numbers) (list result zeros))
        ((< (car numbers) 0) (signs (cdr numbers) (cons 'minus result) zeros))
        (else (signs (cdr numbers) (cons 'plus result) (car numbers)))))
(show (signs '(-1 2 -3 4) '() 'none))

(define (weave numbers one two)
  (cond ((null? numbers) (list one two))
        ((> (car numbers) 2) (weave (cdr numbers) (cons (car numbers) two) one))
        (else (weave (cdr numbers) two (cons (car numbers) one)))))
(show (weave '(1 2 3 4 5 1) '(a) '(b)))

(define (nest numbers low middle high)
  (cond ((null? numbers) (list low middle high))
        ((< (car numbers) 3)
         (nest (cdr numbers) (cons (car numbers) low) middle high))
        ((< (car numbers) 6)
         (nest (cdr numbers) low (cons (car numbers) middle) high))
        (else
         (nest (cdr numbers) low middle (cons (car numbers) high)))))
(show (nest '(1 5 9 2 6 3 8 4) '() '() '()))

;; Long enough to collect on the way, and to be preempted.
(define (numbers count seed result)
  (if (= count 0)
      result
      (let ((next (remainder (* 16807 seed) 2147483647)))
        (numbers (- count 1) next (cons next result)))))
(define (sort-list items)
  (if (or (null? items) (null? (cdr items)))
      items
      (let ((parts (split (car items) (cdr items) '() '())))
        (append (sort-list (car parts))
                (cons (car items) (sort-list (cadr parts)))))))
(define (ascending? items)
  (or (null? items) (null? (cdr items))
      (and (<= (car items) (cadr items)) (ascending? (cdr items)))))
(let ((sorted (sort-list (numbers 1500 42 '()))))
  (show (length sorted) (ascending? sorted) (apply + sorted)))
