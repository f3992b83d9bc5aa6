;;; Checks of what components observed: properties of the textbook of Cachin,
;;; Guerraoui and Rodrigues. A node is correct if it was started and never
;;; killed.
;;;
;;; What is to be observed:
;;;
;;;   broadcast message            deliver sender message
;;;   suspect node                 restore node
;;;   call id operation            return id result

(define (%names-of-kind outcome kind)
  (let loop ((rest (outcome-trace outcome)) (names '()))
    (cond ((null? rest) (reverse names))
          ((and (eq? (cadar rest) kind) (not (member (caddar rest) names)))
           (loop (cdr rest) (cons (caddar rest) names)))
          (else (loop (cdr rest) names)))))

(define (%correct outcome)
  (let ((killed (%names-of-kind outcome 'kill)))
    (%filter (lambda (name) (not (member name killed)))
             (%names-of-kind outcome 'start))))

(define (%filter keep? objects)
  (cond ((null? objects) '())
        ((keep? (car objects))
         (cons (car objects) (%filter keep? (cdr objects))))
        (else (%filter keep? (cdr objects)))))

;; The first object for which the test gives something, and that; or #f.
(define (%first-of test objects)
  (if (null? objects)
      #f
      (or (test (car objects)) (%first-of test (cdr objects)))))

;;> (check-all check ...): a check that all of them hold: the first that does
;;> not says what is wrong.
;;> Example: (eval '((check-all (lambda (o) #t) (lambda (o) 'bad)) 5) (environment '(scheme base) '(kompics sim))) => bad
(define (check-all . checks)
  (lambda (outcome)
    (or (%first-of (lambda (check)
                     (let ((found (check outcome)))
                       (if (eq? found #t) #f found)))
                   checks)
        #t)))

;;; Broadcasts. Messages are told apart by their sender and by equal?.

;; Entries (node what message sender), in the order of time.
(define (%broadcasts outcome)
  (let loop ((rest (outcome-history outcome)))
    (if (null? rest)
        '()
        (match (cdar rest)
          ((node 'broadcast message)
           (cons (list node 'broadcast message node) (loop (cdr rest))))
          ((node 'deliver sender message)
           (cons (list node 'deliver message sender) (loop (cdr rest))))
          (_ (loop (cdr rest)))))))

(define (%message-of entry) (list (cadddr entry) (caddr entry)))

;;> (check-broadcast kind): a check of broadcasts: best-effort, reliable,
;;> uniform or causal (which is reliable). No message is delivered twice or
;;> without having been broadcast; correct nodes deliver what correct nodes
;;> broadcast, what any correct node delivers (reliable), what any node delivers
;;> (uniform); and nobody delivers a message before those that it may depend on
;;> (causal). Raises type.
;;> Example: (eval '((check-broadcast 'reliable) (run-scenario (at 1) 1)) (environment '(scheme base) '(kompics sim))) => #t
(define (check-broadcast kind)
  (if (not (memq kind '(best-effort reliable uniform causal)))
      (%type-error 'check-broadcast
                   "best-effort, reliable, uniform or causal" kind))
  (lambda (outcome)
    (let ((entries (%broadcasts outcome)) (correct (%correct outcome)))
      (or (%creation-or-duplication entries)
          (%missing entries correct kind)
          (if (eq? kind 'causal) (%causal-violation entries) #f)
          #t))))

(define (%creation-or-duplication entries)
  (let loop ((rest entries) (sent '()) (delivered '()))
    (if (null? rest)
        #f
        (let* ((entry (car rest))
               (message (%message-of entry))
               (once (cons (car entry) message)))
          (cond ((eq? (cadr entry) 'broadcast)
                 (loop (cdr rest) (cons message sent) delivered))
                ((not (member message sent)) (list 'creation once))
                ((member once delivered) (list 'duplication once))
                (else (loop (cdr rest) sent (cons once delivered))))))))

(define (%missing entries correct kind)
  (define (delivered? node message)
    (%first-of (lambda (entry)
                 (and (eq? (cadr entry) 'deliver)
                      (equal? (car entry) node)
                      (equal? (%message-of entry) message)))
               entries))
  (%first-of
   (lambda (entry)
     (let ((counts? (if (eq? (cadr entry) 'broadcast)
                        (member (car entry) correct)
                        (case kind
                          ((best-effort) #f)
                          ((uniform) #t)
                          (else (member (car entry) correct))))))
       (and counts?
            (%first-of
             (lambda (node)
               (if (delivered? node (%message-of entry))
                   #f
                   (list (if (eq? (cadr entry) 'broadcast)
                             'validity
                             'agreement)
                         (%message-of entry) 'not-delivered-by node)))
             correct))))
   entries))

;; For each message, the messages that its sender had sent or delivered before.
(define (%causal-violation entries)
  (let ((past (make-hash-table)) (seen (make-hash-table)))
    (define (seen-by node) (hash-table-ref/default seen node '()))
    (let loop ((rest entries))
      (if (null? rest)
          #f
          (let* ((entry (car rest))
                 (node (car entry))
                 (message (%message-of entry)))
            (if (eq? (cadr entry) 'broadcast)
                (begin
                  (hash-table-set! past message (seen-by node))
                  ;; What a sender has sent counts as seen by itself.
                  (hash-table-set! seen node (cons message (seen-by node)))
                  (loop (cdr rest)))
                (let ((missing
                       (%first-of
                        (lambda (earlier)
                          (if (or (member earlier (seen-by node))
                                  (equal? earlier message))
                              #f
                              earlier))
                        (hash-table-ref/default past message '()))))
                  (hash-table-set! seen node (cons message (seen-by node)))
                  (if missing
                      (list 'causal-order node 'delivers message 'before
                            missing)
                      (loop (cdr rest))))))))))

;;; Failure detectors

;;> (check-failure-detector kind): a check of what nodes suspect: perfect (each
;;> killed node is suspected by all correct ones, and no node before it is
;;> killed), or eventual (at the end of the run, correct nodes suspect those
;;> that were killed and no correct one). Raises type.
;;> Example: (eval '((check-failure-detector 'perfect) (run-scenario (at 1) 1)) (environment '(scheme base) '(kompics sim))) => #t
(define (check-failure-detector kind)
  (if (not (memq kind '(perfect eventual)))
      (%type-error 'check-failure-detector "perfect or eventual" kind))
  (lambda (outcome)
    (let* ((correct (%correct outcome))
           (killed (%names-of-kind outcome 'kill))
           (suspects (make-hash-table))
           (early
            (%first-of
             (lambda (entry)
               (match entry
                 ((time node 'suspect other)
                  (hash-table-set!
                   suspects node
                   (cons other (hash-table-ref/default suspects node '())))
                  (if (and (eq? kind 'perfect)
                           (not (%killed-before? outcome other time)))
                      (list 'accuracy node 'suspects other)
                      #f))
                 ((time node 'restore other)
                  (hash-table-set!
                   suspects node
                   (%filter (lambda (each) (not (equal? each other)))
                            (hash-table-ref/default suspects node '())))
                  #f)
                 (_ #f)))
             (outcome-history outcome))))
      (define (suspected? node other)
        (member other (hash-table-ref/default suspects node '())))
      (define (wrong nodes others suspected kind)
        (%first-of
         (lambda (node)
           (%first-of (lambda (other)
                        (if (eq? (and (suspected? node other) #t) suspected)
                            (list kind node 'about other)
                            #f))
                      others))
         nodes))
      (or early
          (wrong correct killed #f 'completeness)
          (if (eq? kind 'eventual) (wrong correct correct #t 'accuracy) #f)
          #t))))

(define (%killed-before? outcome name time)
  (%first-of (lambda (entry)
               (and (eq? (cadr entry) 'kill) (equal? (caddr entry) name)
                    (<= (car entry) time)))
             (outcome-trace outcome)))

;;; Linearizability, after Wing and Gong, with the improvement of Lowe: a set of
;;; operations together with a state is tried once.

;; begin, end: indices in the history; end is #f if it did not return.
(define-record-type <operation>
  (%make-operation begin end request result)
  %operation?
  (begin %operation-begin)
  (end %operation-end %operation-end!)
  (request %operation-request)
  (result %operation-result %operation-result!))

;;> (operations-of outcome): the operations that were observed by `call id
;;> operation` and `return id result`: a list of lists (begin end operation
;;> result), with indices in the history; end is #f if it did not return. Raises
;;> type.
;;> Example: (eval '(operations-of (run-scenario (at 1) 1)) (environment '(scheme base) '(kompics sim))) => ()
(define (operations-of outcome)
  (if (not (outcome? outcome))
      (%type-error 'operations-of "an outcome" outcome))
  (let ((open (make-hash-table)))
    (let loop ((rest (outcome-history outcome)) (index 0) (found '()))
      (if (null? rest)
          (map (lambda (o)
                 (list (%operation-begin o) (%operation-end o)
                       (%operation-request o) (%operation-result o)))
               (reverse found))
          (match (cdar rest)
            ((_ 'call id request)
             (let ((operation (%make-operation index #f request #f)))
               (hash-table-set! open id operation)
               (loop (cdr rest) (+ index 1) (cons operation found))))
            ((_ 'return id result)
             (let ((operation (hash-table-ref/default open id #f)))
               (if operation
                   (begin
                     (%operation-end! operation index)
                     (%operation-result! operation result)))
               (loop (cdr rest) (+ index 1) found)))
            (_ (loop (cdr rest) (+ index 1) found)))))))

;;> (linearizable? operations state step): whether there is an order of the
;;> operations, a list as operations-of gives, in which each takes effect
;;> between its begin and its end. `step` gets a state and an operation and
;;> returns a list of the next state and the result. States are compared by
;;> equal?. Raises type.
;;> Example: (eval '(linearizable? '((0 2 (write 1) ok) (1 3 (read) 0)) 0 (lambda (state o) (if (eq? (car o) 'read) (list state state) (list (cadr o) 'ok)))) (environment '(scheme base) '(kompics sim))) => #t
(define (linearizable? operations state step)
  (if (not (list? operations))
      (%type-error 'linearizable? "a list of operations" operations))
  (%require-callback step 2 'linearizable?)
  (let ((all (list->vector operations)) (tried (make-hash-table)))
    (define count (vector-length all))
    (define (end-of index) (list-ref (vector-ref all index) 1))
    (define (done? set index) (odd? (quotient set (expt 2 index))))
    ;; No operation that begins after this moment can be the next.
    (define (first-end set)
      (let loop ((index 0) (least #f))
        (cond ((= index count) least)
              ((or (done? set index) (not (end-of index))
                   (and least (> (end-of index) least)))
               (loop (+ index 1) least))
              (else (loop (+ index 1) (end-of index))))))
    (let search ((set 0) (state state))
      (let ((least (first-end set)))
        (cond ((not least) #t)
              ((hash-table-contains? tried (list set state)) #f)
              (else
               (hash-table-set! tried (list set state) #t)
               (let loop ((index 0))
                 (if (= index count)
                     #f
                     (let ((operation (vector-ref all index)))
                       (or (and (not (done? set index))
                                (< (car operation) least)
                                (let ((next (step state (caddr operation))))
                                  (and (or (not (cadr operation))
                                           (equal? (cadr next)
                                                   (cadddr operation)))
                                       (search (+ set (expt 2 index))
                                               (car next)))))
                           (loop (+ index 1))))))))))))

;;> (check-linearizable state step): a check that the operations of a run are
;;> linearizable. Raises type.
;;> Example: (eval '((check-linearizable 0 list) (run-scenario (at 1) 1)) (environment '(scheme base) '(kompics sim))) => #t
(define (check-linearizable state step)
  (%require-callback step 2 'check-linearizable)
  (lambda (outcome)
    (let ((operations (operations-of outcome)))
      (if (linearizable? operations state step)
          #t
          (list 'not-linearizable operations)))))
