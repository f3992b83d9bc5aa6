;;; Matching streams, and comprehensions.

;;> (stream-match stream (pattern [guard] expression) ...): the value of the
;;> expression of the first clause whose pattern fits and whose guard is not #f.
;;> A pattern is (), a name or _, or (pattern1 ... . pattern) of names and _.
;;> Raises error if none fits. SRFI 41.
;;> Example: (stream-match (stream 1 2 3) (() 'none) ((a b . rest) (list a b (stream->list rest)))) => (1 2 (3))
(define-syntax stream-match
  (syntax-rules ()
    ((_ expression clause ...)
     (let ((stream (%stream 'stream-match expression)))
       (let ((result
              (or (%match-clause stream clause)
                  ...
                  (error "stream-match: no pattern fits"))))
         (car result))))))

;; A list of the value of the clause, or #f if it does not fit.
(define-syntax %match-clause
  (syntax-rules ()
    ((_ stream (pattern guard expression))
     (%match-pattern stream pattern (and guard (list expression))))
    ((_ stream (pattern expression))
     (%match-pattern stream pattern (list expression)))))

(define-syntax %match-pattern
  (syntax-rules (_)
    ((%match-pattern stream () body) (and (stream-null? stream) body))
    ((%match-pattern stream (_ . rest) body)
     (and (stream-pair? stream)
          (let ((tail (stream-cdr stream)))
            (%match-pattern tail rest body))))
    ((%match-pattern stream (name . rest) body)
     (and (stream-pair? stream)
          (let ((name (stream-car stream)) (tail (stream-cdr stream)))
            (%match-pattern tail rest body))))
    ((%match-pattern stream _ body) body)
    ((%match-pattern stream name body) (let ((name stream)) body))))

;;> (stream-of expression clause ...): the stream of the values of the
;;> expression for all choices of the clauses: (name in stream) takes each
;;> object, (name is expression) names a value, and another expression lets
;;> choices pass for which it is not #f. SRFI 41.
;;> Example: (stream->list (stream-of (* x x) (x in (stream-range 0 6)) (even? x))) => (0 4 16)
(define-syntax stream-of
  (syntax-rules ()
    ((_ expression clause ...)
     (%stream-of expression stream-null clause ...))))

;; The stream of the choices, and then of the rest.
(define-syntax %stream-of
  (syntax-rules (in is)
    ((_ expression rest) (stream-cons expression rest))
    ((_ expression rest (name in stream) clause ...)
     (stream-let loop ((objects stream))
       (if (stream-null? objects)
           rest
           (let ((name (stream-car objects)))
             (%stream-of expression (loop (stream-cdr objects)) clause ...)))))
    ((_ expression rest (name is value) clause ...)
     (let ((name value)) (%stream-of expression rest clause ...)))
    ((_ expression rest test clause ...)
     (if test (%stream-of expression rest clause ...) rest))))
