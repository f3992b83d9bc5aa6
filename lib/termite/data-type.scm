;;; Records that are processes.

;;> (define-termite-type name (constructor field ...) predicate (field accessor
;;> [modifier]) ...): like define-record-type, but an object is a process, so
;;> that those it is sent to share it. A field that the constructor does not
;;> take is #f at first. Types of one name are one type. As macros of
;;> syntax-rules make no names, all names are given.
;;> Example: (eval '(let () (define-termite-type point (make-point x y) point? (x point-x point-x-set!) (y point-y)) (let ((p (make-point 1 2))) (point-x-set! p 10) (list (point-x p) (point-y p) (point? p)))) (environment '(termite) '(termite data))) => (10 2 #t)
(define-syntax define-termite-type
  (syntax-rules ()
    ((define-termite-type name (constructor argument ...) predicate
       (field accessor . modifier) ...)
     (begin
       (define (constructor argument ...)
         (%make-object 'name (list (cons 'argument argument) ...)))
       (define (predicate object) (%of-kind? object '(type . name)))
       (%define-field name field accessor . modifier) ...))))

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
