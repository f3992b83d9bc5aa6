;;; A list or vector is cut into pieces, and each piece is the work of one
;;; future. The pieces are more than the processes that work, lest all wait for
;;; the slowest.

(define %pieces-for-each 4)

;; Where the work is done: #f for this node, a thread pool, an executor, or a
;; list of nodes. Calls `receive` with how many work there, and a procedure that
;; makes the future of a thunk.
(define (%with-workers where who receive)
  (cond ((not where)
         (receive (length (cdr (assq 'schedulers (%primitive %node-info))))
                  make-simple-future))
        ((thread-pool? where)
         (receive (thread-pool-size where)
                  (lambda (thunk)
                    (%push-future (thread-pool-pid where) thunk))))
        ((executor? where)
         (receive (if (thread-pool-executor? where)
                      (thread-pool-executor-max-pool-size where)
                      1)
                  (lambda (thunk) (executor-submit! where thunk))))
        ((pair? where)
         (let ((pool (make-thread-pool/nodes where (* 2 (length where)))))
           (dynamic-wind
            void
            (lambda () (%with-workers pool who receive))
            (lambda () (thread-pool-release! pool 'terminate)))))
        (else
         (%type-error who "a thread pool, an executor or a list of nodes"
                      where))))

(define (%push-future pool thunk)
  (let ((future (make-executor-future thunk)))
    (if (not (eq? (%give-to pool future 'push-future) 'accepted))
        (%error-of-kind 'error 'pmap "the thread pool was released"))
    future))

;; Lists of at most so many elements, in order.
(define (%pieces list size)
  (let loop ((rest list) (left size) (piece '()) (pieces '()))
    (cond ((null? rest)
           (reverse (if (null? piece) pieces (cons (reverse piece) pieces))))
          ((= left 0) (loop rest size '() (cons (reverse piece) pieces)))
          (else
           (loop (cdr rest) (- left 1) (cons (car rest) piece) pieces)))))

;; A list of what `work` returns for each piece. If one raises, the rest is
;; cancelled.
(define (%in-pieces work sequence where who)
  (let* ((list (if (vector? sequence)
                   (vector->list sequence)
                   (%require-list sequence who)))
         (count (length list)))
    (%with-workers where who
     (lambda (workers future-of)
       (let* ((size (max 1 (ceiling (/ count (* workers %pieces-for-each)))))
              (futures (map (lambda (piece)
                              (future-of (lambda () (work piece))))
                            (%pieces list size)))
              (all (future-all futures)))
         (dynamic-wind
          void
          (lambda ()
            ;; A piece that waits for this process in its pool would never be
            ;; done.
            (if (thread-pool-current-thread-id)
                (for-each %future-elsewhere futures))
            (future-get all))
          (lambda ()
            ;; They may have ended with their node.
            (for-each (lambda (future)
                        (catch (lambda (problem) #f) (future-close! future)))
                      (cons all futures)))))))))

;;> (pmap procedure sequence [where]): like map, for a list or vector, by
;;> several processes: of this node; or of a thread pool, an executor or nodes
;;> in a list. Calls come in any order. As soon as one raises, raises that;
;;> those that run are ended. Raises type, arity, unsendable, deadlock in a task
;;> of a pool that has too few other processes.
;;> Example: (eval '(list (pmap square '(1 2 3)) (pmap square #(1 2))) (environment '(scheme base) '(util concurrent))) => ((1 4 9) #(1 4))
(define pmap
  (case-lambda
    ((procedure sequence) (pmap procedure sequence #f))
    ((procedure sequence where)
     (%require-callback procedure 1 'pmap)
     (let ((results (apply append
                           (%in-pieces (lambda (piece) (map procedure piece))
                                       sequence where 'pmap))))
       (if (vector? sequence) (list->vector results) results)))))

;;> (pfor-each procedure sequence [where]): the same for what the procedure
;;> does.
;;> Example: (eval '(let ((q (make-shared-queue))) (pfor-each (lambda (n) (shared-queue-put! q n)) '(1 2 3)) (shared-queue-size q)) (environment '(scheme base) '(util concurrent))) => 3
(define pfor-each
  (case-lambda
    ((procedure sequence) (pfor-each procedure sequence #f))
    ((procedure sequence where)
     (%require-callback procedure 1 'pfor-each)
     (%in-pieces (lambda (piece)
                   (for-each procedure piece)
                   #t)
                 sequence where 'pfor-each)
     (void))))

;;> (preduce procedure identity sequence [where]): what the procedure, which
;;> must be associative, makes of the elements of a list or vector from left to
;;> right, by several processes as pmap has them; the identity if there are
;;> none.
;;> Example: (eval '(preduce + 0 '(1 2 3 4)) (environment '(scheme base) '(util concurrent))) => 10
(define preduce
  (case-lambda
    ((procedure identity sequence) (preduce procedure identity sequence #f))
    ((procedure identity sequence where)
     (%require-callback procedure 2 'preduce)
     (%reduce procedure identity
              (%in-pieces (lambda (piece) (%reduce procedure identity piece))
                          sequence where 'preduce)))))

(define (%reduce procedure identity list)
  (if (null? list)
      identity
      (let loop ((rest (cdr list)) (result (car list)))
        (if (null? rest)
            result
            (loop (cdr rest) (procedure result (car rest)))))))
