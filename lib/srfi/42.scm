;;; Comprehensions: what is done with the elements. The qualifiers before the
;;; last expression are generators, (if test), (not test), (and test ...), (or
;;; test ...), (begin command ...) and (nested qualifier ...).

;;> (do-ec qualifier ... command): does the command for each binding of the
;;> variables of the qualifiers; the last generator goes round fastest. SRFI 42.
;;> Example: (let ((l '())) (do-ec (:range i 3) (:range j i) (set! l (cons (list i j) l))) l) => ((2 1) (2 0) (1 0))
(define-syntax do-ec
  (syntax-rules (nested if not and or begin)
    ((_ command) (begin command (void)))
    ((_ (nested qualifier ...) rest ... command)
     (do-ec qualifier ... rest ... command))
    ((_ (if test) rest ... command)
     (if test (do-ec rest ... command)))
    ((_ (not test) rest ... command)
     (if (not test) (do-ec rest ... command)))
    ((_ (and test ...) rest ... command)
     (if (and test ...) (do-ec rest ... command)))
    ((_ (or test ...) rest ... command)
     (if (or test ...) (do-ec rest ... command)))
    ((_ (begin before ...) rest ... command)
     (begin before ... (do-ec rest ... command)))
    ((_ (generator argument ...) rest ... command)
     (generator (%ec-do (do-ec rest ... command)) argument ...))))

;; The loop itself.
(define-syntax %ec-do
  (syntax-rules (:do let)
    ((_ payload
        (:do (let (ob ...) oc ...) ((variable start) ...) more?
             (let (ib ...) ic ...) go-on? (step ...)))
     (let (ob ...)
       oc ...
       (let loop ((variable start) ...)
         (if more?
             (let (ib ...)
               ic ...
               payload
               (if go-on? (loop step ...)))))))))

;; do-ec that stops when the variable is true: all generators end then.
(define-syntax %guarded-do-ec
  (syntax-rules (nested if not and or begin)
    ((_ stop command) command)
    ((_ stop (nested qualifier ...) rest ... command)
     (%guarded-do-ec stop qualifier ... rest ... command))
    ((_ stop (if test) rest ... command)
     (if test (%guarded-do-ec stop rest ... command)))
    ((_ stop (not test) rest ... command)
     (if (not test) (%guarded-do-ec stop rest ... command)))
    ((_ stop (and test ...) rest ... command)
     (if (and test ...) (%guarded-do-ec stop rest ... command)))
    ((_ stop (or test ...) rest ... command)
     (if (or test ...) (%guarded-do-ec stop rest ... command)))
    ((_ stop (begin before ...) rest ... command)
     (begin before ... (%guarded-do-ec stop rest ... command)))
    ((_ stop generator rest ... command)
     (do-ec (:until generator stop)
            (%guarded-do-ec stop rest ... command)))))

;;> (fold-ec start qualifier ... expression combine): combines each value of the
;;> expression with the result so far. SRFI 42.
;;> Example: (fold-ec '() (:range i 3) i cons) => (2 1 0)
(define-syntax fold-ec
  (syntax-rules ()
    ((_ start qualifier ... expression combine)
     (let ((result start))
       (do-ec qualifier ... (set! result (combine expression result)))
       result))))

;;> (fold3-ec empty qualifier ... expression first combine): the same, but the
;;> result begins as what `first` gives for the first value; `empty` is
;;> evaluated if there is none. SRFI 42.
;;> Example: (fold3-ec 'none (:list x '(3 1 2)) x list cons) => (2 1 3)
(define-syntax fold3-ec
  (syntax-rules ()
    ((_ empty qualifier ... expression first combine)
     (let ((result #f) (empty? #t))
       (do-ec qualifier ...
              (let ((value expression))
                (if empty?
                    (begin
                      (set! result (first value))
                      (set! empty? #f))
                    (set! result (combine value result)))))
       (if empty? empty result)))))

;;> (list-ec qualifier ... expression): a list of the values. SRFI 42.
;;> Example: (list-ec (:range i 2) (:string c "ab") (list i c)) => ((0 #\a) (0 #\b) (1 #\a) (1 #\b))
(define-syntax list-ec
  (syntax-rules () ((_ part ...) (reverse (fold-ec '() part ... cons)))))

;;> (append-ec qualifier ... expression): the values, lists, appended. SRFI 42.
;;> Example: (append-ec (:range i 3) (list i i)) => (0 0 1 1 2 2)
(define-syntax append-ec
  (syntax-rules () ((_ part ...) (apply append (list-ec part ...)))))

;;> (string-ec qualifier ... expression): a string of the values, characters.
;;> SRFI 42.
;;> Example: (string-ec (:string c "abc") (if (not (char=? c #\b))) c) => "ac"
(define-syntax string-ec
  (syntax-rules () ((_ part ...) (list->string (list-ec part ...)))))

;;> (string-append-ec qualifier ... expression): the values, strings, appended.
;;> SRFI 42.
;;> Example: (string-append-ec (:range i 3) (number->string i)) => "012"
(define-syntax string-append-ec
  (syntax-rules () ((_ part ...) (apply string-append (list-ec part ...)))))

;;> (vector-ec qualifier ... expression): a vector of the values. SRFI 42.
;;> Example: (vector-ec (:range i 3) (* i i)) => #(0 1 4)
(define-syntax vector-ec
  (syntax-rules () ((_ part ...) (list->vector (list-ec part ...)))))

;;> (vector-of-length-ec k qualifier ... expression): a vector of the values,
;;> which must be k. Raises range. SRFI 42.
;;> Example: (vector-of-length-ec 3 (:range i 3) (* i i)) => #(0 1 4)
(define-syntax vector-of-length-ec
  (syntax-rules ()
    ((_ k qualifier ... expression)
     (let* ((length k) (vector (make-vector length)) (index 0))
       (do-ec qualifier ...
              (begin
                (if (not (< index length)) (%many length))
                (vector-set! vector index expression)
                (set! index (+ index 1))))
       (if (not (= index length)) (%many length))
       vector))))

(define (%many length)
  (%error-of-kind 'range '(vector-of-length-ec)
                  "the number of values is not the length" length))

;;> (sum-ec qualifier ... expression): the sum of the values. SRFI 42.
;;> Example: (sum-ec (:range i 5) i) => 10
(define-syntax sum-ec
  (syntax-rules () ((_ part ...) (fold-ec 0 part ... +))))

;;> (product-ec qualifier ... expression): the product of the values. SRFI 42.
;;> Example: (product-ec (:range i 1 5) i) => 24
(define-syntax product-ec
  (syntax-rules () ((_ part ...) (fold-ec 1 part ... *))))

;;> (min-ec qualifier ... expression): the least of the values. Raises arity if
;;> there are none. SRFI 42.
;;> Example: (min-ec (:list x '(3 1 2)) x) => 1
(define-syntax min-ec
  (syntax-rules ()
    ((_ part ...) (fold3-ec (apply min '()) part ... min min))))

;;> (max-ec qualifier ... expression): the greatest of the values. Raises arity
;;> if there are none. SRFI 42.
;;> Example: (max-ec (:list x '(3 1 2)) x) => 3
(define-syntax max-ec
  (syntax-rules ()
    ((_ part ...) (fold3-ec (apply max '()) part ... max max))))

;;> (first-ec default qualifier ... expression): the first of the values, or the
;;> default; no further is computed. SRFI 42.
;;> Example: (first-ec #f (:integers i) (if (> (* i i) 50)) i) => 8
(define-syntax first-ec
  (syntax-rules ()
    ((_ default qualifier ... expression)
     (let ((result default) (stop #f))
       (%guarded-do-ec stop qualifier ...
                       (begin
                         (set! result expression)
                         (set! stop #t)))
       result))))

;;> (last-ec default qualifier ... expression): the last of the values, or the
;;> default. SRFI 42.
;;> Example: (last-ec #f (:range i 5) i) => 4
(define-syntax last-ec
  (syntax-rules ()
    ((_ default qualifier ... expression)
     (let ((result default))
       (do-ec qualifier ... (set! result expression))
       result))))

;;> (any?-ec qualifier ... test): whether the test is true for any; no further
;;> is computed. SRFI 42.
;;> Example: (any?-ec (:integers i) (= (* i i) 49)) => #t
(define-syntax any?-ec
  (syntax-rules ()
    ((_ qualifier ... test) (first-ec #f qualifier ... (if test) #t))))

;;> (every?-ec qualifier ... test): whether the test is true for all; no further
;;> than the first for which it is not is computed. SRFI 42.
;;> Example: (every?-ec (:integers i) (< i 5)) => #f
(define-syntax every?-ec
  (syntax-rules ()
    ((_ qualifier ... test) (first-ec #t qualifier ... (if (not test)) #f))))
