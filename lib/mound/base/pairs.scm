;;; Pairs and the compositions of car and cdr.

;;> (pair? object): whether it is a pair. R7RS 6.4.
;;> Example: (pair? '(a . b)) => #t
(define (pair? object) (%primitive pair? object))

;;> (null? object): whether it is the empty list. R7RS 6.4.
;;> Example: (null? '()) => #t
(define (null? object) (%primitive null? object))

;;> (cons a b): a new pair. R7RS 6.4.
;;> Example: (cons 1 2) => (1 . 2)
(define (cons a b) (%primitive cons a b))

;;> (car pair): its first part. Raises type. R7RS 6.4.
;;> Example: (car '(a b c)) => a
(define (car pair) (%primitive car pair))

;;> (cdr pair): its second part. Raises type. R7RS 6.4.
;;> Example: (cdr '(a b c)) => (b c)
(define (cdr pair) (%primitive cdr pair))

;;> (set-car! pair object): changes its first part. Raises type, frozen. R7RS
;;> 6.4.
;;> Example: (let ((p (list 1 2))) (set-car! p 5) p) => (5 2)
(define (set-car! pair object) (%primitive set-car! pair object))

;;> (set-cdr! pair object): changes its second part. Raises type, frozen. R7RS
;;> 6.4.
;;> Example: (let ((p (list 1 2))) (set-cdr! p '()) p) => (1)
(define (set-cdr! pair object) (%primitive set-cdr! pair object))

;;> (caar pair): the car of the car. Raises type. R7RS 6.4.
;;> Example: (caar '((1 . 2) 3 . 4)) => 1
(define (caar pair)
  (%primitive car (%primitive car pair)))

;;> (cadr pair): the car of the cdr. Raises type. R7RS 6.4.
;;> Example: (cadr '((1 . 2) 3 . 4)) => 3
(define (cadr pair)
  (%primitive car (%primitive cdr pair)))

;;> (cdar pair): the cdr of the car. Raises type. R7RS 6.4.
;;> Example: (cdar '((1 . 2) 3 . 4)) => 2
(define (cdar pair)
  (%primitive cdr (%primitive car pair)))

;;> (cddr pair): the cdr of the cdr. Raises type. R7RS 6.4.
;;> Example: (cddr '((1 . 2) 3 . 4)) => 4
(define (cddr pair)
  (%primitive cdr (%primitive cdr pair)))

;;> (caaar pair): the car of the car of the car. Raises type. R7RS 6.4.
;;> Example: (caaar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 1
(define (caaar pair)
  (%primitive car (%primitive car (%primitive car pair))))

;;> (caadr pair): the car of the car of the cdr. Raises type. R7RS 6.4.
;;> Example: (caadr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 5
(define (caadr pair)
  (%primitive car (%primitive car (%primitive cdr pair))))

;;> (cadar pair): the car of the cdr of the car. Raises type. R7RS 6.4.
;;> Example: (cadar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 3
(define (cadar pair)
  (%primitive car (%primitive cdr (%primitive car pair))))

;;> (caddr pair): the car of the cdr of the cdr. Raises type. R7RS 6.4.
;;> Example: (caddr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 7
(define (caddr pair)
  (%primitive car (%primitive cdr (%primitive cdr pair))))

;;> (cdaar pair): the cdr of the car of the car. Raises type. R7RS 6.4.
;;> Example: (cdaar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 2
(define (cdaar pair)
  (%primitive cdr (%primitive car (%primitive car pair))))

;;> (cdadr pair): the cdr of the car of the cdr. Raises type. R7RS 6.4.
;;> Example: (cdadr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 6
(define (cdadr pair)
  (%primitive cdr (%primitive car (%primitive cdr pair))))

;;> (cddar pair): the cdr of the cdr of the car. Raises type. R7RS 6.4.
;;> Example: (cddar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 4
(define (cddar pair)
  (%primitive cdr (%primitive cdr (%primitive car pair))))

;;> (cdddr pair): the cdr of the cdr of the cdr. Raises type. R7RS 6.4.
;;> Example: (cdddr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 8
(define (cdddr pair)
  (%primitive cdr (%primitive cdr (%primitive cdr pair))))

;;> (caaaar pair): the car of the car of the car of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (caaaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 1
(define (caaaar pair)
  (%primitive car (%primitive car (%primitive car (%primitive car pair)))))

;;> (caaadr pair): the car of the car of the car of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (caaadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 9
(define (caaadr pair)
  (%primitive car (%primitive car (%primitive car (%primitive cdr pair)))))

;;> (caadar pair): the car of the car of the cdr of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (caadar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 5
(define (caadar pair)
  (%primitive car (%primitive car (%primitive cdr (%primitive car pair)))))

;;> (caaddr pair): the car of the car of the cdr of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (caaddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 13
(define (caaddr pair)
  (%primitive car (%primitive car (%primitive cdr (%primitive cdr pair)))))

;;> (cadaar pair): the car of the cdr of the car of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (cadaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 3
(define (cadaar pair)
  (%primitive car (%primitive cdr (%primitive car (%primitive car pair)))))

;;> (cadadr pair): the car of the cdr of the car of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (cadadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 11
(define (cadadr pair)
  (%primitive car (%primitive cdr (%primitive car (%primitive cdr pair)))))

;;> (caddar pair): the car of the cdr of the cdr of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (caddar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 7
(define (caddar pair)
  (%primitive car (%primitive cdr (%primitive cdr (%primitive car pair)))))

;;> (cadddr pair): the car of the cdr of the cdr of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (cadddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 15
(define (cadddr pair)
  (%primitive car (%primitive cdr (%primitive cdr (%primitive cdr pair)))))

;;> (cdaaar pair): the cdr of the car of the car of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (cdaaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 2
(define (cdaaar pair)
  (%primitive cdr (%primitive car (%primitive car (%primitive car pair)))))

;;> (cdaadr pair): the cdr of the car of the car of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (cdaadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 10
(define (cdaadr pair)
  (%primitive cdr (%primitive car (%primitive car (%primitive cdr pair)))))

;;> (cdadar pair): the cdr of the car of the cdr of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (cdadar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 6
(define (cdadar pair)
  (%primitive cdr (%primitive car (%primitive cdr (%primitive car pair)))))

;;> (cdaddr pair): the cdr of the car of the cdr of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (cdaddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 14
(define (cdaddr pair)
  (%primitive cdr (%primitive car (%primitive cdr (%primitive cdr pair)))))

;;> (cddaar pair): the cdr of the cdr of the car of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (cddaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 4
(define (cddaar pair)
  (%primitive cdr (%primitive cdr (%primitive car (%primitive car pair)))))

;;> (cddadr pair): the cdr of the cdr of the car of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (cddadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 12
(define (cddadr pair)
  (%primitive cdr (%primitive cdr (%primitive car (%primitive cdr pair)))))

;;> (cdddar pair): the cdr of the cdr of the cdr of the car. Raises type. R7RS
;;> 6.4.
;;> Example: (cdddar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 8
(define (cdddar pair)
  (%primitive cdr (%primitive cdr (%primitive cdr (%primitive car pair)))))

;;> (cddddr pair): the cdr of the cdr of the cdr of the cdr. Raises type. R7RS
;;> 6.4.
;;> Example: (cddddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 16
(define (cddddr pair)
  (%primitive cdr (%primitive cdr (%primitive cdr (%primitive cdr pair)))))
