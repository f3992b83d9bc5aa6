;;; A condition is one of Mound's, whose payload is a list of its parts: each
;;; has a type and the values of its fields. So error-object? and its like know
;;; it, and its message is shown when nobody handles it. The other way round, a
;;; condition that something else raised is seen as one of the types &error and
;;; &message.

(define-record-type condition-type
  (%make-type name fields ancestors tag parent)
  condition-type?
  (name %type-name)
  ;; A list of the names of all fields.
  (fields %type-fields)
  ;; The tags of the type and its ancestors; tags mean the same everywhere.
  (ancestors %type-ancestors)
  (tag %type-tag)
  (parent %type-parent))

;; The payload of a condition that was made here.
(define-record-type condition-parts
  (%make-parts parts)
  %parts?
  (parts %parts-list))

;; A part is a pair of a type and an alist of the fields.
(define (%parts condition)
  (let ((payload (condition-payload condition)))
    (if (%parts? payload)
        (%parts-list payload)
        (list (cons &message
                    (list (cons 'message (error-object-message condition))))
              (cons &error '())))))

(define (%from-parts parts)
  (let* ((message (%find-field 'message parts))
         (text (and message (string? (cdr message)) (cdr message))))
    (%primitive %make-condition
                (if (%any-of? &error parts) 'error 'condition)
                (or text (symbol->string (%type-name (caar parts))))
                (%irritants parts text)
                #f
                (%make-parts parts))))

;; The fields, but not the message, are shown as lists of name and value.
(define (%irritants parts text)
  (let loop ((fields (apply append (map cdr parts))) (found '()))
    (cond ((null? fields) (reverse found))
          ((and text (eq? (caar fields) 'message)) (loop (cdr fields) found))
          (else
           (loop (cdr fields)
                 (cons (list (caar fields) (cdar fields)) found))))))

(define (%find-field name parts)
  (and (pair? parts)
       (or (assq name (cdar parts)) (%find-field name (cdr parts)))))

(define (%is-a? type ancestor)
  (and (memq (%type-tag ancestor) (%type-ancestors type)) #t))

(define (%any-of? type parts)
  (and (pair? parts)
       (or (%is-a? (caar parts) type) (%any-of? type (cdr parts)))))

(define (%require-type object who)
  (if (not (condition-type? object))
      (%type-error who "a condition type" object)))

(define (%require-condition object who)
  (if (not (condition? object)) (%type-error who "a condition" object)))

;;> (condition-type? object): whether it is a type of conditions. SRFI 35.
;;> Example: (map condition-type? (list &error '&error)) => (#t #f)

;;> (make-condition-type name parent fields [uid]): a new type of conditions
;;> with the fields of the parent and these, a list of symbols. Types with the
;;> same symbol `uid` are one type, on all nodes. Raises type, error. SRFI 35.
;;> Example: (let ((&c (make-condition-type '&c &condition '(x y)))) (condition-ref (make-condition &c 'x 1 'y 2) 'y)) => 2
(define (make-condition-type name parent fields . uid)
  (if (not (symbol? name)) (%type-error 'make-condition-type "a symbol" name))
  (%require-type parent 'make-condition-type)
  (for-each (lambda (field)
              (if (not (symbol? field))
                  (%type-error 'make-condition-type "a symbol" field)))
            (%require-list fields 'make-condition-type))
  (let ((all (append (%type-fields parent) fields)))
    (let loop ((rest all))
      (cond ((null? rest) #t)
            ((memq (car rest) (cdr rest))
             (%error-of-kind 'error 'make-condition-type
                             "the field stands twice" (car rest)))
            (else (loop (cdr rest)))))
    (%new-type name parent all
               (cond ((null? uid) (%primitive %make-tag))
                     ((symbol? (car uid)) (car uid))
                     (else
                      (%type-error 'make-condition-type "a symbol"
                                   (car uid)))))))

(define (%new-type name parent fields tag)
  (%make-type name fields
              (cons tag (if parent (%type-ancestors parent) '()))
              tag parent))

;;> (make-condition type field value ...): a condition of the type, with values
;;> for all its fields. Raises type, error. SRFI 35.
;;> Example: (condition-message (make-condition &message 'message "bad")) => "bad"
(define (make-condition type . plist)
  (%require-type type 'make-condition)
  (let loop ((rest plist) (fields '()))
    (cond ((null? rest)
           (%from-parts
            (list (%part type fields fields 'make-condition))))
          ((not (and (symbol? (car rest)) (pair? (cdr rest))))
           (%type-error 'make-condition "a field and its value" rest))
          (else
           (loop (cddr rest)
                 (cons (cons (car rest) (cadr rest)) fields))))))

;; A part of the type, of its own fields, or of those of others that it lacks.
(define (%part type own all who)
  (for-each (lambda (field)
              (if (not (memq (car field) (%type-fields type)))
                  (%error-of-kind 'error who "the type has no such field"
                                  (car field) (%type-name type))))
            own)
  (cons type
        (map (lambda (name)
               (or (assq name own)
                   (assq name all)
                   (%error-of-kind 'error who "the field has no value" name
                                   (%type-name type))))
             (%type-fields type))))

;;> (condition? object): whether it is a condition, made here or raised by
;;> anything of Mound. SRFI 35.
;;> Example: (map condition? (list (make-condition &error) (guard (e (#t e)) (car 5)) 'error)) => (#t #t #f)
(define (condition? object) (%condition? object))

;;> (condition-has-type? condition type): whether it, or a part of it, is of the
;;> type. Raises type. SRFI 35.
;;> Example: (condition-has-type? (make-condition &error) &serious) => #t
(define (condition-has-type? condition type)
  (%require-condition condition 'condition-has-type?)
  (%require-type type 'condition-has-type?)
  (%any-of? type (%parts condition)))

;;> (condition-ref condition field): the value of the field, of its first part
;;> that has one. Raises type, error. SRFI 35.
;;> Example: (guard (e (#t (condition-ref e 'message))) (error "bad")) => "bad"
(define (condition-ref condition field)
  (%require-condition condition 'condition-ref)
  (let ((found (%find-field field (%parts condition))))
    (if found
        (cdr found)
        (%error-of-kind 'error 'condition-ref
                        "the condition has no such field" field condition))))

;;> (make-compound-condition condition1 condition2 ...): a condition of the
;;> parts of all. Raises type. SRFI 35.
;;> Example: (let ((c (make-compound-condition (make-condition &message 'message "bad") (make-condition &error)))) (list (error? c) (condition-message c))) => (#t "bad")
(define (make-compound-condition condition . more)
  (let ((all (cons condition more)))
    (for-each (lambda (object)
                (%require-condition object 'make-compound-condition))
              all)
    (%from-parts (apply append (map %parts all)))))

;;> (extract-condition condition type): a condition of the type, of the first
;;> part that is of it. Raises type, error. SRFI 35.
;;> Example: (condition-message (extract-condition (make-compound-condition (make-condition &error) (make-condition &message 'message "bad")) &message)) => "bad"
(define (extract-condition condition type)
  (%require-condition condition 'extract-condition)
  (%require-type type 'extract-condition)
  (let loop ((parts (%parts condition)))
    (cond ((null? parts)
           (%error-of-kind 'error 'extract-condition
                           "the condition is not of the type"
                           (%type-name type) condition))
          ((%is-a? (caar parts) type)
           (%from-parts
            (list (cons type
                        (map (lambda (name) (assq name (cdar parts)))
                             (%type-fields type))))))
          (else (loop (cdr parts))))))
