;;; What mappings with an order have besides.

;;> (mapping/ordered comparator key value ...): a mapping with these keys and
;;> values; the first for a key counts. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping/ordered (make-default-comparator) 'a 1 'b 2)) => ((a . 1) (b . 2))
(define mapping/ordered mapping)

;;> (mapping-unfold/ordered stop? mapper successor seed comparator): the same as
;;> mapping-unfold. SRFI 146.
;;> Example: (mapping-size (mapping-unfold/ordered (lambda (n) (= n 3)) (lambda (n) (values n n)) (lambda (n) (+ n 1)) 0 (make-default-comparator))) => 3
(define mapping-unfold/ordered mapping-unfold)

;;> (alist->mapping/ordered comparator alist): the same as alist->mapping. SRFI
;;> 146.
;;> Example: (mapping->alist (alist->mapping/ordered (make-default-comparator) '((a . 1) (b . 2)))) => ((a . 1) (b . 2))
(define alist->mapping/ordered alist->mapping)

;;> (alist->mapping/ordered! mapping alist): the same as alist->mapping!. SRFI
;;> 146.
;;> Example: (mapping->alist (alist->mapping/ordered! (mapping (make-default-comparator) 'a 1) '((b . 2)))) => ((a . 1) (b . 2))
(define alist->mapping/ordered! alist->mapping!)

(define (%end-of mapping choose part)
  (%check-mapping mapping part)
  (if (not (%content mapping))
      (%error-of-kind 'range (%who part) "no key is there" mapping))
  (choose (%content mapping)))

;;> (mapping-min-key mapping): its least key. Raises type, range. SRFI 146.
;;> Example: (mapping-min-key (mapping (make-default-comparator) 'b 1 'a 2)) => a
(define (mapping-min-key mapping)
  (%tree-key (%end-of mapping %tree-first "-min-key")))

;;> (mapping-max-key mapping): its greatest key. Raises type, range. SRFI 146.
;;> Example: (mapping-max-key (mapping (make-default-comparator) 'b 1 'a 2)) => b
(define (mapping-max-key mapping)
  (%tree-key (%end-of mapping %tree-last "-max-key")))

;;> (mapping-min-value mapping): the value of its least key. Raises type, range.
;;> SRFI 146.
;;> Example: (mapping-min-value (mapping (make-default-comparator) 'b 1 'a 2)) => 2
(define (mapping-min-value mapping)
  (%tree-value (%end-of mapping %tree-first "-min-value")))

;;> (mapping-max-value mapping): the value of its greatest key. Raises type,
;;> range. SRFI 146.
;;> Example: (mapping-max-value (mapping (make-default-comparator) 'b 1 'a 2)) => 1
(define (mapping-max-value mapping)
  (%tree-value (%end-of mapping %tree-last "-max-value")))

;;> (mapping-key-predecessor mapping object failure): the greatest key below the
;;> object, or what the thunk `failure` returns. Raises type. SRFI 146.
;;> Example: (mapping-key-predecessor (mapping (make-default-comparator) 1 'a 3 'b) 3 list) => 1
(define (mapping-key-predecessor mapping object failure)
  (%check-mapping mapping "-key-predecessor")
  (let ((node (%tree-predecessor (%content mapping) object (%order mapping))))
    (if node (%tree-key node) (failure))))

;;> (mapping-key-successor mapping object failure): the least key above the
;;> object, or what the thunk `failure` returns. Raises type. SRFI 146.
;;> Example: (mapping-key-successor (mapping (make-default-comparator) 1 'a 3 'b) 3 list) => ()
(define (mapping-key-successor mapping object failure)
  (%check-mapping mapping "-key-successor")
  (let ((node (%tree-successor (%content mapping) object (%order mapping))))
    (if node (%tree-key node) (failure))))

;; The mapping of the tree that (choose lesser node greater) makes.
(define (%range mapping object part choose)
  (%check-mapping mapping part)
  (%with mapping
         (%tree-split (%content mapping) object (%order mapping) choose)))

(define (%only lesser node greater)
  (and node (%tree-join (%tree-key node) (%tree-value node) #f #f)))

(define (%up-to lesser node greater)
  (if node
      (%tree-join (%tree-key node) (%tree-value node) lesser #f)
      lesser))

(define (%from lesser node greater)
  (if node
      (%tree-join (%tree-key node) (%tree-value node) #f greater)
      greater))

;;> (mapping-range= mapping object): the mapping of the key that is equal to the
;;> object. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-range= (mapping (make-default-comparator) 1 'a 2 'b 3 'c) 2)) => ((2 . b))
(define (mapping-range= mapping object)
  (%range mapping object "-range=" %only))

;;> (mapping-range=! mapping object): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-range=! (mapping (make-default-comparator) 1 'a) 2)) => ()
(define mapping-range=! mapping-range=)

;;> (mapping-range< mapping object): the mapping of the keys below the object.
;;> Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-range< (mapping (make-default-comparator) 1 'a 2 'b 3 'c) 2)) => ((1 . a))
(define (mapping-range< mapping object)
  (%range mapping object "-range<" (lambda (lesser node greater) lesser)))

;;> (mapping-range<! mapping object): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-range<! (mapping (make-default-comparator) 1 'a 2 'b) 2)) => ((1 . a))
(define mapping-range<! mapping-range<)

;;> (mapping-range<= mapping object): the same with the key that is equal.
;;> Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-range<= (mapping (make-default-comparator) 1 'a 2 'b 3 'c) 2)) => ((1 . a) (2 . b))
(define (mapping-range<= mapping object)
  (%range mapping object "-range<=" %up-to))

;;> (mapping-range<=! mapping object): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-range<=! (mapping (make-default-comparator) 1 'a 2 'b) 1)) => ((1 . a))
(define mapping-range<=! mapping-range<=)

;;> (mapping-range> mapping object): the mapping of the keys above the object.
;;> Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-range> (mapping (make-default-comparator) 1 'a 2 'b 3 'c) 2)) => ((3 . c))
(define (mapping-range> mapping object)
  (%range mapping object "-range>" (lambda (lesser node greater) greater)))

;;> (mapping-range>! mapping object): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-range>! (mapping (make-default-comparator) 1 'a 2 'b) 1)) => ((2 . b))
(define mapping-range>! mapping-range>)

;;> (mapping-range>= mapping object): the same with the key that is equal.
;;> Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-range>= (mapping (make-default-comparator) 1 'a 2 'b 3 'c) 2)) => ((2 . b) (3 . c))
(define (mapping-range>= mapping object)
  (%range mapping object "-range>=" %from))

;;> (mapping-range>=! mapping object): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-range>=! (mapping (make-default-comparator) 1 'a 2 'b) 2)) => ((2 . b))
(define mapping-range>=! mapping-range>=)

;;> (mapping-split mapping object): five mappings, of the keys that are less
;;> than the object, less or equal, equal, greater or equal, greater. Raises
;;> type. SRFI 146.
;;> Example: (map mapping-keys (call-with-values (lambda () (mapping-split (mapping (make-default-comparator) 1 'a 2 'b 3 'c) 2)) list)) => ((1) (1 2) (2) (2 3) (3))
(define (mapping-split mapping object)
  (%check-mapping mapping "-split")
  (%tree-split
   (%content mapping) object (%order mapping)
   (lambda (lesser node greater)
     (values (%with mapping lesser)
             (%with mapping (%up-to lesser node greater))
             (%with mapping (%only lesser node greater))
             (%with mapping (%from lesser node greater))
             (%with mapping greater)))))

;;> (mapping-split! mapping object): the same. SRFI 146.
;;> Example: (map mapping-keys (call-with-values (lambda () (mapping-split! (mapping (make-default-comparator) 1 'a) 2)) list)) => ((1) (1) () () ())
(define mapping-split! mapping-split)

;;> (mapping-catenate comparator mapping1 key value mapping2): the mapping of
;;> both and the key with the value, which must be above all keys of the first
;;> and below all of the second. Raises type, range. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-catenate c (mapping c 1 'a) 2 'b (mapping c 3 'c)))) => ((1 . a) (2 . b) (3 . c))
(define (mapping-catenate comparator mapping1 key value mapping2)
  (%check-mapping mapping1 "-catenate")
  (%check-mapping mapping2 "-catenate")
  (let* ((made (%empty comparator 'mapping-catenate))
         (less? (%order made))
         (left (%content mapping1))
         (right (%content mapping2)))
    (%check-key made key "-catenate")
    (if (not (and (or (not left) (less? (%tree-key (%tree-last left)) key))
                  (or (not right) (less? key (%tree-key (%tree-first right))))))
        (%error-of-kind 'range 'mapping-catenate
                        "the key is not between those of the mappings" key))
    (%with made (%tree-join key value left right))))

;;> (mapping-catenate! comparator mapping1 key value mapping2): the same. SRFI
;;> 146.
;;> Example: (let ((c (make-default-comparator))) (mapping-keys (mapping-catenate! c (mapping c 1 'a) 2 'b (mapping c)))) => (1 2)
(define mapping-catenate! mapping-catenate)

;;> (mapping-map/monotone procedure comparator mapping): the same as mapping-map
;;> for a procedure that keeps the keys in order. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-map/monotone (lambda (key value) (values (* 2 key) value)) (make-default-comparator) (mapping (make-default-comparator) 1 'a 2 'b))) => ((2 . a) (4 . b))
(define (mapping-map/monotone procedure comparator mapping)
  (%check-mapping mapping "-map/monotone")
  (let ((made (%empty comparator 'mapping-map/monotone)))
    (%with made
           (%tree-map (lambda (key value)
                        (call-with-values
                         (lambda () (procedure key value))
                         (lambda (key value)
                           (%check-key made key "-map/monotone")
                           (values key value))))
                      (%content mapping)))))

;;> (mapping-map/monotone! procedure comparator mapping): the same. SRFI 146.
;;> Example: (mapping-keys (mapping-map/monotone! (lambda (key value) (values (+ 1 key) value)) (make-default-comparator) (mapping (make-default-comparator) 1 'a))) => (2)
(define mapping-map/monotone! mapping-map/monotone)

;;> (mapping-fold/reverse combine start mapping): as mapping-fold, from the
;;> greatest key. Raises type. SRFI 146.
;;> Example: (mapping-fold/reverse (lambda (key value list) (cons key list)) '() (mapping (make-default-comparator) 'b 1 'a 2)) => (a b)
(define (mapping-fold/reverse combine start mapping)
  (%check-mapping mapping "-fold/reverse")
  (%tree-fold-right combine start (%content mapping)))
