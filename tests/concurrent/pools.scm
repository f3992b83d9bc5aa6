;; Thread pools: numbers, choice of threads, errors, terminating, releasing.

(import (scheme base) (scheme write) (termite process) (mound conditions)
        (mound sort) (mound call) (util concurrent))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))

(define me (self))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (kind thunk) (catch condition-kind (thunk)))
(define (status pool key) (cdr (assq key (server-status (thread-pool-pid pool)))))
(define (until test) (if (not (test)) (begin (? 0.001 #f) (until test))))
;; A task that waits until it is told to go on.
(define (gate)
  (let ((q (make-shared-queue)))
    (list (lambda () (shared-queue-get! q)) (lambda () (shared-queue-put! q 'go)))))
(define (push! pool thunk) (thread-pool-push-task! pool thunk))

(row "start" (let ((p (make-thread-pool 5)))
               (list (thread-pool-size p) (thread-pool-idling-count p) (thread-pool-idling? p))))

(row "distinct numbers"
  (let* ((p (make-thread-pool 5)) (g (gate))
         (ids (map (lambda (i) (push! p (car g))) '(1 2 3 4 5)))
         (idle (thread-pool-idling? p)))
    (for-each (lambda (i) ((cadr g))) ids)
    (thread-pool-wait-all! p)
    (list (sort ids <) idle (thread-pool-idling-count p))))

(row "results by a queue"
  (let ((p (make-thread-pool 5)) (q (make-shared-queue)))
    (for-each (lambda (i) (push! p (lambda () (? 0.01 #f) (shared-queue-put! q i)))) (numbers 0 9))
    (thread-pool-wait-all! p)
    (sort (shared-queue->list q) <)))

(row "least loaded"
  (let* ((p (make-thread-pool 2)) (g (gate)))
    (for-each (lambda (i) (push! p (car g))) '(1 2))
    ;; Three tasks wait for thread 0 and one for thread 1.
    (for-each (lambda (id) (thread-pool-push-task! p (car g) (lambda (n) (if (< n 0) n id))))
              '(0 0 0 1))
    (let ((chosen (push! p (car g))))
      (for-each (lambda (i) ((cadr g))) (numbers 1 7))
      (thread-pool-wait-all! p)
      chosen)))

(row "add-to-back?"
  (let* ((p (make-thread-pool 2)) (g (gate)) (asked '()))
    (define (asking answer)
      (lambda (n) (set! asked (cons n asked)) (answer n)))
    (for-each (lambda (i) (push! p (car g))) '(1 2))
    (let* ((id (thread-pool-push-task! p (car g) (asking (lambda (n) (if (= n 1) 1 #f)))))
           (first asked)
           (refused (catch (lambda (e) e)
                      (thread-pool-push-task! p (car g) (lambda (n) (raise 'refused)))))
           (nobody (kind (lambda () (thread-pool-push-task! p (car g) (lambda (n) #f)))))
           (outside (kind (lambda () (thread-pool-push-task! p (car g) (lambda (n) 7)))))
           (queued (status p 'queued)))
      (for-each (lambda (i) ((cadr g))) '(1 2 3))
      (thread-pool-wait-all! p)
      (list id (reverse first) refused nobody outside queued))))

(row "a choice where a thread is idle"
  (let* ((p (make-thread-pool 2))
         (id (thread-pool-push-task! p (lambda () (! me 'ran)) (lambda (n) (raise 'asked)))))
    (list (and (memv id '(0 1)) #t) (? 60 'did-not-run))))

(row "errors"
  (let* ((q (make-shared-queue))
         (p (make-thread-pool 1 (lambda (e) (shared-queue-put! q e) (raise e)))))
    (push! p (lambda () (raise 'oops)))
    (push! p (lambda () (shared-queue-put! q 'on)))
    (thread-pool-wait-all! p)
    (let ((silent (make-thread-pool 1)))
      (push! silent (lambda () (car 1)))
      (push! silent (lambda () (shared-queue-put! q 'silent)))
      (thread-pool-wait-all! silent))
    (shared-queue->list q)))

(row "a thread that is stuck"
  (let* ((p (make-thread-pool 3)) (g (gate))
         (id (push! p (lambda () (shared-queue-get! (make-shared-queue)))))
         (old (thread-pool-thread p id))
         (other (push! p (car g))))
    (thread-pool-thread-terminate! p id)
    (let ((idle (thread-pool-idling-count p)))
      ((cadr g))
      (thread-pool-wait-all! p)
      (push! p (lambda () (! me 'ran)))
      (list idle (alive? old) (eq? old (thread-pool-thread p id)) (?)
            (begin (thread-pool-wait-all! p) (thread-pool-idling-count p))))))

(row "what waits for it is dropped"
  (let* ((p (make-thread-pool 1)) (g (gate)))
    (push! p (car g))
    (push! p (lambda () (! me 'never)))
    (thread-pool-thread-terminate! p 0)
    (thread-pool-wait-all! p)
    (list (status p 'queued) (thread-pool-idling-count p) (? 0.02 'nothing))))

(row "a thread is killed by others"
  (let* ((q (make-shared-queue))
         (p (make-thread-pool 1 (lambda (e) (shared-queue-put! q (condition-kind e)))))
         (g (gate)))
    (push! p (lambda () (! me 'begun) ((car g))))
    (push! p (lambda () (! me 'kept)))
    (?)
    (terminate! (thread-pool-thread p 0))
    (let ((kept (?)))
      (thread-pool-wait-all! p)
      (list kept (shared-queue-get! q) (thread-pool-idling-count p)))))

(row "the pool itself is killed"
  (let* ((p (make-thread-pool 2)) (pids (map (lambda (n) (thread-pool-thread p n)) '(0 1))))
    ;; One waits in a task, the other for a task.
    (thread-pool-push-task! p (lambda () (! me 'begun) (?)) (lambda (n) 0))
    (?)
    (terminate! (thread-pool-pid p))
    (map (lambda (pid) (not (eq? 'alive (wait-for pid 60 'alive)))) pids)))

(row "a thread is killed before it begins"
  (let ((p (make-thread-pool 1)))
    (map (lambda (i)
           (terminate! (thread-pool-thread p 0))
           (push! p (lambda () (! me i)))
           (?))
         (numbers 1 9))))

(row "release when all is done"
  (let* ((p (make-thread-pool 2)) (q (make-shared-queue))
         (pids (map (lambda (n) (thread-pool-thread p n)) '(0 1))))
    (for-each (lambda (i) (push! p (lambda () (? 0.005 #f) (shared-queue-put! q i)))) (numbers 1 6))
    (thread-pool-release! p)
    (list (sort (shared-queue->list q) <) (map alive? pids)
          (catch error-object-message (push! p list))
          (kind (lambda () (thread-pool-release! p))))))

(row "release at once"
  (let* ((p (make-thread-pool 2)) (pids (map (lambda (n) (thread-pool-thread p n)) '(0 1))))
    (for-each (lambda (i) (push! p (lambda () (let loop () (loop))))) '(1 2 3))
    (thread-pool-release! p 'terminate)
    (wait-for (thread-pool-pid p))
    (list (map alive? pids) (alive? (thread-pool-pid p)))))

(row "the current thread"
  (let* ((p (make-thread-pool 3)) (q (make-shared-queue))
         (id (push! p (lambda () (shared-queue-put! q (thread-pool-current-thread-id)))))
         (inside (shared-queue-get! q)))
    (push! p (lambda () (spawn (lambda () (! me (list 'child (thread-pool-current-thread-id)))))))
    (list (= id inside) (thread-pool-current-thread-id) (?))))

(row "numbers and processes"
  (let ((p (make-thread-pool 4)))
    (list (thread-pool-thread-id p (thread-pool-thread p 3))
          (kind (lambda () (thread-pool-thread-id p (self))))
          (kind (lambda () (thread-pool-thread p 4))))))

(row "running"
  (let* ((p (make-thread-pool 2)) (g (gate)) (id (push! p (car g)))
         (busy (thread-pool-thread-task-running? p id)))
    ((cadr g))
    (thread-pool-wait-all! p)
    (list busy (thread-pool-thread-task-running? p id))))

(row "a task pushes a task"
  (let ((p (make-thread-pool 1)))
    (push! p (lambda () (push! p (lambda () (! me 'inner))) (! me 'outer)))
    (let* ((one (?)) (two (?)))
      (list one two))))

(row "a task waits for its own pool"
  (let ((p (make-thread-pool 1)))
    (push! p (lambda () (! me (kind (lambda () (thread-pool-wait-all! p))))))
    (?)))

;; Also when it would wait for the end of its pool, or for pieces of work that wait behind it; those
;; that others do are waited for.
(row "a task waits for what waits for it"
  (let ((p (make-thread-pool 1)) (wide (make-thread-pool 3)))
    (push! p (lambda () (! me (kind (lambda () (thread-pool-release! p))))))
    (push! p (lambda () (! me (kind (lambda () (pmap list '(1 2) p))))))
    (push! wide (lambda () (! me (pmap list '(1 2) wide))))
    (let* ((one (?)) (two (?)) (three (?)))
      (if (pair? one) (list one two three) (if (pair? two) (list two one three) (list three one two))))))

(row "released while others wait for all"
  (let ((p (make-thread-pool 1)) (g (gate)))
    (push! p (car g))
    (for-each (lambda (i) (spawn (lambda () (! me (thread-pool-wait-all! p))))) '(1 2))
    (spawn (lambda () (thread-pool-release! p) (! me 'released)))
    (until (lambda () (eq? 'released (status p 'state))))
    ((cadr g))
    (let* ((one (?)) (two (?)) (three (?)))
      (sort (map (lambda (x) (if (eq? x #t) 'waited x)) (list one two three))
            (lambda (a b) (string<? (symbol->string a) (symbol->string b)))))))

(row "tasks leave nothing behind"
  (let ((p (make-thread-pool 1)) (color (make-parameter 'red)))
    (push! p (lambda ()
               (! (self) 'stray)
               (parameterize ((color 'blue)) (raise 'left))))
    (push! p (lambda () (! me (list (color) (? 0.02 'nothing)))))
    (let ((told (?)))
      (thread-pool-wait-all! p)
      (list told (thread-pool-idling-count p)))))

(row "a task ends its process"
  (let* ((told (make-shared-queue))
         (p (make-thread-pool 1 (lambda (e) (shared-queue-put! told (condition-kind e))))))
    (for-each (lambda (end)
                (push! p end)
                (thread-pool-wait-all! p))
              (list halt! shutdown!))
    (push! p (lambda () (shared-queue-put! told 'goes-on)))
    (let* ((one (shared-queue-get! told)) (two (shared-queue-get! told))
           (three (shared-queue-get! told)))
      (sort (list one two three) (lambda (a b) (string<? (symbol->string a) (symbol->string b)))))))

(row "few processes for many tasks"
  (let* ((p (make-thread-pool 3)) (before (length (process-list))))
    (for-each (lambda (i) (push! p (lambda () i))) (numbers 1 300))
    (let ((after (length (process-list))))
      (thread-pool-wait-all! p)
      (<= after (+ before 3)))))

(row "the pool is lost"
  (let* ((p (make-thread-pool 2)) (worker (thread-pool-thread p 0)))
    (terminate! (thread-pool-pid p))
    (until (lambda () (not (alive? worker))))
    (list (kind (lambda () (push! p list))))))
