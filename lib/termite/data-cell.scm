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
     (if (null? content)
         (%error-of-kind 'error 'cell-ref "the cell is empty"))
     (values (car content) content))
    (('set object) (values #t (list object)))
    ('empty (values #t '()))
    ('empty? (values (null? content) content))
    (_ (%unknown-request 'cell term))))

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
