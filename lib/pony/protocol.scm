;;; A protocol is plain data, so that it means the same on all nodes: a name, a
;;; kind, and variants.
;;;
;;;   kind         variants
;;;   simple       ((#f type))
;;;   sequential   ((#f type ...))
;;;   tagged       ((tag type ...) ...)
;;;
;;; A type is a symbol, (seq type ...), (counted type), (vector-of type),
;;; (client name shared?), (server name shared?) or (protocol protocol). Channel
;;; types stand by their names, so a protocol may carry ends of its own type.

(define-record-type protocol
  (%make-protocol name kind variants)
  protocol?
  (name %protocol-name)
  (kind %protocol-kind)
  (variants %protocol-variants))

;;> (protocol? object): whether it is a protocol.
;;> Example: (eval '(begin (define-protocol numbers integer) (protocol? numbers)) (environment '(scheme base) '(pony protocol))) => #t

(define (%require-protocol object who)
  (if (not (protocol? object)) (%type-error who "a protocol" object)))

;;> (protocol-name protocol): its name. Raises type.
;;> Example: (eval '(begin (define-protocol numbers integer) (protocol-name numbers)) (environment '(scheme base) '(pony protocol))) => numbers
(define (protocol-name protocol)
  (%require-protocol protocol 'protocol-name)
  (%protocol-name protocol))

(define (%anonymous-protocol type)
  (if (and (pair? type) (eq? (car type) 'protocol))
      (cadr type)
      (%make-protocol #f 'simple (list (list #f type)))))

(define-for-syntax type-words
  '(integer int16 int32 int64 byte boolean real32 real64 char string symbol
    bytevector any))

(define-for-syntax constructor-words '(seq counted vector-of client server))

(define-for-syntax (word object)
  (if (identifier? object) (identifier->symbol object) #f))

;; The first name that is there twice, or #f.
(define-for-syntax (doubled names)
  (let loop ((rest names) (seen '()))
    (cond ((null? rest) #f)
          ((memq (word (car rest)) seen) (car rest))
          (else (loop (cdr rest) (cons (word (car rest)) seen))))))

;; Whether the forms of a definition are one type, and not variants.
(define-for-syntax (one-type? forms)
  (and (null? (cdr forms))
       (or (identifier? (car forms))
           (and (pair? (car forms))
                (memq (word (caar forms)) constructor-words)
                #t))))

;;> (define-protocol name type): a protocol of one item. (define-protocol name
;;> (seq type ...)): of several, which are one communication. (define-protocol
;;> name (tag type ...) ...): of one of several kinds of messages, which begin
;;> with the symbol of the tag. Types are integer, int16, int32, int64, byte,
;;> boolean, real32, real64, char, string, symbol, bytevector, any; (counted
;;> type), a list or vector; (vector-of type); (seq type ...), a list; (client
;;> name [shared]) and (server name [shared]), ends of a channel type, which
;;> move if they are not shared; and the name of another protocol.
;;> Example: (eval '(begin (define-protocol orders (order integer string) (stop)) (protocol-description orders)) (environment '(scheme base) '(pony protocol))) => (tagged (order integer string) (stop))
(define-syntax define-protocol
  (er-macro-transformer
   (lambda (form rename compare)
     (if (not (and (list? form) (>= (length form) 3)
                   (identifier? (cadr form))))
         (syntax-violation 'define-protocol
                           "expected a name, and a type or variants" form))
     (let ((name (cadr form)) (forms (cddr form)))
       (define (typed type) (list (rename '%type) type))
       (define (variant form)
         (if (not (and (pair? form) (list? form) (identifier? (car form))))
             (syntax-violation 'define-protocol
                               "expected a variant: (tag type ...)" form))
         `(,(rename 'list) (,(rename 'quote) ,(car form))
                           ,@(map typed (cdr form))))
       (define (made kind variants)
         `(,(rename 'define) ,name
           (,(rename '%make-protocol) (,(rename 'quote) ,name)
                                      (,(rename 'quote) ,kind)
                                      (,(rename 'list) ,@variants))))
       (cond ((not (one-type? forms))
              (let ((variants (map variant forms)))
                (if (doubled (map car forms))
                    (syntax-violation 'define-protocol
                                      "the tag is there twice:"
                                      (doubled (map car forms))))
                (made 'tagged variants)))
             ((and (pair? (car forms)) (eq? (word (caar forms)) 'seq))
              (made 'sequential
                    (list `(,(rename 'list) #f
                                            ,@(map typed (cdar forms))))))
             (else
              (made 'simple
                    (list `(,(rename 'list) #f ,(typed (car forms)))))))))))

;; The data of a written type.
(define-syntax %type
  (er-macro-transformer
   (lambda (form rename compare)
     (let* ((type (cadr form))
            (head (and (pair? type) (word (car type))))
            (quoted (lambda (datum) (list (rename 'quote) datum)))
            (typed (lambda (type) (list (rename '%type) type)))
            (wrong (lambda ()
                     (syntax-violation 'define-protocol "unknown type"
                                       type))))
       (cond ((identifier? type)
              (if (memq (word type) type-words)
                  (quoted (word type))
                  `(,(rename '%protocol-type) ,type)))
             ((not (and (pair? type) (list? type) (pair? (cdr type))))
              (wrong))
             ((eq? head 'seq)
              `(,(rename 'list) ,(quoted head) ,@(map typed (cdr type))))
             ((memq head '(counted vector-of))
              (if (null? (cddr type))
                  `(,(rename 'list) ,(quoted head) ,(typed (cadr type)))
                  (wrong)))
             ((memq head '(client server))
              (cond ((null? (cddr type))
                     (quoted (list head (word (cadr type)) #f)))
                    ((and (null? (cdddr type))
                          (eq? (word (caddr type)) 'shared))
                     (quoted (list head (word (cadr type)) #t)))
                    (else (wrong))))
             (else (wrong)))))))

(define (%protocol-type protocol)
  (%require-protocol protocol 'define-protocol)
  (list 'protocol protocol))

;;> (protocol-description protocol): what was written of it, with what it is
;;> made of in the place of the names of other protocols. Raises type.
;;> Example: (eval '(begin (define-protocol numbers (counted integer)) (protocol-description numbers)) (environment '(scheme base) '(pony protocol))) => (counted integer)
(define (protocol-description protocol)
  (%require-protocol protocol 'protocol-description)
  (let ((variants (%protocol-variants protocol)))
    (case (%protocol-kind protocol)
      ((simple) (%described (cadr (car variants))))
      ((sequential) (cons 'seq (map %described (cdr (car variants)))))
      (else
       (cons 'tagged
             (map (lambda (variant)
                    (cons (car variant) (map %described (cdr variant))))
                  variants))))))

(define (%described type)
  (if (not (pair? type))
      type
      (case (car type)
        ((protocol) (protocol-description (cadr type)))
        ((client server)
         (if (caddr type)
             (list (car type) (cadr type) 'shared)
             (list (car type) (cadr type))))
        (else (cons (car type) (map %described (cdr type)))))))

;;> (protocol-hash protocol): a number that is the same on all nodes for
;;> protocols of the same description. Raises type.
;;> Example: (eval '(begin (define-protocol a integer) (define-protocol b integer) (= (protocol-hash a) (protocol-hash b))) (environment '(scheme base) '(pony protocol))) => #t
(define (protocol-hash protocol)
  (%require-protocol protocol 'protocol-hash)
  (%text-hash
   (call-with-output-string
    (lambda (port) (write (protocol-description protocol) port)))))

;; FNV-1a of 32 bits.
(define (%text-hash text)
  (let loop ((index 0) (hash 2166136261))
    (if (= index (string-length text))
        hash
        (loop (+ index 1)
              (modulo (* 16777619
                         (%primitive bitwise-xor hash
                                     (char->integer
                                      (string-ref text index))))
                      4294967296)))))
