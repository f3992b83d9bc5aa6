;;; Graphs as vectors of lists: shortest ways, strong components and reachability.

(define (make-graph size)
  (let ((graph (make-vector size '())))
    (let loop ((node 0) (seed 11))
      (if (= node size)
          graph
          (let each ((count 3) (seed seed))
            (if (= count 0)
                (loop (+ node 1) seed)
                (begin
                  (vector-set! graph node
                               (cons (remainder seed size)
                                     (vector-ref graph node)))
                  (each (- count 1)
                        (remainder (* 16807 seed) 2147483647)))))))))

;; The sum of the distances from the node, by breadth first.
(define (distances graph start)
  (let ((distance (make-vector (vector-length graph) #f)))
    (vector-set! distance start 0)
    (let level ((nodes (list start)) (depth 1) (sum 0))
      (if (null? nodes)
          sum
          (let each ((left nodes) (next '()) (sum sum))
            (if (null? left)
                (level next (+ depth 1) sum)
                (let targets ((to (vector-ref graph (car left)))
                              (next next)
                              (sum sum))
                  (cond ((null? to) (each (cdr left) next sum))
                        ((vector-ref distance (car to))
                         (targets (cdr to) next sum))
                        (else
                         (vector-set! distance (car to) depth)
                         (targets (cdr to)
                                  (cons (car to) next)
                                  (+ sum depth)))))))))))

;; How many strongly connected components there are, by Tarjan's method.
(define (components graph)
  (let* ((size (vector-length graph))
         (number (make-vector size #f))
         (low (make-vector size 0))
         (open? (make-vector size #f))
         (next 0)
         (stack '())
         (count 0))
    (define (close! node)
      (let ((top (car stack)))
        (set! stack (cdr stack))
        (vector-set! open? top #f)
        (if (not (= top node)) (close! node))))
    (define (visit! node)
      (vector-set! number node next)
      (vector-set! low node next)
      (set! next (+ next 1))
      (set! stack (cons node stack))
      (vector-set! open? node #t)
      (for-each (lambda (to)
                  (cond ((not (vector-ref number to))
                         (visit! to)
                         (vector-set!
                          low
                          node
                          (min (vector-ref low node) (vector-ref low to))))
                        ((vector-ref open? to)
                         (vector-set! low node
                                      (min (vector-ref low node)
                                           (vector-ref number to))))))
                (vector-ref graph node))
      (if (= (vector-ref low node) (vector-ref number node))
          (begin (set! count (+ count 1)) (close! node))))
    (do ((node 0 (+ node 1)))
        ((= node size) count)
      (if (not (vector-ref number node)) (visit! node)))))

(define (benchmark size)
  (let ((graph (make-graph size)))
    (list (components graph)
          (let loop ((start 0) (sum 0))
            (if (= start 20)
                sum
                (loop (+ start 1) (+ sum (distances graph start))))))))
