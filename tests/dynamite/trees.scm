;;; Trees without an order of attributes, random ones, and their differences.

;; As what the page sends, with attributes sorted by their names.
(define (sorted nodes)
  (vector-map
   (lambda (node)
     (if (string? node)
         node
         (vector (vector-ref node 0)
                 (sort-by-name (vector-ref node 1))
                 (sorted (vector-ref node 2)))))
   nodes))

(define (sort-by-name attributes)
  (list-sort (lambda (a b)
               (string<? (symbol->string (car a)) (symbol->string (car b))))
             attributes))

(define (pick . choices) (list-ref choices (random-integer (length choices))))

(define (random-list count make)
  (let loop ((left (random-integer (+ count 1))) (made '()))
    (if (= left 0) made (loop (- left 1) (cons (make left) made)))))

(define (random-html depth)
  (if (or (= depth 0) (= 0 (random-integer 4)))
      (pick "" "a" "b" "<i>" 1 #f '())
      (let ((keyed? (= 0 (random-integer 2))))
        `(,(pick 'div 'p 'ul 'b)
          (@ ,@(if (= 0 (random-integer 2)) `((class ,(pick "x" "y" #f))) '())
             ,@(if (= 0 (random-integer 3))
                   `((on-click ,(lambda (state event) state)))
                   '())
             ,@(if (= 0 (random-integer 3)) `((title ,(random-integer 3))) '()))
          ,@(if keyed?
                (shuffled
                 (append
                  (random-list 2 (lambda (n) (random-html (- depth 1))))
                  (random-list 6 (lambda (key)
                                   (let ((inside (random-html (- depth 1))))
                                     `(,(pick 'li 'li 'li 'dd)
                                       (@ (key ,(+ key (random-integer 2))))
                                       ,inside))))))
                (random-list 4 (lambda (n) (random-html (- depth 1)))))))))

(define (shuffled list)
  (if (null? list)
      '()
      (let ((first (list-ref list (random-integer (length list)))))
        (cons first (shuffled (without first list))))))

(define (without element list)
  (if (eq? element (car list))
      (cdr list)
      (cons (car list) (without element (cdr list)))))

(define (tree html)
  (%tree (list html) 'owner (lambda (owner part) (error "none"))))

;; Two trees and their difference, as they are sent.
(define (random-case)
  (let* ((old (tree (random-list 4 (lambda (n) (random-html 4)))))
         (new (tree (random-list 4 (lambda (n) (random-html 4))))))
    (vector (%nodes->json old) (%nodes->json new)
            (list->vector (%difference old new)))))
