;;; A solver for finite domains: arc consistency with a queue, search with
;;; backtracking by a trail; sudoku, the zebra puzzle, queens, and sums of letters.

;; A variable has a name, the list of values that it can still have, and the
;; constraints that speak of it.
(define-record-type variable
  (make-variable name domain constraints)
  variable?
  (name variable-name)
  (domain variable-domain set-variable-domain!)
  (constraints variable-constraints set-variable-constraints!))

;; A constraint revises the domains of its variables by calling `narrow!`.
(define-record-type constraint
  (make-constraint variables revise waiting)
  constraint?
  (variables constraint-variables)
  (revise constraint-revise)
  (waiting constraint-waiting? set-constraint-waiting!))

(define revisions 0)
(define choices 0)
(define trail '())
(define queue '())
(define queue-end '())

(define (enqueue! constraint)
  (if (not (constraint-waiting? constraint))
      (let ((last (list constraint)))
        (set-constraint-waiting! constraint #t)
        (if (null? queue) (set! queue last) (set-cdr! queue-end last))
        (set! queue-end last))))

(define (clear-queue!)
  (for-each (lambda (constraint) (set-constraint-waiting! constraint #f)) queue)
  (set! queue '()))

(define (fixed? variable) (null? (cdr (variable-domain variable))))
(define (value-of variable) (car (variable-domain variable)))

;; Keeps the values for which `good?` holds; leaves by `fail` if there is none.
(define (narrow! variable good? fail)
  (let* ((old (variable-domain variable)) (new (filter good? old)))
    (if (null? new) (fail #f))
    (if (< (length new) (length old))
        (begin
          (set! trail (cons (cons variable old) trail))
          (set-variable-domain! variable new)
          (for-each enqueue! (variable-constraints variable))))))

(define (undo-to! mark)
  (if (not (eq? trail mark))
      (begin
        (set-variable-domain! (caar trail) (cdar trail))
        (set! trail (cdr trail))
        (undo-to! mark))))

;; Whether no domain becomes empty.
(define (propagate!)
  (let ((good (call-with-current-continuation
               (lambda (fail)
                 (let loop ()
                   (if (null? queue)
                       #t
                       (let ((constraint (car queue)))
                         (set! queue (cdr queue))
                         (set-constraint-waiting! constraint #f)
                         (set! revisions (+ revisions 1))
                         ((constraint-revise constraint) fail)
                         (loop))))))))
    (clear-queue!)
    good))

;; Kinds of constraints.

(define (post! variables revise)
  (let ((constraint (make-constraint variables revise #f)))
    (for-each (lambda (variable)
                (set-variable-constraints!
                 variable
                 (cons constraint (variable-constraints variable))))
              variables)
    (enqueue! constraint)))

;; A relation of two variables, with support looked for on both sides.
(define (relate! one other holds?)
  (post! (list one other)
         (lambda (fail)
           (narrow! one
                    (lambda (x)
                      (any (lambda (y) (holds? x y)) (variable-domain other)))
                    fail)
           (narrow! other
                    (lambda (y)
                      (any (lambda (x) (holds? x y)) (variable-domain one)))
                    fail))))

;; All are different: fixed values go from the others, and a value that only one
;; variable can have is its value when there are as many values as variables.
(define (all-different! variables tight)
  (define (without-fixed fail)
    (for-each
     (lambda (variable)
       (if (fixed? variable)
           (let ((value (value-of variable)))
             (for-each (lambda (other)
                         (if (not (eq? other variable))
                             (narrow! other
                                      (lambda (x) (not (eqv? x value)))
                                      fail)))
                       variables))))
     variables))
  (define (only-places fail)
    (for-each
     (lambda (value)
       (let ((able (filter (lambda (variable)
                             (memv value (variable-domain variable)))
                           variables)))
         (cond ((null? able) (fail #f))
               ((null? (cdr able))
                (narrow! (car able) (lambda (x) (eqv? x value)) fail)))))
     tight))
  (post! variables
         (lambda (fail)
           (without-fixed fail)
           (only-places fail))))

;; The sum of the variables times their factors is 0; bounds are narrowed.
(define (sum-is-zero! factors variables)
  (define (least factor variable)
    (apply min (map (lambda (x) (* factor x)) (variable-domain variable))))
  (define (most factor variable)
    (apply max (map (lambda (x) (* factor x)) (variable-domain variable))))
  (post! variables
         (lambda (fail)
           (let ((low (apply + (map least factors variables)))
                 (high (apply + (map most factors variables))))
             (for-each
              (lambda (factor variable)
                (let ((others-low (- low (least factor variable)))
                      (others-high (- high (most factor variable))))
                  (narrow! variable
                           (lambda (x)
                             (let ((product (* factor x)))
                               (and (<= (+ product others-low) 0)
                                    (>= (+ product others-high) 0))))
                           fail)
                  (set! low (+ others-low (least factor variable)))
                  (set! high (+ others-high (most factor variable)))))
              factors
              variables)))))

;; Search.

;; The variable with the smallest domain of more than one value, or #f.
(define (choose variables)
  (let loop ((variables variables) (best #f) (size 0))
    (if (null? variables)
        best
        (let* ((variable (car variables))
               (count (length (variable-domain variable))))
          (if (and (> count 1) (or (not best) (< count size)))
              (loop (cdr variables) variable count)
              (loop (cdr variables) best size))))))

;; Calls `found` for each solution, until it returns true.
(define (solve variables found)
  (and (propagate!)
       (let ((variable (choose variables)))
         (if (not variable)
             (found)
             (let ((mark trail))
               (let loop ((values (variable-domain variable)))
                 (if (null? values)
                     #f
                     (begin
                       (set! choices (+ choices 1))
                       (or (call-with-current-continuation
                            (lambda (fail)
                              (narrow! variable
                                       (lambda (x) (eqv? x (car values)))
                                       fail)
                              (solve variables found)))
                           (begin
                             (clear-queue!)
                             (undo-to! mark)
                             (loop (cdr values))))))))))))

(define (solutions variables limit)
  (let ((count 0) (last '()))
    (solve variables
           (lambda ()
             (set! count (+ count 1))
             (set! last (map value-of variables))
             (= count limit)))
    (clear-queue!)
    (set! trail '())
    (cons count last)))

(define (range from to)
  (if (> from to) '() (cons from (range (+ from 1) to))))

(define (variables names domain)
  (map (lambda (name) (make-variable name domain '())) names))

;; Sudoku: rows, columns and boxes of a text of 81 characters.

(define (sudoku text)
  (let* ((digits (range 1 9))
         (cells (list->vector
                 (map (lambda (character)
                        (make-variable
                         'cell
                         (if (char=? character #\.)
                             digits
                             (list (- (char->integer character) 48)))
                         '()))
                      (string->list text)))))
    (define (group place)
      (all-different! (map (lambda (i) (vector-ref cells (place i)))
                           (range 0 8))
                      digits))
    (for-each
     (lambda (n)
       (group (lambda (i) (+ (* 9 n) i)))
       (group (lambda (i) (+ (* 9 i) n)))
       (group (lambda (i)
                (+ (* 27 (quotient n 3))
                   (* 3 (remainder n 3))
                   (* 9 (quotient i 3))
                   (remainder i 3)))))
     (range 0 8))
    (let ((result (solutions (vector->list cells) 2)))
      (list (car result)
            (fold (lambda (digit number)
                    (remainder (+ (* number 31) digit) 999983))
                  0
                  (cdr result))))))

;; The easier ones first.
(define grids
  '("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    "...............9..97.3......1..6.5....47.8..2.....2..6.31..4......8..167.87......"
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"))

;; Who has the zebra?  Houses are 1 to 5.
(define (zebra)
  (let* ((names '(english spaniard japanese italian norwegian
                  red green white yellow blue
                  dog snails fox horse zebra
                  painter sculptor diplomat violinist doctor
                  tea coffee milk juice water))
         (all (variables names (range 1 5))))
    (define (house name)
      (let loop ((all all))
        (if (eq? (variable-name (car all)) name) (car all) (loop (cdr all)))))
    (define (same one other) (relate! (house one) (house other) =))
    (define (beside one other)
      (relate! (house one) (house other) (lambda (x y) (= 1 (abs (- x y))))))
    (define (at one place)
      (relate! (house one) (house one) (lambda (x y) (= x place))))
    (let loop ((left all))
      (if (pair? left)
          (begin
            (all-different! (list (car left) (cadr left) (caddr left)
                                  (cadddr left) (car (cddddr left)))
                            (range 1 5))
            (loop (cdr (cddddr left))))))
    (same 'english 'red)
    (same 'spaniard 'dog)
    (same 'japanese 'painter)
    (same 'italian 'tea)
    (at 'norwegian 1)
    (same 'green 'coffee)
    (relate! (house 'green) (house 'white) (lambda (x y) (= x (+ y 1))))
    (same 'sculptor 'snails)
    (same 'diplomat 'yellow)
    (at 'milk 3)
    (beside 'norwegian 'blue)
    (same 'violinist 'juice)
    (beside 'fox 'doctor)
    (beside 'horse 'diplomat)
    (solutions all 2)))

(define (queens size)
  (let ((all (variables (range 1 size) (range 1 size))))
    (let loop ((left all))
      (if (pair? left)
          (begin
            (for-each
             (lambda (other)
               (let ((distance (- (variable-name other)
                                  (variable-name (car left)))))
                 (relate! (car left)
                          other
                          (lambda (x y)
                            (not (or (= x y)
                                     (= distance (abs (- x y)))))))))
             (cdr left))
            (loop (cdr left)))))
    (car (solutions all -1))))

;; SEND + MORE = MONEY, and such.
(define (letters one other sum)
  (let* ((texts (map string->list (list one other sum)))
         (names (fold (lambda (letter names)
                        (if (memv letter names) names (cons letter names)))
                      '()
                      (apply append texts)))
         (all (variables names (range 0 9))))
    (define (variable letter)
      (let loop ((all all))
        (if (eqv? (variable-name (car all)) letter)
            (car all)
            (loop (cdr all)))))
    (define (factor letter sign text)
      (let loop ((text (reverse text)) (power sign) (sum 0))
        (if (null? text)
            sum
            (loop (cdr text)
                  (* 10 power)
                  (if (eqv? (car text) letter) (+ sum power) sum)))))
    (all-different! all '())
    (for-each (lambda (text)
                (relate! (variable (car text))
                         (variable (car text))
                         (lambda (x y) (> x 0))))
              texts)
    (sum-is-zero! (map (lambda (name)
                         (+ (factor name 1 (car texts))
                            (factor name 1 (cadr texts))
                            (factor name -1 (caddr texts))))
                       names)
                  all)
    (let ((result (solutions all 2)))
      (cons (car result)
            (map (lambda (letter)
                   (let loop ((names names) (values (cdr result)))
                     (cond ((null? values) #f)
                           ((eqv? (car names) letter) (car values))
                           (else (loop (cdr names) (cdr values))))))
                 (caddr texts))))))

(define sums
  '(("TO" "GO" "OUT") ("SEND" "MORE" "MONEY") ("DONALD" "GERALD" "ROBERT")))

(define (take list count)
  (if (= count 0) '() (cons (car list) (take (cdr list) (- count 1)))))

;; At least four queens; the more of them, the more of the other problems.
(define (benchmark size)
  (set! revisions 0)
  (set! choices 0)
  (let* ((sudokus (map sudoku (take grids (min 4 (- size 4)))))
         (houses (zebra))
         (sums (map (lambda (sum) (apply letters sum))
                    (take sums (min 3 (- size 3)))))
         (boards (queens size)))
    (list sudokus houses sums boards revisions choices)))
