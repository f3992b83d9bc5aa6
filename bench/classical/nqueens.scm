;;; Backtracking over lists: how many ways there are to place queens on a board so that
;;; none threatens another.

(define (one-to n)
  (let loop ((n n) (list '()))
    (if (= n 0) list (loop (- n 1) (cons n list)))))

;; Whether a queen in `row`, so many columns away, is safe from those placed.
(define (safe? row distance placed)
  (or (null? placed)
      (and (not (= (car placed) (+ row distance)))
           (not (= (car placed) (- row distance)))
           (safe? row (+ distance 1) (cdr placed)))))

;; Tries the rows in `left` for the next column; those in `tried` are for later ones.
(define (solutions left tried placed)
  (if (null? left)
      (if (null? tried) 1 0)
      (+ (if (safe? (car left) 1 placed)
             (solutions (append (cdr left) tried) '() (cons (car left) placed))
             0)
         (solutions (cdr left) (cons (car left) tried) placed))))

(define (benchmark size) (solutions (one-to size) '() '()))
