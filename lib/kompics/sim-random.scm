;;; Numbers from a seed. Two multiplicative generators are combined, as
;;; L'Ecuyer did in 1988; their products are small integers here.
;;;
;;; There is a source for each purpose (the order of events, each pair of nodes,
;;; each plan), made of the seed and a name, so that what one draws does not
;;; change what another one does: that is what makes failures shrink.

(define-record-type <source>
  (%make-source first second)
  %source?
  (first %first %first!)
  (second %second %second!))

(define %modulus-1 2147483563)
(define %modulus-2 2147483399)

(define (%source seed name)
  (let loop ((rest (string->list (%text name)))
             (a (+ 1 (modulo (+ (* seed 7919) 17) (- %modulus-1 1))))
             (b (+ 1 (modulo (+ (* seed 104729) 71) (- %modulus-2 1)))))
    (if (null? rest)
        (let ((source (%make-source a b)))
          ;; The first numbers of like seeds are alike.
          (let skip ((n 8)) (if (> n 0) (begin (%draw! source) (skip (- n 1)))))
          source)
        (let ((code (char->integer (car rest))))
          (loop (cdr rest)
                (+ 1 (modulo (+ (* a 40014) code) (- %modulus-1 1)))
                (+ 1 (modulo (+ (* b 40692) code 3) (- %modulus-2 1))))))))

(define (%text object)
  (let ((port (open-output-string)))
    (write object port)
    (get-output-string port)))

;; An integer from 0 to %modulus-1 - 2.
(define (%draw! source)
  (let ((a (modulo (* 40014 (%first source)) %modulus-1))
        (b (modulo (* 40692 (%second source)) %modulus-2)))
    (%first! source a)
    (%second! source b)
    (modulo (- a b) (- %modulus-1 1))))

(define (%below! source n) (modulo (%draw! source) n))

;; Between 0 and 1, neither.
(define (%real! source) (/ (+ 1.0 (%draw! source)) (+ 1.0 %modulus-1)))

;;; Distributions are lists, so that they can be shown.

;;> (constant x): always x.
;;> Example: (eval '(constant 5) (environment '(scheme base) '(kompics sim))) => (constant 5)
(define (constant x) (list 'constant x))

;;> (uniform low high): from low to high; integers if both are.
;;> Example: (eval '(uniform 1 5) (environment '(scheme base) '(kompics sim))) => (uniform 1 5)
(define (uniform low high) (list 'uniform low high))

;;> (exponential mean): never negative, with that mean.
;;> Example: (eval '(exponential 5) (environment '(scheme base) '(kompics sim))) => (exponential 5)
(define (exponential mean) (list 'exponential mean))

;;> (normal mean deviation): of a normal distribution.
;;> Example: (eval '(normal 5 1) (environment '(scheme base) '(kompics sim))) => (normal 5 1)
(define (normal mean deviation) (list 'normal mean deviation))

;;> (int-seq first): first, and one more at each draw.
;;> Example: (eval '(int-seq 1) (environment '(scheme base) '(kompics sim))) => (int-seq 1)
(define (int-seq first) (list 'int-seq first))

;; The value that is drawn at the given time, counted from 0.
(define (%drawn distribution source index)
  (match distribution
    (('constant x) x)
    (('uniform low high)
     (if (and (exact-integer? low) (exact-integer? high))
         (+ low (%below! source (+ 1 (- high low))))
         (+ low (* (%real! source) (- high low)))))
    (('exponential mean) (- (* mean (log (%real! source)))))
    (('normal mean deviation)
     (let ((u (%real! source)) (v (%real! source)))
       (+ mean (* deviation (sqrt (* -2 (log u)))
                  (cos (* 6.283185307179586 v))))))
    (('int-seq first) (+ first index))
    (_ (%type-error 'run-scenario "a distribution" distribution))))
