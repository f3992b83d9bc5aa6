;;; The names of R7RS and SRFIs that everyday rows and whole programs need and this Gambit has not.
;;; fmt: off

(define (raise-continuable object) (raise object))

(define-macro (guard clause . body)
  (let ((variable (car clause)) (clauses (cdr clause)))
    `(with-exception-catcher
      (lambda (,variable)
        (cond ,@clauses
              ,@(if (assq 'else clauses) '() `((else (raise ,variable))))))
      (lambda () ,@body))))

(define-macro (let-values bindings . body)
  (if (null? bindings)
      `(let () ,@body)
      `(call-with-values (lambda () ,(cadar bindings))
                         (lambda ,(caar bindings)
                           (let-values ,(cdr bindings) ,@body)))))

(define-macro (let*-values bindings . body)
  (if (null? bindings)
      `(let () ,@body)
      `(let-values (,(car bindings)) (let*-values ,(cdr bindings) ,@body))))

(define-macro (define-values names expression)
  (let ((values (map (lambda (name) (gensym)) names)))
    `(begin
       ,@(map (lambda (name) `(define ,name #f)) names)
       (call-with-values (lambda () ,expression)
                         (lambda ,values
                           ,@(map (lambda (name value) `(set! ,name ,value))
                                  names
                                  values))))))

;; Its own `syntax-rules` is not hygienic, and stands in a form of another name.
(include "~~lib/_define-syntax.scm")
(##define-syntax define-syntax
  (lambda (source)
    (##make-source (cons 'macro-define-syntax (cdr (##source-code source)))
                   (##source-locat source))))

(define (floor/ n d)
  (let ((r (modulo n d)))
    (values (quotient (- n r) d) r)))

(define (string-upcase text) (string-map char-upcase text))
(define (string-downcase text) (string-map char-downcase text))

;; SRFI 1.
(define (fold combine start list)
  (let loop ((list list) (result start))
    (if (pair? list)
        (loop (cdr list) (combine (car list) result))
        result)))
(define (filter keep? list)
  (let loop ((list list))
    (cond ((not (pair? list)) '())
          ((keep? (car list)) (cons (car list) (loop (cdr list))))
          (else (loop (cdr list))))))
(define (delete object list)
  (filter (lambda (other) (not (equal? object other))) list))
(define (any good? list)
  (and (pair? list) (or (good? (car list)) (any good? (cdr list)))))
(define (every good? list)
  (or (not (pair? list)) (and (good? (car list)) (every good? (cdr list)))))

;; SRFI 132.
(define (list-sort less? list)
  (define (merge left right)
    (cond ((null? left) right)
          ((null? right) left)
          ((less? (car right) (car left))
           (cons (car right) (merge left (cdr right))))
          (else (cons (car left) (merge (cdr left) right)))))
  (define (sort list count)
    (if (= count 1)
        (cons (car list) '())
        (let ((half (quotient count 2)))
          (merge (sort list half)
                 (sort (list-tail list half) (- count half))))))
  (if (null? list) '() (sort list (length list))))
(define (vector-sort! less? vector)
  (let loop ((list (list-sort less? (vector->list vector))) (index 0))
    (if (pair? list)
        (begin
          (vector-set! vector index (car list))
          (loop (cdr list) (+ index 1))))))

;; SRFI 69.
(define (hash-table-size table) (table-length table))
(define (hash-table-delete! table key) (table-set! table key))
(define (hash-table-update!/default table key change default)
  (table-set! table key (change (table-ref table key default))))
(define (hash-table-walk table do) (table-for-each do table))
(define (hash-table->alist table) (table->list table))
