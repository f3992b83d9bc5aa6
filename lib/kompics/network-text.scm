;;; Addresses, and messages as text: one datum a message. Objects that `read`
;;; does not give back are vectors with a symbol first:
;;;
;;;   #(event (key ...) field ...)   #(vector element ...)
;;;   #(custom name datum)
;;;
;;; An address is the list (address host port id), so that it is equal? to its
;;; copies in messages.

;;> (make-address host port [id]): an address for messages: a host, a port, and
;;> which of the virtual nodes there, or #f. Raises type.
;;> Example: (eval '(address-id (make-address "localhost" 7000 'a)) (environment '(scheme base) '(kompics network))) => a
(define (make-address host port . id)
  (if (not (string? host)) (%type-error 'make-address "a string" host))
  (if (not (and (exact-integer? port) (<= 0 port 65535)))
      (%type-error 'make-address "the number of a port" port))
  (list 'address host port (if (pair? id) (car id) #f)))

;;> (address? object): whether it is an address.
;;> Example: (eval '(address? "localhost") (environment '(scheme base) '(kompics network))) => #f
(define (address? object)
  (match object
    (('address host port _) (and (string? host) (exact-integer? port)))
    (_ #f)))

(define (%check-address address who)
  (if (not (address? address)) (%type-error who "an address" address)))

;;> (address-host address): its host, a string. Raises type.
;;> Example: (eval '(address-host (make-address "localhost" 7000)) (environment '(scheme base) '(kompics network))) => "localhost"
(define (address-host address)
  (%check-address address 'address-host)
  (cadr address))

;;> (address-port address): its port. Raises type.
;;> Example: (eval '(address-port (make-address "localhost" 7000)) (environment '(scheme base) '(kompics network))) => 7000
(define (address-port address)
  (%check-address address 'address-port)
  (caddr address))

;;> (address-id address): which virtual node it means, or #f. Raises type.
;;> Example: (eval '(address-id (make-address "localhost" 7000)) (environment '(scheme base) '(kompics network))) => #f
(define (address-id address)
  (%check-address address 'address-id)
  (cadddr address))

(define (%same-host? a b)
  (and (equal? (address-host a) (address-host b))
       (= (caddr a) (address-port b))))

;; What components that are made later know: lists (name is? encode decode).
(define %serialisers '())

;;> (register-serialiser! name is? encode decode): objects for which `is?` holds
;;> are sent as what `encode` makes of them, which can be sent, and `decode`
;;> makes them of that. For networks that are started later; the nodes at both
;;> ends need it. Raises type.
;;> Example: (eval '(register-serialiser! 'box list? car list) (environment '(scheme base) '(kompics network))) => box
(define (register-serialiser! name is? encode decode)
  (if (not (symbol? name)) (%type-error 'register-serialiser! "a symbol" name))
  (%require-callback is? 1 'register-serialiser!)
  (%require-callback encode 1 'register-serialiser!)
  (%require-callback decode 1 'register-serialiser!)
  (set! %serialisers (cons (list name is? encode decode) %serialisers))
  name)

(define (%encode object)
  (let ((own (let loop ((rest %serialisers))
               (cond ((null? rest) #f)
                     (((cadar rest) object) (car rest))
                     (else (loop (cdr rest)))))))
    (cond (own (vector 'custom (car own) (%encode ((caddr own) object))))
          ((pair? object) (cons (%encode (car object)) (%encode (cdr object))))
          ((vector? object)
           (list->vector
            (cons 'vector (map %encode (vector->list object)))))
          ((event? object)
           (list->vector
            (append (list 'event (%keys-of-kind (%event-kind object))
                          (%event-name object))
                    (map %encode (%event-fields object)))))
          ((or (null? object) (number? object) (string? object)
               (symbol? object) (boolean? object) (char? object)
               (bytevector? object))
           object)
          (else
           (%error-of-kind
            'kompics 'trigger
            "this cannot be sent; see register-serialiser! of the library \
             (kompics network):"
            object)))))

(define (%decode datum)
  (cond ((pair? datum) (cons (%decode (car datum)) (%decode (cdr datum))))
        ((vector? datum)
         (let ((parts (cdr (vector->list datum))))
           (case (vector-ref datum 0)
             ((vector) (list->vector (map %decode parts)))
             ((event) (%make-event (%kind-of-keys (car parts)) (cadr parts)
                                   (map %decode (cddr parts))))
             ((custom)
              (let ((own (assq (car parts) %serialisers)))
                (if own
                    ((cadddr own) (%decode (cadr parts)))
                    (%error-of-kind 'kompics 'TcpNetwork
                                    "there is no serialiser of this name:"
                                    (car parts))))))))
        (else datum)))
