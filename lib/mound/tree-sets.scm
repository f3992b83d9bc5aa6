;;; Balanced trees as sets of keys. Of equal keys the one of the first tree is
;;; kept, with its value.

;; Calls `result` with the tree of lesser keys, the node of the key or #f, and
;; the tree of greater keys.
(define (%tree-split tree key less? result)
  (cond ((not tree) (result #f #f #f))
        ((less? key (%tree-key tree))
         (%tree-split
          (%left tree) key less?
          (lambda (lesser node greater)
            (result lesser node
                    (%tree-join (%tree-key tree) (%tree-value tree)
                                greater (%right tree))))))
        ((less? (%tree-key tree) key)
         (%tree-split
          (%right tree) key less?
          (lambda (lesser node greater)
            (result (%tree-join (%tree-key tree) (%tree-value tree)
                                (%left tree) lesser)
                    node greater))))
        (else (result (%left tree) tree (%right tree)))))

(define (%tree-union first second less?)
  (cond ((not first) second)
        ((not second) first)
        (else
         (%tree-split
          second (%tree-key first) less?
          (lambda (lesser node greater)
            (%tree-join (%tree-key first) (%tree-value first)
                        (%tree-union (%left first) lesser less?)
                        (%tree-union (%right first) greater less?)))))))

(define (%tree-intersection first second less?)
  (if (and first second)
      (%tree-split
       second (%tree-key first) less?
       (lambda (lesser node greater)
         (let ((left (%tree-intersection (%left first) lesser less?))
               (right (%tree-intersection (%right first) greater less?)))
           (if node
               (%tree-join (%tree-key first) (%tree-value first) left right)
               (%tree-paste left right)))))
      #f))

(define (%tree-difference first second less?)
  (if (and first second)
      (%tree-split
       second (%tree-key first) less?
       (lambda (lesser node greater)
         (let ((left (%tree-difference (%left first) lesser less?))
               (right (%tree-difference (%right first) greater less?)))
           (if node
               (%tree-paste left right)
               (%tree-join (%tree-key first) (%tree-value first)
                           left right)))))
      first))

;; The keys that one of them has.
(define (%tree-xor first second less?)
  (cond ((not first) second)
        ((not second) first)
        (else
         (%tree-split
          second (%tree-key first) less?
          (lambda (lesser node greater)
            (let ((left (%tree-xor (%left first) lesser less?))
                  (right (%tree-xor (%right first) greater less?)))
              (if node
                  (%tree-paste left right)
                  (%tree-join (%tree-key first) (%tree-value first)
                              left right))))))))

(define (%tree-disjoint? first second less?)
  (or (not first)
      (not second)
      (%tree-split
       second (%tree-key first) less?
       (lambda (lesser node greater)
         (and (not node)
              (%tree-disjoint? (%left first) lesser less?)
              (%tree-disjoint? (%right first) greater less?))))))

;; Whether `second` has all keys of `first`, with values that are the same.
(define (%tree-subset? first second less? same?)
  (and (<= (%tree-size first) (%tree-size second))
       (%tree-fold
        (lambda (key value result)
          (and result
               (let ((node (%tree-find second key less?)))
                 (and node (same? value (%tree-value node))))))
        #t first)))

;; The keys for which (keep? key value) holds, asked in order.
(define (%tree-filter keep? tree)
  (if tree
      (let* ((left (%tree-filter keep? (%left tree)))
             (keep (keep? (%tree-key tree) (%tree-value tree)))
             (right (%tree-filter keep? (%right tree))))
        (if keep
            (%tree-join (%tree-key tree) (%tree-value tree) left right)
            (%tree-paste left right)))
      #f))

;; The keys for which it holds, and the others. It is called once for each.
(define (%tree-partition in? tree)
  (if tree
      (call-with-values
       (lambda () (%tree-partition in? (%left tree)))
       (lambda (left-in left-out)
         (let* ((key (%tree-key tree))
                (value (%tree-value tree))
                (in (in? key value)))
           (call-with-values
            (lambda () (%tree-partition in? (%right tree)))
            (lambda (right-in right-out)
              (if in
                  (values (%tree-join key value left-in right-in)
                          (%tree-paste left-out right-out))
                  (values (%tree-paste left-in right-in)
                          (%tree-join key value left-out right-out))))))))
      (values #f #f)))
