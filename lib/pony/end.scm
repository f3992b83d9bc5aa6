;;; Channel types and their ends, which are immutable values. Who may use an end
;;; is not in it, but in the process that holds it and in the home of the
;;; bundle.

;; direction: ? if the server reads, ! if it writes. carries?: whether ends go
;; through it.
(define-record-type channel-field
  (%new-field name direction protocol carries?)
  %field?
  (name %field-name)
  (direction %field-direction)
  (protocol %field-protocol)
  (carries? %field-carries?))

(define (%make-field name direction protocol)
  (%new-field name direction protocol
              (%type-carries-ends? (list 'protocol protocol))))

;;> (type? object): whether it is a channel type, which define-channel-type
;;> defines.
;;> Example: (eval '(type? 5) (environment '(scheme base) '(pony protocol))) => #f
(define-record-type channel-type
  (%make-type name fields)
  type?
  (name %type-name)
  (fields %type-fields))

;; What must be the same where an end of the same name is allocated.
(define (%described-type type)
  (map (lambda (field)
         (list (%field-name field) (%field-direction field)
               (protocol-description (%field-protocol field))))
       (%type-fields type)))

;; id: the tag of the bundle. home: the pid of its process. side: client or
;; server. on-loss: raise or block, which is what an operation does when the
;; node at the other end is lost.
;;> (end? object): whether it is an end of a channel, of a client or of a
;;> server.
;;> Example: (eval '(end? 5) (environment '(scheme base) '(pony))) => #f
(define-record-type channel-end
  (%make-end id home type side shared? on-loss)
  end?
  (id %end-id)
  (home %end-home)
  (type %end-type)
  (side %end-side)
  (shared? %end-shared?)
  (on-loss %end-on-loss))

(define (%require-end object who)
  (if (not (end? object))
      (%type-error who "an end of a channel type" object)))
