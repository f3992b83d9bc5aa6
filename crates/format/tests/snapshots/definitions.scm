(define (square x)  (* x
  x))
(define answer
   42)
(define table (list (list 'first-key "a long value") (list 'second-key "another value")))
(define (f x . rest) (let ((y (g x))) (display y) (newline) (apply h rest)))
(define-record-type point (make-point x y) point?
   (x point-x set-point-x!) (y point-y))
(define-syntax swap! (syntax-rules ()
  ((_ a b) (let ((temporary a))
      (set! a b) (set! b temporary)))))
(define-values (a b)
(values 1 2))

--------
(define (square x)
  (* x
     x))
(define answer
  42)
(define table
  (list (list 'first-key "a long value") (list 'second-key "another value")))
(define (f x . rest) (let ((y (g x))) (display y) (newline) (apply h rest)))
(define-record-type point
  (make-point x y)
  point?
  (x point-x set-point-x!)
  (y point-y))
(define-syntax swap! (syntax-rules ()
                       ((_ a b) (let ((temporary a))
                                  (set! a b)
                                  (set! b temporary)))))
(define-values (a b)
  (values 1 2))
