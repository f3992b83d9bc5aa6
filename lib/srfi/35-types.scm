;;; The types that there are at first, and the forms.

;; Their tags are symbols, the same on all nodes.
;;> &condition: the type of all conditions; it has no fields. SRFI 35.
;;> Example: (condition-type? &condition) => #t
(define &condition (%new-type '&condition #f '() '&condition))
;;> &message: the type of conditions that have a message, in the field message.
;;> SRFI 35.
;;> Example: (condition-type? &message) => #t
(define &message (%new-type '&message &condition '(message) '&message))
;;> &serious: the type of conditions that are too serious to be ignored. SRFI
;;> 35.
;;> Example: (condition-type? &serious) => #t
(define &serious (%new-type '&serious &condition '() '&serious))
;;> &error: the type of errors, which are serious conditions. SRFI 35.
;;> Example: (condition-type? &error) => #t
(define &error (%new-type '&error &serious '() '&error))

;;> (message-condition? object): whether it is a condition of the type &message.
;;> SRFI 35.
;;> Example: (guard (e (#t (message-condition? e))) (vector-ref #(1) 5)) => #t
(define (message-condition? object) (%of-type? object &message))

(define (%of-type? object type)
  (and (condition? object) (%any-of? type (%parts object))))

;;> (condition-message condition): its message. Raises type, error. SRFI 35.
;;> Example: (guard (e (#t (condition-message e))) (error "bad" 1)) => "bad"
(define (condition-message condition)
  (%field-of condition &message 'message 'condition-message))

(define (%field-of condition type field who)
  (if (not (%of-type? condition type))
      (%error-of-kind 'type who "the condition is not of the type"
                      (%type-name type) condition))
  (let loop ((parts (%parts condition)))
    (if (%is-a? (caar parts) type)
        (cdr (assq field (cdar parts)))
        (loop (cdr parts)))))

;;> (serious-condition? object): whether it is a condition of the type &serious.
;;> SRFI 35.
;;> Example: (serious-condition? (make-condition &error)) => #t
(define (serious-condition? object) (%of-type? object &serious))

;;> (error? object): whether it is a condition of the type &error. SRFI 35.
;;> Example: (map error? (list (make-condition &error) (make-condition &serious) (guard (e (#t e)) (car 5)) 5)) => (#t #f #t #f)
(define (error? object) (%of-type? object &error))

;;> (define-condition-type name parent predicate (field accessor) ...): defines
;;> a type of conditions with these fields, and those of the parent. SRFI 35.
;;> Example: (let () (define-condition-type &c &error c? (x c-x)) (let ((c (make-condition &c 'x 1))) (list (c? c) (c-x c) (error? c) (c? 5)))) => (#t 1 #t #f)
(define-syntax define-condition-type
  (syntax-rules ()
    ((_ name parent predicate (field accessor) ...)
     (begin
       (define name (make-condition-type 'name parent '(field ...)))
       (define (predicate object) (%of-type? object name))
       (define (accessor condition)
         (%field-of condition name 'field '(accessor)))
       ...))))

;;> (condition (type (field expression) ...) ...): a condition with a part of
;;> each type. A field that a type lacks may stand with another. Raises type,
;;> error. SRFI 35.
;;> Example: (let ((c (condition (&message (message "bad")) (&error)))) (list (condition-message c) (error? c))) => ("bad" #t)
(define-syntax condition
  (syntax-rules ()
    ((_ (type (field expression) ...) ...)
     (%condition
      (list (cons type (list (cons 'field expression) ...)) ...)))))

(define (%condition clauses)
  (if (null? clauses)
      (%error-of-kind 'error '(condition) "a condition has a type"))
  (for-each (lambda (clause) (%require-type (car clause) '(condition)))
            clauses)
  (let ((all (apply append (map cdr clauses))))
    (%from-parts
     (map (lambda (clause) (%part (car clause) (cdr clause) all '(condition)))
          clauses))))
