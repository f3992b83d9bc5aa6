;;; Satisfiability of propositional formulas by learning from conflicts: watched
;;; literals, first unique implication points, activities and restarts.

;; Variables are 1 to n; a literal is a variable or its negative.  The index of
;; a literal in vectors is 2v or 2v + 1.

(define (literal-index literal)
  (if (> literal 0) (* 2 literal) (+ 1 (* -2 literal))))

;; Clauses are vectors of literals, of which the first two are watched.

(define-record-type solver
  (make-solver size values levels reasons watches activities seen
               trail trail-size head limits increment conflicts propagations)
  solver?
  (size solver-size)
  (values solver-values)
  (levels solver-levels)
  (reasons solver-reasons)
  (watches solver-watches)
  (activities solver-activities)
  (seen solver-seen)
  (trail solver-trail)
  (trail-size trail-size set-trail-size!)
  (head propagation-head set-propagation-head!)
  (limits level-limits set-level-limits!)
  (increment increment set-increment!)
  (conflicts conflicts set-conflicts!)
  (propagations propagations set-propagations!))

(define (new-solver size)
  (let ((count (+ size 1)))
    (make-solver size
                 (make-vector count 0)
                 (make-vector count 0)
                 (make-vector count #f)
                 (make-vector (* 2 count) '())
                 (make-vector count 0.0)
                 (make-vector count #f)
                 (make-vector count 0)
                 0
                 0
                 '()
                 1.0
                 0
                 0)))

;; 1 if the literal is true, -1 if it is false, 0 if it has no value yet.
(define (literal-value solver literal)
  (let ((value (vector-ref (solver-values solver) (abs literal))))
    (if (> literal 0) value (- value))))

(define (level solver) (length (level-limits solver)))

(define (assign! solver literal reason)
  (let ((variable (abs literal)))
    (vector-set! (solver-values solver) variable (if (> literal 0) 1 -1))
    (vector-set! (solver-levels solver) variable (level solver))
    (vector-set! (solver-reasons solver) variable reason)
    (vector-set! (solver-trail solver) (trail-size solver) literal)
    (set-trail-size! solver (+ 1 (trail-size solver)))))

(define (watch! solver literal clause)
  (let ((index (literal-index literal)) (watches (solver-watches solver)))
    (vector-set! watches index (cons clause (vector-ref watches index)))))

(define (swap! vector i j)
  (let ((element (vector-ref vector i)))
    (vector-set! vector i (vector-ref vector j))
    (vector-set! vector j element)))

;; A clause that has become false, or #f when all has been followed up.
(define (propagate! solver)
  (let loop ()
    (if (= (propagation-head solver) (trail-size solver))
        #f
        (let ((false (- (vector-ref (solver-trail solver)
                                    (propagation-head solver)))))
          (set-propagation-head! solver (+ 1 (propagation-head solver)))
          (set-propagations! solver (+ 1 (propagations solver)))
          (or (visit-watches! solver false) (loop))))))

;; Gives the clauses that watch the literal, which is false now, another to watch.
(define (visit-watches! solver false)
  (let* ((watches (solver-watches solver))
         (index (literal-index false))
         (clauses (vector-ref watches index)))
    (vector-set! watches index '())
    (let loop ((clauses clauses))
      (if (null? clauses)
          #f
          (let ((clause (car clauses)))
            (if (= (vector-ref clause 0) false) (swap! clause 0 1))
            (let ((other (vector-ref clause 0)))
              (cond ((= (literal-value solver other) 1)
                     (watch! solver false clause)
                     (loop (cdr clauses)))
                    ((other-watch clause solver)
                     => (lambda (position)
                          (swap! clause 1 position)
                          (watch! solver (vector-ref clause 1) clause)
                          (loop (cdr clauses))))
                    ((= (literal-value solver other) 0)
                     (watch! solver false clause)
                     (assign! solver other clause)
                     (loop (cdr clauses)))
                    (else
                     (vector-set! watches
                                  index
                                  (append clauses (vector-ref watches index)))
                     clause))))))))

(define (other-watch clause solver)
  (let loop ((position 2))
    (cond ((>= position (vector-length clause)) #f)
          ((>= (literal-value solver (vector-ref clause position)) 0) position)
          (else (loop (+ position 1))))))

(define (bump! solver variable)
  (let ((activities (solver-activities solver)))
    (vector-set! activities
                 variable
                 (+ (vector-ref activities variable) (increment solver)))
    (if (> (vector-ref activities variable) 1e100)
        (begin
          (do ((i 1 (+ i 1)))
              ((> i (solver-size solver)))
            (vector-set! activities i (* 1e-100 (vector-ref activities i))))
          (set-increment! solver (* 1e-100 (increment solver)))))))

;; What follows from the conflict: the learned literals, the asserting one first,
;; and the level to go back to.
(define (analyze solver conflict)
  (let ((seen (solver-seen solver))
        (levels (solver-levels solver))
        (now (level solver)))
    (let loop ((clause conflict)
               (asserted #f)
               (position (- (trail-size solver) 1))
               (open 0)
               (learned '()))
      (let ((count open) (kept learned))
        (vector-for-each
         (lambda (literal)
           (let ((variable (abs literal)))
             (if (and (not (eqv? literal asserted))
                      (not (vector-ref seen variable))
                      (> (vector-ref levels variable) 0))
                 (begin
                   (vector-set! seen variable #t)
                   (bump! solver variable)
                   (if (= (vector-ref levels variable) now)
                       (set! count (+ count 1))
                       (set! kept (cons literal kept)))))))
         clause)
        (let find ((position position))
          (let* ((literal (vector-ref (solver-trail solver) position))
                 (variable (abs literal)))
            (cond ((not (vector-ref seen variable)) (find (- position 1)))
                  ((> count 1)
                   (vector-set! seen variable #f)
                   (loop (vector-ref (solver-reasons solver) variable)
                         literal
                         (- position 1)
                         (- count 1)
                         kept))
                  (else
                   (vector-set! seen variable #f)
                   (for-each (lambda (literal)
                               (vector-set! seen (abs literal) #f))
                             kept)
                   (values (cons (- literal) kept)
                           (fold (lambda (literal highest)
                                   (max highest
                                        (vector-ref levels (abs literal))))
                                 0
                                 kept))))))))))

(define (back-to! solver target)
  (if (> (level solver) target)
      (let* ((limits (list-tail (level-limits solver)
                                (- (level solver) target 1)))
             (size (car limits)))
        (do ((position (- (trail-size solver) 1) (- position 1)))
            ((< position size))
          (vector-set! (solver-values solver)
                       (abs (vector-ref (solver-trail solver) position))
                       0))
        (set-trail-size! solver size)
        (set-propagation-head! solver size)
        (set-level-limits! solver (cdr limits)))))

;; Watches the clause; its first literal becomes true if there is no other.
(define (learn! solver literals target)
  (back-to! solver target)
  (if (null? (cdr literals))
      (assign! solver (car literals) #f)
      (let ((clause (list->vector literals)) (levels (solver-levels solver)))
        (do ((i 1 (+ i 1)))
            ((= i (vector-length clause)))
          (if (> (vector-ref levels (abs (vector-ref clause i)))
                 (vector-ref levels (abs (vector-ref clause 1))))
              (swap! clause i 1)))
        (watch! solver (vector-ref clause 0) clause)
        (watch! solver (vector-ref clause 1) clause)
        (assign! solver (vector-ref clause 0) clause))))

;; The variable without value that had most to do with conflicts, or #f.
(define (choose solver)
  (let ((values (solver-values solver)) (activities (solver-activities solver)))
    (let loop ((variable 1) (best #f))
      (cond ((> variable (solver-size solver)) best)
            ((and (= (vector-ref values variable) 0)
                  (or (not best)
                      (> (vector-ref activities variable)
                         (vector-ref activities best))))
             (loop (+ variable 1) variable))
            (else (loop (+ variable 1) best))))))

;; Adds a clause of the problem; #f if there is a contradiction already.
(define (add-clause! solver literals)
  (cond ((null? literals) #f)
        ((null? (cdr literals))
         (case (literal-value solver (car literals))
           ((1) #t)
           ((0) (assign! solver (car literals) #f) #t)
           (else #f)))
        (else
         (let ((clause (list->vector literals)))
           (watch! solver (car literals) clause)
           (watch! solver (cadr literals) clause)
           #t))))

(define (search! solver)
  (let loop ((until-restart 50) (limit 50))
    (let ((conflict (propagate! solver)))
      (cond (conflict
             (set-conflicts! solver (+ 1 (conflicts solver)))
             (if (= (level solver) 0)
                 'unsatisfiable
                 (let-values (((learned target) (analyze solver conflict)))
                   (learn! solver learned target)
                   (set-increment! solver (/ (increment solver) 0.95))
                   (loop (- until-restart 1) limit))))
            ((< until-restart 0)
             (back-to! solver 0)
             (let ((limit (quotient (* limit 3) 2)))
               (loop limit limit)))
            ((choose solver)
             => (lambda (variable)
                  (set-level-limits! solver
                                     (cons (trail-size solver)
                                           (level-limits solver)))
                  (assign! solver (- variable) #f)
                  (loop until-restart limit)))
            (else 'satisfiable)))))

(define (true-clause? solver clause)
  (any (lambda (literal) (= (literal-value solver literal) 1)) clause))

;; The answer, checked if there is a model, with the work that it took.
(define (solve size clauses)
  (let* ((solver (new-solver size))
         (good (every (lambda (clause) (add-clause! solver clause)) clauses))
         (answer (if good (search! solver) 'unsatisfiable)))
    (list answer
          (conflicts solver)
          (propagations solver)
          (or (eq? answer 'unsatisfiable)
              (every (lambda (clause) (true-clause? solver clause))
                     clauses)))))

;; Problems.

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

(define (random-clause size)
  (let loop ((literals '()))
    (if (= (length literals) 3)
        literals
        (let* ((variable (+ 1 (random-below size)))
               (literal (if (= (random-below 2) 0) variable (- variable))))
          (loop (if (any (lambda (other) (= (abs other) variable)) literals)
                    literals
                    (cons literal literals)))))))

(define (random-clauses size count)
  (let loop ((count count) (clauses '()))
    (if (= count 0)
        clauses
        (let ((clause (random-clause size)))
          (loop (- count 1) (cons clause clauses))))))

(define (range from to)
  (if (> from to) '() (cons from (range (+ from 1) to))))

(define (pairs list)
  (if (null? list)
      '()
      (append (map (lambda (other) (cons (car list) other)) (cdr list))
              (pairs (cdr list)))))

;; One pigeon more than holes.
(define (pigeons holes)
  (define (in pigeon hole) (+ (* pigeon holes) hole))
  (append
   (map (lambda (pigeon)
          (map (lambda (hole) (in pigeon hole)) (range 1 holes)))
        (range 0 holes))
   (apply append
          (map (lambda (hole)
                 (map (lambda (pair)
                        (list (- (in (car pair) hole))
                              (- (in (cdr pair) hole))))
                      (pairs (range 0 holes))))
               (range 1 holes)))))

;; Queens that do not attack each other.
(define (queens size)
  (define (at row column) (+ (* row size) column 1))
  (define places
    (apply append
           (map (lambda (row)
                  (map (lambda (column) (cons row column))
                       (range 0 (- size 1))))
                (range 0 (- size 1)))))
  (define (attacks? one other)
    (or (= (car one) (car other))
        (= (cdr one) (cdr other))
        (= (abs (- (car one) (car other))) (abs (- (cdr one) (cdr other))))))
  (append
   (map (lambda (row)
          (map (lambda (column) (at row column)) (range 0 (- size 1))))
        (range 0 (- size 1)))
   (map (lambda (pair)
          (list (- (at (caar pair) (cdar pair)))
                (- (at (cadr pair) (cddr pair)))))
        (filter (lambda (pair) (attacks? (car pair) (cdr pair)))
                (pairs places)))))

(define (benchmark size)
  (set! seed 1)
  (let ((holes (quotient size 16)))
    (let* ((one (solve size (random-clauses size (quotient (* size 41) 10))))
           (two (solve size (random-clauses size (quotient (* size 46) 10))))
           (three (solve (* holes (+ holes 1)) (pigeons holes)))
           (four (solve (* holes holes) (queens holes))))
      (list one two three four))))
