;;; The connection of a browser and its page. The process of the request reads
;;; what the browser says; a second one, the connector, tells the page, waits
;;; until that has taken it, and writes what the page says.
;;;
;;;   browser --- reader --- connector --- page (on any node)
;;;
;;; When a page moves, what its old process has not taken is lost with the
;;; mailbox of that, so the connector keeps the one message that is not taken,
;;; and sends it again to the new process. Messages are counted for that.

;; Seconds in which a page whose process has ended in order may say that it has
;; moved, and for which a browser may take to close its end.
(define %move-time 10)
(define %close-time 5)

;; Reads until the browser has gone or the connector has ended.
(define (%read-browser socket site session route query)
  (let ((hello (%hello (websocket-receive socket))))
    (if hello
        (let* ((me (self))
               (connector (spawn (lambda ()
                                   (%connect-page me socket site session route
                                                  query hello))
                                 name: 'page-connector))
               (watch (monitor connector)))
          (let loop ()
            (if (recv (('dynamite 'next) #t)
                      (('down ,watch _ _ _) #f))
                (let ((message (websocket-receive socket)))
                  (if (not (eof-object? message))
                      (begin
                        (! connector (list 'dynamite 'read message))
                        (loop))))))))))

;; Name of the page, instance and number of the version of a browser that comes.
(define (%hello text)
  (let ((members (and (string? text) (%members text))))
    (and members
         (let ((instance (%member 'instance members)))
           (and (string? instance)
                (list (%member 'page members) instance
                      (%member 'shown members)))))))

(define (%members text)
  (let ((value (guard (e ((read-error? e) #f))
                 (string->json text depth: 8))))
    (and (%object? value) value)))

;; Whether it is what an object of JSON is here.
(define (%object? value)
  (and (list? value)
       (let loop ((rest value))
         (or (null? rest) (and (pair? (car rest)) (loop (cdr rest)))))))

(define (%member name members)
  (let ((found (assq name members))) (and found (cdr found))))

(define (%connect-page reader socket site session route query hello)
  (let ((reading (monitor reader)) (name (car hello)))
    (let-values (((name pid)
                  (let ((pid (and (string? name)
                                  (%known-page site session name
                                               (cdr hello)))))
                    (if pid
                        (values name pid)
                        (%added-page site session route query (cdr hello))))))
      (cond (pid
             (websocket-send
              socket
              (json->string (list (cons 'page name)
                                  (cons 'uploads (%site-upload-limit site)))))
             (! reader '(dynamite next))
             (%converse reader reading socket pid (monitor pid)
                        (%make-uploads (%site-keeper site)
                                       (%site-upload-limit site)
                                       '())))
            (else
             (websocket-send socket "{\"ended\":\"full\"}")
             (%close-reader reader reading))))))

;; The pid of the page that the browser has shown before, if that is there, or
;; on its way to another node, and takes the browser.
(define (%known-page site session name hello)
  (let loop ((left (* 10 %move-time)))
    (let* ((pid (%ask-registry site (list 'find name session)))
           (answer (and pid (%attached pid hello))))
      (cond ((eq? answer 'attached) pid)
            ((and (eq? answer 'ended) (< 0 left))
             (sleep 1/10)
             (loop (- left 1)))
            (else #f)))))

;; A new page, its name and pid, or #f twice if there are too many.
(define (%added-page site session route query hello)
  (let* ((name (bytevector->base64 (random-bytes 16) #t))
         (registry (%site-registry site))
         (linger (%site-linger site))
         (pid (spawn
               (lambda ()
                 (recv
                   (('begin)
                    (%live (%new-page name (car route) query session linger
                                      registry)
                           (cdr route)))))
               name: 'page)))
    (cond ((%ask-registry site (list 'add name session pid))
           (! pid '(begin))
           (! pid (append (list 'dynamite 'attach (self)) hello))
           (values name pid))
          (else
           (terminate! pid)
           (values #f #f)))))

;; attached, refused, or ended.
(define (%attached pid hello)
  (let ((watch (monitor pid)))
    (! pid (append (list 'dynamite 'attach (self)) hello))
    (let ((answer (recv (('dynamite 'attached _) 'attached)
                        (('dynamite 'refused) 'refused)
                        (('down ,watch _ _ _) 'ended))))
      (demonitor watch)
      answer)))

;; `waiting` is the message that the page has not taken, or #f, and `count` its
;; number. What cannot be written ends the conversation.
(define (%converse reader reading socket page watch uploads)
  (define (write! text)
    (guard (e ((and (condition? e) (memq (condition-kind e) '(file timeout)))
               #f))
      (websocket-send socket text)
      #t))
  (define (end reason)
    (write! (json->string (list (cons 'ended (symbol->string reason)))))
    (%close-reader reader reading))
  (let loop ((page page) (watch watch) (waiting #f) (count 0) (lost? #f))
    (recv
      (('dynamite 'read said)
       (%drop-idle! uploads)
       (let* ((members (and (string? said) (or (%members said) '())))
              (answer (%upload-said uploads said members)))
         (cond ((not answer)
                (let* ((count (+ count 1))
                       (message (%page-message members count uploads)))
                  (if message
                      (! page message)
                      (! reader '(dynamite next)))
                  (loop page watch message count lost?)))
               ((write! answer)
                (! reader '(dynamite next))
                (loop page watch waiting count lost?))
               (else (terminate! reader)))))
      (('dynamite 'taken number)
       (if (and waiting (= number count))
           (begin
             (! reader '(dynamite next))
             (loop page watch #f count lost?))
           (loop page watch waiting count lost?)))
      (('dynamite 'send text)
       (if (write! text)
           (loop page watch waiting count lost?)
           (terminate! reader)))
      (('dynamite 'moved page)
       (demonitor watch)
       (if waiting (! page waiting))
       (loop page (monitor page) waiting count #f))
      (('dynamite 'ended reason) (end reason))
      (('dynamite . other) (loop page watch waiting count lost?))
      (('down ,watch _ reason _)
       (if (memq reason '(normal noproc))
           (loop page watch waiting count #t)
           (end 'failure)))
      (('down ,reading _ _ _)
       (! page (list 'dynamite 'detach (self))))
      (after (cond (lost? %move-time)
                   ((pair? (%uploads-files uploads)) %piece-time)
                   (else 86400))
        (if lost?
            (end 'failure)
            (begin
              (%drop-idle! uploads)
              (loop page watch waiting count lost?)))))))

;; The browser closes its end when it has read the last message.
(define (%close-reader reader reading)
  (! reader '(dynamite next))
  (recv (('down ,reading _ _ _) #t)
        (after %close-time (terminate! reader))))

;; What is answered to what the browser says of files, or #f if it says
;; something else.
(define (%upload-said uploads said members)
  (cond ((bytevector? said) (%take-piece! uploads said))
        ((fixnum? (%member 'upload members))
         (%begin-upload! uploads (%member 'upload members)
                         (%member 'size members)))
        (else #f)))

;; What the page is to take, or #f for what no browser of ours says.
(define (%page-message members count uploads)
  (let ((seen (%member 'seen members)) (event (%member 'event members)))
    (cond ((fixnum? (%member 'shown members))
           (list 'dynamite 'shown (self) count (%member 'shown members)))
          ((not (fixnum? seen)) #f)
          ((fixnum? (%member 'back members))
           (list 'dynamite 'back (self) count seen (%member 'back members)))
          ((and (list? event)
                (vector? (%member 'path members))
                (string? (%member 'name members)))
           (list 'dynamite 'event (self) count seen
                 (%member 'version members)
                 (vector->list (%member 'path members))
                 (%member 'name members)
                 (%event-with-uploads members event uploads)))
          (else #f))))

;; What the browser says of files is told by what came of them only.
(define (%event-with-uploads members event uploads)
  (let* ((named (%member 'uploads members))
         (files (%uploads-of-event!
                 uploads
                 (if (vector? named)
                     (%only-objects (vector->list named))
                     '())))
         (others (%without-member 'uploads event)))
    (if (null? files) others (cons (cons 'uploads files) others))))

(define (%only-objects values)
  (cond ((null? values) '())
        ((%object? (car values))
         (cons (car values) (%only-objects (cdr values))))
        (else (%only-objects (cdr values)))))

(define (%without-member name members)
  (cond ((null? members) '())
        ((and (pair? (car members)) (eq? name (caar members)))
         (%without-member name (cdr members)))
        (else (cons (car members) (%without-member name (cdr members))))))

;; The process that knows the pages: who asks gets the pid or #f, and whether
;; one more may be. It holds `most` pages, and one whose process has ended is
;; kept for the time in which it may have moved.

(define (%ask-registry site question)
  (let ((tag (make-tag)))
    (! (%site-registry site) (append (list (self) tag) question))
    (recv ((,tag answer) answer))))

(define (%registry most)
  (let ((pages (make-hash-table equal?)) (watches (make-hash-table equal?)))
    (define (set-page! name session pid)
      (hash-table-set! pages name (cons session pid))
      (hash-table-set! watches (monitor pid) name))
    (let loop ()
      (recv
        ((from tag 'find name session)
         (let ((found (hash-table-ref/default pages name #f)))
           (! from (list tag (and found
                                  (string=? session (car found))
                                  (cdr found))))))
        ((from tag 'add name session pid)
         (let ((room? (< (hash-table-count pages) most)))
           (if room? (set-page! name session pid))
           (! from (list tag room?))))
        (('moved name session pid) (set-page! name session pid))
        (('ended name) (hash-table-delete! pages name))
        (('down watch pid _ _)
         (let ((name (hash-table-ref/default watches watch #f)) (me (self)))
           (hash-table-delete! watches watch)
           (if (and name (hash-table-contains? pages name))
               (spawn (lambda ()
                        (sleep %move-time)
                        (! me (list 'forget name pid)))
                      name: 'page-end))))
        (('forget name pid)
         (let ((found (hash-table-ref/default pages name #f)))
           (if (and found (equal? pid (cdr found)))
               (hash-table-delete! pages name)))))
      (loop))))
