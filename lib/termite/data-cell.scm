;;; Cells: processes that hold one object or nothing.

;;> (make-cell): a new empty cell. (make-cell object): one that holds the
;;> object. (make-cell object name: name). Raises type, unsendable. Termite
;;> paper 4.6.
;;> Example: (eval '(cell-ref (make-cell 42)) (environment '(termite) '(termite data))) => 42
(define make-cell
  (case-lambda
    (() (%make-cell '() '()))
    ((object . options) (%make-cell (list object) options))))

;; The state is a list of the content, () if there is none.
(define (%make-cell content options)
  (%make-data 'cell (lambda () content) %answer-cell options))

(define (%answer-cell term content)
  (match term
    ('ref
     (%require-content content 'cell-ref)
     (values (car content) content))
    (('set object) (values #t (list object)))
    (('swap object)
     (%require-content content 'cell-swap!)
     (values (car content) (list object)))
    (('compare expected object)
     (%require-content content 'cell-compare-and-set!)
     (if (equal? (car content) expected)
         (values #t (list object))
         (values #f content)))
    (('update procedure)
     (%require-content content 'cell-update!)
     (let ((object (procedure (car content))))
       (values object (list object))))
    ('empty (values #t '()))
    ('empty? (values (null? content) content))
    (_ (%unknown-request 'cell term))))

(define (%require-content content who)
  (if (null? content) (%error-of-kind 'error who "the cell is empty")))

;;> (cell? object): whether it is a cell. A process is asked, and has one second
;;> to answer.
;;> Example: (eval '(list (cell? (make-cell)) (cell? 'cell)) (environment '(termite) '(termite data))) => (#t #f)
(define (cell? object) (%of-kind? object 'cell))

;;> (cell-ref cell): what the cell holds. Raises type, error if it is empty.
;;> Termite paper 4.6.
;;> Example: (eval '(catch error-object-message (cell-ref (make-cell))) (environment '(termite) '(termite data))) => "the cell is empty"
(define (cell-ref cell) (server:call cell 'ref))

;;> (cell-set! cell object): makes the cell hold the object. Raises type,
;;> unsendable. Termite paper 4.6.
;;> Example: (eval '(let ((c (make-cell 1))) (cell-set! c 2) (cell-ref c)) (environment '(termite) '(termite data))) => 2
(define (cell-set! cell object)
  (server:call cell (list 'set object))
  (void))

;;> (cell-empty! cell): makes the cell hold nothing. Raises type.
;;> Example: (eval '(let ((c (make-cell 1))) (cell-empty! c) (cell-empty? c)) (environment '(termite) '(termite data))) => #t
(define (cell-empty! cell)
  (server:call cell 'empty)
  (void))

;;> (cell-empty? cell): whether the cell holds nothing. Raises type.
;;> Example: (eval '(map cell-empty? (list (make-cell) (make-cell #f))) (environment '(termite) '(termite data))) => (#t #f)
(define (cell-empty? cell) (server:call cell 'empty?))

;;> (cell-update! cell procedure): makes the cell hold what the procedure
;;> returns for its content, and returns that. The process of the cell calls it
;;> and answers nobody else meanwhile, so no other change gets lost. What it
;;> raises is raised here, and the cell stays as it was. Raises type, arity,
;;> unsendable, error if the cell is empty.
;;> Example: (eval '(let ((c (make-cell 20))) (cell-update! c (lambda (n) (+ n 1))) (cell-update! c (lambda (n) (* n 2)))) (environment '(scheme base) '(mound cell))) => 42
(define (cell-update! cell procedure)
  (%require-callback procedure 1 'cell-update!)
  (server:call cell (list 'update procedure)))

;;> (cell-swap! cell object): makes the cell hold the object and returns what it
;;> held. Raises type, unsendable, error if the cell is empty.
;;> Example: (eval '(let ((c (make-cell 1))) (let ((old (cell-swap! c 2))) (list old (cell-ref c)))) (environment '(scheme base) '(mound cell))) => (1 2)
(define (cell-swap! cell object) (server:call cell (list 'swap object)))

;;> (cell-compare-and-set! cell expected object): makes the cell hold the object
;;> if it holds what is equal? to the other; whether it did. Raises type,
;;> unsendable, error if the cell is empty.
;;> Example: (eval '(let ((c (make-cell 1))) (let* ((one (cell-compare-and-set! c 1 2)) (two (cell-compare-and-set! c 1 3))) (list one two (cell-ref c)))) (environment '(scheme base) '(mound cell))) => (#t #f 2)
(define (cell-compare-and-set! cell expected object)
  (server:call cell (list 'compare expected object)))
