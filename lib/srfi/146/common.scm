;;; Mappings: making them, and what concerns one key. What is said of mappings
;;; holds for hashmaps, which have this code too; those in (srfi 146) have their
;;; associations in the order of the keys, hashmaps in no order. What may change
;;; its argument by the SRFI makes a new mapping.

(define (%check-mapping object part)
  (if (not (mapping? object)) (%type-error (%who part) %what object)))

(define (%with mapping content)
  (%make (%comparator mapping) (%order mapping) content))

(define (%empty comparator who)
  (if (not (comparator? comparator))
      (%type-error who "a comparator" comparator))
  (%make comparator (%order-of comparator who) #f))

(define (%check-key mapping key part)
  (if (not (comparator-test-type (%comparator mapping) key))
      (%type-error (%who part) "a key for the comparator" key)))

(define (%entry mapping key) (%find (%content mapping) key (%order mapping)))

;; The mapping with a key and its value.
(define (%put mapping key value part)
  (%check-key mapping key part)
  (%with mapping (%insert (%content mapping) key value (%order mapping))))

(define (%without mapping key)
  (%with mapping (%delete (%content mapping) key (%order mapping))))

;; With the keys and values of the list, by (add mapping key value).
(define (%with-arguments mapping arguments part add)
  (let loop ((rest arguments) (mapping mapping))
    (cond ((null? rest) mapping)
          ((null? (cdr rest))
           (%error-of-kind 'arity (%who part) "a key without a value"
                           (car rest)))
          (else
           (loop (cddr rest) (add mapping (car rest) (cadr rest)))))))

(define (%adjoin part)
  (lambda (mapping key value)
    (%check-key mapping key part)
    (if (%entry mapping key) mapping (%put mapping key value part))))

;;> (mapping comparator key value ...): a mapping with these keys and values;
;;> the first for a key counts. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping (make-default-comparator) 'b 1 'a 2 'b 3)) => ((a . 2) (b . 1))
(define (mapping comparator . arguments)
  (%with-arguments (%empty comparator (%who "")) arguments "" (%adjoin "")))

;;> (mapping-unfold stop? mapper successor seed comparator): a mapping of the
;;> key and the value that `mapper` returns for each seed, until one stops; the
;;> first for a key counts. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-unfold zero? (lambda (n) (values n (* n n))) (lambda (n) (- n 1)) 3 (make-default-comparator))) => ((1 . 1) (2 . 4) (3 . 9))
(define (mapping-unfold stop? mapper successor seed comparator)
  (let ((add (%adjoin "-unfold")))
    (let loop ((seed seed) (mapping (%empty comparator (%who "-unfold"))))
      (if (stop? seed)
          mapping
          (call-with-values
           (lambda () (mapper seed))
           (lambda (key value)
             (loop (successor seed) (add mapping key value))))))))

;; With the associations of the list whose keys are not there.
(define (%with-alist mapping alist part)
  (let ((add (%adjoin part)))
    (let loop ((rest (%require-list alist (%who part))) (mapping mapping))
      (if (null? rest)
          mapping
          (begin
            (if (not (pair? (car rest)))
                (%type-error (%who part) "a list of pairs" alist))
            (loop (cdr rest) (add mapping (caar rest) (cdar rest))))))))

;;> (alist->mapping comparator alist): a mapping of the associations; the first
;;> for a key counts. Raises type. SRFI 146.
;;> Example: (mapping->alist (alist->mapping (make-default-comparator) '((b . 1) (a . 2) (b . 3)))) => ((a . 2) (b . 1))
(define (alist->mapping comparator alist)
  (%with-alist (%empty comparator (%who "")) alist ""))

;;> (alist->mapping! mapping alist): the mapping with the associations whose
;;> keys it has not. Raises type. SRFI 146.
;;> Example: (mapping->alist (alist->mapping! (mapping (make-default-comparator) 'a 1) '((a . 2) (b . 3)))) => ((a . 1) (b . 3))
(define (alist->mapping! mapping alist)
  (%check-mapping mapping "")
  (%with-alist mapping alist ""))

;;> (mapping-contains? mapping key): whether it has the key. Raises type. SRFI
;;> 146.
;;> Example: (mapping-contains? (mapping (make-default-comparator) 'a #f) 'a) => #t
(define (mapping-contains? mapping key)
  (%check-mapping mapping "-contains?")
  (if (%entry mapping key) #t #f))

;;> (mapping-empty? mapping): whether it has no keys. Raises type. SRFI 146.
;;> Example: (mapping-empty? (mapping (make-default-comparator))) => #t
(define (mapping-empty? mapping)
  (%check-mapping mapping "-empty?")
  (not (%content mapping)))

;;> (mapping-ref mapping key [failure [success]]): what `success` (the identity)
;;> makes of the value of the key; without one, what the thunk `failure`
;;> returns. Raises type, range if there is no `failure`. SRFI 146.
;;> Example: (mapping-ref (mapping (make-default-comparator) 'a 1) 'b (lambda () 'none)) => none
(define mapping-ref
  (case-lambda
    ((mapping key) (%ref mapping key #f values "-ref"))
    ((mapping key failure) (%ref mapping key failure values "-ref"))
    ((mapping key failure success) (%ref mapping key failure success "-ref"))))

(define (%ref mapping key failure success part)
  (%check-mapping mapping part)
  (let ((entry (%entry mapping key)))
    (cond (entry (success (%entry-value entry)))
          (failure (failure))
          (else (%error-of-kind 'range (%who part) "no such key" key)))))

;;> (mapping-ref/default mapping key default): the value of the key, or the
;;> default. Raises type. SRFI 146.
;;> Example: (mapping-ref/default (mapping (make-default-comparator) 'a 1) 'b 0) => 0
(define (mapping-ref/default mapping key default)
  (%check-mapping mapping "-ref/default")
  (let ((entry (%entry mapping key)))
    (if entry (%entry-value entry) default)))

;;> (mapping-key-comparator mapping): the comparator of its keys. Raises type.
;;> SRFI 146.
;;> Example: (comparator? (mapping-key-comparator (mapping (make-default-comparator)))) => #t
(define (mapping-key-comparator mapping)
  (%check-mapping mapping "-key-comparator")
  (%comparator mapping))

;;> (mapping-adjoin mapping key value ...): the mapping with those keys and
;;> values whose keys it has not. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-adjoin (mapping (make-default-comparator) 'a 1) 'a 2 'b 3)) => ((a . 1) (b . 3))
(define (mapping-adjoin mapping . arguments)
  (%check-mapping mapping "-adjoin")
  (%with-arguments mapping arguments "-adjoin" (%adjoin "-adjoin")))

;;> (mapping-adjoin! mapping key value ...): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-adjoin! (mapping (make-default-comparator) 'a 1) 'a 2 'b 3)) => ((a . 1) (b . 3))
(define mapping-adjoin! mapping-adjoin)

;;> (mapping-set mapping key value ...): the mapping with these keys and values,
;;> in the place of those that are there. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-set (mapping (make-default-comparator) 'a 1) 'a 2 'b 3)) => ((a . 2) (b . 3))
(define (mapping-set mapping . arguments)
  (%check-mapping mapping "-set")
  (%with-arguments mapping arguments "-set"
                   (lambda (mapping key value)
                     (%put mapping key value "-set"))))

;;> (mapping-set! mapping key value ...): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-set! (mapping (make-default-comparator) 'a 1) 'a 2)) => ((a . 2))
(define mapping-set! mapping-set)

;;> (mapping-replace mapping key value): the mapping with the value for the key,
;;> if it has that. Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-replace (mapping (make-default-comparator) 'a 1) 'b 2)) => ((a . 1))
(define (mapping-replace mapping key value)
  (%check-mapping mapping "-replace")
  (if (%entry mapping key) (%put mapping key value "-replace") mapping))

;;> (mapping-replace! mapping key value): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-replace! (mapping (make-default-comparator) 'a 1) 'a 2)) => ((a . 2))
(define mapping-replace! mapping-replace)

;;> (mapping-delete mapping key ...): the mapping without the keys. Raises type.
;;> SRFI 146.
;;> Example: (mapping->alist (mapping-delete (mapping (make-default-comparator) 'a 1 'b 2) 'a 'c)) => ((b . 2))
(define (mapping-delete mapping . keys)
  (%check-mapping mapping "-delete")
  (%without-all mapping keys))

(define (%without-all mapping keys)
  (if (null? keys)
      mapping
      (%without-all (%without mapping (car keys)) (cdr keys))))

;;> (mapping-delete! mapping key ...): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-delete! (mapping (make-default-comparator) 'a 1) 'a)) => ()
(define mapping-delete! mapping-delete)

;;> (mapping-delete-all mapping keys): the mapping without the keys in the list.
;;> Raises type. SRFI 146.
;;> Example: (mapping->alist (mapping-delete-all (mapping (make-default-comparator) 'a 1 'b 2) '(a c))) => ((b . 2))
(define (mapping-delete-all mapping keys)
  (%check-mapping mapping "-delete-all")
  (%without-all mapping (%require-list keys (%who "-delete-all"))))

;;> (mapping-delete-all! mapping keys): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-delete-all! (mapping (make-default-comparator) 'a 1) '(a))) => ()
(define mapping-delete-all! mapping-delete-all)

;;> (mapping-intern mapping key failure): the mapping and the value of the key;
;;> if it has none, the thunk `failure` returns one, and the mapping gets it.
;;> Raises type. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-intern (mapping (make-default-comparator)) 'a (lambda () 1))) (lambda (m value) (list (mapping->alist m) value))) => (((a . 1)) 1)
(define (mapping-intern mapping key failure)
  (%check-mapping mapping "-intern")
  (let ((entry (%entry mapping key)))
    (if entry
        (values mapping (%entry-value entry))
        (let ((value (failure)))
          (values (%put mapping key value "-intern") value)))))

;;> (mapping-intern! mapping key failure): the same. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-intern! (mapping (make-default-comparator) 'a 1) 'a list)) (lambda (m value) value)) => 1
(define mapping-intern! mapping-intern)

;;> (mapping-update mapping key updater [failure [success]]): the mapping with
;;> what `updater` makes of (mapping-ref mapping key failure success). Raises
;;> type, range. SRFI 146.
;;> Example: (mapping->alist (mapping-update (mapping (make-default-comparator) 'a 2) 'a square)) => ((a . 4))
(define mapping-update
  (case-lambda
    ((mapping key updater) (mapping-update mapping key updater #f values))
    ((mapping key updater failure)
     (mapping-update mapping key updater failure values))
    ((mapping key updater failure success)
     (%put mapping key
           (updater (%ref mapping key failure success "-update"))
           "-update"))))

;;> (mapping-update! mapping key updater [failure [success]]): the same. SRFI
;;> 146.
;;> Example: (mapping->alist (mapping-update! (mapping (make-default-comparator)) 'a square (lambda () 3))) => ((a . 9))
(define mapping-update! mapping-update)

;;> (mapping-update/default mapping key updater default): the mapping with what
;;> `updater` makes of the value of the key, or of the default. Raises type.
;;> SRFI 146.
;;> Example: (mapping->alist (mapping-update/default (mapping (make-default-comparator)) 'a square 3)) => ((a . 9))
(define (mapping-update/default mapping key updater default)
  (%put mapping key
        (updater (mapping-ref/default mapping key default))
        "-update/default"))

;;> (mapping-update!/default mapping key updater default): the same. SRFI 146.
;;> Example: (mapping->alist (mapping-update!/default (mapping (make-default-comparator) 'a 2) 'a square 3)) => ((a . 4))
(define mapping-update!/default mapping-update/default)

;;> (mapping-pop mapping [failure]): the mapping without one key, the least if
;;> there is an order; that key; and its value. If it has none, what the thunk
;;> `failure` returns. Raises type, range if there is no `failure`. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-pop (mapping (make-default-comparator) 'b 2 'a 1))) (lambda (m key value) (list (mapping->alist m) key value))) => (((b . 2)) a 1)
(define mapping-pop
  (case-lambda
    ((mapping)
     (mapping-pop mapping
                  (lambda ()
                    (%error-of-kind 'range (%who "-pop") "no key is there"
                                    mapping))))
    ((mapping failure)
     (%check-mapping mapping "-pop")
     (if (%content mapping)
         (let* ((entry (%some-entry (%content mapping)))
                (key (%entry-key entry)))
           (values (%without mapping key) key (%entry-value entry)))
         (failure)))))

;;> (mapping-pop! mapping [failure]): the same. SRFI 146.
;;> Example: (mapping-pop! (mapping (make-default-comparator)) (lambda () 'none)) => none
(define mapping-pop! mapping-pop)

;;> (mapping-search mapping key failure success): if the key is not there, calls
;;> `failure` with (insert value object) and (ignore object); otherwise
;;> `success` with the key, its value, (update key value object) and (remove
;;> object). What they call returns the mapping that comes of it, and the
;;> object. Raises type. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-search (mapping (make-default-comparator)) 'a (lambda (insert ignore) (insert 1 'new)) list)) (lambda (m object) (list (mapping->alist m) object))) => (((a . 1)) new)
(define (mapping-search mapping key failure success)
  (%check-mapping mapping "-search")
  (let ((entry (%entry mapping key)))
    (if entry
        (success
         (%entry-key entry) (%entry-value entry)
         (lambda (new-key value object)
           (values (%put (%without mapping key) new-key value "-search")
                   object))
         (lambda (object) (values (%without mapping key) object)))
        (failure
         (lambda (value object)
           (values (%put mapping key value "-search") object))
         (lambda (object) (values mapping object))))))

;;> (mapping-search! mapping key failure success): the same. SRFI 146.
;;> Example: (call-with-values (lambda () (mapping-search! (mapping (make-default-comparator) 'a 1) 'a list (lambda (key value update remove) (remove value)))) (lambda (m object) (list (mapping->alist m) object))) => (() 1)
(define mapping-search! mapping-search)
