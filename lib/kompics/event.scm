;;; Events and port types.
;;;
;;; An event has the keys of its type and of the types that this one extends,
;;; its name, and a list of fields. A key is a number made of the name and the
;;; names of the fields, as `Send(to payload)`, so it means the same in each
;;; process and on each node. (A symbol that is made of them would do; but those
;;; that no code names are counted in each message.) The constructor of an event
;;; answers its type when it is called with the symbol %the-type alone, so one
;;; name serves to make events, to match them and to declare them.

;; kind: its key if its type extends no other, else a list of its keys.
(define-record-type <event>
  (%make-event kind name fields)
  event?
  (name %event-name)
  (fields %event-fields)
  (kind %event-kind))

(define (%kind-of-keys keys)
  (if (null? (cdr keys)) (car keys) keys))

(define (%keys-of-kind kind)
  (if (pair? kind) kind (list kind)))

(define (%first-key kind)
  (if (pair? kind) (car kind) kind))

;; Whether a kind is one of those with these keys.
(define (%among? kind keys)
  (if (pair? kind)
      (let loop ((own kind))
        (cond ((null? own) #f)
              ((%key-among? (car own) keys) #t)
              (else (loop (cdr own)))))
      (%key-among? kind keys)))

(define (%key-among? key keys)
  (cond ((null? keys) #f)
        ((eq? key (car keys)) #t)
        (else (%key-among? key (cdr keys)))))

;;; Texts of keys, of the types that were defined in this process or before it.

(define %texts '())

(define %key-modulus 576460752303423433)

(define (%key-of-text text)
  (let loop ((rest (string->list text)) (key 0))
    (if (pair? rest)
        (loop (cdr rest)
              (modulo (+ (* key 1000003) (char->integer (car rest)))
                      %key-modulus))
        (let ((known (assv key %texts)))
          (cond ((not known) (set! %texts (cons (cons key text) %texts)))
                ((not (string=? (cdr known) text))
                 (%error-of-kind 'kompics 'define-event
                                 "two events have the same key:" text
                                 (cdr known))))
          key))))

(define (%text-of-key key)
  (let ((known (assv key %texts)))
    (if known (cdr known) (number->string key))))

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
                      (cons (%key-of-text (%text-of name all))
                            (if parent (%event-type-keys parent) '())))))

(define (%event-constructor type)
  (let* ((kind (%kind-of-keys (%event-type-keys type)))
         (name (%event-type-name type))
         (size (length (%event-type-fields type))))
    (lambda arguments
      (if (and (= (length arguments) size)
               (not (and (pair? arguments) (eq? (car arguments) '%the-type))))
          (%make-event kind name arguments)
          (%other-use type arguments)))))

;; A constructor was not given its fields: it is asked for its type, or wrong.
(define (%other-use type arguments)
  (if (and (pair? arguments) (eq? (car arguments) '%the-type))
      type
      (%arity-error (%event-type-name type) "the event has the fields "
                    (%event-type-fields type) arguments)))

;; Raises arity. The message has all: irritants are not shown with this kind.
(define (%arity-error who takes wanted given)
  (%error-of-kind 'arity who
                  (string-append takes (%written wanted) ", and was given "
                                 (%written given))
                  wanted given))

(define (%written object)
  (let ((port (open-output-string)))
    (write object port)
    (get-output-string port)))

;; The same for a type whose fields are all named here.
(define-syntax %plain-constructor
  (syntax-rules ()
    ((%plain-constructor type name (first))
     (let ((kind (%kind-of-keys (%event-type-keys type))))
       (case-lambda
         ((first)
          (if (eq? first '%the-type)
              type
              (%make-event kind 'name (list first))))
         (arguments (%other-use type arguments)))))
    ((%plain-constructor type name (field ...))
     (let ((kind (%kind-of-keys (%event-type-keys type))))
       (case-lambda
         ((field ...) (%make-event kind 'name (list field ...)))
         (arguments (%other-use type arguments)))))))

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
       (let ((type (%new-event-type 'name '(field ...) #f)))
         (%plain-constructor type name (field ...)))))
    ((define-event (name field ...) (extends parent))
     (define name
       (%event-constructor
        (%new-event-type 'name '(field ...)
                         (%type-of parent 'define-event)))))))

;;> (event->list event): a list of the name of the event and its fields, to be
;;> shown. Raises type.
;;> Example: (eval '(begin (define-event (Sent)) (event->list (Sent))) (environment '(scheme base) '(kompics))) => (Sent)
(define (event->list event)
  (if (not (event? event)) (%type-error 'event->list "an event" event))
  (cons (%event-name event) (list-copy (%event-fields event))))

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
      (string-join (map %text-of-key keys) ", ")))

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
