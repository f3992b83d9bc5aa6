;;; The compositions of car and cdr.

;;> (caar pair): the car of the car. Raises type. SRFI 101.
;;> Example: (caar '((1 . 2) 3 . 4)) => 1
(define (caar pair)
  (%car
   (%car pair 'caar)
   'caar))

;;> (cadr pair): the car of the cdr. Raises type. SRFI 101.
;;> Example: (cadr '((1 . 2) 3 . 4)) => 3
(define (cadr pair)
  (%car
   (%cdr pair 'cadr)
   'cadr))

;;> (cdar pair): the cdr of the car. Raises type. SRFI 101.
;;> Example: (cdar '((1 . 2) 3 . 4)) => 2
(define (cdar pair)
  (%cdr
   (%car pair 'cdar)
   'cdar))

;;> (cddr pair): the cdr of the cdr. Raises type. SRFI 101.
;;> Example: (cddr '((1 . 2) 3 . 4)) => 4
(define (cddr pair)
  (%cdr
   (%cdr pair 'cddr)
   'cddr))

;;> (caaar pair): the car of the car of the car. Raises type. SRFI 101.
;;> Example: (caaar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 1
(define (caaar pair)
  (%car
   (%car
    (%car pair 'caaar)
    'caaar)
   'caaar))

;;> (caadr pair): the car of the car of the cdr. Raises type. SRFI 101.
;;> Example: (caadr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 5
(define (caadr pair)
  (%car
   (%car
    (%cdr pair 'caadr)
    'caadr)
   'caadr))

;;> (cadar pair): the car of the cdr of the car. Raises type. SRFI 101.
;;> Example: (cadar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 3
(define (cadar pair)
  (%car
   (%cdr
    (%car pair 'cadar)
    'cadar)
   'cadar))

;;> (caddr pair): the car of the cdr of the cdr. Raises type. SRFI 101.
;;> Example: (caddr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 7
(define (caddr pair)
  (%car
   (%cdr
    (%cdr pair 'caddr)
    'caddr)
   'caddr))

;;> (cdaar pair): the cdr of the car of the car. Raises type. SRFI 101.
;;> Example: (cdaar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 2
(define (cdaar pair)
  (%cdr
   (%car
    (%car pair 'cdaar)
    'cdaar)
   'cdaar))

;;> (cdadr pair): the cdr of the car of the cdr. Raises type. SRFI 101.
;;> Example: (cdadr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 6
(define (cdadr pair)
  (%cdr
   (%car
    (%cdr pair 'cdadr)
    'cdadr)
   'cdadr))

;;> (cddar pair): the cdr of the cdr of the car. Raises type. SRFI 101.
;;> Example: (cddar '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 4
(define (cddar pair)
  (%cdr
   (%cdr
    (%car pair 'cddar)
    'cddar)
   'cddar))

;;> (cdddr pair): the cdr of the cdr of the cdr. Raises type. SRFI 101.
;;> Example: (cdddr '(((1 . 2) 3 . 4) (5 . 6) 7 . 8)) => 8
(define (cdddr pair)
  (%cdr
   (%cdr
    (%cdr pair 'cdddr)
    'cdddr)
   'cdddr))

;;> (caaaar pair): the car of the car of the car of the car. Raises type. SRFI
;;> 101.
;;> Example: (caaaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 1
(define (caaaar pair)
  (%car
   (%car
    (%car
     (%car pair 'caaaar)
     'caaaar)
    'caaaar)
   'caaaar))

;;> (caaadr pair): the car of the car of the car of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (caaadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 9
(define (caaadr pair)
  (%car
   (%car
    (%car
     (%cdr pair 'caaadr)
     'caaadr)
    'caaadr)
   'caaadr))

;;> (caadar pair): the car of the car of the cdr of the car. Raises type. SRFI
;;> 101.
;;> Example: (caadar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 5
(define (caadar pair)
  (%car
   (%car
    (%cdr
     (%car pair 'caadar)
     'caadar)
    'caadar)
   'caadar))

;;> (caaddr pair): the car of the car of the cdr of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (caaddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 13
(define (caaddr pair)
  (%car
   (%car
    (%cdr
     (%cdr pair 'caaddr)
     'caaddr)
    'caaddr)
   'caaddr))

;;> (cadaar pair): the car of the cdr of the car of the car. Raises type. SRFI
;;> 101.
;;> Example: (cadaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 3
(define (cadaar pair)
  (%car
   (%cdr
    (%car
     (%car pair 'cadaar)
     'cadaar)
    'cadaar)
   'cadaar))

;;> (cadadr pair): the car of the cdr of the car of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (cadadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 11
(define (cadadr pair)
  (%car
   (%cdr
    (%car
     (%cdr pair 'cadadr)
     'cadadr)
    'cadadr)
   'cadadr))

;;> (caddar pair): the car of the cdr of the cdr of the car. Raises type. SRFI
;;> 101.
;;> Example: (caddar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 7
(define (caddar pair)
  (%car
   (%cdr
    (%cdr
     (%car pair 'caddar)
     'caddar)
    'caddar)
   'caddar))

;;> (cadddr pair): the car of the cdr of the cdr of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (cadddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 15
(define (cadddr pair)
  (%car
   (%cdr
    (%cdr
     (%cdr pair 'cadddr)
     'cadddr)
    'cadddr)
   'cadddr))

;;> (cdaaar pair): the cdr of the car of the car of the car. Raises type. SRFI
;;> 101.
;;> Example: (cdaaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 2
(define (cdaaar pair)
  (%cdr
   (%car
    (%car
     (%car pair 'cdaaar)
     'cdaaar)
    'cdaaar)
   'cdaaar))

;;> (cdaadr pair): the cdr of the car of the car of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (cdaadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 10
(define (cdaadr pair)
  (%cdr
   (%car
    (%car
     (%cdr pair 'cdaadr)
     'cdaadr)
    'cdaadr)
   'cdaadr))

;;> (cdadar pair): the cdr of the car of the cdr of the car. Raises type. SRFI
;;> 101.
;;> Example: (cdadar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 6
(define (cdadar pair)
  (%cdr
   (%car
    (%cdr
     (%car pair 'cdadar)
     'cdadar)
    'cdadar)
   'cdadar))

;;> (cdaddr pair): the cdr of the car of the cdr of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (cdaddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 14
(define (cdaddr pair)
  (%cdr
   (%car
    (%cdr
     (%cdr pair 'cdaddr)
     'cdaddr)
    'cdaddr)
   'cdaddr))

;;> (cddaar pair): the cdr of the cdr of the car of the car. Raises type. SRFI
;;> 101.
;;> Example: (cddaar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 4
(define (cddaar pair)
  (%cdr
   (%cdr
    (%car
     (%car pair 'cddaar)
     'cddaar)
    'cddaar)
   'cddaar))

;;> (cddadr pair): the cdr of the cdr of the car of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (cddadr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 12
(define (cddadr pair)
  (%cdr
   (%cdr
    (%car
     (%cdr pair 'cddadr)
     'cddadr)
    'cddadr)
   'cddadr))

;;> (cdddar pair): the cdr of the cdr of the cdr of the car. Raises type. SRFI
;;> 101.
;;> Example: (cdddar '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 8
(define (cdddar pair)
  (%cdr
   (%cdr
    (%cdr
     (%car pair 'cdddar)
     'cdddar)
    'cdddar)
   'cdddar))

;;> (cddddr pair): the cdr of the cdr of the cdr of the cdr. Raises type. SRFI
;;> 101.
;;> Example: (cddddr '((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)) => 16
(define (cddddr pair)
  (%cdr
   (%cdr
    (%cdr
     (%cdr pair 'cddddr)
     'cddddr)
    'cddddr)
   'cddddr))
