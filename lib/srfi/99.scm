;;; A record is its type and a vector of its fields, those of the parent type
;;; first. A type is told from others by a tag, so that a record which came in a
;;; message is of the same type as before.

(%define-record-type rtd
  (%make-rtd name fields all-fields ancestors tag parent options)
  rtd?
  (name %name)
  ;; Vectors of pairs (name . mutable?): without those of the parent, and with.
  (fields %fields)
  (all-fields %all-fields)
  ;; The tags of the type and its ancestors.
  (ancestors %ancestors)
  (tag %tag)
  (parent %parent)
  ;; Of the symbols sealed and opaque.
  (options %options))

(%define-record-type record
  (%make-record rtd fields)
  %record?
  (rtd %rtd)
  (fields %values))

;; Equal for two types that are one, as one is that came in a message.
(define (%rtd-tag rtd) (%tag rtd))

(define (%require-rtd object who)
  (if (not (rtd? object)) (%type-error who "a record type" object)))

(define (%require-symbol object who)
  (if (not (symbol? object)) (%type-error who "a symbol" object)))

;;> (rtd? object): whether it is a record type. SRFI 99.
;;> Example: (map rtd? (list (make-rtd 'point #(x y)) 'point)) => (#t #f)

;;> (make-rtd name fields [parent] option ...): a new record type with these
;;> fields, a vector of names, (mutable name) and (immutable name), and those of
;;> the parent, a record type or #f. Options are sealed, if there must be no
;;> types with this parent, opaque, if record? does not see its records, and uid
;;> with a symbol: types with one symbol are one type. Raises type, error. SRFI
;;> 99.
;;> Example: (rtd-all-field-names (make-rtd 'point-3d #(z) (make-rtd 'point #(x (immutable y))))) => #(x y z)
(define make-rtd
  (case-lambda
    ((name fields) (make-rtd name fields #f))
    ((name fields parent . options)
     (%require-symbol name 'make-rtd)
     (if parent (%require-rtd parent 'make-rtd))
     (if (and parent (memq 'sealed (%options parent)))
         (%error-of-kind 'error 'make-rtd "the parent is sealed" parent))
     (let* ((own (%parse-fields fields))
            (uid (%parse-options options))
            (tag (or uid (make-tag))))
       (%make-rtd name own
                  (if parent (vector-append (%all-fields parent) own) own)
                  (cons tag (if parent (%ancestors parent) '()))
                  tag parent
                  (if uid (%without-uid options) options))))))

(define (%parse-fields fields)
  (if (not (vector? fields))
      (%type-error 'make-rtd "a vector of fields" fields))
  (let ((own (vector-map %parse-field fields)))
    (let loop ((rest (vector->list own)))
      (cond ((null? rest) own)
            ((assq (caar rest) (cdr rest))
             (%error-of-kind 'error 'make-rtd "the field stands twice"
                             (caar rest)))
            (else (loop (cdr rest)))))))

(define (%parse-field field)
  (cond ((symbol? field) (cons field #t))
        ((and (list? field)
              (= (length field) 2)
              (memq (car field) '(mutable immutable))
              (symbol? (cadr field)))
         (cons (cadr field) (eq? (car field) 'mutable)))
        (else (%type-error 'make-rtd "a field" field))))

;; The symbol behind uid, or #f.
(define (%parse-options options)
  (cond ((null? options) #f)
        ((memq (car options) '(sealed opaque)) (%parse-options (cdr options)))
        ((and (eq? (car options) 'uid)
              (pair? (cdr options))
              (symbol? (cadr options)))
         (%parse-options (cddr options))
         (cadr options))
        (else (%type-error 'make-rtd "an option" (car options)))))

(define (%without-uid options)
  (cond ((null? options) '())
        ((eq? (car options) 'uid) (%without-uid (cddr options)))
        (else (cons (car options) (%without-uid (cdr options))))))

;; Where the field is; those of the type itself hide those of its parent.
(define (%field-index rtd field who)
  (%require-rtd rtd who)
  (%require-symbol field who)
  (let ((fields (%all-fields rtd)))
    (let loop ((index (- (vector-length fields) 1)))
      (cond ((< index 0)
             (%error-of-kind 'error who "the type has no such field" field
                             (%name rtd)))
            ((eq? (car (vector-ref fields index)) field) index)
            (else (loop (- index 1)))))))

;;> (rtd-constructor rtd [names]): a procedure that makes records of the type,
;;> of the values of all fields, or of those whose names are in the vector;
;;> others are #f then. Raises type, error. SRFI 99.
;;> Example: (let* ((point (make-rtd 'point #(x y))) (p ((rtd-constructor point) 1 2))) ((rtd-accessor point 'y) p)) => 2
(define rtd-constructor
  (case-lambda
    ((rtd)
     (%require-rtd rtd 'rtd-constructor)
     (let ((count (vector-length (%all-fields rtd))))
       (lambda values
         (%require-count values count rtd)
         (%make-record rtd (list->vector values)))))
    ((rtd names)
     (%require-rtd rtd 'rtd-constructor)
     (if (not (vector? names))
         (%type-error 'rtd-constructor "a vector of names" names))
     (let ((indices (map (lambda (name)
                           (%field-index rtd name 'rtd-constructor))
                         (vector->list names))))
       (%require-distinct indices names)
       (let ((places (%places indices (vector-length (%all-fields rtd))))
             (count (length indices)))
         (lambda values
           (%require-count values count rtd)
           ;; Nothing is stored into a vector: a process that has stored
           ;; something pays for it when it spawns.
           (%make-record
            rtd
            (list->vector
             (map (lambda (place) (and place (list-ref values place)))
                  places)))))))))

;; For each field its place among the arguments of a constructor that takes the
;; fields with the indices, or #f.
(define (%places indices count)
  (let loop ((field (- count 1)) (places '()))
    (if (< field 0)
        places
        (loop (- field 1)
              (cons (let find ((rest indices) (place 0))
                      (cond ((null? rest) #f)
                            ((= (car rest) field) place)
                            (else (find (cdr rest) (+ place 1)))))
                    places)))))

(define (%require-count values count rtd)
  (if (not (= (length values) count))
      (%error-of-kind 'arity #f
                      "the constructor wants another number of arguments"
                      (%name rtd) count (length values))))

(define (%require-distinct indices names)
  (cond ((null? indices) #t)
        ((memv (car indices) (cdr indices))
         (%error-of-kind 'error 'rtd-constructor "a field stands twice" names))
        (else (%require-distinct (cdr indices) names))))

(define (%is-of? object rtd)
  (and (%record? object)
       (let ((own (%rtd object)))
         (or (eq? own rtd)
             (and (memq (%tag rtd) (%ancestors own)) #t)))))

;;> (rtd-predicate rtd): a procedure that tells whether an object is a record of
;;> the type, or of one with that as ancestor. Raises type. SRFI 99.
;;> Example: (let* ((a (make-rtd 'a #())) (b (make-rtd 'b #() a))) (map (rtd-predicate a) (list ((rtd-constructor b)) 'b))) => (#t #f)
(define (rtd-predicate rtd)
  (%require-rtd rtd 'rtd-predicate)
  (lambda (object) (%is-of? object rtd)))

(define (%require-record object rtd)
  (if (not (%is-of? object rtd))
      (%error-of-kind 'type #f "expected a record of the type" (%name rtd)
                      object)))

;;> (rtd-accessor rtd field): a procedure that returns the field of a record of
;;> the type. Raises type; error if there is none of that name. SRFI 99.
;;> Example: (let ((t (make-rtd 't #(a)))) ((rtd-accessor t 'a) ((rtd-constructor t) 5))) => 5
(define (rtd-accessor rtd field)
  (let ((index (%field-index rtd field 'rtd-accessor)))
    (lambda (record)
      (%require-record record rtd)
      (vector-ref (%values record) index))))

;;> (rtd-mutator rtd field): a procedure that changes the field of a record of
;;> the type. Raises type; error if there is none of that name that may be
;;> changed. SRFI 99.
;;> Example: (let* ((t (make-rtd 't #(a))) (r ((rtd-constructor t) 5))) ((rtd-mutator t 'a) r 6) ((rtd-accessor t 'a) r)) => 6
(define (rtd-mutator rtd field)
  (let ((index (%field-index rtd field 'rtd-mutator)))
    (if (not (cdr (vector-ref (%all-fields rtd) index)))
        (%error-of-kind 'error 'rtd-mutator "the field is immutable" field
                        (%name rtd)))
    (lambda (record object)
      (%require-record record rtd)
      (vector-set! (%values record) index object))))

;;> (record? object): whether it is a record of a type that make-rtd made, and
;;> is not opaque. SRFI 99.
;;> Example: (record? ((rtd-constructor (make-rtd 't #())))) => #t
(define (record? object)
  (and (%record? object) (not (memq 'opaque (%options (%rtd object))))))

;;> (record-rtd record): its type. Raises type. SRFI 99.
;;> Example: (let ((t (make-rtd 't #()))) (eq? t (record-rtd ((rtd-constructor t))))) => #t
(define (record-rtd record)
  (if (record? record)
      (%rtd record)
      (%type-error 'record-rtd "a record" record)))

;;> (rtd-name rtd): its name. Raises type. SRFI 99.
;;> Example: (rtd-name (make-rtd 'point #())) => point
(define (rtd-name rtd)
  (%require-rtd rtd 'rtd-name)
  (%name rtd))

;;> (rtd-parent rtd): its parent, or #f. Raises type. SRFI 99.
;;> Example: (rtd-parent (make-rtd 'point #())) => #f
(define (rtd-parent rtd)
  (%require-rtd rtd 'rtd-parent)
  (%parent rtd))

;;> (rtd-field-names rtd): a vector of the names of its fields, without those of
;;> its parent. Raises type. SRFI 99.
;;> Example: (rtd-field-names (make-rtd 't #(b) (make-rtd 's #(a)))) => #(b)
(define (rtd-field-names rtd)
  (%require-rtd rtd 'rtd-field-names)
  (vector-map car (%fields rtd)))

;;> (rtd-all-field-names rtd): a vector of all of them; those of ancestors come
;;> first. Raises type. SRFI 99.
;;> Example: (rtd-all-field-names (make-rtd 't #(b) (make-rtd 's #(a)))) => #(a b)
(define (rtd-all-field-names rtd)
  (%require-rtd rtd 'rtd-all-field-names)
  (vector-map car (%all-fields rtd)))

;;> (rtd-field-mutable? rtd field): whether the field may be changed. Raises
;;> type; error if there is none of that name. SRFI 99.
;;> Example: (let ((t (make-rtd 't #(a (immutable b))))) (list (rtd-field-mutable? t 'a) (rtd-field-mutable? t 'b))) => (#t #f)
(define (rtd-field-mutable? rtd field)
  (cdr (vector-ref (%all-fields rtd)
                   (%field-index rtd field 'rtd-field-mutable?))))
