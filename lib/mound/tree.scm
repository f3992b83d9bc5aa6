;;; Balanced trees of keys and values that are never changed: an operation makes
;;; a tree that shares with the old one.
;;;
;;;             node: size, key, value
;;;            /                      \
;;;   lesser keys: a node or #f    greater keys: a node or #f
;;;
;;; Invariant: the weight of a tree is its size and 1, and neither subtree of a
;;; node weighs more than three times the other. So the depth is logarithmic.
;;; All that changes trees is made of %tree-join, which keeps the invariant
;;; (Adams; Hirai and Yamamoto for the factors 3 and 2).
;;;
;;; `less?` is the order of the keys; two of which neither is less are equal.

(define-record-type <tree-node>
  (%make-node size key value left right)
  %node?
  (size %node-size)
  (key %tree-key)
  (value %tree-value)
  (left %left)
  (right %right))

;; How many keys it has. The empty tree is #f.
(define (%tree-size tree) (if tree (%node-size tree) 0))

(define (%weight tree) (+ (%tree-size tree) 1))

(define (%node key value left right)
  (%make-node (+ (%tree-size left) (%tree-size right) 1) key value left right))

;; Whether `light` is not too light beside `heavy`.
(define (%enough? light heavy) (<= (%weight heavy) (* 3 (%weight light))))

;; Whether one rotation is enough when the outer subtree of the heavy one stays
;; outside.
(define (%once? inner outer) (< (%weight inner) (* 2 (%weight outer))))

;; A node whose right subtree may be a little too heavy.
(define (%lean-right key value left right)
  (if (%enough? left right)
      (%node key value left right)
      (let ((inner (%left right)) (outer (%right right)))
        (if (%once? inner outer)
            (%node (%tree-key right) (%tree-value right)
                   (%node key value left inner) outer)
            (%node (%tree-key inner) (%tree-value inner)
                   (%node key value left (%left inner))
                   (%node (%tree-key right) (%tree-value right)
                          (%right inner) outer))))))

;; A node whose left subtree may be a little too heavy.
(define (%lean-left key value left right)
  (if (%enough? right left)
      (%node key value left right)
      (let ((inner (%right left)) (outer (%left left)))
        (if (%once? inner outer)
            (%node (%tree-key left) (%tree-value left)
                   outer (%node key value inner right))
            (%node (%tree-key inner) (%tree-value inner)
                   (%node (%tree-key left) (%tree-value left)
                          outer (%left inner))
                   (%node key value (%right inner) right))))))

;; The tree of a key between two trees, of any weights.
(define (%tree-join key value left right)
  (cond ((not (%enough? left right))
         (%lean-left (%tree-key right) (%tree-value right)
                     (%tree-join key value left (%left right))
                     (%right right)))
        ((not (%enough? right left))
         (%lean-right (%tree-key left) (%tree-value left)
                      (%left left)
                      (%tree-join key value (%right left) right)))
        (else (%node key value left right))))

;; The tree of two, where all keys of the left are less.
(define (%tree-paste left right)
  (cond ((not left) right)
        ((not right) left)
        (else
         (let ((first (%tree-first right)))
           (%tree-join (%tree-key first) (%tree-value first)
                       left (%tree-delete-min right))))))

;; The node of the least key of a tree that has one.
(define (%tree-first tree)
  (if (%left tree) (%tree-first (%left tree)) tree))

(define (%tree-last tree)
  (if (%right tree) (%tree-last (%right tree)) tree))

(define (%tree-delete-min tree)
  (if (%left tree)
      (%tree-join (%tree-key tree) (%tree-value tree)
                  (%tree-delete-min (%left tree)) (%right tree))
      (%right tree)))

(define (%tree-delete-max tree)
  (if (%right tree)
      (%tree-join (%tree-key tree) (%tree-value tree)
                  (%left tree) (%tree-delete-max (%right tree)))
      (%left tree)))

;; The node of the key, or #f.
(define (%tree-find tree key less?)
  (cond ((not tree) #f)
        ((less? key (%tree-key tree)) (%tree-find (%left tree) key less?))
        ((less? (%tree-key tree) key) (%tree-find (%right tree) key less?))
        (else tree)))

;; With the key and the value, in the place of those that are there.
(define (%tree-insert tree key value less?)
  (cond ((not tree) (%node key value #f #f))
        ((less? key (%tree-key tree))
         (%tree-join (%tree-key tree) (%tree-value tree)
                     (%tree-insert (%left tree) key value less?)
                     (%right tree)))
        ((less? (%tree-key tree) key)
         (%tree-join (%tree-key tree) (%tree-value tree)
                     (%left tree)
                     (%tree-insert (%right tree) key value less?)))
        (else (%node key value (%left tree) (%right tree)))))

(define (%tree-delete tree key less?)
  (cond ((not tree) #f)
        ((less? key (%tree-key tree))
         (%tree-join (%tree-key tree) (%tree-value tree)
                     (%tree-delete (%left tree) key less?) (%right tree)))
        ((less? (%tree-key tree) key)
         (%tree-join (%tree-key tree) (%tree-value tree)
                     (%left tree) (%tree-delete (%right tree) key less?)))
        (else (%tree-paste (%left tree) (%right tree)))))

;; The node of the greatest key below this one, or #f.
(define (%tree-predecessor tree key less?)
  (let loop ((tree tree) (found #f))
    (cond ((not tree) found)
          ((less? (%tree-key tree) key) (loop (%right tree) tree))
          (else (loop (%left tree) found)))))

;; The node of the least key above this one, or #f.
(define (%tree-successor tree key less?)
  (let loop ((tree tree) (found #f))
    (cond ((not tree) found)
          ((less? key (%tree-key tree)) (loop (%left tree) tree))
          (else (loop (%right tree) found)))))

;; (combine key value result) for each key in order.
(define (%tree-fold combine start tree)
  (if tree
      (%tree-fold combine
                  (combine (%tree-key tree) (%tree-value tree)
                           (%tree-fold combine start (%left tree)))
                  (%right tree))
      start))

(define (%tree-fold-right combine start tree)
  (if tree
      (%tree-fold-right combine
                        (combine (%tree-key tree) (%tree-value tree)
                                 (%tree-fold-right combine start
                                                   (%right tree)))
                        (%left tree))
      start))

;; The tree of the same shape with what (change key value result) gives to
;; `result`, a key and a value; the keys must stay in order.
(define (%tree-map change tree)
  (if tree
      (let ((left (%tree-map change (%left tree))))
        (call-with-values
         (lambda () (change (%tree-key tree) (%tree-value tree)))
         (lambda (key value)
           (%make-node (%node-size tree) key value left
                       (%tree-map change (%right tree))))))
      #f))
