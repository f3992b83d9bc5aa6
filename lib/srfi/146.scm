;;; Mappings with an order: balanced trees. This is what the procedures that are
;;; shared with hashmaps stand on; `order` says how keys are compared.

;;> (mapping? object): whether it is a mapping. SRFI 146.
;;> Example: (map mapping? (list (mapping (make-default-comparator)) '())) => (#t #f)
(define-record-type <mapping>
  (%make comparator order content)
  mapping?
  (comparator %comparator)
  (order %order)
  (content %content))

(define %what "a mapping")

;; The name of a procedure of which the shared code knows the last part.
(define (%who part) (string->symbol (string-append "mapping" part)))

(define (%order-of comparator who)
  (if (not (comparator-ordered? comparator))
      (%type-error who "a comparator with an order" comparator))
  (comparator-ordering-predicate comparator))

(define %size %tree-size)
(define %find %tree-find)
(define %entry-key %tree-key)
(define %entry-value %tree-value)
(define %insert %tree-insert)
(define %delete %tree-delete)
(define %fold %tree-fold)
(define %union %tree-union)
(define %intersection %tree-intersection)
(define %difference %tree-difference)
(define %xor %tree-xor)
(define %disjoint? %tree-disjoint?)
(define (%filter keep? content order) (%tree-filter keep? content))
(define (%partition in? content order) (%tree-partition in? content))

;; The node that mapping-pop takes away.
(define %some-entry %tree-first)

;; The order of mappings: by their keys and then by their values, of the
;; associations as they come.
(define (%order-of-mappings comparator)
  (and (comparator-ordered? comparator)
       (lambda (left right)
         (let ((before? (%order left))
               (less? (comparator-ordering-predicate comparator)))
           (let loop ((left (mapping->alist left))
                      (right (mapping->alist right)))
             (cond ((null? right) #f)
                   ((null? left) #t)
                   ((before? (caar left) (caar right)) #t)
                   ((before? (caar right) (caar left)) #f)
                   ((less? (cdar left) (cdar right)) #t)
                   ((less? (cdar right) (cdar left)) #f)
                   (else (loop (cdr left) (cdr right)))))))))
