;;; Mappings by hashes: tries of hashes. This is what the procedures that are
;;; shared with ordered mappings stand on; `order` has the equality and the hash
;;; function of the keys.

;;> (hashmap? object): whether it is a hashmap. SRFI 146.
;;> Example: (map hashmap? (list (hashmap (make-default-comparator)) '())) => (#t #f)
;;> (hashmap comparator key value ...): a hashmap of the associations; the first
;;> for a key counts. Raises type. SRFI 146.
;;> Example: (hashmap-ref (hashmap (make-default-comparator) 'a 1 'b 2) 'b) => 2
(define-record-type <hashmap>
  (%make comparator order content)
  mapping?
  (comparator %comparator)
  (order %order)
  (content %content))

(define %what "a hashmap")

(define (%who part) (string->symbol (string-append "hashmap" part)))

(define (%order-of comparator who)
  (if (not (comparator-hashable? comparator))
      (%type-error who "a comparator with a hash function" comparator))
  (cons (comparator-equality-predicate comparator)
        (comparator-hash-function comparator)))

(define %size %trie-size)
(define (%find content key order)
  (%trie-find content key (car order) (cdr order)))
(define %entry-key %trie-key)
(define %entry-value %trie-value)
(define (%insert content key value order)
  (%trie-insert content key value (car order) (cdr order)))
(define (%delete content key order)
  (%trie-delete content key (car order) (cdr order)))
(define %fold %trie-fold)
(define %some-entry %trie-first)

(define (%union first second order)
  (%fold (lambda (key value result)
           (if (%find result key order)
               result
               (%insert result key value order)))
         first second))

(define (%difference first second order)
  (%filter (lambda (key value) (not (%find second key order))) first order))

(define (%intersection first second order)
  (%filter (lambda (key value) (%find second key order)) first order))

(define (%xor first second order)
  (%union (%difference first second order)
          (%difference second first order)
          order))

(define (%disjoint? first second order)
  (not (%intersection first second order)))

(define (%filter keep? content order)
  (%fold (lambda (key value result)
           (if (keep? key value) result (%delete result key order)))
         content content))

(define (%partition in? content order)
  (let ((in (%filter in? content order)))
    (values in (%difference content in order))))

(define (%order-of-mappings comparator) #f)
