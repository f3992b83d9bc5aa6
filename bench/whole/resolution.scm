;;; A theorem prover by resolution: clauses are lists of literals, sets of support are taken in
;;; order of size, clauses that others subsume are dropped, and variables are numbers.

;;; Terms: a number is a variable, a symbol is a constant, a list is an application.
;;; A literal is (sign predicate term ...), where the sign is `+` or `-`.

(define (walk term bindings)
  (if (number? term)
      (let ((found (assv term bindings)))
        (if found (walk (cdr found) bindings) term))
      term))

(define (occurs? variable term bindings)
  (let ((term (walk term bindings)))
    (cond ((number? term) (= term variable))
          ((pair? term)
           (let loop ((terms (cdr term)))
             (and (pair? terms)
                  (or (occurs? variable (car terms) bindings)
                      (loop (cdr terms))))))
          (else #f))))

;; More bindings with which the terms are equal, or #f.
(define (unify one other bindings)
  (let ((one (walk one bindings)) (other (walk other bindings)))
    (cond ((eqv? one other) bindings)
          ((number? one)
           (and (not (occurs? one other bindings))
                (cons (cons one other) bindings)))
          ((number? other) (unify other one bindings))
          ((and (pair? one) (pair? other) (eq? (car one) (car other)))
           (unify-each (cdr one) (cdr other) bindings))
          (else #f))))

(define (unify-each ones others bindings)
  (cond ((null? ones) (and (null? others) bindings))
        ((null? others) #f)
        (else
         (let ((bindings (unify (car ones) (car others) bindings)))
           (and bindings (unify-each (cdr ones) (cdr others) bindings))))))

;; Bindings of variables of the pattern alone, with which it is the term.
(define (match pattern term bindings)
  (cond ((number? pattern)
         (let ((found (assv pattern bindings)))
           (if found
               (and (equal? (cdr found) term) bindings)
               (cons (cons pattern term) bindings))))
        ((pair? pattern)
         (and (pair? term)
              (eq? (car pattern) (car term))
              (match-each (cdr pattern) (cdr term) bindings)))
        (else (and (eqv? pattern term) bindings))))

(define (match-each patterns terms bindings)
  (cond ((null? patterns) (and (null? terms) bindings))
        ((null? terms) #f)
        (else
         (let ((bindings (match (car patterns) (car terms) bindings)))
           (and bindings (match-each (cdr patterns) (cdr terms) bindings))))))

(define (substitute term bindings)
  (let ((term (walk term bindings)))
    (if (pair? term)
        (cons (car term)
              (map (lambda (part) (substitute part bindings)) (cdr term)))
        term)))

(define (substitute-literal literal bindings)
  (cons (car literal)
        (cons (cadr literal)
              (map (lambda (term) (substitute term bindings)) (cddr literal)))))

;;; Clauses.

(define-record-type clause
  (make-clause number literals size parents)
  clause?
  (number clause-number)
  (literals clause-literals)
  (size clause-size)
  (parents clause-parents))

(define (term-size term)
  (if (pair? term)
      (let loop ((terms (cdr term)) (size 1))
        (if (null? terms)
            size
            (loop (cdr terms) (+ size (term-size (car terms))))))
      1))

(define (literals-size literals)
  (apply + (map (lambda (literal) (term-size (cdr literal))) literals)))

;; The literals with their variables numbered from `first` in the order in which they appear.
(define (renumber literals first)
  (let ((names '()) (next first))
    (define (rename-term term)
      (cond ((number? term)
             (let ((found (assv term names)))
               (if found
                   (cdr found)
                   (let ((name next))
                     (set! names (cons (cons term name) names))
                     (set! next (+ next 1))
                     name))))
            ((pair? term) (cons (car term) (rename-each (cdr term))))
            (else term)))
    (define (rename-each terms)
      (if (null? terms)
          '()
          (let ((term (rename-term (car terms))))
            (cons term (rename-each (cdr terms))))))
    (let loop ((literals literals) (renamed '()))
      (if (null? literals)
          (reverse renamed)
          (let ((literal (car literals)))
            (loop (cdr literals)
                  (cons (cons (car literal)
                              (cons (cadr literal)
                                    (rename-each (cddr literal))))
                        renamed)))))))

(define (without literal literals)
  (filter (lambda (other) (not (eq? other literal))) literals))

(define (without-duplicates literals)
  (cond ((null? literals) '())
        ((member (car literals) (cdr literals))
         (without-duplicates (cdr literals)))
        (else (cons (car literals) (without-duplicates (cdr literals))))))

(define (complementary? one other)
  (and (not (eq? (car one) (car other))) (eq? (cadr one) (cadr other))))

(define (tautology? literals)
  (any (lambda (literal)
         (any (lambda (other)
                (and (complementary? literal other)
                     (equal? (cddr literal) (cddr other))))
              literals))
       literals))

;; Whether each literal of `one` is, with the same bindings, a literal of `other`.
(define (subsumes? one other)
  (let search ((literals one) (bindings '()))
    (or (null? literals)
        (let ((literal (car literals)))
          (any (lambda (candidate)
                 (and (eq? (car literal) (car candidate))
                      (eq? (cadr literal) (cadr candidate))
                      (let ((bindings
                             (match-each (cddr literal)
                                         (cddr candidate)
                                         bindings)))
                        (and bindings (search (cdr literals) bindings)))))
               other)))))

;; The lists of literals that follow from both.
(define (resolvents one other)
  (let ((others (renumber (clause-literals other) 1000)))
    (let next-left ((lefts (clause-literals one)) (results '()))
      (if (null? lefts)
          results
          (let next-right ((rights others) (results results))
            (if (null? rights)
                (next-left (cdr lefts) results)
                (let ((left (car lefts)) (right (car rights)))
                  (next-right
                   (cdr rights)
                   (let ((bindings
                          (and (complementary? left right)
                               (unify-each (cddr left) (cddr right) '()))))
                     (if bindings
                         (cons (resolvent left
                                          (clause-literals one)
                                          right
                                          others
                                          bindings)
                               results)
                         results))))))))))

(define (resolvent left lefts right rights bindings)
  (renumber (without-duplicates
             (map (lambda (literal) (substitute-literal literal bindings))
                  (append (without left lefts) (without right rights))))
            0))

;; The clauses of which two literals of one sign are made the same.
(define (factors clause)
  (let ((literals (clause-literals clause)))
    (let loop ((ones literals) (results '()))
      (if (null? ones)
          results
          (let inner ((others (cdr ones)) (results results))
            (if (null? others)
                (loop (cdr ones) results)
                (let* ((one (car ones))
                       (other (car others))
                       (bindings (and (eq? (car one) (car other))
                                      (eq? (cadr one) (cadr other))
                                      (unify-each (cddr one)
                                                  (cddr other)
                                                  '()))))
                  (inner (cdr others)
                         (if bindings
                             (cons (renumber
                                    (without-duplicates
                                     (map (lambda (literal)
                                            (substitute-literal literal
                                                                bindings))
                                          literals))
                                    0)
                                   results)
                             results)))))))))

;;; The search.

(define (insert clause clauses)
  (if (or (null? clauses) (< (clause-size clause) (clause-size (car clauses))))
      (cons clause clauses)
      (cons (car clauses) (insert clause (cdr clauses)))))

(define most-literals 4)
(define largest-clause 22)

;; Looks for the empty clause in at most `limit` steps. The answer: what came of it, the
;; number of clauses made and of those kept, and the length of the proof.
(define (prove axioms goals limit)
  (let ((number 0) (made 0) (table (make-hash-table eqv?)))
    (define (new literals parents)
      (set! number (+ number 1))
      (let ((clause
             (make-clause number literals (literals-size literals) parents)))
        (hash-table-set! table number clause)
        clause))
    (define (proof-length clause)
      (let ((seen (make-hash-table eqv?)))
        (let visit ((number (clause-number clause)))
          (if (not (hash-table-ref/default seen number #f))
              (begin
                (hash-table-set! seen number #t)
                (for-each visit
                          (clause-parents
                           (hash-table-ref/default table number #f))))))
        (hash-table-size seen)))
    (define (start literal-lists)
      (let loop ((lists literal-lists) (clauses '()))
        (if (null? lists)
            (reverse clauses)
            (loop (cdr lists) (cons (new (car lists) '()) clauses)))))
    (define (redundant? literals clauses)
      (any (lambda (clause) (subsumes? (clause-literals clause) literals))
           clauses))
    (let* ((usable (start axioms)) (support (start goals)))
      (let step ((usable usable) (support support) (count 0))
        (cond ((null? support) (list 'exhausted made number 0))
              ((= count limit) (list 'limit made number 0))
              (else
               (let* ((given (car support))
                      (usable (cons given usable)))
                 (define (add results partner support continue)
                   (cond ((null? results) (continue support))
                         ((null? (car results))
                          (let ((empty
                                 (new '()
                                      (list (clause-number given)
                                            (clause-number partner)))))
                            (list 'proved made number (proof-length empty))))
                         (else
                          (set! made (+ made 1))
                          (let ((literals (car results)))
                            (if (or (> (length literals) most-literals)
                                    (> (literals-size literals) largest-clause)
                                    (tautology? literals)
                                    (redundant? literals usable)
                                    (redundant? literals support))
                                (add (cdr results) partner support continue)
                                (add (cdr results)
                                     partner
                                     (insert (new literals
                                                  (list (clause-number given)
                                                        (clause-number partner)))
                                             support)
                                     continue))))))
                 (add (factors given)
                      given
                      (cdr support)
                      (lambda (support)
                        (let each ((partners usable) (support support))
                          (if (null? partners)
                              (step usable support (+ count 1))
                              (add (resolvents given (car partners))
                                   (car partners)
                                   support
                                   (lambda (support)
                                     (each (cdr partners) support))))))))))))))

(define problems
  (list
   ;; If squares of a group are its unit, it is commutative; P is the graph of the product.
   (list '(((+ p e 0 0))
           ((+ p 0 e 0))
           ((+ p 0 0 e))
           ((- p 0 1 3) (- p 1 2 4) (- p 0 4 5) (+ p 3 2 5))
           ((- p 0 1 3) (- p 1 2 4) (- p 3 2 5) (+ p 0 4 5))
           ((+ p a b c)))
         '(((- p b a c))))
   ;; Someone who loves all animals is loved by someone.
   (list '(((+ animal (f 0)) (+ loves (g 0) 0))
           ((- loves 0 (f 0)) (+ loves (g 0) 0))
           ((- loves 1 0) (- animal 2) (- kills 0 2))
           ((- animal 0) (+ loves jack 0))
           ((+ kills jack tuna) (+ kills curiosity tuna))
           ((+ cat tuna))
           ((- cat 0) (+ animal 0)))
         '(((- kills curiosity tuna))))
   ;; Nobody in the village is shaved by whom they should be.
   (list '(((- man 0) (+ shaves 0 0) (+ shaves barber 0))
           ((- man 0) (- shaves 0 0) (- shaves barber 0)))
         '(((+ man barber))))
   ;; A chain of implications with a function.
   (list '(((- even 0) (+ odd (s 0)))
           ((- odd 0) (+ even (s 0)))
           ((+ even zero)))
         '(((- odd (s (s (s (s (s (s (s zero)))))))))))
   ;; Paths in a graph, of which one is missing.
   (list '(((+ edge a b)) ((+ edge b c)) ((+ edge c d)) ((+ edge d b))
           ((+ edge e a))
           ((- edge 0 1) (+ path 0 1))
           ((- path 0 1) (- path 1 2) (+ path 0 2)))
         '(((- path d 0) (- path 0 a))))))

(define (benchmark limit)
  (let loop ((problems problems) (answers '()))
    (if (null? problems)
        (reverse answers)
        (loop (cdr problems)
              (cons (prove (car (car problems)) (cadr (car problems)) limit)
                    answers)))))
