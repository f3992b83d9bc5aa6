;;; Mappings as wholes: going through them, and several of them. As before, all
;;; holds for hashmaps too.

;;> (mapping-size mapping): how many keys it has. Raises type. SRFI 146.
;;> Example: (mapping-size (mapping (make-default-comparator) 'a 1 'b 2)) => 2
(define (mapping-size mapping)
  (%check-mapping mapping "-size")
  (%size (%content mapping)))

;;> (mapping->alist mapping): its associations as pairs. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping (make-default-comparator) 'b 1 'a 2)) => ((a . 2) (b . 1))
(define (mapping->alist mapping)
  (%check-mapping mapping "->alist")
  (%alist mapping))

(define (%alist mapping)
  (reverse (%fold (lambda (key value list) (cons (cons key value) list))
                  '() (%content mapping))))

;; The first association that passes: calls (found key value) or (missing).
(define (%search-alist test mapping missing found)
  (let loop ((rest (%alist mapping)))
    (cond ((null? rest) (missing))
          ((test (caar rest) (cdar rest)) (found (caar rest) (cdar rest)))
          (else (loop (cdr rest))))))

;;> (mapping-find test mapping failure): the first key that passes with its
;;> value, and the value; or what the thunk `failure` returns. Raises type. SRFI
;;> 146.
;;> Example: (call-with-values (lambda () (mapping-find (lambda (key value) (even? value)) (mapping (make-default-comparator) 'a 1 'b 2) list)) list) => (b 2)
(define (mapping-find test mapping failure)
  (%check-mapping mapping "-find")
  (%search-alist test mapping failure values))

;;> (mapping-count test mapping): how many keys pass with their values. Raises
;;> type. SRFI 146.
;;> Example: (mapping-count (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'a 1 'b 2)) => 1
(define (mapping-count test mapping)
  (%check-mapping mapping "-count")
  (%fold (lambda (key value count) (if (test key value) (+ count 1) count))
         0 (%content mapping)))

;;> (mapping-any? test mapping): whether a key passes with its value. Raises
;;> type. SRFI 146.
;;> Example: (mapping-any? (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'a 1 'b 2)) => #t
(define (mapping-any? test mapping)
  (%check-mapping mapping "-any?")
  (%search-alist test mapping (lambda () #f) (lambda (key value) #t)))

;;> (mapping-every? test mapping): whether all keys pass with their values.
;;> Raises type. SRFI 146.
;;> Example: (mapping-every? (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'a 1 'b 2)) => #f
(define (mapping-every? test mapping)
  (%check-mapping mapping "-every?")
  (%search-alist (lambda (key value) (not (test key value))) mapping
                 (lambda () #t) (lambda (key value) #f)))

;;> (mapping-keys mapping): a list of its keys. Raises type. SRFI 146.
;;> Example: (mapping-keys (mapping (make-default-comparator) 'b 1 'a 2)) => (a b)
(define (mapping-keys mapping)
  (%check-mapping mapping "-keys")
  (map car (%alist mapping)))

;;> (mapping-values mapping): a list of its values, in the order of the keys.
;;> Raises type. SRFI 146.
;;> Example: (mapping-values (mapping (make-default-comparator) 'b 1 'a 2)) => (2 1)
(define (mapping-values mapping)
  (%check-mapping mapping "-values")
  (map cdr (%alist mapping)))

;;> (mapping-entries mapping): a list of its keys and a list of their values.
;;> Raises type. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-entries (mapping (make-default-comparator) 'b 1 'a 2))) list) => ((a b) (2 1))
(define (mapping-entries mapping)
  (%check-mapping mapping "-entries")
  (values (mapping-keys mapping) (mapping-values mapping)))

;;> (mapping-map procedure comparator mapping): a mapping with that comparator
;;> of the key and the value that the procedure returns for each. Raises type.
;;> SRFI 146.
;;> Example: (mapping->alist (mapping-map (lambda (key value) (values value key)) (make-default-comparator) (mapping (make-default-comparator) 'a 2 'b 1))) => ((1 . b) (2 . a))
(define (mapping-map procedure comparator mapping)
  (%check-mapping mapping "-map")
  (let loop ((rest (%alist mapping))
             (made (%empty comparator (%who "-map"))))
    (if (null? rest)
        made
        (call-with-values
         (lambda () (procedure (caar rest) (cdar rest)))
         (lambda (key value)
           (loop (cdr rest) (%put made key value "-map")))))))

;;> (mapping-for-each procedure mapping): calls the procedure with each key and
;;> its value. Raises type. SRFI 146.
;;> Example: (let ((seen '())) (mapping-for-each (lambda (key value) (set! seen (cons key seen))) (mapping (make-default-comparator) 'b 1 'a 2)) seen) => (b a)
(define (mapping-for-each procedure mapping)
  (%check-mapping mapping "-for-each")
  (for-each (lambda (pair) (procedure (car pair) (cdr pair)))
            (%alist mapping)))

;;> (mapping-fold combine start mapping): combines each key and its value with
;;> the result so far, which comes last. Raises type. SRFI 146.
;;> Example: (mapping-fold (lambda (key value list) (cons key list)) '() (mapping (make-default-comparator) 'b 1 'a 2)) => (b a)
(define (mapping-fold combine start mapping)
  (%check-mapping mapping "-fold")
  (%fold combine start (%content mapping)))

;;> (mapping-map->list procedure mapping): a list of what the procedure returns
;;> for each key and its value. Raises type. SRFI 146.
;;> Example: (mapping-map->list list (mapping (make-default-comparator) 'b 1 'a 2)) => ((a 2) (b 1))
(define (mapping-map->list procedure mapping)
  (%check-mapping mapping "-map->list")
  (map (lambda (pair) (procedure (car pair) (cdr pair))) (%alist mapping)))

;;> (mapping-filter test mapping): the mapping of the keys that pass with their
;;> values. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-filter (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'b 1 'a 2))) => ((b . 1))
(define (mapping-filter test mapping)
  (%check-mapping mapping "-filter")
  (%with mapping (%filter test (%content mapping) (%order mapping))))

;;> (mapping-filter! test mapping): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-filter! (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'b 1 'a 2))) => ((b . 1))
(define mapping-filter! mapping-filter)

;;> (mapping-remove test mapping): the mapping of the keys that do not pass.
;;> Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-remove (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'b 1 'a 2))) => ((a . 2))
(define (mapping-remove test mapping)
  (%check-mapping mapping "-remove")
  (mapping-filter (lambda (key value) (not (test key value))) mapping))

;;> (mapping-remove! test mapping): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-remove! (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'b 1 'a 2))) => ((a . 2))
(define mapping-remove! mapping-remove)

;;> (mapping-partition test mapping): the mappings of the keys that pass with
;;> their values, and of the others. Raises type. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-partition (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'b 1 'a 2))) (lambda (in out) (list (mapping->alist in) (mapping->alist out)))) => (((b . 1)) ((a . 2)))
(define (mapping-partition test mapping)
  (%check-mapping mapping "-partition")
  (call-with-values
   (lambda () (%partition test (%content mapping) (%order mapping)))
   (lambda (in out) (values (%with mapping in) (%with mapping out)))))

;;> (mapping-partition! test mapping): the same. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-partition! (lambda (key value) (odd? value)) (mapping (make-default-comparator) 'b 1 'a 2))) (lambda (in out) (list (mapping->alist in) (mapping->alist out)))) => (((b . 1)) ((a . 2)))
(define mapping-partition! mapping-partition)

;;> (mapping-copy mapping): the mapping, which cannot be changed anyway. Raises
;;> type. SRFI 146.
;;> Example: (mapping->alist (mapping-copy (mapping (make-default-comparator) 'a 1))) => ((a . 1))
(define (mapping-copy mapping)
  (%check-mapping mapping "-copy")
  mapping)

;;> (mapping-disjoint? mapping1 mapping2): whether they have no key in common.
;;> Raises type. SRFI 146.
;;> Example: (mapping-disjoint? (mapping (make-default-comparator) 'a 1) (mapping (make-default-comparator) 'b 1)) => #t
(define (mapping-disjoint? mapping1 mapping2)
  (%check-mapping mapping1 "-disjoint?")
  (%check-mapping mapping2 "-disjoint?")
  (%disjoint? (%content mapping1) (%content mapping2) (%order mapping1)))

;; Whether each mapping and the next are so; all are checked.
(define (%chain comparator related? mappings part)
  (if (not (comparator? comparator))
      (%type-error (%who part) "a comparator" comparator))
  (for-each (lambda (object) (%check-mapping object part)) mappings)
  (let ((same? (comparator-equality-predicate comparator)))
    (let loop ((first (car mappings)) (rest (cdr mappings)))
      (or (null? rest)
          (and (related? first (car rest) same?)
               (loop (car rest) (cdr rest)))))))

;; Whether the second has all associations of the first.
(define (%within? first second same?)
  (and (<= (%size (%content first)) (%size (%content second)))
       (%search-alist
        (lambda (key value)
          (let ((entry (%entry second key)))
            (not (and entry (same? value (%entry-value entry))))))
        first
        (lambda () #t)
        (lambda (key value) #f))))

(define (%inside? first second same?)
  (and (< (%size (%content first)) (%size (%content second)))
       (%within? first second same?)))

(define (%same? first second same?)
  (and (= (%size (%content first)) (%size (%content second)))
       (%within? first second same?)))

;;> (mapping=? comparator mapping1 mapping2 ...): whether all have the same keys
;;> with values that are equal by the comparator. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping=? c (mapping c 'a 1 'b 2) (mapping c 'b 2 'a 1))) => #t
(define (mapping=? comparator mapping1 . rest)
  (%chain comparator %same? (cons mapping1 rest) "=?"))

;;> (mapping<? comparator mapping1 mapping2 ...): whether each is a proper
;;> subset of the next, as sets of associations. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping<? c (mapping c 'a 1) (mapping c 'b 2 'a 1))) => #t
(define (mapping<? comparator mapping1 . rest)
  (%chain comparator %inside? (cons mapping1 rest) "<?"))

;;> (mapping<=? comparator mapping1 mapping2 ...): whether each is a subset of
;;> the next. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping<=? c (mapping c 'a 2) (mapping c 'b 2 'a 1))) => #f
(define (mapping<=? comparator mapping1 . rest)
  (%chain comparator %within? (cons mapping1 rest) "<=?"))

;;> (mapping>? comparator mapping1 mapping2 ...): whether each has the next as a
;;> proper subset. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping>? c (mapping c 'b 2 'a 1) (mapping c 'a 1))) => #t
(define (mapping>? comparator mapping1 . rest)
  (%chain comparator (lambda (a b same?) (%inside? b a same?))
          (cons mapping1 rest) ">?"))

;;> (mapping>=? comparator mapping1 mapping2 ...): whether each has the next as
;;> a subset. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping>=? c (mapping c 'a 1) (mapping c 'a 1))) => #t
(define (mapping>=? comparator mapping1 . rest)
  (%chain comparator (lambda (a b same?) (%within? b a same?))
          (cons mapping1 rest) ">=?"))

(define (%combine combine mappings part)
  (for-each (lambda (object) (%check-mapping object part)) mappings)
  (let ((order (%order (car mappings))))
    (let loop ((content (%content (car mappings))) (rest (cdr mappings)))
      (if (null? rest)
          (%with (car mappings) content)
          (loop (combine content (%content (car rest)) order) (cdr rest))))))

;;> (mapping-union mapping1 mapping2 ...): the mapping of the keys of all, each
;;> with its value in the first that has it. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-union (mapping c 'a 1) (mapping c 'b 2 'a 3)))) => ((a . 1) (b . 2))
(define (mapping-union mapping1 . rest)
  (%combine %union (cons mapping1 rest) "-union"))

;;> (mapping-union! mapping1 mapping2 ...): the same. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-union! (mapping c 'a 1) (mapping c 'b 2)))) => ((a . 1) (b . 2))
(define mapping-union! mapping-union)

;;> (mapping-intersection mapping1 mapping2 ...): the mapping of the keys that
;;> all have, with their values in the first. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-intersection (mapping c 'a 1) (mapping c 'b 2 'a 3)))) => ((a . 1))
(define (mapping-intersection mapping1 . rest)
  (%combine %intersection (cons mapping1 rest) "-intersection"))

;;> (mapping-intersection! mapping1 mapping2 ...): the same. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-intersection! (mapping c 'a 1) (mapping c 'b 2)))) => ()
(define mapping-intersection! mapping-intersection)

;;> (mapping-difference mapping1 mapping2 ...): the mapping of the keys of the
;;> first that no other has. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-difference (mapping c 'a 1 'b 2) (mapping c 'a 3)))) => ((b . 2))
(define (mapping-difference mapping1 . rest)
  (%combine %difference (cons mapping1 rest) "-difference"))

;;> (mapping-difference! mapping1 mapping2 ...): the same. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-difference! (mapping c 'a 1 'b 2) (mapping c 'a 3)))) => ((b . 2))
(define mapping-difference! mapping-difference)

;;> (mapping-xor mapping1 mapping2): the mapping of the keys that one of them
;;> has. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-xor (mapping c 'a 1 'b 2) (mapping c 'a 3 'c 4)))) => ((b . 2) (c . 4))
(define (mapping-xor mapping1 mapping2)
  (%combine %xor (list mapping1 mapping2) "-xor"))

;;> (mapping-xor! mapping1 mapping2): the same. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) (mapping->alist (mapping-xor! (mapping c 'a 1) (mapping c 'a 3 'c 4)))) => ((c . 4))
(define mapping-xor! mapping-xor)

;;> (make-mapping-comparator comparator): a comparator of mappings whose values
;;> are compared by this one. Those of (srfi 146) are ordered by their
;;> associations as they come, those of hashmaps are not. Raises type. SRFI 146.
;;> Example: (let ((c (make-default-comparator))) ((comparator-equality-predicate (make-mapping-comparator c)) (mapping c 'a 1) (mapping c 'a 1))) => #t
(define (make-mapping-comparator comparator)
  (if (not (comparator? comparator))
      (%type-error 'make-mapping-comparator "a comparator" comparator))
  (make-comparator
   mapping?
   (lambda (left right) (mapping=? comparator left right))
   (%order-of-mappings comparator)
   (and (comparator-hashable? comparator)
        (lambda (mapping) (%hash-of mapping comparator)))))

;; The associations may come in any order, so their hashes are added.
(define (%hash-of mapping comparator)
  (let ((keys (%comparator mapping)))
    (%fold (lambda (key value code)
             (modulo (+ code
                        (if (comparator-hashable? keys)
                            (comparator-hash keys key)
                            0)
                        (* 31 (comparator-hash comparator value)))
                     33554432))
           (%size (%content mapping)) (%content mapping))))

;;> mapping-comparator: (make-mapping-comparator (make-default-comparator)).
;;> SRFI 146.
;;> Example: (comparator? mapping-comparator) => #t
(define mapping-comparator
  (make-mapping-comparator (make-default-comparator)))
