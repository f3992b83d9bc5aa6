;; Record types.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define-record-type <pare>
  (kons x y)
  pare?
  (x kar set-kar!)
  (y kdr))

(show (list (pare? (kons 1 2)) (pare? (cons 1 2)) (kar (kons 1 2)) (kdr (kons 1 2))))
(show (let ((k (kons 1 2))) (set-kar! k 3) (kar k)))

(define-record-type <node>
  (make-node value)
  node?
  (value node-value)
  (left node-left node-left-set!)
  (right node-right node-right-set!))

(define (flatten node)
  (if node
      (append (flatten (node-left node))
              (list (node-value node))
              (flatten (node-right node)))
      '()))
(define root (make-node 5))
(node-left-set! root #f)
(node-right-set! root #f)
(define (add! value)
  (let loop ((node root))
    (define (descend get set)
      (if (get node)
          (loop (get node))
          (let ((new (make-node value)))
            (node-left-set! new #f)
            (node-right-set! new #f)
            (set node new))))
    (if (< value (node-value node))
        (descend node-left node-left-set!)
        (descend node-right node-right-set!))))
(for-each add! '(3 8 1 4 7 9))
(show (flatten root))
(define-record-type <a> (make-a) a?)
(define-record-type <b> (make-b) b?)
(show (list (a? (make-a)) (a? (make-b)) (vector? (make-a)) (eq? (make-a) (make-a))))
(show (guard (e (#t 'wrong-type)) (kar (make-a))))
(define p (kons 1 2))
(show (list (eqv? p p) (equal? p p) (eqv? p (kons 1 2))))
