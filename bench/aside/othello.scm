;;; Othello played by the program against itself: moves on a vector, alpha-beta
;;; search with ordered moves, a table of positions and iterative deepening.

;; The board has 10 times 10 squares with a border.  A square holds 0 (empty),
;; 1 (black), -1 (white) or 2 (border).

(define directions '(-11 -10 -9 -1 1 9 10 11))

(define (new-board)
  (let ((board (make-vector 100 2)))
    (do ((row 1 (+ row 1)))
        ((= row 9))
      (do ((column 1 (+ column 1)))
          ((= column 9))
        (vector-set! board (+ (* 10 row) column) 0)))
    (vector-set! board 44 -1)
    (vector-set! board 55 -1)
    (vector-set! board 45 1)
    (vector-set! board 54 1)
    board))

(define squares
  (filter (lambda (square)
            (let ((column (remainder square 10)))
              (and (> column 0) (< column 9) (> square 10) (< square 90))))
          (let loop ((square 99) (all '()))
            (if (< square 0) all (loop (- square 1) (cons square all))))))

;; What a square is worth: corners much, the squares beside them less than nothing.
(define weights
  (let ((quarter '#(#(60 -12 8 6) #(-12 -20 -3 -3) #(8 -3 4 2) #(6 -3 2 1)))
        (result (make-vector 100 0)))
    (define (fold-back i) (if (> i 4) (- 8 i) (- i 1)))
    (for-each (lambda (square)
                (vector-set! result
                             square
                             (vector-ref
                              (vector-ref quarter
                                          (fold-back (quotient square 10)))
                              (fold-back (remainder square 10)))))
              squares)
    result))

;; The squares that turn over in one direction, before those of `turned`.
(define (turned-towards board player square direction turned)
  (let loop ((place (+ square direction)) (found turned))
    (let ((owner (vector-ref board place)))
      (cond ((= owner (- player))
             (loop (+ place direction) (cons place found)))
            ((= owner player) found)
            (else turned)))))

;; All squares that turn over if the player moves to the square.
(define (turned-by board player square)
  (if (= (vector-ref board square) 0)
      (fold (lambda (direction turned)
              (turned-towards board player square direction turned))
            '()
            directions)
      '()))

;; The moves of a player: lists of the square and those that turn over.
(define (moves board player)
  (let loop ((left squares) (found '()))
    (if (null? left)
        found
        (let ((turned (turned-by board player (car left))))
          (loop (cdr left)
                (if (null? turned)
                    found
                    (cons (cons (car left) turned) found)))))))

;; Hash codes of positions: random numbers for squares and players are joined.

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

(define (random-code)
  (let* ((low (random-below 32768)) (high (random-below 16384)))
    (+ low (* 32768 high))))

(define (random-codes)
  (let ((codes (make-vector 100 0)))
    (do ((i 0 (+ i 1)))
        ((= i 100) codes)
      (vector-set! codes i (random-code)))))

(define-record-type position
  (make-position board code)
  position?
  (board position-board)
  (code position-code set-position-code!))

(define black-codes #f)
(define white-codes #f)
(define turn-code 0)

(define (put! position square player)
  (let ((board (position-board position)))
    (define (join! player)
      (if (not (= player 0))
          (set-position-code!
           position
           (bitwise-xor (position-code position)
                        (vector-ref (if (= player 1) black-codes white-codes)
                                    square)))))
    (join! (vector-ref board square))
    (vector-set! board square player)
    (join! player)))

(define (make-move! position player move)
  (for-each (lambda (square) (put! position square player)) move))

(define (undo-move! position player move)
  (put! position (car move) 0)
  (for-each (lambda (square) (put! position square (- player))) (cdr move)))

;; Values for the player who is to move.

(define (count-pieces board player)
  (fold (lambda (square count)
          (if (= (vector-ref board square) player) (+ count 1) count))
        0
        squares))

(define (mobility board player)
  (let loop ((left squares) (count 0))
    (cond ((null? left) count)
          ((any (lambda (direction)
                  (and (= (vector-ref board (car left)) 0)
                       (pair? (turned-towards board
                                              player
                                              (car left)
                                              direction
                                              '()))))
                directions)
           (loop (cdr left) (+ count 1)))
          (else (loop (cdr left) count)))))

(define (estimate board player)
  (+ (* 3 (- (mobility board player) (mobility board (- player))))
     (fold (lambda (square sum)
             (+ sum
                (* player
                   (vector-ref board square)
                   (vector-ref weights square))))
           0
           squares)))

(define (final-value board player)
  (* 1000 (- (count-pieces board player) (count-pieces board (- player)))))

;; The table of positions: code -> entry.

(define-record-type entry
  (make-entry depth kind value move)
  entry?
  (depth entry-depth)
  (kind entry-kind)
  (value entry-value)
  (move entry-move))

(define table #f)
(define nodes 0)
(define hits 0)

(define (key position player)
  (if (= player 1)
      (position-code position)
      (bitwise-xor turn-code (position-code position))))

(define (remember! position player depth alpha beta value move)
  (hash-table-set! table
                   (key position player)
                   (make-entry depth
                               (cond ((<= value alpha) 'at-most)
                                     ((>= value beta) 'at-least)
                                     (else 'exact))
                               value
                               move)))

(define (settles? entry depth alpha beta)
  (and entry
       (>= (entry-depth entry) depth)
       (case (entry-kind entry)
         ((exact) #t)
         ((at-most) (<= (entry-value entry) alpha))
         (else (>= (entry-value entry) beta)))))

;; The move that was best before first, then those to squares of high weight.
(define (in-order moves best)
  (define (value move)
    (if (eqv? (car move) best) 1000 (vector-ref weights (car move))))
  (list-sort (lambda (one other) (> (value one) (value other))) moves))

(define (search position player depth alpha beta passed)
  (set! nodes (+ nodes 1))
  (let ((entry (hash-table-ref/default table (key position player) #f)))
    (cond ((settles? entry depth alpha beta)
           (set! hits (+ hits 1))
           (entry-value entry))
          ((= depth 0) (estimate (position-board position) player))
          (else
           (let ((moves (moves (position-board position) player)))
             (cond ((pair? moves)
                    (search-moves position
                                  player
                                  depth
                                  alpha
                                  beta
                                  (in-order moves
                                            (and entry (entry-move entry)))))
                   (passed (final-value (position-board position) player))
                   (else
                    (- (search position
                               (- player)
                               (- depth 1)
                               (- beta)
                               (- alpha)
                               #t)))))))))

(define (search-moves position player depth alpha beta moves)
  (let loop ((moves moves) (best -100000) (best-move #f))
    (if (or (null? moves) (>= best beta))
        (begin
          (remember! position player depth alpha beta best best-move)
          best)
        (let ((move (car moves)))
          (make-move! position player move)
          (let ((value (- (search position
                                  (- player)
                                  (- depth 1)
                                  (- beta)
                                  (- (max alpha best))
                                  #f))))
            (undo-move! position player move)
            (if (> value best)
                (loop (cdr moves) value (car move))
                (loop (cdr moves) best best-move)))))))

;; The move to a square that a search to the depth finds best, or #f.
(define (best-move position player depth)
  (let ((possible (moves (position-board position) player)))
    (if (null? possible)
        #f
        (begin
          (do ((level 1 (+ level 1)))
              ((> level depth))
            (search position player level -100000 100000 #f))
          (let ((entry (hash-table-ref/default table (key position player) #f)))
            (assv (entry-move entry) possible))))))

;; Plays so many moves: the squares, and the difference of the pieces.
(define (play count depth)
  (let ((position (make-position (new-board) 0)))
    (let loop ((count count) (player 1) (passed #f) (played '()))
      (let ((move (and (> count 0) (best-move position player depth))))
        (cond (move
               (make-move! position player move)
               (loop (- count 1) (- player) #f (cons (car move) played)))
              ((or passed (= count 0))
               (list (length played)
                     (fold (lambda (square sum)
                             (remainder (+ (* sum 31) square) 999983))
                           0
                           played)
                     (- (count-pieces (position-board position) 1)
                        (count-pieces (position-board position) -1))
                     (position-code position)))
              (else (loop (- count 1) (- player) #t played)))))))

(define (benchmark size)
  (set! seed 1)
  (set! black-codes (random-codes))
  (set! white-codes (random-codes))
  (set! turn-code (random-code))
  (set! table (make-hash-table))
  (set! nodes 0)
  (set! hits 0)
  (let ((result (play size 4)))
    (append result (list nodes hits (hash-table-size table)))))
