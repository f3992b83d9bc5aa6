;;; Generators of the values of R7RS. Each gives those first that are often
;;; wrong, then random ones.

;; Most elements of what has elements.
(define %length-max 32)

(define (%random-element vector)
  (vector-ref vector (random-integer (vector-length vector))))

;; The objects first, then what the thunk returns.
(define (%first-then objects thunk shrink)
  (shrinking-generator
   (lambda ()
     (if (pair? objects)
         (let ((object (car objects)))
           (set! objects (cdr objects))
           object)
         (thunk)))
   shrink))

(define (%random-list thunk)
  (let loop ((count (+ 1 (random-integer %length-max))) (list '()))
    (if (= count 0) list (loop (- count 1) (cons (thunk) list)))))

;; One of several generators each time.
(define (%one-of . generators)
  (let ((all (list->vector generators)))
    (shrinking-generator
     (lambda () ((%random-element all)))
     (lambda (value) (%simpler (car generators) value)))))

;;> (boolean-generator): a generator of #t, #f, and then either. SRFI 252.
;;> Example: (let* ((g (boolean-generator)) (a (g)) (b (g))) (list a b)) => (#t #f)
(define (boolean-generator)
  (%first-then '(#t #f) (lambda () (= 0 (random-integer 2))) %simpler-boolean))

(define (%random-char)
  (if (= 0 (random-integer 4))
      (let ((code (random-integer #x110000)))
        (if (and (>= code #xD800) (<= code #xDFFF))
            (%random-char)
            (integer->char code)))
      (integer->char (+ 32 (random-integer 95)))))

;;> (char-generator): a generator of #\null and then any characters, most of
;;> them of ASCII. SRFI 252.
;;> Example: ((char-generator)) => #\null
(define (char-generator)
  (%first-then '(#\null) %random-char %simpler-char))

(define (%simpler-string string)
  (map list->string (%simpler-list %simpler-char (string->list string))))

;;> (string-generator): a generator of the empty string and then any strings.
;;> SRFI 252.
;;> Example: (string-length ((string-generator))) => 0
(define (string-generator)
  (%first-then '("")
               (lambda () (list->string (%random-list %random-char)))
               %simpler-string))

;;> (symbol-generator): a generator of the symbol with an empty name and then
;;> any symbols. SRFI 252.
;;> Example: (symbol->string ((symbol-generator))) => ""
(define (symbol-generator)
  (%first-then (list (string->symbol ""))
               (lambda ()
                 (string->symbol (list->string (%random-list %random-char))))
               (lambda (symbol)
                 (map string->symbol
                      (%simpler-string (symbol->string symbol))))))

(define (%random-byte) (random-integer 256))

;;> (bytevector-generator): a generator of the empty bytevector and then any
;;> bytevectors. SRFI 252.
;;> Example: ((bytevector-generator)) => #u8()
(define (bytevector-generator)
  (%first-then (list (bytevector))
               (lambda () (apply bytevector (%random-list %random-byte)))
               (lambda (bytes)
                 (map (lambda (list) (apply bytevector list))
                      (%simpler-list %simpler-integer (%bytes->list bytes))))))

(define (%bytes->list bytes)
  (let loop ((index (- (bytevector-length bytes) 1)) (list '()))
    (if (< index 0)
        list
        (loop (- index 1) (cons (bytevector-u8-ref bytes index) list)))))

(define (%random-length limit)
  (random-integer (+ limit 1)))

(define (%elements generator count)
  (if (= count 0)
      '()
      (let ((element (generator)))
        (cons element (%elements generator (- count 1))))))

;;> (list-generator-of generator [max-length]): a generator of the empty list
;;> and then lists of values of the generator. SRFI 252.
;;> Example: (let* ((g (list-generator-of (lambda () 'a) 1)) (a (g))) (list a (>= 1 (length (g))))) => (() #t)
(define list-generator-of
  (case-lambda
    ((generator) (list-generator-of generator %length-max))
    ((generator max-length)
     (%first-then
      '(())
      (lambda () (%elements generator (%random-length max-length)))
      (lambda (list)
        (%simpler-list (lambda (value) (%simpler generator value)) list))))))

;;> (vector-generator-of generator [max-length]): a generator of the empty
;;> vector and then vectors of values of the generator. SRFI 252.
;;> Example: ((vector-generator-of (lambda () 'a))) => #()
(define vector-generator-of
  (case-lambda
    ((generator) (vector-generator-of generator %length-max))
    ((generator max-length)
     (let ((lists (list-generator-of generator max-length)))
       (shrinking-generator
        (lambda () (list->vector (lists)))
        (lambda (vector) (map list->vector (lists (vector->list vector)))))))))

;;> (pair-generator-of car-generator [cdr-generator]): a generator of pairs of
;;> their values; without the second, both are of the first. SRFI 252.
;;> Example: ((pair-generator-of (lambda () 1) (lambda () 2))) => (1 . 2)
(define pair-generator-of
  (case-lambda
    ((generator) (pair-generator-of generator generator))
    ((first second)
     (shrinking-generator
      (lambda () (let ((left (first))) (cons left (second))))
      (lambda (pair)
        (append
         (map (lambda (left) (cons left (cdr pair)))
              (%simpler first (car pair)))
         (map (lambda (right) (cons (car pair) right))
              (%simpler second (cdr pair)))))))))

;;> (procedure-generator-of generator): a generator of procedures of any
;;> arguments, each of which returns values of the generator. SRFI 252.
;;> Example: (((procedure-generator-of (lambda () 1))) 2 3) => 1
(define (procedure-generator-of generator)
  (lambda () (lambda arguments (generator))))
