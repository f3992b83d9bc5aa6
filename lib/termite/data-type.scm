;;; Records that are processes.

;;> (define-termite-type name (constructor field ...) predicate (field accessor
;;> [modifier]) ...): like define-record-type, but an object is a process, so
;;> that those it is sent to share it. A field that the constructor does not
;;> take is #f at first. Types of one name are one type.
;;> (define-termite-type name [id: id] field ...): the names are made, as in
;;> Termite: make-name takes all fields, name? is the predicate, name-field gets
;;> a field and name-field-set! changes it. With an id, a symbol, string or
;;> number, types are one type only if they have the same id too.
;;> Example: (eval '(let () (define-termite-type point (make-point x y) point? (x point-x point-x-set!) (y point-y)) (let ((p (make-point 1 2))) (point-x-set! p 10) (list (point-x p) (point-y p) (point? p)))) (environment '(termite) '(termite data))) => (10 2 #t)
(define-syntax define-termite-type
  (syntax-rules ()
    ((define-termite-type name (constructor argument ...) predicate
       (field accessor . modifier) ...)
     (begin
       (define (constructor argument ...)
         (%make-object 'name (list (cons 'argument argument) ...)))
       (define (predicate object) (%of-kind? object '(type . name)))
       (%define-field name field accessor . modifier) ...))
    ((define-termite-type name . parts)
     (%define-named-type name . parts))))

;; What tells the type from others, on all nodes.
(define-for-syntax (%type-name name id)
  (let ((text (symbol->string (identifier->symbol name))))
    (cond ((not id) (string->symbol text))
          ((string? id) (string->symbol (string-append text "@" id)))
          ((symbol? id)
           (%type-name name (symbol->string (identifier->symbol id))))
          (else (%type-name name (number->string id))))))

(define-syntax %define-named-type
  (er-macro-transformer
   (lambda (form rename compare)
     (let* ((name (cadr form))
            (parts (cddr form))
            (id? (and (pair? parts) (pair? (cdr parts))
                      (identifier? (car parts))
                      (eq? (identifier->symbol (car parts)) 'id:)))
            (id (and id? (cadr parts)))
            (fields (if id? (cddr parts) parts)))
       (if (and (identifier? name)
                (list? fields)
                (not (memq #f (map identifier? fields)))
                (or (not id) (symbol? id) (string? id) (number? id)))
           `(,(rename 'define-termite-type) ,(%type-name name id)
             (,(identifier-append "make-" name) ,@fields)
             ,(identifier-append name "?")
             ,@(map (lambda (field)
                      (let ((accessor (identifier-append name "-" field)))
                        (list field accessor
                              (identifier-append accessor "-set!"))))
                    fields))
           `(,(rename 'syntax-error)
             "define-termite-type wants a name and fields, or a name, \
              (constructor field ...), a predicate and (field accessor \
              [modifier]) ..."))))))

(define-syntax %define-field
  (syntax-rules ()
    ((%define-field name field accessor)
     (define (accessor object)
       (server:call object '(get name field))))
    ((%define-field name field accessor modifier)
     (begin
       (define (accessor object)
         (server:call object '(get name field)))
       (define (modifier object value)
         (server:call object (list 'set 'name 'field value))
         (void))))))

(define (%make-object name fields)
  (%make-data (cons 'type name)
              (lambda () fields)
              (lambda (term fields) (%answer-object name term fields))
              (list name: name)))

(define (%answer-object name term fields)
  (match term
    (('get ,name field)
     (let ((entry (assq field fields)))
       (values (if entry (cdr entry) #f) fields)))
    (('set ,name field value)
     (values #t (cons (cons field value) (%without field fields))))
    (('get other _) (%type-error other "an object of the type" name))
    (('set other _ _) (%type-error other "an object of the type" name))
    (_ (%unknown-request name term))))

(define (%without field fields)
  (cond ((null? fields) '())
        ((eq? (caar fields) field) (cdr fields))
        (else (cons (car fields) (%without field (cdr fields))))))
