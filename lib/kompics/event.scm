;;; Events and port types.
;;;
;;; An event has the keys of its type and of the types that this one extends,
;;; and a list of fields. A key is a symbol of the name and the names of the
;;; fields, as `Send(to payload)`, so it means the same in each process and on
;;; each node. The constructor of an event answers its type when it is called
;;; with the symbol %the-type alone, so one name serves to make events, to match
;;; them and to declare them.

(define-record-type <event>
  (%make-event keys fields)
  event?
  (keys %event-keys)
  (fields %event-fields))

;;> (event? object): whether it is an event.
;;> Example: (eval '(begin (define-event (Send to payload)) (event? (Send 1 "m"))) (environment '(scheme base) '(kompics))) => #t

(define-record-type <event-type>
  (%make-event-type name fields keys)
  %event-type?
  (name %event-type-name)
  (fields %event-type-fields)
  (keys %event-type-keys))

(define (%event-type-key type) (car (%event-type-keys type)))

(define (%text-of name fields)
  (string-append
   (symbol->string name) "("
   (string-join (map (lambda (field) (symbol->string field)) fields) " ")
   ")"))

(define (%new-event-type name fields parent)
  (let ((all (if parent (append (%event-type-fields parent) fields) fields)))
    (%make-event-type name all
                      (cons (string->symbol (%text-of name all))
                            (if parent (%event-type-keys parent) '())))))

(define (%event-constructor type)
  (let* ((keys (%event-type-keys type))
         (fields (%event-type-fields type))
         (size (length fields)))
    (lambda arguments
      (cond ((and (pair? arguments) (eq? (car arguments) '%the-type)) type)
            ((= (length arguments) size) (%make-event keys arguments))
            (else
             (%error-of-kind 'arity (%event-type-name type)
                             "an event has these fields, and was given others:"
                             fields arguments))))))

;; The type of the events that the constructor makes.
(define (%type-of constructor who)
  (let ((type (if (procedure? constructor)
                  (%guard-else (lambda () (constructor '%the-type))
                               (lambda (raised) #f))
                  #f)))
    (if (%event-type? type)
        type
        (%type-error who "the name of an event (see define-event)"
                     constructor))))

;;> (define-event (name field ...) [(extends parent)]): defines a kind of
;;> events. `(name value ...)` makes one, and the name stands for the kind in
;;> port types and handlers. One that extends another has the fields of that
;;> first, and is handled by its handlers too.
;;> Example: (eval '(begin (define-event (Msg from)) (define-event (Ping n) (extends Msg)) (event->list (Ping 'a 5))) (environment '(scheme base) '(kompics))) => (Ping a 5)
(define-syntax define-event
  (syntax-rules (extends)
    ((define-event (name field ...))
     (define name
       (%event-constructor (%new-event-type 'name '(field ...) #f))))
    ((define-event (name field ...) (extends parent))
     (define name
       (%event-constructor
        (%new-event-type 'name '(field ...)
                         (%type-of parent 'define-event)))))))

(define (%event-name event)
  (let ((text (symbol->string (car (%event-keys event)))))
    (string->symbol
     (list->string
      (let loop ((rest (string->list text)))
        (if (char=? (car rest) #\()
            '()
            (cons (car rest) (loop (cdr rest)))))))))

;;> (event->list event): a list of the name of the event and its fields, to be
;;> shown. Raises type.
;;> Example: (eval '(begin (define-event (Sent)) (event->list (Sent))) (environment '(scheme base) '(kompics))) => (Sent)
(define (event->list event)
  (if (not (event? event)) (%type-error 'event->list "an event" event))
  (cons (%event-name event) (%event-fields event)))

;; Whether the event is of one of the kinds with these keys.
(define (%among? event keys)
  (let loop ((own (%event-keys event)))
    (cond ((null? own) #f)
          ((memq (car own) keys) #t)
          (else (loop (cdr own))))))

;;; Port types

;; key: a symbol that is the same wherever the type is defined in this way.
(define-record-type <port-type>
  (%make-port-type name key requests indications)
  port-type?
  (name port-type-name)
  (key %port-type-key)
  (requests %port-type-requests)
  (indications %port-type-indications))

;;> (port-type? object): whether it is a port type.
;;> Example: (eval '(port-type? control) (environment '(scheme base) '(kompics))) => #f

;;> (port-type-name type): its name, a symbol. Raises type.
;;> Example: (eval '(begin (define-event (Sent)) (define-port-type Net (indication Sent)) (port-type-name Net)) (environment '(scheme base) '(kompics))) => Net

;; clauses: a list of lists of `request` or `indication` and types.
(define (%new-port-type name clauses)
  (define (keys-of kind)
    (let loop ((rest clauses))
      (cond ((null? rest) '())
            ((eq? (caar rest) kind)
             (append (map %event-type-key (cdar rest)) (loop (cdr rest))))
            (else (loop (cdr rest))))))
  (let ((requests (keys-of 'request)) (indications (keys-of 'indication)))
    (%make-port-type
     name
     (string->symbol
      (string-append (symbol->string name) "?" (%names-of requests)
                     "!" (%names-of indications)))
     requests indications)))

(define (%names-of keys)
  (if (null? keys)
      "none"
      (string-join (map (lambda (key) (symbol->string key)) keys) ", ")))

;;> (define-port-type name (request event ...) (indication event ...)): defines
;;> which events go through ports of this type: requests to the component that
;;> provides it, indications to those that require it.
;;> Example: (eval '(begin (define-event (Send to payload)) (define-event (Sent)) (define-port-type Net (request Send) (indication Sent)) (port-type? Net)) (environment '(scheme base) '(kompics))) => #t
(define-syntax define-port-type
  (syntax-rules ()
    ((define-port-type name clause ...)
     (define name
       (%new-port-type 'name (list (%port-clause clause) ...))))))

(define-syntax %port-clause
  (syntax-rules (request indication)
    ((%port-clause (request event ...))
     (list 'request (%type-of event 'define-port-type) ...))
    ((%port-clause (indication event ...))
     (list 'indication (%type-of event 'define-port-type) ...))))

(define (%require-port-type object who)
  (if (not (port-type? object))
      (%type-error who "a port type (see define-port-type)" object)))
