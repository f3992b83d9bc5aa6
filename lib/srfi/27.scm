;;; A source is MRG32k3a of Pierre L'Ecuyer: two recurrences of order three,
;;; modulo two primes below 2^32; its state is a list of six integers. The
;;; default source takes numbers of the host until a program gives it a state;
;;; that is private to a process.

(define %m1 4294967087)
(define %m2 4294944443)
(define %a1 '((0 1403580 -810728) (1 0 0) (0 1 0)))
(define %a2 '((527612 0 -1370589) (1 0 0) (0 1 0)))
(define %seed '(12345 12345 12345 12345 12345 12345))

;;> (random-source? object): whether it is a source of random numbers. SRFI 27.
;;> Example: (random-source? default-random-source) => #t
(define-record-type <random-source>
  (%make-source state)
  random-source?
  (state %state %set-state!))

;;> (make-random-source): a new source, which gives the same numbers as other
;;> new ones. SRFI 27.
;;> Example: (random-source? (make-random-source)) => #t
(define (make-random-source) (%make-source %seed))

;;> default-random-source: what random-integer and random-real use. SRFI 27.
;;> Example: (random-source? default-random-source) => #t
(define default-random-source (%make-source 'default))

;; The state of the default source in this process, #f for the host's numbers.
(define %default-state #f)

(define (%default? source) (eq? (%state source) 'default))

;;> (random-source-state-ref source): its state, a list that can be written and
;;> read. The default source, which gives the host's numbers at first, goes on
;;> from that state. Raises type. SRFI 27.
;;> Example: (let* ((s (make-random-source)) (state (random-source-state-ref s)) (r (random-source-make-integers s)) (a (r 1000))) (random-source-state-set! s state) (= a (r 1000))) => #t
(define (random-source-state-ref source)
  (if (and (%default? source) (not %default-state))
      (set! %default-state (%chosen-state)))
  (%present-state source))

(define (%present-state source)
  (if (%default? source) %default-state (%state source)))

;; A state that the host chooses.
(define (%chosen-state)
  (map (lambda (m) (+ 1 (%random-integer (- m 1))))
       (list %m1 %m1 %m1 %m2 %m2 %m2)))

;;> (random-source-state-set! source state): goes back to a state. Raises type.
;;> SRFI 27.
;;> Example: (let ((s (make-random-source))) (random-source-state-set! s (random-source-state-ref s)) (random-source? s)) => #t
(define (random-source-state-set! source state)
  (if (not (%state? state))
      (%type-error 'random-source-state-set! "a state" state))
  (if (%default? source)
      (set! %default-state state)
      (%set-state! source state)))

;; Of a half that is zero, only zeros would come.
(define (%state? object)
  (and (list? object)
       (= (length object) 6)
       (%half? (%first-three object) %m1)
       (%half? (list-tail object 3) %m2)))

(define (%half? numbers m)
  (let loop ((rest numbers) (positive #f))
    (if (null? rest)
        positive
        (let ((number (car rest)))
          (and (exact-integer? number)
               (< -1 number m)
               (loop (cdr rest) (or positive (> number 0))))))))

;;> (random-source-randomize! source): gives it a state that the host chooses.
;;> Raises type. SRFI 27.
;;> Example: (let ((s (make-random-source))) (random-source-randomize! s) (random-source? s)) => #t
(define (random-source-randomize! source)
  (if (%default? source)
      (set! %default-state #f)
      (%set-state! source (%chosen-state))))

;;> (random-source-pseudo-randomize! source i j): gives it the state of stream j
;;> of sequence i; streams are 2^76 numbers long and sequences 2^127. Raises
;;> type. SRFI 27.
;;> Example: (let ((s (make-random-source)) (t (make-random-source))) (random-source-pseudo-randomize! s 1 2) (random-source-pseudo-randomize! t 1 2) (= ((random-source-make-integers s) 1000) ((random-source-make-integers t) 1000))) => #t
(define (random-source-pseudo-randomize! source i j)
  (for-each
   (lambda (n)
     (if (not (and (exact-integer? n) (>= n 0)))
         (%type-error 'random-source-pseudo-randomize!
                      "an exact integer that is not negative" n)))
   (list i j))
  (let ((steps (+ (* i (expt 2 127)) (* j (expt 2 76)))))
    (random-source-state-set!
     source
     (append (%apply-matrix (%power %a1 steps %m1)
                            (list-copy (%first-three %seed))
                            %m1)
             (%apply-matrix (%power %a2 steps %m2) (list-tail %seed 3) %m2)))))

(define (%first-three list) (%take list 3))

(define (%take list k)
  (if (= k 0) '() (cons (car list) (%take (cdr list) (- k 1)))))

(define (%apply-matrix matrix vector m)
  (map (lambda (row) (floor-remainder (apply + (map * row vector)) m)) matrix))

(define (%times left right m)
  (let ((columns (apply map list right)))
    (map (lambda (row) (%apply-matrix columns row m)) left)))

(define (%power matrix n m)
  (let loop ((n n) (square matrix) (result '((1 0 0) (0 1 0) (0 0 1))))
    (if (= n 0)
        result
        (loop (quotient n 2) (%times square square m)
              (if (odd? n) (%times result square m) result)))))

;; The next number, 0 to below %m1, and the state after it.
(define (%next! source)
  (let* ((state (random-source-state-ref source))
         (x1 (car state))
         (x2 (cadr state))
         (x3 (caddr state))
         (rest (cdddr state))
         (y1 (car rest))
         (y2 (cadr rest))
         (y3 (caddr rest))
         (x (floor-remainder (- (* 1403580 x2) (* 810728 x3)) %m1))
         (y (floor-remainder (- (* 527612 y1) (* 1370589 y3)) %m2)))
    (random-source-state-set! source (list x x1 x2 y y1 y2))
    (floor-remainder (- x y) %m1)))

;; An integer below the bound. Numbers at the end of the range are not used, so
;; that all have the same chance.
(define (%integer! source bound)
  (let loop ((range %m1) (value (%next! source)))
    (if (< range bound)
        (loop (* range %m1) (+ (* value %m1) (%next! source)))
        (let ((limit (- range (floor-remainder range bound))))
          (if (< value limit)
              (floor-remainder value bound)
              (loop %m1 (%next! source)))))))

;;> (random-source-make-integers source): a procedure that takes a positive
;;> integer and returns a random one below it. Raises type. SRFI 27.
;;> Example: ((random-source-make-integers default-random-source) 1) => 0
(define (random-source-make-integers source)
  (if (not (random-source? source))
      (%type-error 'random-source-make-integers "a random source" source))
  (lambda (bound) (%integer-below source bound)))

(define (%integer-below source bound)
  (cond ((not (%present-state source)) (%random-integer bound))
        ((and (exact-integer? bound) (> bound 0)) (%integer! source bound))
        (else
         (%type-error 'random-integer "a positive exact integer" bound))))

;;> (random-source-make-reals source [unit]): a procedure that returns random
;;> numbers between 0 and 1, both excluded; multiples of the unit if one is
;;> given. Raises type. SRFI 27.
;;> Example: (< 0 ((random-source-make-reals default-random-source)) 1) => #t
(define random-source-make-reals
  (case-lambda
    ((source)
     (let ((integers (random-source-make-integers source)))
       (lambda ()
         (/ (inexact (+ 1 (integers 9007199254740991))) 9007199254740992.0))))
    ((source unit)
     (if (not (and (real? unit) (< 0 unit 1)))
         (%type-error 'random-source-make-reals "a number between 0 and 1"
                      unit))
     (let ((integers (random-source-make-integers source))
           (parts (- (exact (ceiling (/ 1 unit))) 1)))
       (lambda () (* (+ 1 (integers parts)) unit))))))

;;> (random-integer n): a random integer from 0 to below n. Raises type, range.
;;> SRFI 27.
;;> Example: (< -1 (random-integer 10) 10) => #t
(define (random-integer n)
  (%integer-below default-random-source n))

;;> (random-real): a random number between 0 and 1, both excluded. SRFI 27.
;;> Example: (< 0 (random-real) 1) => #t
(define (random-real)
  ((random-source-make-reals default-random-source)))
