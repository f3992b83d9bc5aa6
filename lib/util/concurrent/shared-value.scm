;;; Values that go to each node once. The keeper of a node has those that were
;;; shared there, and copies of others that were asked for there. Within a node
;;; a large value is not copied: processes refer to the same memory.

;; keeper: the pid of the process that has the value; id: a number there.
(define-record-type <shared-value>
  (%make-shared-value keeper id)
  shared-value?
  (keeper %value-keeper)
  (id %value-id))

;;> (shared-value? object): whether it stands for a value that is shared.
;;> Example: (eval '(map shared-value? (list (share 1) 1)) (environment '(scheme base) '(util concurrent))) => (#t #f)

(define (%keep-values)
  ;; Of this node: values by number, and numbers by value; who has fetched one.
  (define own (make-hash-table))
  (define numbers (make-hash-table))
  (define fetched (make-hash-table))
  (define count 0)
  ;; Of others: lists of one value, or wait-lists, by (keeper . number).
  (define others (make-hash-table))
  (define waiting (make-wait-list))
  (define (share! value)
    (let ((number (hash-table-ref/default numbers value #f)))
      (if number
          number
          (begin
            (set! count (+ count 1))
            (hash-table-set! own count value)
            (hash-table-set! numbers value count)
            count))))
  ;; Answers the caller when the value is forgotten on all nodes.
  (define (unshare! number caller)
    (let ((value (hash-table-ref/default own number fetched))
          (keepers (hash-table-ref/default fetched number '()))
          (me (self)))
      (if (not (eq? value fetched))
          (begin
            (hash-table-delete! own number)
            (hash-table-delete! numbers value)
            (hash-table-delete! fetched number)))
      (if (null? keepers)
          (reply caller #t)
          (spawn (lambda ()
                   (for-each (lambda (keeper) (%have-dropped keeper me number))
                             keepers)
                   (reply caller #t))
                 name: 'unshare))))
  ;; What was asked for before is not kept when it comes.
  (define (drop! key) (hash-table-delete! others key))
  (define (value-of number)
    (let ((value (hash-table-ref/default own number fetched)))
      (if (eq? value fetched)
          (%error-of-kind 'error 'shared-value
                          "the value is not shared any more")
          (list value))))
  ;; The process of the caller is this keeper's fellow on another node.
  (define (hand-out number keeper)
    (let ((value (value-of number)))
      (hash-table-update!/default fetched number
                                  (lambda (keepers) (cons keeper keepers)) '())
      value))
  (define (fetch! key caller)
    (let ((found (hash-table-ref/default others key #f)))
      (cond ((pair? found) (reply caller found))
            (else
             (wait! waiting caller key)
             (if (not found)
                 (let ((me (self)))
                   (hash-table-set! others key 'asked)
                   (spawn (lambda ()
                            (! me (list 'fetched key
                                        (%try (lambda ()
                                                (call (car key)
                                                      (list 'hand-out (cdr key)
                                                            me)))))))
                          name: 'shared-value)))))))
  ;; `outcome`: a list of the value, or a vector of what was raised.
  (define (fetched! key outcome)
    (cond ((vector? outcome) (hash-table-delete! others key))
          ((eq? 'asked (hash-table-ref/default others key #f))
           (hash-table-set! others key outcome)))
    (let loop ((left (wait-list-length waiting)))
      (if (> left 0)
          (let ((caller (next-waiter! waiting)))
            (if caller
                (begin
                  (cond ((not (equal? (caller-data caller) key))
                         (wait! waiting caller (caller-data caller)))
                        ((vector? outcome)
                         (raise-at caller (vector-ref outcome 0)))
                        (else (reply caller outcome)))
                  (loop (- left 1))))))))
  (define (answer request caller)
    (match request
      (('share value) (reply caller (cons (self) (share! value))))
      (('unshare number) (unshare! number caller))
      (('drop keeper number)
       (drop! (cons keeper number))
       (reply caller #t))
      (('get keeper number)
       (if (eq? keeper (self))
           (reply caller (value-of number))
           (fetch! (cons keeper number) caller)))
      (('hand-out number keeper) (reply caller (hand-out number keeper)))))
  (serve answer waiting
         other: (lambda (message)
                  (match message
                    (('fetched key outcome) (fetched! key outcome))
                    (_ #t)))
         status: (lambda ()
                   (list (cons 'values (hash-table-count own))
                         (cons 'copies (hash-table-count others))))))

;; Has a keeper of another node drop its copy. A node that is lost has none.
(define (%have-dropped keeper owner number)
  (catch (lambda (problem)
           (if (not (and (condition? problem)
                         (memq (condition-kind problem) '(noproc node-down))))
               (raise problem)))
    (call keeper (list 'drop owner number))))

;; A list of what the thunk returns, or a vector of what it raised.
(define (%try thunk) (catch vector (thunk)))

;; The keeper of this node.
(define %keeper (spawn %keep-values name: 'shared-values))

;;> (share object): what stands for the object, and is as small in a message or
;;> a task as a pid; the object goes to a node when it is first asked for there,
;;> and stays until it is unshared. It is frozen. Objects that are equal? are
;;> shared once. Raises unsendable.
;;> Example: (eval '(let ((table (share (list 1 2 3)))) (pmap (lambda (n) (list-ref (shared-value table) n)) '(0 2))) (environment '(scheme base) '(util concurrent))) => (1 3)
(define (share object)
  (let ((place (call %keeper (list 'share object))))
    (%make-shared-value (car place) (cdr place))))

;;> (shared-value shared): the object that it stands for. Raises type, error if
;;> it was unshared, noproc and node-down if its node is lost before the object
;;> has come here.
;;> Example: (eval '(shared-value (share '(a b))) (environment '(scheme base) '(util concurrent))) => (a b)
(define (shared-value shared)
  (if (not (shared-value? shared))
      (%type-error 'shared-value "a shared value" shared))
  (car (call %keeper
             (list 'get (%value-keeper shared) (%value-id shared)))))

;;> (unshare shared): forgets the object, on all nodes. Raises type, noproc,
;;> node-down.
;;> Example: (eval '(let ((v (share '(a)))) (unshare v) (guard (e (#t 'gone)) (shared-value v))) (environment '(scheme base) '(util concurrent))) => gone
(define (unshare shared)
  (if (not (shared-value? shared))
      (%type-error 'unshare "a shared value" shared))
  (call (%value-keeper shared) (list 'unshare (%value-id shared)))
  (void))
