;;; Lists as sets: in how many states a parser of Earley is for an ambiguous grammar.

(define grammar
  '((s (s s)) (s (a)) (s (open s close)) (a (x)) (a (a a)) (a (x a))))

;; A state is (head rest start): what is still to be seen of a rule that began at `start`.
(define (state-head state) (car state))
(define (state-rest state) (cadr state))
(define (state-start state) (caddr state))

(define (terminal? symbol) (not (assq symbol grammar)))

;; Adds the state to the set, a vector of states with an index, unless it is there.
(define (add! chart index state)
  (let ((states (vector-ref chart index)))
    (if (member state states)
        #f
        (begin
          (vector-set! chart index (append states (list state)))
          #t))))

(define (predict! chart index symbol)
  (for-each (lambda (rule)
              (if (eq? (car rule) symbol)
                  (add! chart index (list (car rule) (cadr rule) index))))
            grammar))

(define (complete! chart index done)
  (for-each (lambda (state)
              (if (and (pair? (state-rest state))
                       (eq? (car (state-rest state)) (state-head done)))
                  (add! chart
                        index
                        (list (state-head state)
                              (cdr (state-rest state))
                              (state-start state)))))
            (vector-ref chart (state-start done))))

(define (scan! chart index state word)
  (if (eq? (car (state-rest state)) word)
      (add! chart
            (+ index 1)
            (list (state-head state)
                  (cdr (state-rest state))
                  (state-start state)))))

(define (process! chart index word)
  (let loop ((position 0))
    (let ((states (vector-ref chart index)))
      (if (< position (length states))
          (let ((state (list-ref states position)))
            (cond ((null? (state-rest state)) (complete! chart index state))
                  ((terminal? (car (state-rest state)))
                   (if word (scan! chart index state word)))
                  (else (predict! chart index (car (state-rest state)))))
            (loop (+ position 1)))))))

(define (parse-states words)
  (let ((chart (make-vector (+ 1 (length words)) '())))
    (predict! chart 0 's)
    (let loop ((index 0) (left words))
      (process! chart index (and (pair? left) (car left)))
      (if (pair? left)
          (loop (+ index 1) (cdr left))
          chart))))

(define (accepted? chart)
  (and (member '(s () 0) (vector-ref chart (- (vector-length chart) 1))) #t))

(define (benchmark size)
  (let* ((words (let loop ((count size) (words '()))
                  (if (= count 0) words (loop (- count 1) (cons 'x words)))))
         (chart (parse-states (append '(open) words '(close) words))))
    (list (accepted? chart)
          (let loop ((index 0) (sum 0))
            (if (= index (vector-length chart))
                sum
                (loop (+ index 1)
                      (+ sum (length (vector-ref chart index)))))))))
