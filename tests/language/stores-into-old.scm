;; Old objects are the only ones that hold what is young: what was stored must live, and be
;; what was stored, however often it is collected and whatever is noted for each store.
(import (scheme base) (scheme write))

(define size 600)

(define (make-garbage count)
  (do ((count count (- count 1)) (list '() (cons count list)))
      ((= count 0) (length list))))

;; Old by the time it is stored into: a large vector, a list, boxes (captured variables) and records.
(define-record-type cell (make-cell content) cell? (content cell-content set-cell-content!))
(define large (make-vector size 0))
(define small (let loop ((count 30) (all '()))
                (if (= count 0) all (loop (- count 1) (cons (make-vector 5 #f) all)))))
(define cells (vector-map make-cell (make-vector 40 '())))
(define counter
  (let ((last #f))
    (lambda (what) (let ((before last)) (set! last what) before))))
(make-garbage 4000)

;; One store for each slot, of each kind of value, without a collection asked for between.
(define (store-everywhere! round)
  (do ((index 0 (+ index 1)))
      ((= index size))
    (vector-set! large index
                 (case (modulo (+ index round) 6)
                   ((0) (list index round))
                   ((1) (+ index (/ round 2.0)))
                   ((2) index)
                   ((3) #t)
                   ((4) small)
                   (else (make-vector 2 index))))))

(define (right? index round)
  (let ((found (vector-ref large index)))
    (case (modulo (+ index round) 6)
      ((0) (equal? found (list index round)))
      ((1) (eqv? found (+ index (/ round 2.0))))
      ((2) (eqv? found index))
      ((3) (eq? found #t))
      ((4) (eq? found small))
      (else (equal? found (vector index index))))))

(define (wrong round)
  (let loop ((index 0) (count 0))
    (if (= index size)
        count
        (loop (+ index 1) (if (right? index round) count (+ count 1))))))

(do ((round 0 (+ round 1)))
    ((= round 3))
  (store-everywhere! round)
  (for-each (lambda (vector) (vector-set! vector 3 (list round))) small)
  (vector-for-each
   (lambda (cell) (set-cell-content! cell (cons round (cell-content cell))))
   cells)
  (counter (list 'round round))
  (make-garbage 200)
  (write (list round
               (wrong round)
               (equal? (map (lambda (vector) (vector-ref vector 3)) small)
                       (map (lambda (vector) (list round)) small))
               (cell-content (vector-ref cells 39))))
  (newline))
(write (counter #f))
(newline)

;; One slot, again and again.
(define one (vector 0))
(make-garbage 200)
(do ((count 0 (+ count 1)))
    ((= count 1000))
  (vector-set! one 0 (list count)))
(write one)
(newline)
