;;; Output and input. One communication is all items behind one out!: the writer
;;; offers them in one message to the process that holds the other end, and
;;; waits until that has taken them.

(define (%field-of end name who)
  (let loop ((fields (%type-fields (%end-type end))))
    (cond ((null? fields)
           (%pony-error 'protocol-violation who #f
                        "the channel type has no such field:" name
                        (%shown-type end)))
          ((eq? name (%field-name (car fields))) (car fields))
          (else (loop (cdr fields))))))

(define (%require-direction end field writes? who)
  (if (not (eq? writes? (eq? (eq? (%end-side end) 'client)
                             (eq? (%field-direction field) '?))))
      (%pony-error 'protocol-violation who #f
                   (if writes?
                       "this end reads from the channel:"
                       "this end writes to the channel:")
                   (%field-name field) (%end-side end) (%shown-type end))))

;;> (out! (end field) item ...): sends the items through a channel of the
;;> bundle, and waits until the process at the other end has taken them; #t. Of
;;> a protocol with tags the first item is the symbol of the tag. Ends among the
;;> items that are not shared move to the reader. Raises protocol-violation,
;;> end-moved, end-not-owned and not-claimed before anything is sent; link-lost
;;> if the process at the other end ended, or cannot be reached, and so may have
;;> taken the items; and as recv does.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (fork ((lambda (end) (out! (end x) 42)) client)) (in (server x))))) (environment '(termite) '(pony))) => 42
(define-syntax out!
  (syntax-rules ()
    ((_ (end field) item ...) (%out! end 'field (list item ...)))))

(define (%out! end name items)
  (let* ((hold (%owned-hold end 'out!))
         (field (%output-field hold name)))
    (%check-items (%field-protocol field) items 'out! name)
    (if (%field-carries? field)
        (let ((moving (%moving-ends field items)))
          (for-each (lambda (end) (%owned-hold end 'out!)) moving)
          (%offer hold name items moving))
        (%offer hold name items '()))))

;; The ends among the items that are not shared.
(define (%moving-ends field items)
  (let loop ((rest (%ends-among (%types-of field items) items)) (moving '()))
    (cond ((null? rest) (reverse moving))
          ((or (%end-shared? (car rest)) (memq (car rest) moving))
           (loop (cdr rest) moving))
          (else (loop (cdr rest) (cons (car rest) moving))))))

(define (%offer hold name items moving)
  (%connect! hold)
  (let ((session (%hold-session hold))
        (sequence (+ 1 (%hold-sequence hold)))
        (peer (%hold-peer hold))
        (peer-inbox (%hold-peer-inbox hold)))
    (%hold-sequence! hold sequence)
    (! peer
       (if (eqv? session (%hold-knows hold))
           (cons peer-inbox
                 (cons 'pony:more (cons name (cons session
                                                   (cons sequence items)))))
           (list peer-inbox 'pony:offer name session sequence
                 (%primitive %self) (%hold-inbox hold) items)))
    (if (and (null? moving) (%taken-next? hold sequence))
        (begin
          (%hold-knows! hold session)
          #t)
        (begin
          (%hold-outcome! hold #f)
          (%await-outcome hold name items moving session)))))

;; The usual case: the next message says that the items were taken.
(define (%taken-next? hold sequence)
  (let ((message (%primitive %mailbox-first! #f)))
    (if (and (pair? message)
             (eq? (car message) (%hold-inbox hold))
             (eq? (cadr message) 'pony:taken)
             (eqv? (caddr message) sequence))
        (begin
          (%primitive %mailbox-accept!)
          #t)
        #f)))

(define (%await-outcome hold name items moving session)
  (let ((sequence (%hold-sequence hold))
        (peer (%hold-peer hold))
        (peer-inbox (%hold-peer-inbox hold)))
    (define (cancel) (! peer (list peer-inbox 'pony:cancel sequence)))
    (let wait ((moving moving))
      (let ((outcome (%hold-outcome hold)))
        (cond ((not outcome)
               (if (eqv? session (%hold-session hold))
                   (begin
                     (%await-post #f cancel)
                     (wait moving))
                   (begin
                     (%look-for-peer! hold session moving)
                     (%offer hold name items moving))))
              ((vector? outcome)
               (%give-moving! moving peer (vector-ref outcome 0))
               (%hold-outcome! hold #f)
               (wait '()))
              (else
               (%hold-knows! hold session)
               (%give-moving! moving peer outcome)
               #t))))))

;; The session of an output that was not taken, as far as is known, is over.
;; Raises link-lost if the peer lives and cannot be reached: it may have taken
;; the items. Who is to wait offers them again.
(define (%look-for-peer! hold session moving)
  (let ((end (%hold-end hold)))
    (catch (lambda (problem)
             (%keep! hold moving)
             (raise problem))
      (cond ((pair? (%hold-lost hold)) (%lost end (%trouble! hold) #f))
            ((equal? (%hold-died hold) (cons session 'unheard))
             (%hold-died! hold (cons session 'node-down))
             (if (and (eq? 'unreachable
                           (%home-call end
                                       (list 'unheard (%end-side end) session)
                                       #f))
                      (not (%blocks? end 'node-down)))
                 (raise (%lost-condition 'node-down (%end-side end)))))))))

;; Who has taken the ends of the last offer, without a word that came, does not
;; get them.
(define (%keep! hold moving)
  (let ((offer (cons (%hold-inbox hold) (%hold-sequence hold))))
    (for-each (lambda (end)
                (! (%end-home end)
                   (list 'keep (%end-side end) (%primitive %self)
                         (%hold-inbox (%owned-hold end 'out!)) offer)))
              moving)))

(define (%give-moving! moving to inboxes)
  (if (pair? moving)
      (begin
        (%give-up! (car moving) to (car inboxes))
        (%give-moving! (cdr moving) to (cdr inboxes)))))

;; Waits for a session, if there is none, and watches the peer.
(define (%connect! hold)
  (let ((end (%hold-end hold)))
    (cond ((%hold-lost hold)
           (%hold-heard! hold #f)
           (%lost end (%trouble! hold) #f))
          ((and (%hold-heard hold) (%hold-died hold)
                (eqv? (%hold-heard hold) (car (%hold-died hold))))
           (let ((why (cdr (%hold-died hold))))
             (%hold-heard! hold #f)
             (%hold-died! hold #f)
             (%lost end (if (eq? why 'unheard) 'node-down why) #f))))
    (if (not (%hold-session hold))
        (let ((found (%home-call end
                                 (list 'peer (%end-side end)
                                       (%hold-floor hold))
                                 #f)))
          (%set-peer! hold (car found) (cadr found) (caddr found))))
    (if (not (%hold-watch hold))
        (%hold-watch! hold (monitor (%hold-peer hold))))))

(define (%set-peer! hold session pid inbox)
  (%hold-session! hold session)
  (%hold-peer! hold pid)
  (%hold-peer-inbox! hold inbox))

;;> (in (end field)): waits for the items of one communication and returns them,
;;> as values if they are several; of a protocol with tags, the tag is the first
;;> of them. Raises protocol-violation, end-moved, end-not-owned, not-claimed,
;;> link-lost, and as recv does.
;;> Example: (eval '(begin (define-protocol pairs (seq integer string)) (define-channel-type line (x ? pairs)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (fork ((lambda (end) (out! (end x) 1 "one")) client)) (call-with-values (lambda () (in (server x))) list)))) (environment '(termite) '(pony))) => (1 "one")
(define-syntax in
  (syntax-rules ()
    ((_ (end field)) (%items-as-values (%in end 'field)))))

(define (%items-as-values items)
  (if (and (pair? items) (null? (cdr items)))
      (car items)
      (apply values items)))

;; The hold of an input, which begins.
(define (%input-hold end who)
  (let ((hold (%owned-hold end who)))
    (%hold-heard! hold #f)
    hold))

(define (%input-field hold name who)
  (let ((last (%hold-reads hold)))
    (if (and last (eq? name (%field-name last)))
        last
        (let* ((end (%hold-end hold)) (field (%field-of end name who)))
          (%require-direction end field #f who)
          (%hold-reads! hold field)
          field))))

(define (%output-field hold name)
  (let ((last (%hold-writes hold)))
    (if (and last (eq? name (%field-name last)))
        last
        (let* ((end (%hold-end hold)) (field (%field-of end name 'out!)))
          (%require-direction end field #t 'out!)
          (%hold-writes! hold field)
          field))))

(define (%in end name)
  (let* ((hold (%input-hold end 'in)) (field (%input-field hold name 'in)))
    (or (cond ((%field-carries? field)
               ;; What brings ends may be of a session that is over.
               (%post-so-far!)
               #f)
              ((or (pair? (%hold-offers hold)) (%hold-lost hold)) #f)
              (else (%taken-from-next hold name)))
        (%take! hold field (%next-offer! hold name)))))

;; The usual case: the next message is such an offer of the writer that is
;; known. Its items, or #f.
(define (%taken-from-next hold name)
  (let ((message (%primitive %mailbox-first! #f)))
    (if (and (pair? message)
             (eq? (car message) (%hold-inbox hold))
             (eq? (cadr message) 'pony:more)
             (eq? (caddr message) name))
        (let* ((rest (cdr (cdr (cdr message)))) (session (car rest)))
          (if (eqv? session (%hold-session hold))
              (let ((rest (cdr rest)))
                (%primitive %mailbox-accept!)
                (%hold-heard! hold session)
                (! (%hold-peer hold)
                   (cons (%hold-peer-inbox hold)
                         (cons 'pony:taken (cons (car rest) '()))))
                (cdr rest))
              #f))
        #f)))

;; The oldest offer of the field, removed, or #f.
(define (%ready-offer! hold name)
  (let ((offers (%hold-offers hold)))
    (cond ((null? offers) #f)
          ((eq? name (%offer-field (car offers)))
           (%hold-offers! hold (cdr offers))
           (car offers))
          (else
           (let ((offer (%offer-of name offers)))
             (if offer (%hold-offers! hold (%without offer offers)))
             offer)))))

(define (%offer-of name offers)
  (cond ((null? offers) #f)
        ((eq? name (%offer-field (car offers))) (car offers))
        (else (%offer-of name (cdr offers)))))

(define (%next-offer! hold name)
  (or (%ready-offer! hold name)
      (begin
        (if (%hold-lost hold) (%lost (%hold-end hold) (%trouble! hold) #f))
        (%await-post #f void)
        (%next-offer! hold name))))

(define (%take! hold field offer)
  (%note-peer! hold offer)
  (if (%field-carries? field)
      (%take-ends! hold field offer 'pony:taken)
      (%say-taken! offer '()))
  (%offer-items offer))

(define (%say-taken! offer inboxes)
  (! (%offer-pid offer)
     (cons (%offer-inbox offer)
           (cons 'pony:taken (cons (%offer-sequence offer) inboxes)))))

(define (%note-peer! hold offer)
  (let ((session (%offer-session offer)))
    (if (not (eqv? session (%hold-session hold)))
        (begin
          (if (%hold-watch hold) (%primitive %demonitor (%hold-watch hold)))
          (%hold-watch! hold #f)
          (%set-peer! hold session (%offer-pid offer) (%offer-inbox offer))))
    (%hold-heard! hold session)))

(define (%take-ends! hold field offer kind)
  (let* ((moving (%moving-ends field (%offer-items offer)))
         (inboxes (map (lambda (end) (make-tag)) moving))
         (from (%offer-pid offer))
         (by (cons (%offer-inbox offer) (%offer-sequence offer))))
    (if (eq? kind 'pony:taken)
        (%say-taken! offer inboxes)
        (! from (list (%offer-inbox offer) 'pony:give (%offer-sequence offer)
                      inboxes)))
    (for-each (lambda (end inbox) (%adopt-held! end from inbox by))
              moving inboxes)))

;; The types of the items; the tag stands for its own type.
(define (%types-of field items)
  (let ((variants (%protocol-variants (%field-protocol field))))
    (if (car (car variants))
        (assq (car items) variants)
        (cdr (car variants)))))

;;> (extended-in (end field) (formal ...) body ...): an input during which the
;;> writer waits: evaluates the body with the items, and only then has the
;;> writer go on, whether the body returns or raises. Raises as in does, and
;;> what the body raises.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (let ((writer (fork ((lambda (end) (out! (end x) 42)) client)))) (extended-in (server x) (n) (list n (alive? writer))))))) (environment '(termite) '(pony))) => (42 #t)
(define-syntax extended-in
  (syntax-rules ()
    ((_ (end field) formals body0 body ...)
     (%extended-in end 'field (lambda formals body0 body ...)))))

(define (%extended-in end name body)
  (let* ((hold (%input-hold end 'extended-in))
         (field (%input-field hold name 'extended-in)))
    (%during! hold field (%next-offer! hold name) body)))

(define (%during! hold field offer body)
  (%note-peer! hold offer)
  (if (%field-carries? field) (%take-ends! hold field offer 'pony:give))
  (dynamic-wind
   void
   (lambda () (apply body (%offer-items offer)))
   (lambda () (%say-taken! offer '()))))

;;> (case-in (end field) ((tag formal ...) body ...) ...): an input of a
;;> protocol with tags: evaluates the body of the tag, in tail position, with
;;> the items. Raises as in does, and protocol-violation if there is no such
;;> tag, after the items were taken.
;;> Example: (eval '(begin (define-protocol orders (order integer) (stop)) (define-channel-type shop (x ? orders)) (call-with-values (lambda () (make-ends shop)) (lambda (client server) (fork ((lambda (end) (out! (end x) (quote order) 7)) client)) (case-in (server x) ((order n) n) ((stop) #f))))) (environment '(termite) '(pony))) => 7
(define-syntax case-in
  (syntax-rules ()
    ((_ (end field) clause ...)
     (let ((held end))
       (%by-tag (%in held 'field) held 'field clause ...)))))

(define-syntax %by-tag
  (syntax-rules ()
    ((_ items end field ((tag . formals) body0 body ...) ...)
     (let ((received items))
       (case (car received)
         ((tag) (apply (lambda formals body0 body ...) (cdr received)))
         ...
         (else (%no-variant end field received)))))))

(define (%no-variant end field items)
  (%pony-error 'protocol-violation 'case-in #f
               "no clause for the tag that came:" (car items) field
               (%shown-type end)))
