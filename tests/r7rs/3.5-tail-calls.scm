;; R7RS 3.5: every tail position. A loop through each, long enough that it would
;; not stay unnoticed if frames piled up, and a look at the depth of the frames.
(import (scheme base) (scheme case-lambda) (scheme eval) (scheme lazy) (srfi 64))

(define turns 1500)

;; Calls itself through the position; its argument goes down to 0.
(define-syntax loops
  (syntax-rules ()
    ((_ (self n) body)
     (test-eq 'done
       (letrec ((self (lambda (n) (if (= n 0) 'done body)))) (self turns))))))

(define (less n) (- n 1))

(test-begin "3.5")
(test-group "bodies and conditionals"
  (loops (f n) (f (less n)))
  (loops (f n) (begin 1 (f (less n))))
  (loops (f n) (if #f 1 (f (less n))))
  (loops (f n) (if #t (f (less n))))
  (loops (f n) (cond (#f 1) ((f (less n)))))
  (loops (f n) (cond ((= n -1) 1) (else 1 (f (less n)))))
  (loops (f n) (cond ((> n 0) 1 (f (less n))) (else 2)))
  (loops (f n) (cond ((less n) => f) (else 2)))
  (loops (f n) (case n ((-1 -2) 1) (else (f (less n)))))
  (loops (f n) (case 'a ((a) 1 (f (less n))) (else 1)))
  (loops (f n) (case (less n) ((-1) 1) (else => f)))
  (loops (f n) (case (if (odd? n) 1 0)
                 ((0 1) => (lambda (x) (f (less n)))) (else 2)))
  (loops (f n) (and #t 2 (f (less n))))
  (loops (f n) (and (f (less n))))
  (loops (f n) (or #f (f (less n))))
  (loops (f n) (or (f (less n))))
  (loops (f n) (when #t 1 (f (less n))))
  (loops (f n) (unless #f 1 (f (less n))))
  (loops (f n) (cond-expand (r7rs (f (less n))) (else 1))))
(test-group "binding constructs"
  (loops (f n) (let ((m (less n))) (f m)))
  (loops (f n) (let* ((m n) (m (less m))) (f m)))
  (loops (f n) (letrec ((m (lambda () (less n)))) (f (m))))
  (loops (f n) (letrec* ((m (less n)) (l m)) (f l)))
  (loops (f n) (let-values (((m . rest) (values (less n) 1))) (f m)))
  (loops (f n) (let*-values (((m) (values n)) ((l) (values (less m)))) (f l)))
  (loops (f n) (let loop ((i 1)) (if (> i 0) (loop (- i 1)) (f (less n)))))
  (loops (f n) (let () (define m (less n)) (f m)))
  (loops (f n) (let () (define-values (m l) (values (less n) 1)) (f m)))
  (loops (f n) (let-syntax ((g (syntax-rules () ((_ x) (f (less x)))))) (g n)))
  (loops (f n) (letrec-syntax ((g (syntax-rules () ((_ x) (f (less x)))))) (g n)))
  (loops (f n) (do ((i 0 (+ i 1))) ((= i 2) 1 (f (less n)))))
  (loops (f n) ((lambda (m) (f m)) (less n)))
  (loops (f n) ((lambda rest (f (less (car rest)))) n))
  (loops (f n) ((case-lambda ((a) (f (less a))) ((a b) 1)) n))
  (loops (f n) ((case-lambda (() 1) (rest (f (less (car rest))))) n)))
(test-group "procedures that call in tail position"
  (loops (f n) (apply f (list (less n))))
  (loops (f n) (apply f (less n) '()))
  (loops (f n) (call-with-current-continuation (lambda (k) (f (less n)))))
  (loops (f n) (call/cc (lambda (k) (k (f (less n))))))
  (loops (f n) (call-with-values (lambda () (values (less n))) f))
  (loops (f n) (call-with-values (lambda () (values n 1)) (lambda (a b) (f (- a b))))))
;; What is called by these is not asked to be in tail position by the standard, and
;; a guard keeps its handler; so these loops go around the inside of them.
(test-group "through other procedures"
  (test-eq 'done
    (letrec ((even (lambda (n) (if (= n 0) 'done (odd (less n)))))
             (odd (lambda (n) (if (= n 0) 'odd (even (less n))))))
      (even turns)))
  (test-eq 'done
    (let loop ((k (lambda (x) x)) (n turns))
      (if (= n 0) (k 'done) (loop (lambda (x) (k x)) (less n)))))
  (test-eqv turns
    (let ((count 0))
      (guard (e (#t count))
        (let loop ((n turns))
          (if (= n 0) (raise 'end))
          (set! count (+ count 1))
          (loop (less n))))))
  (loops (f n) (guard (e (#t (f (less n)))) (raise 'x)))
  (loops (f n) (guard (e ((less n) => f)) (raise 'x)))
  (loops (f n) (begin (parameterize () 1) (f (less n)))))
;; delay-force runs in constant space, and forces each promise once.
(test-group "delay-force"
  (define (count-down n) (delay-force (if (= n 0) (delay 'end) (count-down (- n 1)))))
  (test-eq 'end (force (count-down turns)))
  (define (stream n) (delay (cons n (stream (+ n 1)))))
  (define (drop s n)
    (delay-force (if (= n 0) s (drop (delay-force (cdr (force s))) (- n 1)))))
  (test-eqv 500 (car (force (drop (stream 0) 500)))))
;; eval's expression stands in tail position with respect to the call of eval.
(test-group "eval"
  (test-eq 'done
    (let ((f (eval '(letrec ((f (lambda (n) (if (= n 0) 'done (f (- n 1)))))) f)
                   (environment '(scheme base)))))
      (f turns))))
(test-end)
