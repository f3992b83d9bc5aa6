;;; What a page shows. A node is a string, or an element: its name, attributes,
;;; handlers and children. No text is read as HTML on the way to the browser,
;;; so none can become an element.
;;;
;;; A page makes a tree of its view; the handlers in it are closures that stay
;;; here. The browser says at which element of which tree an event happened.

;; Attributes are an association list of symbols and strings; one with a handler
;; is there with the value "". Handlers are an association list of names of
;; events and procedures. The owner is the component whose state they change.
(define-record-type element
  (%make-element name attributes children key handlers owner)
  element?
  (name %element-name)
  (attributes %element-attributes)
  (children %element-children)
  (key %element-key)
  (handlers %element-handlers)
  (owner %element-owner))

;;> (component name state view): a part of a page that has a state of its own,
;;> to stand in what a view returns. The view is called with the state. When the
;;> component is shown again, in a component of the same name and under its own
;;> name, it has the state that it had; the state given is for the first time.
;;> Handlers in it are called with its state and return its next one. Raises
;;> type.
;;> Example: (begin (component 'counter 0 (lambda (n) `(b ,n))) #t) => #t
;;> Example: (guard (e (#t (condition-kind e))) (component 'counter 0 1)) => type
(define (component name state view)
  (%require-callback view 1 'component)
  (%make-part name state view))

(define-record-type part
  (%make-part name state view)
  part?
  (name %part-name)
  (state %part-state)
  (view %part-view))

;; The nodes that the s-expressions mean. `enter` gets the owner and a component
;; in it, and returns the owner that it is and what it shows.
(define (%tree parts owner enter)
  (let ((found '()))
    (define (add-text! text)
      (cond ((string=? text "") (void))
            ;; Strings side by side are one: the browser has one node for them.
            ((and (pair? found) (string? (car found)))
             (set! found (cons (string-append (car found) text) (cdr found))))
            (else (set! found (cons text found)))))
    (define (walk html owner)
      (cond ((string? html) (add-text! html))
            ((pair? html)
             (if (symbol? (car html))
                 (set! found (cons (%element html owner enter) found))
                 (for-each (lambda (part) (walk part owner)) html)))
            ((or (null? html) (boolean? html)) (void))
            ((number? html) (add-text! (number->string html)))
            ((char? html) (add-text! (string html)))
            ((part? html)
             (let-values (((owner html) (enter owner html)))
               (walk html owner)))
            (else
             (%type-error 'show "an element, a string or a list of them"
                          html))))
    (for-each (lambda (part) (walk part owner)) parts)
    (reverse found)))

(define (%element html owner enter)
  (let* ((name (symbol->string (car html)))
         (given (%given-attributes html))
         (key (assq 'key given)))
    (if (or (not (%plain-name? name)) (member name %refused-elements))
        (%error-of-kind 'range 'show "a page cannot have this element:"
                        (car html)))
    (let-values (((attributes handlers) (%attributes given)))
      (%make-element name attributes
                     (%tree (%content html) owner enter)
                     (and (pair? key) (pair? (cdr key)) (cadr key))
                     handlers owner))))

;; What loads or runs more than it shows.
(define %refused-elements
  '("script" "style" "iframe" "frame" "object" "embed" "base" "link" "meta"))

(define (%given-attributes html)
  (if (and (pair? (cdr html)) (pair? (cadr html)) (eq? '@ (caadr html)))
      (cdadr html)
      '()))

(define (%content html)
  (if (and (pair? (cdr html)) (pair? (cadr html)) (eq? '@ (caadr html)))
      (cddr html)
      (cdr html)))

;; Attributes and handlers.
(define (%attributes given)
  (let loop ((given given) (attributes '()) (handlers '()))
    (if (null? given)
        (values (reverse attributes) handlers)
        (let ((attribute (car given)))
          (if (not (and (pair? attribute) (symbol? (car attribute))
                        (pair? (cdr attribute)) (null? (cddr attribute))))
              (%type-error 'show "an attribute, a name and its value"
                           attribute))
          (let* ((name (%attribute-name (car attribute)))
                 (value (cadr attribute))
                 (event (%event-name name))
                 (text (if event
                           (%handler-mark name value)
                           (%attribute-text name value))))
            (loop (cdr given)
                  (if text (cons (cons name text) attributes) attributes)
                  (if (and event value)
                      (cons (cons event value) handlers)
                      handlers)))))))

;; A string, or #f if there is no such attribute.
(define (%attribute-text name value)
  (cond ((or (eq? name 'key) (not value)) #f)
        ((string? value)
         (and (not (and (memq name '(href src action formaction data))
                        (%runs-script? value)))
              value))
        ((number? value) (number->string value))
        ((symbol? value) (symbol->string value))
        ((eq? value #t) "")
        (else (%type-error 'show "a string, number, symbol or boolean" value))))

(define (%handler-mark name value)
  (cond ((not value) #f)
        ((procedure? value) (%require-callback value 2 name) "")
        (else (%type-error 'show "a procedure as a handler" value))))

;; The event that an attribute on-click is about, or #f.
(define (%event-name name)
  (let ((text (symbol->string name)))
    (and (eqv? 0 (string-search "on-" text))
         (substring text 3 (string-length text)))))

;; Names that a browser would take for scripts or pages are refused.
(define (%attribute-name name)
  (let ((text (symbol->string name)))
    (cond ((or (not (%plain-name? text)) (eq? name 'srcdoc))
           (%error-of-kind 'range 'show "not the name of an attribute:" name))
          ((and (eqv? 0 (string-search "on" (string-downcase text)))
                (not (eqv? 0 (string-search "on-" text))))
           (%error-of-kind 'range 'show "handlers have names as on-click:"
                           name))
          (else name))))

(define (%plain-name? text)
  (let ((length (string-length text)))
    (and (< 0 length)
         (let loop ((index 0))
           (or (= index length)
               (let ((c (string-ref text index)))
                 (and (or (char<=? #\a c #\z) (char<=? #\A c #\Z)
                          (and (< 0 index)
                               (or (char<=? #\0 c #\9) (char=? c #\-))))
                      (loop (+ index 1)))))))))

;; Browsers skip spaces and control characters in front of and inside of the
;; name of a scheme.
(define (%runs-script? url)
  (let loop ((characters (string->list url)) (scheme '()))
    (cond ((null? characters) #f)
          ((char<=? (car characters) #\space) (loop (cdr characters) scheme))
          ((char=? (car characters) #\:)
           (and (member (string-downcase (list->string (reverse scheme)))
                        '("javascript" "vbscript" "data"))
                #t))
          ((< 16 (length scheme)) #f)
          (else (loop (cdr characters) (cons (car characters) scheme))))))

;; The handler that an event of this name has at the path, with its element, or
;; #f: paths come from browsers.
(define (%find-handler nodes path event)
  (let ((element (%element-at nodes path)))
    (and element
         (let ((found (assoc event (%element-handlers element))))
           (and found (cons element (cdr found)))))))

;; The element at the path, or #f.
(define (%element-at nodes path)
  (let loop ((nodes nodes) (path path) (element #f))
    (cond ((null? path) element)
          ((let ((index (car path)))
             (and (fixnum? index) (<= 0 index) (< index (length nodes))
                  (element? (list-ref nodes index))))
           (let ((element (list-ref nodes (car path))))
             (loop (%element-children element) (cdr path) element)))
          (else #f))))

;; As JSON: a string, or an array of name, attributes and children.
(define (%node->json node)
  (if (string? node)
      node
      (vector (%element-name node) (%element-attributes node)
              (%nodes->json (%element-children node)))))

(define (%nodes->json nodes) (list->vector (map %node->json nodes)))
