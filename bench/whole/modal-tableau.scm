;;; A tableau prover for the modal logics K, T and S4: formulas are put into negation normal
;;; form, worlds are sets of signed formulas, and branches are searched in depth.

;;; Formulas: a symbol, or (not f), (and f g), (or f g), (if f g), (box f), (diamond f).
;;; In normal form only symbols are negated, and `if` is gone.

(define (normal formula)
  (cond ((symbol? formula) formula)
        (else
         (case (car formula)
           ((not) (negated (cadr formula)))
           ((and or)
            (list (car formula)
                  (normal (cadr formula))
                  (normal (caddr formula))))
           ((if) (list 'or (negated (cadr formula)) (normal (caddr formula))))
           ((iff)
            (let ((one (cadr formula)) (other (caddr formula)))
              (list 'or
                    (list 'and (normal one) (normal other))
                    (list 'and (negated one) (negated other)))))
           ((box diamond) (list (car formula) (normal (cadr formula))))
           (else (error "unknown connective" formula))))))

(define (negated formula)
  (cond ((symbol? formula) (list 'not formula))
        (else
         (case (car formula)
           ((not) (normal (cadr formula)))
           ((and) (list 'or (negated (cadr formula)) (negated (caddr formula))))
           ((or) (list 'and (negated (cadr formula)) (negated (caddr formula))))
           ((if) (list 'and (normal (cadr formula)) (negated (caddr formula))))
           ((iff)
            (let ((one (cadr formula)) (other (caddr formula)))
              (list 'or
                    (list 'and (normal one) (negated other))
                    (list 'and (negated one) (normal other)))))
           ((box) (list 'diamond (negated (cadr formula))))
           ((diamond) (list 'box (negated (cadr formula))))
           (else (error "unknown connective" formula))))))

;; A world that is being made: its literals, boxes and diamonds, and what is to be done.
(define-record-type world
  (make-world literals boxes diamonds disjunctions)
  world?
  (literals world-literals)
  (boxes world-boxes)
  (diamonds world-diamonds)
  (disjunctions world-disjunctions))

(define empty-world (make-world '() '() '() '()))

(define branches 0)
(define worlds 0)

(define (opposite literal)
  (if (symbol? literal) (list 'not literal) (cadr literal)))

(define (adjoin object list)
  (if (member object list) list (cons object list)))

;; Whether a world in which all the formulas hold can be, in the logic, seen from worlds whose
;; sets of formulas are in the history.
(define (satisfiable? formulas logic history)
  (set! worlds (+ worlds 1))
  (saturate formulas empty-world logic history))

(define (saturate formulas world logic history)
  (if (null? formulas)
      (branch world logic history)
      (let ((formula (car formulas)) (rest (cdr formulas)))
        (if (or (symbol? formula) (eq? (car formula) 'not))
            (and (not (member (opposite formula) (world-literals world)))
                 (saturate rest
                           (make-world (adjoin formula (world-literals world))
                                       (world-boxes world)
                                       (world-diamonds world)
                                       (world-disjunctions world))
                           logic
                           history))
            (case (car formula)
              ((and)
               (saturate (cons (cadr formula) (cons (caddr formula) rest))
                         world
                         logic
                         history))
              ((or)
               (saturate rest
                         (make-world (world-literals world)
                                     (world-boxes world)
                                     (world-diamonds world)
                                     (adjoin formula
                                             (world-disjunctions world)))
                         logic
                         history))
              ((box)
               (if (member formula (world-boxes world))
                   (saturate rest world logic history)
                   (saturate (if (eq? logic 'k) rest (cons (cadr formula) rest))
                             (make-world (world-literals world)
                                         (cons formula (world-boxes world))
                                         (world-diamonds world)
                                         (world-disjunctions world))
                             logic
                             history)))
              ((diamond)
               (saturate rest
                         (make-world (world-literals world)
                                     (world-boxes world)
                                     (adjoin formula (world-diamonds world))
                                     (world-disjunctions world))
                         logic
                         history)))))))

;; Takes a disjunction: the one side, or the other side without the one.
(define (branch world logic history)
  (let ((disjunctions (world-disjunctions world)))
    (if (null? disjunctions)
        (successors? world logic history)
        (let* ((formula (car disjunctions))
               (one (cadr formula))
               (other (caddr formula))
               (smaller
                (make-world (world-literals world)
                            (world-boxes world)
                            (world-diamonds world)
                            (cdr disjunctions))))
          (set! branches (+ branches 1))
          (or (saturate (list one) smaller logic history)
              (saturate (if (symbol? one)
                            (list (opposite one) other)
                            (list other))
                        smaller
                        logic
                        history))))))

;; Whether there can be a world for each diamond.
(define (successors? world logic history)
  (let* ((boxes (world-boxes world))
         (inherited (if (eq? logic 's4) boxes (map cadr boxes))))
    (let loop ((diamonds (world-diamonds world)))
      (or (null? diamonds)
          (let ((formulas (cons (cadr (car diamonds)) inherited)))
            (and (or (and (eq? logic 's4) (seen? formulas history))
                     (satisfiable? formulas logic (cons formulas history)))
                 (loop (cdr diamonds))))))))

(define (seen? formulas history)
  (and (pair? history)
       (or (same-set? formulas (car history)) (seen? formulas (cdr history)))))

(define (same-set? one other)
  (and (subset? one other) (subset? other one)))

(define (subset? one other)
  (or (null? one)
      (and (member (car one) other) (subset? (cdr one) other))))

(define (valid? formula logic)
  (not (satisfiable? (list (negated formula)) logic '())))

;;; Formulas.

(define (name letter number)
  (string->symbol (string-append letter (number->string number))))

(define (conjunction formulas)
  (if (null? (cdr formulas))
      (car formulas)
      (list 'and (car formulas) (conjunction (cdr formulas)))))

(define (disjunction formulas)
  (if (null? (cdr formulas))
      (car formulas)
      (list 'or (car formulas) (disjunction (cdr formulas)))))

(define (numbers first end)
  (if (< first end) (cons first (numbers (+ first 1) end)) '()))

;; `count` pigeons do not fit into fewer holes.
(define (pigeons count)
  (define (in pigeon hole) (name "p" (+ (* 10 pigeon) hole)))
  (let ((holes (numbers 0 (- count 1))) (all (numbers 0 count)))
    (list 'if
          (conjunction
           (map (lambda (pigeon)
                  (disjunction (map (lambda (hole) (in pigeon hole)) holes)))
                all))
          (disjunction
           (apply append
                  (map (lambda (hole)
                         (apply append
                                (map (lambda (one)
                                       (map (lambda (other)
                                              (list 'and
                                                    (in one hole)
                                                    (in other hole)))
                                            (numbers (+ one 1) count)))
                                     all)))
                       holes))))))

(define (boxes count formula)
  (if (= count 0) formula (list 'box (boxes (- count 1) formula))))

;; Boxes go through a chain of implications.
(define (distribution count depth)
  (let loop ((number 0) (formulas '()))
    (if (= number count)
        (list 'if
              (conjunction (cons (boxes depth (name "q" 0)) formulas))
              (boxes depth (name "q" count)))
        (loop (+ number 1)
              (cons (boxes depth
                           (list 'if (name "q" number) (name "q" (+ number 1))))
                    formulas)))))

(define (iffs count)
  (if (= count 0)
      (name "r" 0)
      (list 'iff (name "r" count) (iffs (- count 1)))))

(define (formulas size)
  (list (pigeons (min size 3))
        (distribution size 3)
        (list 'iff (iffs size) (iffs size))
        (list 'if '(box p) '(box (box p)))
        (list 'if '(box p) 'p)
        (list 'if 'p '(box (diamond p)))
        (list 'if '(diamond (box p)) '(box (diamond p)))
        (list 'if '(box (if (box p) p)) '(box p))
        (list 'if
              '(and (box (or p q)) (diamond (not p)))
              '(diamond q))
        (list 'iff '(box (and p q)) '(and (box p) (box q)))
        (list 'if '(box (or p q)) '(or (box p) (box q)))
        (list 'if '(box (diamond (box (diamond p)))) '(box (diamond p)))
        (list 'if
              (distribution 3 2)
              (list 'or (boxes 2 (iffs 2)) (list 'diamond (pigeons 3))))))

(define (benchmark size)
  (set! branches 0)
  (set! worlds 0)
  (let* ((formulas (formulas size))
         (judge
          (lambda (logic)
            (map (lambda (formula) (if (valid? formula logic) 1 0)) formulas)))
         (k (judge 'k))
         (t (judge 't))
         (s4 (judge 's4)))
    (list k t s4 branches worlds)))
