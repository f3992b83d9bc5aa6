;;; Regular expressions twice: automata made by Brzozowski's derivatives, and sets
;;; of states of Thompson's; both must find the same in a text.

;; An expression is `nothing`, `empty`, or one of
;;   (set negated? characters) (sequence a b) (choice a b) (star a)

;; Parsing: | lowest, then sequences, then * + ?, then atoms.

(define-record-type source
  (make-source text position)
  source?
  (text source-text)
  (position source-position set-source-position!))

(define (next source)
  (let ((position (source-position source)) (text (source-text source)))
    (and (< position (string-length text)) (string-ref text position))))

(define (skip! source)
  (let ((character (next source)))
    (set-source-position! source (+ 1 (source-position source)))
    character))

(define (expect! source character)
  (if (not (eqv? (skip! source) character))
      (error "expected in a regular expression" character)))

(define (parse-choice source)
  (let loop ((left (parse-sequence source)))
    (if (eqv? (next source) #\|)
        (begin
          (skip! source)
          (loop (choice left (parse-sequence source))))
        left)))

(define (parse-sequence source)
  (let loop ((left 'empty))
    (if (memv (next source) '(#f #\| #\)))
        left
        (loop (in-sequence left (parse-repeated source))))))

(define (parse-repeated source)
  (let loop ((atom (parse-atom source)))
    (case (next source)
      ((#\*) (skip! source) (loop (star atom)))
      ((#\+) (skip! source) (loop (in-sequence atom (star atom))))
      ((#\?) (skip! source) (loop (choice 'empty atom)))
      (else atom))))

(define (parse-atom source)
  (let ((character (skip! source)))
    (case character
      ((#\()
       (let ((inner (parse-choice source)))
         (expect! source #\))
         inner))
      ((#\.) (list 'set #t '()))
      ((#\[) (parse-set source))
      ((#\\) (list 'set #f (list (skip! source))))
      (else (list 'set #f (list character))))))

(define (parse-set source)
  (let ((negated (eqv? (next source) #\^)))
    (if negated (skip! source))
    (let loop ((characters '()))
      (let ((character (skip! source)))
        (cond ((not character) (error "a set has no end"))
              ((char=? character #\]) (list 'set negated characters))
              ((and (eqv? (next source) #\-)
                    (not (char=? character #\-)))
               (skip! source)
               (loop (append (between character (skip! source)) characters)))
              (else (loop (cons character characters))))))))

(define (between first last)
  (let loop ((code (char->integer last)) (result '()))
    (if (< code (char->integer first))
        result
        (loop (- code 1) (cons (integer->char code) result)))))

(define (parse-regexp text)
  (let* ((source (make-source text 0)) (result (parse-choice source)))
    (if (next source) (error "unexpected in a regular expression" text))
    result))

;; Constructors that keep expressions small, so that there are finitely many
;; derivatives.

(define (in-sequence a b)
  (cond ((or (eq? a 'nothing) (eq? b 'nothing)) 'nothing)
        ((eq? a 'empty) b)
        ((eq? b 'empty) a)
        ((eq? (car a) 'sequence)
         (in-sequence (cadr a) (in-sequence (caddr a) b)))
        (else (list 'sequence a b))))

(define (choice a b)
  (cond ((eq? a 'nothing) b)
        ((eq? b 'nothing) a)
        ((and (pair? a) (eq? (car a) 'choice))
         (choice (cadr a) (choice (caddr a) b)))
        ((has-choice? b a) b)
        (else (list 'choice a b))))

(define (has-choice? choices wanted)
  (or (equal? choices wanted)
      (and (pair? choices)
           (eq? (car choices) 'choice)
           (or (equal? (cadr choices) wanted)
               (has-choice? (caddr choices) wanted)))))

(define (star a)
  (cond ((memq a '(nothing empty)) 'empty)
        ((eq? (car a) 'star) a)
        (else (list 'star a))))

(define (nullable? expression)
  (if (symbol? expression)
      (eq? expression 'empty)
      (case (car expression)
        ((set) #f)
        ((sequence)
         (and (nullable? (cadr expression)) (nullable? (caddr expression))))
        ((choice)
         (or (nullable? (cadr expression)) (nullable? (caddr expression))))
        (else #t))))

(define (in-set? set character)
  (let ((found (memv character (caddr set))))
    (if (cadr set) (not found) (and found #t))))

;; What must follow after the character.
(define (derivative expression character)
  (if (symbol? expression)
      'nothing
      (case (car expression)
        ((set) (if (in-set? expression character) 'empty 'nothing))
        ((choice)
         (choice (derivative (cadr expression) character)
                 (derivative (caddr expression) character)))
        ((star)
         (in-sequence (derivative (cadr expression) character) expression))
        (else
         (let* ((first (cadr expression))
                (second (caddr expression))
                (one (in-sequence (derivative first character) second)))
           (if (nullable? first)
               (choice one (derivative second character))
               one))))))

;; An automaton whose states and edges are made when they are needed.

(define-record-type state
  (make-state expression accepting dead edges)
  state?
  (expression state-expression)
  (accepting state-accepting?)
  (dead state-dead?)
  (edges state-edges))

(define (make-automaton expression)
  (let ((states (make-hash-table)))
    (define (state-of expression)
      (or (hash-table-ref/default states expression #f)
          (let ((state (make-state expression
                                   (nullable? expression)
                                   (eq? expression 'nothing)
                                   (make-vector 128 #f))))
            (hash-table-set! states expression state)
            state)))
    (define (step state character)
      (let ((code (char->integer character)))
        (or (vector-ref (state-edges state) code)
            (let ((to (state-of (derivative (state-expression state)
                                            character))))
              (vector-set! (state-edges state) code to)
              to))))
    (values (state-of expression) step (lambda () (hash-table-size states)))))

;; Where the longest match that begins at `start` ends, or #f.
(define (longest-by-automaton first step text start)
  (let ((end (string-length text)))
    (let loop ((state first) (position start) (found #f))
      (let ((found (if (state-accepting? state) position found)))
        (if (or (= position end) (state-dead? state))
            found
            (loop (step state (string-ref text position))
                  (+ position 1)
                  found))))))

;; Thompson's automaton: a vector of nodes (set s next), (split a b), (accept).

(define (thompson expression)
  (let ((nodes '()) (count 0))
    (define (add! node)
      (set! nodes (cons node nodes))
      (set! count (+ count 1))
      (- count 1))
    ;; The node where the expression begins if it is followed by `next`.
    (define (build expression next)
      (cond ((eq? expression 'empty) next)
            ((eq? expression 'nothing) (add! (list 'fail)))
            (else
             (case (car expression)
               ((set) (add! (list 'set expression next)))
               ((sequence)
                (build (cadr expression) (build (caddr expression) next)))
               ((choice)
                (add! (list 'split
                            (build (cadr expression) next)
                            (build (caddr expression) next))))
               (else
                (let* ((split (list 'split next #f)) (number (add! split)))
                  (set-car! (cddr split) (build (cadr expression) number))
                  number))))))
    (let ((first (build expression (add! (list 'accept)))))
      (cons first (list->vector (reverse nodes))))))

(define (longest-by-sets machine text start)
  (let* ((nodes (cdr machine))
         (marks (make-vector (vector-length nodes) -1))
         (end (string-length text)))
    ;; Adds what is reached from the node without a character.
    (define (reach number position set)
      (if (= (vector-ref marks number) position)
          set
          (let ((node (vector-ref nodes number)))
            (vector-set! marks number position)
            (if (eq? (car node) 'split)
                (reach (caddr node) position (reach (cadr node) position set))
                (cons node set)))))
    (let loop ((set (reach (car machine) start '()))
               (position start)
               (found #f))
      (let ((found (if (assq 'accept set) position found)))
        (if (or (null? set) (= position end))
            found
            (let ((character (string-ref text position)))
              (let step ((set set) (next '()))
                (cond ((null? set) (loop next (+ position 1) found))
                      ((and (eq? (caar set) 'set)
                            (in-set? (cadar set) character))
                       (step (cdr set)
                             (reach (caddar set) (+ position 1) next)))
                      (else (step (cdr set) next))))))))))

;; The matches in the text, from left to right, as pairs of start and end.
(define (all-matches longest text)
  (let ((end (string-length text)))
    (let loop ((start 0) (result '()))
      (if (>= start end)
          (reverse result)
          (let ((found (longest text start)))
            (if (and found (> found start))
                (loop found (cons (cons start found) result))
                (loop (+ start 1) result)))))))

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (remainder seed limit))

(define pieces
  '#("begin" "if x1 < 20" "3.1415" "user.name@example.org" " " "\n"
     "x := y + 42;"
     "\"a string\"" "/* comment */" "abab" "0x1f" "end" "aaab" "--"
     "color colour"))

(define (random-text count)
  (let ((port (open-output-string)))
    (do ((i 0 (+ i 1)))
        ((= i count) (get-output-string port))
      (write-string (vector-ref pieces (random-below (vector-length pieces)))
                    port)
      (write-char (string-ref "  abx1." (random-below 7)) port))))

(define patterns
  '("[a-z]+@[a-z]+(\\.[a-z]+)+"
    "[0-9]+(\\.[0-9]+)?"
    "begin|end|if"
    "\"[^\"]*\""
    "/\\*([^*]|\\*[^/])*\\*/"
    "(a|b)*abb?"
    "colou?r( colou?r)*"
    "0x[0-9a-f]+|[a-z][a-z0-9]* *:= *[^;]*;"
    "(a|ab)(c|bcd)?(d*|x)"))

(define (sum-of-matches matches)
  (let loop ((matches matches) (sum 7))
    (if (null? matches)
        sum
        (loop (cdr matches)
              (remainder (+ (* sum 31) (* 7 (caar matches)) (cdar matches))
                         999983)))))

(define (benchmark size)
  (set! seed 1)
  (let ((text (random-text size)))
    (map (lambda (pattern)
           (let ((expression (parse-regexp pattern)))
             (let-values (((first step count) (make-automaton expression)))
               (let* ((machine (thompson expression))
                      (one (all-matches (lambda (text start)
                                          (longest-by-automaton
                                           first step text start))
                                        text))
                      (other (all-matches (lambda (text start)
                                            (longest-by-sets
                                             machine text start))
                                          text)))
                 (list (equal? one other)
                       (length one)
                       (sum-of-matches one)
                       (count))))))
         patterns)))
