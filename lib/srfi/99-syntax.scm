;;; define-record-type, over the procedures.

;;> (define-record-type name constructor predicate field ...): defines a record
;;> type. The name may be (name parent), of which the second is an expression.
;;> The constructor is (name field ...), a name, which takes all fields, #t for
;;> make- and the name of the type, or #f; the predicate is a name, #t for the
;;> name of the type and a question mark, or #f. A field is (field accessor
;;> [modifier]); (field) for an accessor type-field and a modifier
;;> type-field-set!; or field for an accessor type-field. SRFI 99.
;;> Example: (let () (define-record-type point #t #t x (y)) (define-record-type (point-3d point) make-3d 3d? (z 3d-z)) (let ((p (make-3d 1 2 3))) (point-y-set! p 5) (list (point? p) (point-x p) (point-y p) (3d-z p)))) => (#t 1 5 3)
(define-syntax define-record-type
  (er-macro-transformer
   (lambda (form rename compare)
     ;; The parts of the definition of a field: name, accessor, modifier or #f;
     ;; #f if it is none.
     (define (parse-field type field)
       (cond ((identifier? field)
              (list field (identifier-append type "-" field) #f))
             ((and (list? field)
                   (pair? field)
                   (<= (length field) 3)
                   (not (memq #f (map identifier? field))))
              (let ((made (identifier-append type "-" (car field))))
                (cond ((null? (cdr field))
                       (list (car field) made
                             (identifier-append made "-set!")))
                      ((null? (cddr field))
                       (list (car field) (cadr field) #f))
                      (else field))))
             (else #f)))
     (define (wrong)
       (list (rename 'syntax-error)
             "define-record-type wants a name or (name parent), a \
              constructor, a predicate, and fields (field accessor \
              [modifier])"))
     (if (not (and (list? form) (>= (length form) 4)))
         (wrong)
         (let* ((head (cadr form))
                (name (if (pair? head) (car head) head))
                (constructor (list-ref form 2))
                (predicate (list-ref form 3))
                (fields (if (identifier? name)
                            (map (lambda (field) (parse-field name field))
                                 (list-tail form 4))
                            '(#f))))
           (if (or (memq #f fields)
                   (not (or (identifier? head)
                            (and (list? head) (= (length head) 2))))
                   (not (or (boolean? constructor)
                            (identifier? constructor)
                            (and (list? constructor)
                                 (pair? constructor)
                                 (not (memq #f (map identifier?
                                                    constructor))))))
                   (not (or (boolean? predicate) (identifier? predicate))))
               (wrong)
               `(,(rename 'begin)
                 (,(rename 'define) ,name
                  (,(rename 'make-rtd)
                   (,(rename 'quote) ,name)
                   (,(rename 'quote)
                    ,(list->vector
                      (map (lambda (field)
                             (list (if (list-ref field 2)
                                       'mutable
                                       'immutable)
                                   (car field)))
                           fields)))
                   ,(if (pair? head) (cadr head) #f)))
                 ,@(cond
                     ((not constructor) '())
                     ((pair? constructor)
                      `((,(rename 'define) ,(car constructor)
                         (,(rename 'rtd-constructor) ,name
                          (,(rename 'quote)
                           ,(list->vector (cdr constructor)))))))
                     (else
                      `((,(rename 'define)
                         ,(if (eq? constructor #t)
                              (identifier-append "make-" name)
                              constructor)
                         (,(rename 'rtd-constructor) ,name)))))
                 ,@(if predicate
                       `((,(rename 'define)
                          ,(if (eq? predicate #t)
                               (identifier-append name "?")
                               predicate)
                          (,(rename 'rtd-predicate) ,name)))
                       '())
                 ,@(apply
                    append
                    (map
                     (lambda (field)
                       (let ((quoted (list (rename 'quote) (car field))))
                         `((,(rename 'define) ,(cadr field)
                            (,(rename 'rtd-accessor) ,name ,quoted))
                           ,@(if (list-ref field 2)
                                 `((,(rename 'define) ,(list-ref field 2)
                                    (,(rename 'rtd-mutator) ,name ,quoted)))
                                 '()))))
                     fields)))))))))
