;;; Callers and those of them who wait, the oldest first. A server watches each
;;; caller that waits: one that ends, with its node or without, is forgotten.
;;;
;;; A list is searched from its beginning for one who withdraws or ends; lists
;;; are short, and most who leave stand at the front.

;; watch: the tag of the monitor, while it waits. data: what the server keeps
;; with it.
(define-record-type caller
  (%make-caller pid tag watch data)
  caller?
  (pid caller-pid)
  (tag %caller-tag)
  (watch %caller-watch %caller-watch!)
  (data caller-data %caller-data!))

;;> (caller? object): whether it is a caller: what `serve` gives with a request.
;;> Example: (eval '(caller? 'caller) (environment '(scheme base) '(mound call))) => #f

;;> (caller-pid caller): the pid of the process that waits for the answer.
;;> Raises type.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (reply caller (caller-pid caller)))))))) (eq? (call s 'who) (self))) (environment '(termite) '(mound call))) => #t

;;> (caller-data caller): what wait! keeps with it, or #f. Raises type.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (reply caller (caller-data caller)))))))) (call s 'data)) (environment '(termite) '(mound call))) => #f

;;> (reply caller value): answers the call with the value, at once or later;
;;> once for each call. Raises type, unsendable.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (reply caller (list request)))))))) (call s 1)) (environment '(termite) '(mound call))) => (1)
(define (reply caller value)
  (! (caller-pid caller) (list (%caller-tag caller) value)))

;;> (raise-at caller object): raises the object at the caller. Raises type,
;;> unsendable.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (raise-at caller 'no))))))) (catch (lambda (e) e) (call s 1))) (environment '(termite) '(mound call))) => no
(define (raise-at caller object)
  (%raise-outcome-at caller (list 'raised object)))

;; The same for what a thunk raised, (raised object) or (raised object trace).
(define (%raise-outcome-at caller outcome)
  (! (caller-pid caller)
     (append (list (%caller-tag caller) (cadr outcome) 'raised)
             (cddr outcome))))

;;> (answer-with caller thunk): answers with what the thunk returns, or raises
;;> at the caller what it raises.
;;> Example: (eval '(let ((s (spawn (lambda () (serve (lambda (request caller) (answer-with caller (lambda () (raise request))))))))) (catch (lambda (e) e) (call s 'no))) (environment '(termite) '(mound call))) => no
(define (answer-with caller thunk)
  (let ((outcome (%traced-outcome thunk)))
    (if (eq? (car outcome) 'returned)
        (reply caller (cadr outcome))
        (%raise-outcome-at caller outcome))))

;; Answers the call with the value. A caller of another node is only offered it,
;; and waits in the list with the data until it accepts; false then.
(define (%offer! offers caller value data)
  (if (%caller-here? caller)
      (begin
        (reply caller value)
        #t)
      (begin
        (wait! offers caller data)
        (! (caller-pid caller) (list (%caller-tag caller) value 'offered))
        #f)))

(define (%caller-here? caller)
  (let ((node (%primitive %pid-node (caller-pid caller))))
    (or (not node) (equal? node (%primitive %current-node)))))

;; Confirms that the caller has accepted what it was offered; whether it was.
(define (%confirm! offers pid tag)
  (let ((caller (%take-out! (list offers)
                            (lambda (c) (eq? (%caller-tag c) tag)))))
    (! pid (list tag (if caller #t #f)))
    caller))

;; The caller that was offered something and whose monitor it is, or #f; it was
;; lost.
(define (%lost-offer! offers watch)
  (%take-out! (list offers) (lambda (c) (eq? (%caller-watch c) watch))))

;; before: a pair before the first; last: the last pair.
(define-record-type wait-list
  (%make-wait-list before last length)
  %wait-list?
  (before %before)
  (last %last %last!)
  (length wait-list-length %length!))

;;> (make-wait-list): an empty list of callers.
;;> Example: (eval '(wait-list-length (make-wait-list)) (environment '(scheme base) '(mound call))) => 0
(define (make-wait-list)
  (let ((before (list 'before)))
    (%make-wait-list before before 0)))

;;> (wait-list-length waiters): how many wait. Raises type.
;;> Example: (eval '(wait-list-length (make-wait-list)) (environment '(scheme base) '(mound call))) => 0

;;> (wait-list-empty? waiters): whether nobody waits. Raises type.
;;> Example: (eval '(wait-list-empty? (make-wait-list)) (environment '(scheme base) '(mound call))) => #t
(define (wait-list-empty? waiters) (null? (cdr (%before waiters))))

;;> (wait-list->list waiters): those who wait, the oldest first. Raises type.
;;> Example: (eval '(wait-list->list (make-wait-list)) (environment '(scheme base) '(mound call))) => ()
(define (wait-list->list waiters) (list-copy (cdr (%before waiters))))

;;> (wait! waiters caller [data]): has the caller wait behind the others, and
;;> keeps the data with it. Raises type.
;;> Example: (eval '(let ((s (spawn (lambda () (let ((all (make-wait-list))) (serve (lambda (request caller) (wait! all caller)) all)))))) (call s 'never 0 'nobody-answers)) (environment '(termite) '(mound call))) => nobody-answers
(define wait!
  (case-lambda
    ((waiters caller) (wait! waiters caller #f))
    ((waiters caller data)
     (%caller-data! caller data)
     (%caller-watch! caller (monitor (caller-pid caller)))
     (let ((last (list caller)))
       (set-cdr! (%last waiters) last)
       (%last! waiters last)
       (%length! waiters (+ (wait-list-length waiters) 1))))))

;;> (first-waiter waiters): the caller that waits longest, or #f. Raises type.
;;> Example: (eval '(first-waiter (make-wait-list)) (environment '(scheme base) '(mound call))) => #f
(define (first-waiter waiters)
  (let ((first (cdr (%before waiters))))
    (cond ((null? first) #f)
          ((%gone? (car first))
           (%take-after! waiters (%before waiters))
           (first-waiter waiters))
          (else (car first)))))

;;> (next-waiter! waiters): the same, and it waits no more. Raises type.
;;> Example: (eval '(next-waiter! (make-wait-list)) (environment '(scheme base) '(mound call))) => #f
(define (next-waiter! waiters)
  (if (first-waiter waiters)
      (%take-after! waiters (%before waiters))
      #f))

;; Whether the process has ended already, as far as that is known here: the
;; message that says so may still be on its way.
(define (%gone? caller)
  (and (%caller-here? caller)
       (not (%primitive %alive? (caller-pid caller) #f))))

(define (%take-after! waiters before)
  (let* ((pair (cdr before)) (caller (car pair)))
    (set-cdr! before (cdr pair))
    (if (eq? (%last waiters) pair) (%last! waiters before))
    (%length! waiters (- (wait-list-length waiters) 1))
    (%primitive %demonitor (%caller-watch caller))
    (%caller-watch! caller #f)
    caller))

;; Takes the first for which the test holds out of one of the lists; the caller,
;; or #f.
(define (%take-out! lists test)
  (if (null? lists)
      #f
      (let loop ((before (%before (car lists))))
        (cond ((null? (cdr before)) (%take-out! (cdr lists) test))
              ((test (cadr before)) (%take-after! (car lists) before))
              (else (loop (cdr before)))))))
