;;; Short tours through cities: nearest neighbour, 2-opt, simulated annealing, and a
;;; genetic algorithm with edge recombination; minimum spanning trees as a bound.

;; Random numbers: integers, and floats from 0 to 1.

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

(define (random-float)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (/ seed 262139.0))

;; Cities and the table of distances between them.

(define-record-type city
  (make-city name x y)
  city?
  (name city-name)
  (x city-x)
  (y city-y))

(define (random-cities count)
  (let loop ((number 0) (cities '()))
    (if (= number count)
        (list->vector (reverse cities))
        (let* ((x (random-below 1000)) (y (random-below 1000)))
          (loop (+ number 1) (cons (make-city number x y) cities))))))

(define (distance one other)
  (let ((x (- (city-x one) (city-x other))) (y (- (city-y one) (city-y other))))
    (sqrt (inexact (+ (* x x) (* y y))))))

(define (make-distances cities)
  (vector-map (lambda (one)
                (vector-map (lambda (other) (distance one other)) cities))
              cities))

(define distances #f)

(define (between one other) (vector-ref (vector-ref distances one) other))

;; A tour is a vector of the numbers of cities.

(define (tour-length tour)
  (let ((count (vector-length tour)))
    (let loop ((i 0)
               (previous (vector-ref tour (- count 1)))
               (sum 0.0))
      (if (= i count)
          sum
          (let ((city (vector-ref tour i)))
            (loop (+ i 1) city (+ sum (between previous city))))))))

(define (copy-tour tour) (vector-map (lambda (city) city) tour))

(define (valid? tour)
  (equal? (list-sort < (vector->list tour)) (range 0 (vector-length tour))))

(define (range from to)
  (if (= from to) '() (cons from (range (+ from 1) to))))

(define (swap! vector i j)
  (let ((element (vector-ref vector i)))
    (vector-set! vector i (vector-ref vector j))
    (vector-set! vector j element)))

(define (shuffle! vector)
  (do ((i (- (vector-length vector) 1) (- i 1)))
      ((= i 0) vector)
    (swap! vector i (random-below (+ i 1)))))

;; Turns the part from i to j around.
(define (turn! tour i j)
  (if (< i j)
      (begin
        (swap! tour i j)
        (turn! tour (+ i 1) (- j 1)))))

;; What the tour gains if the part from i to j is turned around.
(define (gain tour i j)
  (let* ((count (vector-length tour))
         (before (vector-ref tour (if (= i 0) (- count 1) (- i 1))))
         (first (vector-ref tour i))
         (last (vector-ref tour j))
         (after (vector-ref tour (if (= j (- count 1)) 0 (+ j 1)))))
    (if (= before last)
        0.0
        (- (+ (between before first) (between last after))
           (+ (between before last) (between first after))))))

;; The nearest city that was not visited comes next.
(define (nearest-neighbour count start)
  (let loop ((here start)
             (left (delete start (range 0 count)))
             (tour (list start)))
    (if (null? left)
        (list->vector (reverse tour))
        (let ((next (fold (lambda (city best)
                            (if (< (between here city) (between here best))
                                city
                                best))
                          (car left)
                          (cdr left))))
          (loop next (delete next left) (cons next tour))))))

;; Turns parts around while that makes the tour shorter.
(define (improve! tour)
  (let ((count (vector-length tour)))
    (let again ()
      (let ((changed #f))
        (do ((i 0 (+ i 1)))
            ((= i (- count 1)))
          (do ((j (+ i 1) (+ j 1)))
              ((= j count))
            (if (> (gain tour i j) 1e-9)
                (begin
                  (turn! tour i j)
                  (set! changed #t)))))
        (if changed (again) tour)))))

;; Simulated annealing: worse tours are taken too, the less the colder it is.  The
;; chance is 1/(1 + x + x^2/2), near to e^-x, which all systems compute alike.
(define (accept? loss temperature)
  (or (<= loss 0.0)
      (let ((x (/ loss temperature)))
        (< (* (random-float) (+ 1.0 x (* 0.5 x x))) 1.0))))

(define (anneal start steps)
  (let* ((tour (copy-tour start)) (count (vector-length tour)))
    (let loop ((step 0)
               (temperature 200.0)
               (length (tour-length tour))
               (best (copy-tour tour))
               (best-length (tour-length tour)))
      (if (= step steps)
          best
          (let* ((one (random-below count))
                 (other (random-below count))
                 (i (min one other))
                 (j (max one other))
                 (won (if (= i j) 0.0 (gain tour i j)))
                 (cooler (* temperature (- 1.0 (/ 8.0 steps)))))
            (if (and (< i j) (accept? (- won) temperature))
                (let ((length (- length won)))
                  (turn! tour i j)
                  (if (< length (- best-length 1e-9))
                      (loop (+ step 1) cooler length (copy-tour tour) length)
                      (loop (+ step 1) cooler length best best-length)))
                (loop (+ step 1) cooler length best best-length)))))))

;; The genetic algorithm.

(define-record-type individual
  (make-individual tour length)
  individual?
  (tour individual-tour)
  (length individual-length))

(define (rated tour) (make-individual tour (tour-length tour)))

(define (shorter? one other)
  (< (individual-length one) (individual-length other)))

;; For each city those beside it in either tour.
(define (neighbours one other)
  (let* ((count (vector-length one)) (table (make-vector count '())))
    (define (add! city neighbour)
      (if (not (memv neighbour (vector-ref table city)))
          (vector-set! table city (cons neighbour (vector-ref table city)))))
    (define (add-tour! tour)
      (do ((i 0 (+ i 1)))
          ((= i count))
        (let ((city (vector-ref tour i))
              (next (vector-ref tour (if (= i (- count 1)) 0 (+ i 1)))))
          (add! city next)
          (add! next city))))
    (add-tour! one)
    (add-tour! other)
    table))

;; A child goes on to the neighbour that has the fewest neighbours left.
(define (recombine one other)
  (let* ((count (vector-length one))
         (table (neighbours one other))
         (child (make-vector count 0))
         (used (make-vector count #f)))
    (define (free cities)
      (filter (lambda (city) (not (vector-ref used city))) cities))
    (define (choose candidates)
      (let loop ((left (cdr candidates))
                 (best (car candidates))
                 (fewest (length (free (vector-ref table (car candidates))))))
        (if (null? left)
            best
            (let ((choices (length (free (vector-ref table (car left))))))
              (if (or (< choices fewest)
                      (and (= choices fewest) (= 0 (random-below 2))))
                  (loop (cdr left) (car left) choices)
                  (loop (cdr left) best fewest))))))
    (let loop ((i 0) (city (vector-ref one 0)))
      (vector-set! child i city)
      (vector-set! used city #t)
      (if (= (+ i 1) count)
          child
          (let ((near (free (vector-ref table city))))
            (loop (+ i 1)
                  (if (pair? near)
                      (choose near)
                      (let ((left (free (range 0 count))))
                        (list-ref left (random-below (length left)))))))))))

(define (mutate! tour)
  (let* ((count (vector-length tour))
         (one (random-below count))
         (other (random-below count)))
    (turn! tour (min one other) (max one other))))

;; The best of three that are taken at random.
(define (select population)
  (let* ((size (vector-length population))
         (one (vector-ref population (random-below size)))
         (two (vector-ref population (random-below size)))
         (three (vector-ref population (random-below size)))
         (best (if (shorter? two one) two one)))
    (if (shorter? three best) three best)))

(define (best-of population)
  (fold (lambda (one best) (if (shorter? one best) one best))
        (vector-ref population 0)
        (vector->list population)))

(define (next-generation population)
  (let loop ((count (- (vector-length population) 1))
             (next (list (best-of population))))
    (if (= count 0)
        (list->vector next)
        (let* ((mother (select population))
               (father (select population))
               (child (recombine (individual-tour mother)
                                 (individual-tour father))))
          (if (= 0 (random-below 4)) (mutate! child))
          (loop (- count 1) (cons (rated child) next))))))

(define (evolve count size generations)
  (let loop ((left generations)
             (population
              (let fill ((left size) (population '()))
                (if (= left 0)
                    (list->vector population)
                    (let ((tour (shuffle! (list->vector (range 0 count)))))
                      (fill (- left 1) (cons (rated tour) population)))))))
    (if (= left 0)
        (individual-tour (best-of population))
        (loop (- left 1) (next-generation population)))))

;; Kruskal's spanning tree with sets that are joined: each tour is longer.
(define (spanning-tree-length count)
  (let ((parents (list->vector (range 0 count))))
    (define (find city)
      (let ((parent (vector-ref parents city)))
        (if (= parent city)
            city
            (let ((root (find parent)))
              (vector-set! parents city root)
              root))))
    (let loop ((edges (list-sort (lambda (one other) (< (car one) (car other)))
                                 (edges count)))
               (sum 0.0))
      (if (null? edges)
          sum
          (let ((one (find (cadar edges))) (other (find (cddar edges))))
            (if (= one other)
                (loop (cdr edges) sum)
                (begin
                  (vector-set! parents one other)
                  (loop (cdr edges) (+ sum (caar edges))))))))))

(define (edges count)
  (let loop ((i 0) (j 1) (edges '()))
    (cond ((= j count)
           (if (= (+ i 2) count) edges (loop (+ i 1) (+ i 2) edges)))
          (else
           (loop i (+ j 1) (cons (cons (between i j) (cons i j)) edges))))))

(define (rounded number) (exact (round number)))

(define (benchmark count)
  (set! seed 1)
  (set! distances (make-distances (random-cities count)))
  (let* ((near (nearest-neighbour count 0))
         (better (improve! (copy-tour near)))
         (annealed (anneal near (* 200 count)))
         (evolved (evolve count 30 count))
         (tours (list near better annealed evolved))
         (bound (spanning-tree-length count)))
    (list (map (lambda (tour) (rounded (tour-length tour))) tours)
          (every valid? tours)
          (rounded bound)
          (every (lambda (tour) (> (tour-length tour) bound)) tours))))
