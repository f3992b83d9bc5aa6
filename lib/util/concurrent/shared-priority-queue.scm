;;; Shared priority queues: the same as shared queues, but for the order in
;;; which elements come out: the smallest first, and equal ones in the order of
;;; their coming.

(define-record-type <shared-priority-queue>
  (%make-shared-priority-queue pid max-length)
  shared-priority-queue?
  (pid %priority-queue-pid)
  (max-length %priority-queue-max-length))

;;> <shared-priority-queue>: the record type of shared priority queues.
;;> Example: (eval '(pair? (list <shared-priority-queue>)) (environment '(scheme base) '(util concurrent))) => #t

;;> (shared-priority-queue? object): whether it is a shared priority queue.
;;> Example: (eval '(map shared-priority-queue? (list (make-shared-priority-queue -) 'queue)) (environment '(scheme base) '(util concurrent))) => (#t #f)

(define (%priority-pid queue who)
  (if (shared-priority-queue? queue)
      (%priority-queue-pid queue)
      (%type-error who "a shared priority queue" queue)))

;;> (make-shared-priority-queue compare [max-length]): a new empty queue. The
;;> process of the queue calls compare with two elements; it returns a negative
;;> number if the first is to come out first, 0 if they are equal, and else a
;;> positive one. What it raises is raised where an element is put, taken or
;;> removed, and the queue stays as it was. The length is that of
;;> make-shared-queue. Raises type, arity, unsendable.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-put! q 2) (shared-priority-queue-put! q 1) (shared-priority-queue-get! q)) (environment '(scheme base) '(util concurrent))) => 1
(define make-shared-priority-queue
  (case-lambda
    ((compare) (make-shared-priority-queue compare -1))
    ((compare max-length)
     (%require-callback compare 2 'make-shared-priority-queue)
     (%require-length max-length 'make-shared-priority-queue)
     (%make-shared-priority-queue
      (%start-queue 'shared-priority-queue (lambda () (%make-heap compare))
                    max-length)
      max-length))))

;;> (shared-priority-queue-pid queue): the pid of its process. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (pid? (shared-priority-queue-pid q))) (environment '(termite) '(mound conditions) '(util concurrent))) => #t
(define (shared-priority-queue-pid queue)
  (%priority-pid queue 'shared-priority-queue-pid))

;;> (shared-priority-queue-empty? queue): whether it holds nothing. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-empty? q)) (environment '(termite) '(mound conditions) '(util concurrent))) => #t
(define (shared-priority-queue-empty? queue)
  (= 0 (%size (%priority-pid queue 'shared-priority-queue-empty?))))

;;> (shared-priority-queue-size queue): how many elements it holds. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-put! q 1) (shared-priority-queue-size q)) (environment '(termite) '(mound conditions) '(util concurrent))) => 1
(define (shared-priority-queue-size queue)
  (%size (%priority-pid queue 'shared-priority-queue-size)))

;;> (shared-priority-queue-max-length queue): how many it can hold; negative for
;;> any number. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-max-length q)) (environment '(termite) '(mound conditions) '(util concurrent))) => -1
(define (shared-priority-queue-max-length queue)
  (%priority-pid queue 'shared-priority-queue-max-length)
  (%priority-queue-max-length queue))

;;> (shared-priority-queue-overflows? queue count): whether so many more have no
;;> room. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-overflows? q 9)) (environment '(termite) '(mound conditions) '(util concurrent))) => #f
(define (shared-priority-queue-overflows? queue count)
  (%overflows? (%priority-pid queue 'shared-priority-queue-overflows?)
               (%priority-queue-max-length queue) count
               'shared-priority-queue-overflows?))

;;> (shared-priority-queue-put! queue object [timeout [default]]): puts the
;;> object where it belongs and returns it. Waits and returns the default as
;;> shared-queue-put! does. Raises type, unsendable, and what the comparison
;;> raises.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-put! q 1)) (environment '(termite) '(mound conditions) '(util concurrent))) => 1
(define shared-priority-queue-put!
  (case-lambda
    ((queue object) (shared-priority-queue-put! queue object #f #f))
    ((queue object timeout)
     (shared-priority-queue-put! queue object timeout #f))
    ((queue object timeout default)
     (%put (%priority-pid queue 'shared-priority-queue-put!) object timeout
           default))))

;;> (shared-priority-queue-get! queue [timeout [default]]): takes the smallest
;;> element out. Waits and returns the default as shared-queue-get! does. Raises
;;> type, and what the comparison raises.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-get! q 0.01 'nothing)) (environment '(termite) '(mound conditions) '(util concurrent))) => nothing
(define shared-priority-queue-get!
  (case-lambda
    ((queue) (shared-priority-queue-get! queue #f #f))
    ((queue timeout) (shared-priority-queue-get! queue timeout #f))
    ((queue timeout default)
     (%get (%priority-pid queue 'shared-priority-queue-get!) 'head timeout
           default))))

;;> (shared-priority-queue-remove! queue object): takes one element out that
;;> compares equal to the object; whether there is one. Raises type, and what
;;> the comparison raises.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-put! q 1) (shared-priority-queue-remove! q 1)) (environment '(termite) '(mound conditions) '(util concurrent))) => #t
(define (shared-priority-queue-remove! queue object)
  (call (%priority-pid queue 'shared-priority-queue-remove!)
        (list 'remove object)))

;;> (shared-priority-queue->list queue): a list of its elements in their order;
;;> they stay. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (for-each (lambda (n) (shared-priority-queue-put! q n)) '(3 1 2)) (shared-priority-queue->list q)) (environment '(termite) '(mound conditions) '(util concurrent))) => (1 2 3)
(define (shared-priority-queue->list queue)
  (call (%priority-pid queue 'shared-priority-queue->list) 'list))

;;> (shared-priority-queue-clear! queue): takes all elements out. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-put! q 1) (shared-priority-queue-clear! q) (shared-priority-queue-size q)) (environment '(termite) '(mound conditions) '(util concurrent))) => 0
(define (shared-priority-queue-clear! queue)
  (call (%priority-pid queue 'shared-priority-queue-clear!) 'clear)
  (void))

;;> (shared-priority-queue-lock! queue): locks it as shared-queue-lock! does.
;;> Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-lock! q)) (environment '(termite) '(mound conditions) '(util concurrent))) => #t
(define (shared-priority-queue-lock! queue)
  (call (%priority-pid queue 'shared-priority-queue-lock!) 'lease)
  #t)

;;> (shared-priority-queue-unlock! queue): unlocks it, whoever has locked it;
;;> #t. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-unlock! q)) (environment '(termite) '(mound conditions) '(util concurrent))) => #t
(define (shared-priority-queue-unlock! queue)
  (call (%priority-pid queue 'shared-priority-queue-unlock!) 'release))

;;> (shared-priority-queue-locked? queue [wait?]): whether a process has locked
;;> it; if wait? is true, waits until none has. Raises type, deadlock if this
;;> process would wait for itself.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-locked? q)) (environment '(termite) '(mound conditions) '(util concurrent))) => #f
(define shared-priority-queue-locked?
  (case-lambda
    ((queue) (shared-priority-queue-locked? queue #f))
    ((queue wait?)
     (%locked? (%priority-pid queue 'shared-priority-queue-locked?) wait?))))

;;> (shared-priority-queue-close! queue): ends the queue, as shared-queue-close!
;;> does. Raises type.
;;> Example: (eval '(let ((q (make-shared-priority-queue -))) (shared-priority-queue-close! q) (catch condition-kind (shared-priority-queue-size q))) (environment '(termite) '(mound conditions) '(util concurrent))) => noproc
(define (shared-priority-queue-close! queue)
  (call (%priority-pid queue 'shared-priority-queue-close!) 'close)
  (void))
