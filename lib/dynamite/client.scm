;;; A client keeps the tree of a page as the script of a browser does. Its nodes
;;; are strings and vectors of name, attributes (an association list of symbols
;;; and strings) and children (a vector).

;;> (client-session client): the cookie of the client, a string, to be given to
;;> another one by session:. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (client-session 5)) => type
;;> (client-tree client): what the page shows now, as strings and vectors.
;;> Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (client-tree 5)) => type
(define-record-type client
  (%make-client socket session page version tree seen)
  client?
  (socket %client-socket)
  (session client-session)
  (page %client-page %client-page-set!)
  (version %client-version %client-version-set!)
  (tree client-tree %client-tree-set!)
  (seen %client-seen %client-seen-set!))

;;> session: the keyword before the cookie of another client, what
;;> client-session returns.
;;> Example: (eval 'session: (environment '(scheme base) '(dynamite client))) => session:
(define session: 'session:)

;;> page: the keyword before the client that has shown the page so far: the page
;;> goes on where it was.
;;> Example: (eval 'page: (environment '(scheme base) '(dynamite client))) => page:
(define page: 'page:)

;;> (client? object): whether it is a client. client-session returns its cookie,
;;> and client-tree what it shows, a vector of nodes. Both raise type.
;;> Example: (client? 5) => #f

;;> (call-with-page url procedure option ...): opens the page at the url, which
;;> begins with http:// or https://, calls the procedure with a client that
;;> shows it, closes it and returns what the procedure did. Options: session:,
;;> page:, and trust: as for http-request. Raises type, file, timeout, http.
;;> Example: (guard (e (#t (condition-kind e))) (call-with-page 5 values)) => type
(define (call-with-page url procedure . options)
  (%check-options options (list session: page: trust:) 'call-with-page)
  (%require-callback procedure 1 'call-with-page)
  (if (not (and (string? url)
                (or (eqv? 0 (string-search "http://" url))
                    (eqv? 0 (string-search "https://" url)))))
      (%type-error 'call-with-page
                   "a string that begins with http:// or https://" url))
  (let* ((before (%option page: options #f))
         (cookie (or (%option session: options #f)
                     (and before (client-session before))
                     (%new-session url (%option trust: options #f)))))
    (websocket-connect
     (%socket-url url)
     (lambda (socket)
       (let ((client (%make-client socket cookie
                                   (and before (%client-page before))
                                   (and before (%client-version before))
                                   (if before (client-tree before) '#())
                                   (if before (%client-seen before) 0))))
         (websocket-send
          socket
          (json->string
           (list (cons 'page (or (%client-page client) 'null))
                 (cons 'instance cookie)
                 (cons 'shown (or (%client-version client) 'null)))))
         (client-wait client (lambda (tree) #t))
         (procedure client)))
     headers: (list (cons 'cookie cookie))
     trust: (%option trust: options #f))))

(define (%new-session url trust)
  (let* ((answer (http-request "GET" url trust: trust))
         (cookie (response-header answer "set-cookie")))
    (if (not cookie)
        (%error-of-kind 'http 'call-with-page "there is no page:" url
                        (response-status answer)))
    (car (string-split cookie ";"))))

;; ws://host/dynamite/socket?path=...&query, or wss.
(define (%socket-url url)
  (let* ((start (+ 3 (string-search "://" url)))
         (rest (substring url start (string-length url)))
         (slash (or (string-search "/" rest) (string-length rest)))
         (target (string-split (substring rest slash (string-length rest))
                               "?")))
    (string-append "ws" (substring url 4 start) (substring rest 0 slash)
                   "/dynamite/socket?path="
                   (url-encode (if (string=? "" (car target))
                                   "/"
                                   (car target)))
                   (if (pair? (cdr target))
                       (string-append "&" (cadr target))
                       ""))))

;;> (client-wait client test): takes what the page tells until the test, which
;;> is called with the tree, returns true, and returns that. The first test is
;;> after the next thing told. Raises timeout, and http if the page has ended.
;;> Example: (guard (e (#t (condition-kind e))) (client-wait 5 values)) => type
(define (client-wait client test)
  (if (not (client? client)) (%type-error 'client-wait "a client" client))
  (if (%client-next client)
      (client-wait client test)
      (or (test (client-tree client))
          (client-wait client test))))

;; The next thing told, if it is not about the tree; #f if it was.
(define (%client-next client)
  (let ((text (websocket-receive (%client-socket client))))
    (if (eof-object? text)
        (%error-of-kind 'http 'client-wait "the page has ended"))
    (let ((told (string->json text depth: 10000)))
      (cond ((assq 'ended told)
             => (lambda (ended)
                  (%error-of-kind 'http 'client-wait "the page has ended:"
                                  (cdr ended))))
            ((assq 'page told)
             => (lambda (page)
                  (if (not (equal? (cdr page) (%client-page client)))
                      (%client-seen-set! client 0))
                  (%client-page-set! client (cdr page))
                  told))
            ((assq 'upload told) told)
            (else
             (%client-told! client told)
             #f)))))

(define (%client-told! client told)
  (%client-tree-set!
   client (cond ((assq 'tree told) => cdr)
                (else (apply-changes (client-tree client)
                                     (cdr (assq 'changes told))))))
  (%client-version-set! client (cdr (assq 'version told)))
  (websocket-send (%client-socket client)
                  (json->string (list (cons 'shown
                                            (%client-version client))))))

;;> (client-say client id name [event [files]]): tells the page that an event of
;;> this name, as "click", happened at the element with the attribute id, and
;;> what it says: an association list (value, key, form). Files that come with
;;> it are lists of field, name, type, and a bytevector. Raises type, and range
;;> if there is no such element.
;;> Example: (guard (e (#t (condition-kind e))) (client-say 5 "x" "click")) => type
(define (client-say client id name . rest)
  (if (not (client? client)) (%type-error 'client-say "a client" client))
  (let ((path (%path-of (client-tree client) id))
        (event (if (pair? rest) (car rest) '()))
        (files (if (and (pair? rest) (pair? (cdr rest))) (cadr rest) '())))
    (if (not path)
        (%error-of-kind 'range 'client-say "there is no element:" id))
    (let ((uploads (%send-files client files)))
      (%client-seen-set! client (+ 1 (%client-seen client)))
      (websocket-send
       (%client-socket client)
       (json->string
        (list (cons 'seen (%client-seen client))
              (cons 'version (%client-version client))
              (cons 'path (list->vector path))
              (cons 'name name)
              (cons 'uploads (list->vector uploads))
              (cons 'event (cons (cons 'type name) event))))))))

;; Sends files, and returns how the event names them.
(define (%send-files client files)
  (let loop ((files files) (number 1))
    (if (null? files)
        '()
        (let ((bytes (list-ref (car files) 3)))
          (%send-file client number bytes)
          (cons (list (cons 'id number)
                      (cons 'field (car (car files)))
                      (cons 'name (cadr (car files)))
                      (cons 'type (caddr (car files))))
                (loop (cdr files) (+ number 1)))))))

;; In pieces, each when the one before was taken. One that is refused has no
;; bytes for the page.
(define (%send-file client number bytes)
  (let ((socket (%client-socket client)) (size (bytevector-length bytes)))
    (define (begin!)
      (websocket-send socket (json->string (list (cons 'upload number)
                                                 (cons 'size size)))))
    (define (answer)
      (let ((told (%client-next client)))
        (if (and told (assq 'upload told)) told (answer))))
    (begin!)
    (let loop ()
      (let* ((told (answer)) (took (assq 'took told)))
        (cond ((assq 'later told)
               (sleep 1)
               (begin!)
               (loop))
              ((and took (< (cdr took) size))
               (websocket-send
                socket
                (bytevector-append
                 (apply bytevector
                        (map (lambda (unit) (modulo (quotient number unit) 256))
                             '(16777216 65536 256 1)))
                 (bytevector-copy bytes (cdr took)
                                  (min size (+ (cdr took) 65536)))))
               (loop)))))))

;;> (client-find client id): the element with the attribute id, or #f. Raises
;;> type.
;;> Example: (guard (e (#t (condition-kind e))) (client-find 5 "x")) => type
(define (client-find client id)
  (if (not (client? client)) (%type-error 'client-find "a client" client))
  (let ((path (%path-of (client-tree client) id)))
    (and path
         (let loop ((nodes (client-tree client)) (path path))
           (let ((node (vector-ref nodes (car path))))
             (if (null? (cdr path))
                 node
                 (loop (vector-ref node 2) (cdr path))))))))

;; The numbers of the children that lead to the element, or #f.
(define (%path-of nodes id)
  (let loop ((index 0))
    (and (< index (vector-length nodes))
         (let ((node (vector-ref nodes index)))
           (or (and (vector? node)
                    (let ((found (assq 'id (vector-ref node 1))))
                      (if (and found (string=? id (cdr found)))
                          (list index)
                          (let ((path (%path-of (vector-ref node 2) id)))
                            (and path (cons index path))))))
               (loop (+ index 1)))))))

;;> (client-text client [id]): the text that the page shows, or that of the
;;> element with the attribute id; #f if there is none. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (client-text 5)) => type
(define (client-text client . id)
  (if (not (client? client)) (%type-error 'client-text "a client" client))
  (if (pair? id)
      (let ((found (client-find client (car id))))
        (and found (%text-of (vector-ref found 2))))
      (%text-of (client-tree client))))

(define (%text-of nodes)
  (apply string-append
         (map (lambda (node)
                (if (string? node) node (%text-of (vector-ref node 2))))
              (vector->list nodes))))

;;> (apply-changes tree changes): the tree that these changes make of a tree, as
;;> the page sends both: see lib/dynamite/difference.scm. Raises type.
;;> Example: (apply-changes '#("a") '#(#("text" #(0) "b"))) => #("b")
(define (apply-changes tree changes)
  (for-each (lambda (object)
              (if (not (vector? object))
                  (%type-error 'apply-changes "a vector" object)))
            (list tree changes))
  (let loop ((tree tree) (changes (vector->list changes)))
    (if (null? changes)
        tree
        (let ((change (vector->list (car changes))))
          (loop (%changed tree (vector->list (cadr change)) (car change)
                          (cddr change))
                (cdr changes))))))

;; Changes of children are made at their element, others at the node itself.
(define (%changed nodes path kind rest)
  (if (and (null? path) (member kind '("add" "cut" "order")))
      (%changed-children nodes kind rest)
      (let ((node (vector-ref nodes (car path))) (made (vector-copy nodes)))
        (vector-set!
         made (car path)
         (cond ((or (pair? (cdr path)) (member kind '("add" "cut" "order")))
                (vector (vector-ref node 0) (vector-ref node 1)
                        (%changed (vector-ref node 2) (cdr path) kind rest)))
               ((string=? kind "set")
                (vector (vector-ref node 0)
                        (%set-attribute (vector-ref node 1)
                                        (string->symbol (car rest)) (cadr rest))
                        (vector-ref node 2)))
               (else (car rest))))
        made)))

(define (%changed-children nodes kind rest)
  (cond ((string=? kind "add") (vector-append nodes (list->vector rest)))
        ((string=? kind "cut") (vector-copy nodes 0 (car rest)))
        (else
         (list->vector
          (map (lambda (child)
                 (if (fixnum? child) (vector-ref nodes child) child))
               rest)))))

(define (%set-attribute attributes name text)
  (let ((others (let loop ((attributes attributes))
                  (cond ((null? attributes) '())
                        ((eq? name (caar attributes)) (cdr attributes))
                        (else (cons (car attributes)
                                    (loop (cdr attributes))))))))
    (if (eq? text 'null) others (append others (list (cons name text))))))
