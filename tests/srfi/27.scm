;; SRFI 27: random numbers.
(import (scheme base) (srfi 27) (srfi 64))
(test-begin "srfi-27")
(define (take n generate) (if (= n 0) '() (let ((x (generate))) (cons x (take (- n 1) generate)))))
(define s (make-random-source))
(define integers (random-source-make-integers s))
(define reals (random-source-make-reals s))

;; The first numbers of MRG32k3a with all seeds 12345.
(test-equal '(545508589 1368065410 1327943761) (take 3 (lambda () (integers 4294967087))))

(test-assert (random-source? s))
(let* ((state (random-source-state-ref s)) (a (take 5 reals)))
  (random-source-state-set! s state)
  (test-equal a (take 5 reals)))
(for-each (lambda (x) (test-assert (and (< 0 x 1) (inexact? x)))) (take 5 reals))
(for-each
 (lambda (bound)
   (for-each (lambda (x) (test-assert (and (exact-integer? x) (< -1 x bound))))
             (take 4 (lambda () (integers bound)))))
 (list 1 2 1000 4294967087 (expt 10 30)))
(let ((tenths (random-source-make-reals s 1/10)))
  (for-each (lambda (x) (test-assert (and (< 0 x 1) (integer? (* 10 x))))) (take 4 tenths)))

;; Streams differ, and are the same each time.
(define (stream i j)
  (random-source-pseudo-randomize! s i j)
  (take 3 (lambda () (integers 1000000))))
(test-equal (stream 0 1) (stream 0 1))
(test-assert (not (equal? (stream 0 1) (stream 1 0))))
(test-assert (not (equal? (stream 0 1) (stream 0 2))))
(random-source-pseudo-randomize! s 0 0)
(test-equal '(12345 12345 12345 12345 12345 12345) (random-source-state-ref s))

;; The default source can be made to repeat.
(test-assert (< -1 (random-integer 10) 10))
(random-source-pseudo-randomize! default-random-source 3 4)
(let* ((state (random-source-state-ref default-random-source))
       (a (list (random-integer 1000) (random-real))))
  (random-source-state-set! default-random-source state)
  (test-equal a (list (random-integer 1000) (random-real))))
(random-source-randomize! default-random-source)
(test-assert (< 0 (random-real) 1))
(test-error (random-integer 0))
(test-error 'type (integers 1.5))
(test-error 'type (random-source-state-set! s 5))
(for-each
 (lambda (unit) (test-error (random-source-make-reals (make-random-source) unit)))
 '(0 1 2 -1/2 0.0 1.0 1+i a "1/2"))
(for-each
 (lambda (unit)
   (let ((next (random-source-make-reals (make-random-source) unit)))
     (test-assert (let loop ((n 20)) (or (= n 0) (let ((x (next))) (and (< 0 x 1) (loop (- n 1)))))))))
 '(1/2 1/1000 0.5 1e-9))
(test-end)
