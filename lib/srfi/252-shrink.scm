;;; Simpler values than one for which a property does not hold.
;;;
;;; A generator that can be called with an argument, a value that it has given,
;;; returns a list of simpler values that it might have given, the simplest
;;; first. Those of other libraries cannot, and their values stay as they are.

;;> (shrinking-generator generator shrink): a generator of the same values, of
;;> which a failing test looks for simpler ones: (shrink value) is a list of
;;> values that the generator might give, the simplest first.
;;> Example: (let ((g (shrinking-generator (lambda () 8) (lambda (n) (list 0 (quotient n 2)))))) (list (g) (g 8))) => (8 (0 4))
(define (shrinking-generator generator shrink)
  (case-lambda
    (() (generator))
    ((value) (shrink value))))

;; Simpler values of one that the generator has given.
(define (%simpler generator value)
  (if (%primitive %misfit generator 1) '() (generator value)))

;; Towards zero; the halves of the way make it fast.
(define (%simpler-integer n)
  (if (zero? n)
      '()
      (let* ((zero (if (exact? n) 0 0.0))
             (half (truncate-quotient n 2))
             (near (if (negative? n) (+ n 1) (- n 1)))
             (positive (if (negative? n) (list (- n)) '())))
        (%others n (append (list zero half) positive (list near))))))

(define (%simpler-real x)
  (cond ((not (rational? x)) (list 0.0))
        ((integer? x) (%simpler-integer x))
        (else (append (list (truncate x)) (%simpler-integer (truncate x))))))

(define (%simpler-number z)
  (if (real? z)
      (%simpler-real z)
      (cons (real-part z)
            (append
             (map (lambda (part) (make-rectangular part (imag-part z)))
                  (%simpler-real (real-part z)))
             (map (lambda (part) (make-rectangular (real-part z) part))
                  (%simpler-real (imag-part z)))))))

(define (%simpler-boolean object) (if object '(#f) '()))

(define (%simpler-char char)
  (if (char=? char #\a) '() '(#\a)))

;; Without a half, without one element, with a simpler element.
(define (%simpler-list simpler list)
  (let ((count (length list)))
    (append
     (if (> count 1)
         (let ((half (quotient count 2)))
           (cons (%at-most half list) (cons (list-tail list half) '())))
         '())
     (let loop ((before '()) (rest list))
       (if (null? rest)
           '()
           (cons (append-reverse before (cdr rest))
                 (loop (cons (car rest) before) (cdr rest)))))
     (let loop ((before '()) (rest list))
       (if (null? rest)
           '()
           (append
            (map (lambda (element)
                   (append-reverse before (cons element (cdr rest))))
                 (simpler (car rest)))
            (loop (cons (car rest) before) (cdr rest))))))))

(define (%others value candidates)
  (let loop ((rest candidates))
    (cond ((null? rest) '())
          ((or (eqv? (car rest) value) (memv (car rest) (cdr rest)))
           (loop (cdr rest)))
          (else (cons (car rest) (loop (cdr rest)))))))

;; The simplest arguments that are found for which `fails?` is true, and how
;; many steps led there. Each step goes to the first simpler value that fails,
;; too.
(define %tries-max 2000)

(define (%shrink fails? generators arguments)
  (let loop ((arguments arguments) (steps 0) (tries 0))
    (let position ((before '())
                   (rest arguments)
                   (generators generators)
                   (tries tries))
      (if (null? rest)
          (values arguments steps)
          (let candidate ((candidates (%simpler (car generators) (car rest)))
                          (tries tries))
            (cond ((>= tries %tries-max) (values arguments steps))
                  ((null? candidates)
                   (position (cons (car rest) before) (cdr rest)
                             (cdr generators) tries))
                  (else
                   (let ((simpler (append-reverse
                                   before (cons (car candidates) (cdr rest)))))
                     (if (fails? simpler)
                         (loop simpler (+ steps 1) (+ tries 1))
                         (candidate (cdr candidates) (+ tries 1)))))))))))
