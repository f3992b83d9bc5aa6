;;; Parameters and promises.
;;;
;;; A parameter is a procedure over a tag. The tag is the key under which the
;;; dynamic state keeps its value; as tags mean the same everywhere, a copy of a
;;; parameter is the same parameter. The current ports have symbols for tags, as
;;; each node has its own copy of this library. Called with the `absent` object,
;;; which no program can name, a parameter gives (tag . converter).

;;> (make-parameter value): a parameter, a procedure that returns without
;;> arguments the value parameterize gave last, or `value`. With an argument it
;;> changes that value: of the innermost parameterize, or of this process.
;;> (make-parameter value converter): the converter is applied to each value.
;;> R7RS 4.2.6, SRFI 39.
;;> Example: (let ((p (make-parameter 1))) (p 3) (list (p) (parameterize ((p 2)) (p)))) => (3 2)
(define make-parameter
  (case-lambda
    ((value) (%parameter (%primitive %make-tag) value (lambda (value) value)))
    ((value converter)
     (%parameter (%primitive %make-tag) (converter value) converter))))

(define (%parameter tag default converter)
  (case-lambda
    (() (if (%without-bindings?)
            default
            (let ((binding (%present-binding tag)))
              (if binding (%primitive cdr binding) default))))
    ((value) (%use-parameter tag converter value))
    ((value . rest) (%too-many-for-parameter rest))))

;; A parameter whose first value is that of the node where it is called: it
;; holds a procedure without free variables, which means the same everywhere.
(define (%place-parameter tag default converter)
  (case-lambda
    (() (let ((binding (%present-binding tag)))
          (if binding (%primitive cdr binding) (default))))
    ((value) (%use-parameter tag converter value))
    ((value . rest) (%too-many-for-parameter rest))))

(define (%use-parameter tag converter value)
  (if (%primitive absent? value)
      (%primitive cons tag converter)
      (%change-parameter! tag (converter value))))

(define (%too-many-for-parameter rest)
  (%error-of-kind 'arity #f "a parameter takes at most one argument" rest))

;; What parameters were changed to outside of each parameterize, as pairs of tag
;; and value. Variables that are assigned belong to the process that assigned
;; them, and to those that it spawns later, for which the pairs are frozen.
(define %changed-parameters '())

;; Whether no parameter has another value than its first, as in most programs.
(define (%without-bindings?)
  (if (%primitive null? (%dynamic-parameters (%primitive %dynamic)))
      (%primitive null? %changed-parameters)
      #f))

(define (%present-binding tag)
  (or (%find-binding tag (%dynamic-parameters (%primitive %dynamic)))
      (%find-binding tag %changed-parameters)))

(define (%change-parameter! tag value)
  (let ((binding (%find-binding
                  tag (%dynamic-parameters (%primitive %dynamic)))))
    (if binding
        (%primitive set-cdr! binding value)
        (set! %changed-parameters
              (%primitive cons (%primitive cons tag value)
                          (%without-binding tag %changed-parameters))))))

(define (%without-binding tag bindings)
  (cond ((%primitive null? bindings) '())
        ((%primitive eq? tag (%primitive car (%primitive car bindings)))
         (%primitive cdr bindings))
        (else
         (%primitive cons (%primitive car bindings)
                     (%without-binding tag (%primitive cdr bindings))))))

(define (%find-binding tag bindings)
  (cond ((%primitive null? bindings) #f)
        ((%primitive eq? tag (%primitive car (%primitive car bindings)))
         (%primitive car bindings))
        (else (%find-binding tag (%primitive cdr bindings)))))

;; What `parameterize` becomes: the body as a thunk, then parameters and values
;; in turn. With one parameter the compiler puts this in the place of the form.
(define %with-parameters
  (case-lambda
    ((thunk parameter object)
     (let* ((binding (%convert parameter object))
            (state (%primitive %dynamic)))
       (%primitive %set-dynamic!
                   (%primitive vector
                               (%dynamic-winders state)
                               (%dynamic-handlers state)
                               (%primitive cons binding
                                           (%dynamic-parameters state))
                               (%dynamic-extra state)))
       (let ((result (thunk)))
         (%primitive %set-dynamic! state)
         result)))
    ((thunk . parameters-and-objects)
     (let* ((bindings (%convert-all parameters-and-objects))
            (state (%primitive %dynamic)))
       (%with-dynamic
        (%primitive vector (%dynamic-winders state) (%dynamic-handlers state)
                    (%prepend bindings (%dynamic-parameters state))
                    (%dynamic-extra state))
        thunk)))))

;; Evaluates by the thunk, while (%eval-object index) gives the elements of the
;; vector: those values of a datum that the compiler cannot be sent.
(define (%with-eval-objects objects thunk)
  (let ((state (%primitive %dynamic)))
    (%with-dynamic
     (%primitive vector (%dynamic-winders state) (%dynamic-handlers state)
                 (%primitive cons (%primitive cons '%eval-objects objects)
                             (%dynamic-parameters state))
                 (%dynamic-extra state))
     thunk)))

;; What the expander puts in the place of such a value.
(define (%eval-object index)
  (let ((binding (%find-binding
                  '%eval-objects (%dynamic-parameters (%primitive %dynamic)))))
    (vector-ref (%primitive cdr binding) index)))

(define (%convert-all rest)
  (if (%primitive null? rest)
      '()
      (let ((binding (%convert (%primitive car rest)
                               (%primitive car (%primitive cdr rest)))))
        (%primitive cons binding
                    (%convert-all (%primitive cdr (%primitive cdr rest)))))))

(define (%convert parameter object)
  (let ((key (if (%primitive procedure? parameter)
                 (parameter (%immediate absent))
                 #f)))
    (if (%primitive pair? key)
        (%primitive cons (%primitive car key) ((%primitive cdr key) object))
        (%type-error 'parameterize "a parameter" parameter))))

(define (%prepend list tail)
  (if (%primitive null? list)
      tail
      (%primitive cons (%primitive car list)
                  (%prepend (%primitive cdr list) tail))))

;;> (promise? object): whether delay, delay-force or make-promise made it. R7RS
;;> 4.2.5.
;;> Example: (promise? (delay 1)) => #t
(define (promise? object) (%primitive promise? object))

;;> (make-promise object): a promise of the object, or the object if it is a
;;> promise. R7RS 4.2.5.
;;> Example: (force (make-promise 5)) => 5
(define (make-promise object)
  (if (%primitive promise? object)
      object
      (%primitive %make-promise #t object)))

;; What (delay-force expression) becomes: the thunk returns a promise.
(define (%delay-force thunk) (%primitive %make-promise #f thunk))

;; What (delay expression) becomes.
(define (%delay thunk)
  (%primitive %make-promise #f
              (lambda () (%primitive %make-promise #t (thunk)))))

;;> (force promise): its value, computed at most once; another object is
;;> returned as it is. A promise that came in a message is frozen and is
;;> computed each time. R7RS 4.2.5.
;;> Example: (force (delay (+ 1 2))) => 3
(define (force promise)
  (if (%primitive promise? promise) (%force promise) promise))

;; A promise that is not done holds a thunk, or the promise that it became part
;; of.
(define (%force promise)
  (let ((content (%primitive %promise-value promise)))
    (cond ((%primitive %promise-done? promise) content)
          ((%primitive promise? content) (%force content))
          (else (%force-next promise (content))))))

(define (%force-next promise next)
  (cond ((%primitive %promise-done? promise)
         (%primitive %promise-value promise))
        ((not (%primitive promise? next)) next)
        ((%primitive %promise-done? next)
         (let ((value (%primitive %promise-value next)))
           (%primitive %promise-set! promise #t value)
           value))
        ((%primitive promise? (%primitive %promise-value next))
         (%force-next promise (%primitive %promise-value next)))
        ((%primitive %promise-set! promise #f
                     (%primitive %promise-value next))
         (%primitive %promise-set! next #f promise)
         (%force promise))
        (else (%force next))))
