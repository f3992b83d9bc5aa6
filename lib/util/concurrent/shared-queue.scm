;;; Shared queues. A queue is a record with the pid of its process, and may be
;;; sent anywhere; it lives until it is closed or its node ends, and what is
;;; done with it then raises noproc or node-down.
;;;
;;; Timeouts are seconds, moments (see seconds->time), or #f for never.

(define-record-type <shared-queue>
  (%make-shared-queue pid max-length)
  shared-queue?
  (pid %queue-pid)
  (max-length %queue-max-length))

;;> <shared-queue>: the record type of shared queues.
;;> Example: (eval '(pair? (list <shared-queue>)) (environment '(scheme base) '(util concurrent))) => #t

;;> (shared-queue? object): whether it is a shared queue.
;;> Example: (eval '(map shared-queue? (list (make-shared-queue) 'queue)) (environment '(scheme base) '(util concurrent))) => (#t #f)

(define (%pid queue who)
  (if (shared-queue? queue)
      (%queue-pid queue)
      (%type-error who "a shared queue" queue)))

;;> (make-shared-queue [max-length]): a new empty queue, which any process on
;;> any node may use. It holds at most so many elements; any number if that is
;;> negative, as it is at first; with 0 it holds none, and each put waits for a
;;> get. Raises type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 1) (shared-queue-put! q 2) (shared-queue-get! q)) (environment '(scheme base) '(util concurrent))) => 1
(define make-shared-queue
  (case-lambda
    (() (make-shared-queue -1))
    ((max-length)
     (%require-length max-length 'make-shared-queue)
     (%make-shared-queue (%start-queue 'shared-queue %make-ring max-length)
                         max-length))))

;;> (shared-queue-pid queue): the pid of its process. Raises type.
;;> Example: (eval '(pid? (shared-queue-pid (make-shared-queue))) (environment '(termite) '(util concurrent))) => #t
(define (shared-queue-pid queue) (%pid queue 'shared-queue-pid))

;;> (shared-queue-empty? queue): whether it holds nothing. Raises type.
;;> Example: (eval '(shared-queue-empty? (make-shared-queue)) (environment '(scheme base) '(util concurrent))) => #t
(define (shared-queue-empty? queue)
  (= 0 (%size (%pid queue 'shared-queue-empty?))))

;;> (shared-queue-size queue): how many elements it holds. Raises type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 'a) (shared-queue-size q)) (environment '(scheme base) '(util concurrent))) => 1
(define (shared-queue-size queue) (%size (%pid queue 'shared-queue-size)))

;;> (shared-queue-max-length queue): how many it can hold; negative for any
;;> number. Raises type.
;;> Example: (eval '(shared-queue-max-length (make-shared-queue 5)) (environment '(scheme base) '(util concurrent))) => 5
(define (shared-queue-max-length queue)
  (%pid queue 'shared-queue-max-length)
  (%queue-max-length queue))

;;> (shared-queue-overflows? queue count): whether so many more have no room.
;;> Raises type.
;;> Example: (eval '(shared-queue-overflows? (make-shared-queue 1) 2) (environment '(scheme base) '(util concurrent))) => #t
(define (shared-queue-overflows? queue count)
  (%overflows? (%pid queue 'shared-queue-overflows?)
               (%queue-max-length queue) count 'shared-queue-overflows?))

;;> (shared-queue-put! queue object [timeout [default]]): puts the object at the
;;> end of the queue and returns it. Waits while the queue is full; at the end
;;> of the timeout puts nothing and returns the default (#f). Raises type,
;;> unsendable.
;;> Example: (eval '(let ((q (make-shared-queue 1))) (list (shared-queue-put! q 1) (shared-queue-put! q 2 0 'full))) (environment '(scheme base) '(util concurrent))) => (1 full)
(define shared-queue-put!
  (case-lambda
    ((queue object) (shared-queue-put! queue object #f #f))
    ((queue object timeout) (shared-queue-put! queue object timeout #f))
    ((queue object timeout default)
     (%put (%pid queue 'shared-queue-put!) object timeout default))))

;;> (shared-queue-get! queue [timeout [default]]): takes the oldest element out.
;;> Waits while the queue is empty, as one of those who wait in the order of
;;> their coming; at the end of the timeout returns the default (#f). Raises
;;> type.
;;> Example: (eval '(shared-queue-get! (make-shared-queue) 0.01 'nothing) (environment '(scheme base) '(util concurrent))) => nothing
(define shared-queue-get!
  (case-lambda
    ((queue) (shared-queue-get! queue #f #f))
    ((queue timeout) (shared-queue-get! queue timeout #f))
    ((queue timeout default)
     (%get (%pid queue 'shared-queue-get!) 'head timeout default))))

;;> (shared-queue-pop! queue [timeout [default]]): the same for the element that
;;> came last. Raises type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 1) (shared-queue-put! q 2) (shared-queue-pop! q)) (environment '(scheme base) '(util concurrent))) => 2
(define shared-queue-pop!
  (case-lambda
    ((queue) (shared-queue-pop! queue #f #f))
    ((queue timeout) (shared-queue-pop! queue timeout #f))
    ((queue timeout default)
     (%get (%pid queue 'shared-queue-pop!) 'tail timeout default))))

;;> (shared-queue->list queue): a list of its elements, the oldest first; they
;;> stay. Raises type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 1) (shared-queue-put! q 2) (shared-queue->list q)) (environment '(scheme base) '(util concurrent))) => (1 2)
(define (shared-queue->list queue)
  (call (%pid queue 'shared-queue->list) 'list))

;;> (shared-queue-find queue predicate): the oldest element for which the
;;> predicate holds, which stays, or #f. The predicate is called here, and
;;> meanwhile others wait that use the queue. Raises type, arity, and what the
;;> predicate raises.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 1) (shared-queue-put! q 2) (shared-queue-find q even?)) (environment '(scheme base) '(util concurrent))) => 2
(define (shared-queue-find queue predicate)
  (let ((pid (%pid queue 'shared-queue-find)))
    (%require-callback predicate 1 'shared-queue-find)
    (%with-lease pid
                 (lambda ()
                   (let loop ((rest (call pid 'list)))
                     (cond ((null? rest) #f)
                           ((predicate (car rest)) (car rest))
                           (else (loop (cdr rest)))))))))

;;> (shared-queue-remove! queue object [same?]): takes the oldest element out
;;> that is the same? (equal?); whether there is one. The procedure is called
;;> here with an element and the object, and meanwhile others wait that use the
;;> queue. Raises type, arity, and what it raises.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 1) (let* ((one (shared-queue-remove! q 1)) (two (shared-queue-remove! q 1))) (list one two))) (environment '(scheme base) '(util concurrent))) => (#t #f)
(define shared-queue-remove!
  (case-lambda
    ((queue object)
     (call (%pid queue 'shared-queue-remove!) (list 'remove object)))
    ((queue object same?)
     (let ((pid (%pid queue 'shared-queue-remove!)))
       (%require-callback same? 2 'shared-queue-remove!)
       (%remove-first pid (lambda (element) (same? element object)))))))

;;> (shared-queue-remp! queue predicate): takes the oldest element out for which
;;> the predicate holds; whether there is one. Raises as shared-queue-find does.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 1) (shared-queue-put! q 2) (shared-queue-remp! q even?) (shared-queue->list q)) (environment '(scheme base) '(util concurrent))) => (1)
(define (shared-queue-remp! queue predicate)
  (let ((pid (%pid queue 'shared-queue-remp!)))
    (%require-callback predicate 1 'shared-queue-remp!)
    (%remove-first pid predicate)))

(define (%remove-first pid test)
  (%with-lease pid
               (lambda ()
                 (let loop ((rest (call pid 'list)) (index 0))
                   (cond ((null? rest) #f)
                         ((test (car rest)) (call pid (list 'remove-at index)))
                         (else (loop (cdr rest) (+ index 1))))))))

;;> (shared-queue-clear! queue): takes all elements out. Raises type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-put! q 1) (shared-queue-clear! q) (shared-queue-size q)) (environment '(scheme base) '(util concurrent))) => 0
(define (shared-queue-clear! queue)
  (call (%pid queue 'shared-queue-clear!) 'clear)
  (void))

;;> (shared-queue-lock! queue): has all other processes wait that use the queue,
;;> until it is unlocked or this process ends; #t. Raises type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-lock! q) (shared-queue-put! q 1) (shared-queue-unlock! q)) (environment '(scheme base) '(util concurrent))) => #t
(define (shared-queue-lock! queue)
  (call (%pid queue 'shared-queue-lock!) 'lease)
  #t)

;;> (shared-queue-unlock! queue): unlocks it, whoever has locked it; #t. Raises
;;> type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-lock! q) (shared-queue-unlock! q) (shared-queue-locked? q)) (environment '(scheme base) '(util concurrent))) => #f
(define (shared-queue-unlock! queue)
  (call (%pid queue 'shared-queue-unlock!) 'release))

;;> (shared-queue-locked? queue [wait?]): whether a process has locked it; if
;;> wait? is true, waits until none has. Raises type, deadlock if this process
;;> would wait for itself.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-lock! q) (shared-queue-locked? q)) (environment '(scheme base) '(util concurrent))) => #t
(define shared-queue-locked?
  (case-lambda
    ((queue) (shared-queue-locked? queue #f))
    ((queue wait?) (%locked? (%pid queue 'shared-queue-locked?) wait?))))

;;> (shared-queue-close! queue): ends the queue; whoever waits at it gets noproc
;;> raised, as does whoever uses it later. Raises type.
;;> Example: (eval '(let ((q (make-shared-queue))) (shared-queue-close! q) (catch condition-kind (shared-queue-get! q))) (environment '(termite) '(mound conditions) '(util concurrent))) => noproc
(define (shared-queue-close! queue)
  (call (%pid queue 'shared-queue-close!) 'close)
  (void))
