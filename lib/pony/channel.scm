;;; Channel types and their ends.

;;> (define-channel-type name (field direction protocol) ...): defines the
;;> channel type: a bundle of channels, with a client end and a server end. The
;;> direction is ? if the server reads from the channel, and ! if it writes to
;;> it. The protocol is one that define-protocol made, or a type.
;;> Example: (eval '(begin (define-channel-type counter (ask ? symbol) (answer ! integer)) (call-with-values (lambda () (make-ends counter)) (lambda (client server) (list (client-end? client) (server-end? server))))) (environment '(termite) '(pony))) => (#t #t)
(define-syntax define-channel-type
  (er-macro-transformer
   (lambda (form rename compare)
     (define (wrong message form)
       (syntax-violation 'define-channel-type message form))
     (define (quoted datum) (list (rename 'quote) datum))
     (define (field form)
       (if (not (and (list? form) (= (length form) 3)
                     (identifier? (car form)) (identifier? (cadr form))))
           (wrong "expected (field direction protocol)" form))
       (let ((direction (identifier->symbol (cadr form))))
         (if (not (memq direction '(? !)))
             (wrong "expected the direction ? or !" (cadr form)))
         `(,(rename '%make-field) ,(quoted (car form)) ,(quoted direction)
           (,(rename '%anonymous-protocol)
            (,(rename '%type) ,(caddr form))))))
     (define (doubled names)
       (cond ((null? names) #f)
             ((memq (car names) (cdr names)) (car names))
             (else (doubled (cdr names)))))
     (if (not (and (list? form) (>= (length form) 3)
                   (identifier? (cadr form))))
         (wrong "expected a name and fields" form))
     (let* ((fields (map field (cddr form)))
            (names (map car (cddr form)))
            (twice (doubled (map identifier->symbol names))))
       (if twice (wrong "the field is there twice:" twice))
       `(,(rename 'define) ,(cadr form)
         (,(rename '%make-type) ,(quoted (cadr form))
          (,(rename 'list) ,@fields)))))))

(define (%require-type object who)
  (if (not (type? object)) (%type-error who "a channel type" object)))

(define (%shared-word? word who)
  (case word
    ((shared) #t)
    ((unshared) #f)
    (else (%type-error who "shared or unshared" word))))

;;> (make-ends type [client-share server-share]): two values, the client end and
;;> the server end of a new bundle. Each is unshared or shared (unshared). This
;;> process holds the unshared ones; a shared one is used by who claims it.
;;> Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line 'shared 'unshared)) (lambda (client server) (map end-shared? (list client server))))) (environment '(termite) '(pony))) => (#t #f)
(define make-ends
  (case-lambda
    ((type) (make-ends type 'unshared 'unshared))
    ((type client-share server-share)
     (%require-type type 'make-ends)
     (%make-ends type (%shared-word? client-share 'make-ends)
                 (%shared-word? server-share 'make-ends)))))

(define (%make-ends type client-shared? server-shared?)
  (let* ((id (make-tag))
         (client-inbox (make-tag))
         (server-inbox (make-tag))
         (home (%start-home client-shared? server-shared? (self)
                            client-inbox server-inbox))
         (client (%make-end id home type 'client client-shared? 'raise))
         (server (%make-end id home type 'server server-shared? 'raise)))
    (if (not client-shared?) (%new-hold! client client-inbox 0))
    (if (not server-shared?) (%new-hold! server server-inbox 0))
    (values client server)))

;;> (make-ends/one2one type): the ends of a bundle, both unshared. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends/one2one line)) (lambda (client server) (map end-shared? (list client server))))) (environment '(termite) '(pony))) => (#f #f)
(define (make-ends/one2one type)
  (%require-type type 'make-ends/one2one)
  (%make-ends type #f #f))

;;> (make-ends/any2one type): the same with a shared client end. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends/any2one line)) (lambda (client server) (map end-shared? (list client server))))) (environment '(termite) '(pony))) => (#t #f)
(define (make-ends/any2one type)
  (%require-type type 'make-ends/any2one)
  (%make-ends type #t #f))

;;> (make-ends/one2any type): the same with a shared server end. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends/one2any line)) (lambda (client server) (map end-shared? (list client server))))) (environment '(termite) '(pony))) => (#f #t)
(define (make-ends/one2any type)
  (%require-type type 'make-ends/one2any)
  (%make-ends type #f #t))

;;> (make-ends/any2any type): the same with two shared ends. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends/any2any line)) (lambda (client server) (map end-shared? (list client server))))) (environment '(termite) '(pony))) => (#t #t)
(define (make-ends/any2any type)
  (%require-type type 'make-ends/any2any)
  (%make-ends type #t #t))

;;> (end? object): whether it is an end of a channel type.
;;> Example: (eval '(end? 'end) (environment '(termite) '(pony))) => #f

;;> (client-end? object): whether it is a client end.
;;> Example: (eval '(client-end? 'end) (environment '(termite) '(pony))) => #f
(define (client-end? object)
  (and (end? object) (eq? (%end-side object) 'client)))

;;> (server-end? object): whether it is a server end.
;;> Example: (eval '(server-end? 'end) (environment '(termite) '(pony))) => #f
(define (server-end? object)
  (and (end? object) (eq? (%end-side object) 'server)))

;;> (end-shared? end): whether it is shared: any process that has it may claim
;;> it. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (end-shared? client)))) (environment '(termite) '(pony))) => #f
(define (end-shared? end)
  (%require-end end 'end-shared?)
  (%end-shared? end))

;;> (end-type end): its channel type. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (eq? (end-type client) line)))) (environment '(termite) '(pony))) => #t
(define (end-type end)
  (%require-end end 'end-type)
  (%end-type end))

;;> (end-defined? end): whether this process may use the end: it is shared, or
;;> held by this process. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (fork ((lambda (end) (? 1 #f)) client)) (map end-defined? (list client server))))) (environment '(termite) '(pony))) => (#f #t)
(define (end-defined? end)
  (%require-end end 'end-defined?)
  (or (%end-shared? end) (and (%hold-of end) #t)))

;;> (end-networked? end): whether a process of another node than that of the
;;> bundle has held one of its ends. Raises type, link-lost.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (end-networked? client)))) (environment '(termite) '(pony))) => #f
(define (end-networked? end)
  (%require-end end 'end-networked?)
  (%home-call end 'networked? #f))

;;> (close-ends! end): ends the bundle: whoever holds, claims or uses an end of
;;> it from now on has link-lost raised. Bundles whose unshared end is lost with
;;> its process need no closing. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (close-ends! client) (catch condition-kind (in (server x)))))) (environment '(termite) '(mound conditions) '(pony))) => link-lost
(define (close-ends! end)
  (%require-end end 'close-ends!)
  (! (%end-home end) '(close closed))
  (void))
