;;; Tries of keys and values by hashes of the keys, never changed: an operation
;;; makes a trie that shares with the old one (Bagwell's hash array mapped
;;; tries).
;;;
;;;   leaf:    hash, key, value
;;;   bucket:  hash, leaves         keys of one hash, two or more
;;;   branch:  size, bits, nodes    a node for each one of the 32 bits
;;;
;;; A branch at depth d chooses by the bits 5d to 5d+4 of the hash. Invariant: a
;;; branch has two leaves or more below it. The empty trie is #f.

(define-record-type <leaf>
  (%leaf hash key value)
  %leaf?
  (hash %leaf-hash)
  (key %trie-key)
  (value %trie-value))

(define-record-type <bucket>
  (%bucket hash leaves)
  %bucket?
  (hash %bucket-hash)
  (leaves %bucket-leaves))

(define-record-type <branch>
  (%branch size bits nodes)
  %branch?
  (size %branch-size)
  (bits %branch-bits)
  (nodes %branch-nodes))

;; 30 bits of a hash are used, six levels.
(define %hash-mask 1073741823)

(define (%hash hash key) (bitwise-and (hash key) %hash-mask))

(define (%trie-size trie)
  (cond ((not trie) 0)
        ((%leaf? trie) 1)
        ((%bucket? trie) (length (%bucket-leaves trie)))
        (else (%branch-size trie))))

(define (%node-hash node)
  (if (%leaf? node) (%leaf-hash node) (%bucket-hash node)))

;; The bit that stands for the hash in a branch, and the index of its node.
(define (%bit hash shift)
  (arithmetic-shift 1 (bitwise-and (arithmetic-shift hash (- shift)) 31)))

(define (%index bits bit) (bit-count (bitwise-and bits (- bit 1))))

(define (%leaf-of leaves key same?)
  (cond ((null? leaves) #f)
        ((same? (%trie-key (car leaves)) key) (car leaves))
        (else (%leaf-of (cdr leaves) key same?))))

;; The leaf of the key, or #f.
(define (%trie-find trie key same? hash)
  (let ((hash (%hash hash key)))
    (let loop ((node trie) (shift 0))
      (cond ((not node) #f)
            ((%branch? node)
             (let ((bit (%bit hash shift)) (bits (%branch-bits node)))
               (if (= 0 (bitwise-and bits bit))
                   #f
                   (loop (vector-ref (%branch-nodes node) (%index bits bit))
                         (+ shift 5)))))
            ((not (= hash (%node-hash node))) #f)
            ((%leaf? node) (and (same? (%trie-key node) key) node))
            (else (%leaf-of (%bucket-leaves node) key same?))))))

;; The branch of two nodes, no branches, of different hashes.
(define (%fork first second shift)
  (let ((size (+ (%trie-size first) (%trie-size second)))
        (one (%bit (%node-hash first) shift))
        (two (%bit (%node-hash second) shift)))
    (if (= one two)
        (%branch size one (vector (%fork first second (+ shift 5))))
        (%branch size (bitwise-ior one two)
                 (if (< one two)
                     (vector first second)
                     (vector second first))))))

;; The vector with a node put in, in the place of none or of one.
(define (%vector-put nodes index node replace?)
  (let* ((length (vector-length nodes))
         (made (make-vector (if replace? length (+ length 1)) node)))
    (vector-copy! made 0 nodes 0 index)
    (vector-copy! made (+ index 1) nodes (if replace? (+ index 1) index))
    made))

(define (%vector-without nodes index)
  (let ((made (make-vector (- (vector-length nodes) 1) #f)))
    (vector-copy! made 0 nodes 0 index)
    (vector-copy! made index nodes (+ index 1))
    made))

;; With the key and the value, in the place of those that are there.
(define (%trie-insert trie key value same? hash)
  (%put trie (%leaf (%hash hash key) key value) 0 same?))

(define (%put node leaf shift same?)
  (cond ((not node) leaf)
        ((%branch? node)
         (let* ((bits (%branch-bits node))
                (nodes (%branch-nodes node))
                (bit (%bit (%leaf-hash leaf) shift))
                (index (%index bits bit)))
           (if (= 0 (bitwise-and bits bit))
               (%branch (+ (%branch-size node) 1) (bitwise-ior bits bit)
                        (%vector-put nodes index leaf #f))
               (let* ((old (vector-ref nodes index))
                      (new (%put old leaf (+ shift 5) same?)))
                 (%branch (+ (%branch-size node)
                             (- (%trie-size new) (%trie-size old)))
                          bits (%vector-put nodes index new #t))))))
        ((not (= (%node-hash node) (%leaf-hash leaf))) (%fork node leaf shift))
        ((%bucket? node)
         (%bucket (%bucket-hash node)
                  (cons leaf (%leaves-without (%bucket-leaves node)
                                              (%trie-key leaf) same?))))
        ((same? (%trie-key node) (%trie-key leaf)) leaf)
        (else (%bucket (%leaf-hash leaf) (list leaf node)))))

(define (%leaves-without leaves key same?)
  (cond ((null? leaves) '())
        ((same? (%trie-key (car leaves)) key) (cdr leaves))
        (else (cons (car leaves) (%leaves-without (cdr leaves) key same?)))))

(define (%trie-delete trie key same? hash)
  (if (%trie-find trie key same? hash)
      (%take-away trie (%hash hash key) key 0 same?)
      trie))

;; The key is there.
(define (%take-away node hash key shift same?)
  (cond ((%leaf? node) #f)
        ((%bucket? node)
         (let ((rest (%leaves-without (%bucket-leaves node) key same?)))
           (if (null? (cdr rest)) (car rest) (%bucket hash rest))))
        (else
         (let* ((bits (%branch-bits node))
                (nodes (%branch-nodes node))
                (bit (%bit hash shift))
                (index (%index bits bit))
                (new (%take-away (vector-ref nodes index) hash key
                                 (+ shift 5) same?)))
           (%smaller (- (%branch-size node) 1)
                     (if new bits (bitwise-xor bits bit))
                     (if new
                         (%vector-put nodes index new #t)
                         (%vector-without nodes index)))))))

;; A branch, or its only node if that is a leaf or a bucket.
(define (%smaller size bits nodes)
  (if (and (= (vector-length nodes) 1)
           (not (%branch? (vector-ref nodes 0))))
      (vector-ref nodes 0)
      (%branch size bits nodes)))

;; Some leaf of a trie that has one.
(define (%trie-first trie)
  (cond ((%leaf? trie) trie)
        ((%bucket? trie) (car (%bucket-leaves trie)))
        (else (%trie-first (vector-ref (%branch-nodes trie) 0)))))

;; (combine key value result) for each key.
(define (%trie-fold combine start trie)
  (cond ((not trie) start)
        ((%leaf? trie) (combine (%trie-key trie) (%trie-value trie) start))
        ((%bucket? trie)
         (let loop ((rest (%bucket-leaves trie)) (result start))
           (if (null? rest)
               result
               (loop (cdr rest) (%trie-fold combine result (car rest))))))
        (else
         (let ((nodes (%branch-nodes trie)))
           (let loop ((index 0) (result start))
             (if (= index (vector-length nodes))
                 result
                 (loop (+ index 1)
                       (%trie-fold combine result
                                   (vector-ref nodes index)))))))))
