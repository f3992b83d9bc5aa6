;; Futures: values, errors, timeouts, cancelling, and futures of futures.

(import (scheme base) (scheme write) (termite process)
        (rename (mound conditions) (condition? mound-condition?))
        (mound call) (mound crash) (util concurrent) (util concurrent future))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))

(define me (self))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (kind thunk) (catch condition-kind (thunk)))
(define-syntax how
  (syntax-rules ()
    ((_ e) (guard (x ((future-terminated? x) 'terminated)
                     ((error-object? x) (condition-kind x))
                     (#t (list 'raised x)))
             e))))
(define (until test) (if (not (test)) (begin (? 0.001 #f) (until test))))
(define (getters f) (cdr (assq 'getters (server-status (future-pid f)))))
(define (endless) (future (let loop () (? 1000 #f) (loop))))

(row "values"
  (let* ((f (future (? 0.01 #f) 'ok)) (one (future-get f)) (two (future-get f)))
    (list one two (future-state f) (future-done? f) (future-cancelled? f) (simple-future? f))))

(row "errors"
  (let* ((f (future (raise 'oops))) (one (how (future-get f))) (two (how (future-get f)))
         (forgotten (future (car 1))))
    (until (lambda () (future-done? forgotten)))
    (list one two (how (future-get forgotten)) (future-get (future 'alive)))))

(row "timeouts"
  (let* ((q (make-shared-queue)) (f (future (shared-queue-get! q)))
         (one (future-get f 0.01 'to)) (two (future-get f 0 'to)) (three (future-get f 0)))
    (shared-queue-put! q 'real)
    (list one two three (future-get f) (future-get f 0 'to))))

(row "many getters"
  (let* ((q (make-shared-queue)) (f (future (shared-queue-get! q))))
    (for-each (lambda (i) (spawn (lambda () (! me (future-get f))))) (numbers 1 10))
    (until (lambda () (= 10 (getters f))))
    (shared-queue-put! q 7)
    (map (lambda (i) (?)) (numbers 1 10))))

(row "cancelling"
  (let* ((told (make-shared-queue))
         (f (future (shared-queue-put! told (self)) (let loop () (loop))))
         (worker (shared-queue-get! told)))
    (spawn (lambda () (! me (guard (x ((future-terminated? x) (future? (terminated-future x))))
                              (future-get f)))))
    (until (lambda () (= 1 (getters f))))
    (future-cancel f)
    (let ((woken (?)))
      (wait-for worker)
      (list woken (future-cancelled? f) (future-state f)
            (guard (x ((future-terminated? x) (eq? f (terminated-future x)))) (future-get f))
            (alive? worker) (future-cancelled? f) (future-done? f)))))

(row "cancelling too late"
  (let* ((f (future 1)) (one (future-get f)))
    (future-cancel f)
    (list one (future-get f) (future-cancelled? f))))

(row "not started" (let ((f (future (class <executor-future>) 1)))
                     (list (how (future-get f)) (future-state f) (executor-future? f)
                           (begin (future-cancel f) (how (future-get f))))))

(row "its process is killed"
  (let* ((told (make-shared-queue))
         (f (future (shared-queue-put! told (self)) (let loop () (loop)))))
    ;; From its first request on the future watches that process.
    (future-state f)
    (terminate! (shared-queue-get! told))
    (list (how (future-get f)) (catch error-object-message (future-get f)))))

;; However often it is asked, it watches the process that computes once.
(row "watched once"
  (let ((f (endless)))
    (do ((n 0 (+ n 1))) ((= n 5)) (future-state f))
    (let ((watched (cdr (assq 'monitors (process-info (future-pid f))))))
      (future-cancel f)
      (length watched))))

(row "its thunk ends its process"
  (list (how (future-get (future (halt!)))) (how (future-get (future (shutdown!))))
        (how (future-get (executor-submit! (make-thread-pool-executor 1) halt!)))))

(row "the future itself is killed"
  (let ((f (endless)))
    (spawn (lambda () (! me (how (future-get f)))))
    (until (lambda () (= 1 (getters f))))
    (terminate! (future-pid f))
    (let ((one (?)))
      (list one (how (future-get f))))))

(row "closing"
  (let ((f (future 1)))
    (future-get f)
    (future-close! f)
    (how (future-get f))))

(row "it outlives its maker"
  (let ((q (make-shared-queue)))
    (spawn (lambda () (! me (future (shared-queue-get! q)))))
    (let ((f (?)))
      (shared-queue-put! q 'kept)
      (future-get f))))

(row "it follows its parent"
  (let* ((told (make-shared-queue))
         (parent (future
                  (let ((child (future (shared-queue-put! told (self)) (let loop () (loop)))))
                    (shared-queue-put! told child)
                    (future-get child))))
         (one (shared-queue-get! told)) (two (shared-queue-get! told))
         (child (if (future? one) one two)))
    (future-cancel parent)
    (how (future-get child))))

(row "deadlines"
  (let ((late (future-cancel-after (endless) 0.01)) (early (future-cancel-after (future 1) 60)))
    (list (how (future-get late)) (future-get early))))

(row "map" (list (future-get (future-map + (future 1) (future 2)))
                 (how (future-get (future-map + (future 1) (future (raise 'oops)))))
                 (future-get (future-flatmap (lambda (n) (future (* n n))) (future 3)))
                 (future-get (future-guard list (future (raise 'oops))))
                 (future-get (future-guard list (future 1)))))

(row "all"
  (let* ((slow (endless)) (all (future-all (list slow (future (raise 'oops))))))
    (list (future-get (future-all (map (lambda (i) (future i)) (numbers 1 5))))
          (future-get (future-all '()))
          (how (future-get all)) (how (future-get slow)))))

(row "any"
  (let* ((slow (endless)))
    (list (future-get (future-any (list (future (raise 'no)) slow (future 2))))
          (how (future-get slow))
          (how (future-get (future-any (list (future (raise 'no))))))
          (how (future-any '())))))

(row "race"
  (let* ((slow (endless)))
    (list (future-get (future-race (list slow (future 2)))) (how (future-get slow))
          (how (future-get (future-race (list (future (raise 'first)) (endless))))))))

(row "cancelling reaches what it was made of"
  (let* ((slow (endless)) (made (future-map list slow)) (all (future-all (list (endless) slow))))
    (until (lambda () (= 2 (getters slow))))
    (future-cancel made)
    (how (future-get slow))))

(row "parallel"
  (list (pmap (lambda (n) (* n n)) (numbers 1 20)) (pmap - #(1 2 3)) (pmap - '())
        (preduce string-append "" '("a" "b" "c" "d" "e" "f" "g" "h" "i" "j"))
        (preduce (lambda (a b) (string-append a b)) "" '("a" "b" "c"))
        (guard (x (#t (condition-kind x))) (preduce (lambda (a) a) 0 '()))
        (preduce + 0 #()) (preduce max 0 (list->vector (numbers 1 50)))
        (let ((q (make-shared-queue)))
          (pfor-each (lambda (n) (shared-queue-put! q n)) (numbers 1 30))
          (shared-queue-size q))
        (how (pmap (lambda (n) (if (= n 2) (raise 'oops) (? 1000 #f))) '(1 2 3)))))

(row "parallel in a pool"
  (let ((p (make-thread-pool 2)) (e (make-thread-pool-executor 2 push-future-handler)))
    (list (pmap list '(1 2 3) p) (preduce + 0 (numbers 1 30) e)
          (begin (thread-pool-release! p) (how (pmap list '(1 2 3) p)))
          (how (pmap list '(1) 'nowhere)))))

(row "shared values"
  (let* ((table (numbers 1 100)) (v (share table)) (same (share (numbers 1 100))))
    (list (equal? table (shared-value v))
          (pmap (lambda (i) (list-ref (shared-value v) i)) '(0 50 99))
          (begin (unshare v) (how (shared-value v))) (how (shared-value same)))))

(row "boxes"
  (let ((b (make-shared-box)))
    (spawn (lambda () (! me (shared-box-get! b))))
    (list (shared-box-get! b 0.01 'empty) (shared-box-get! b 0.01) (shared-box-put! b 1) (?)
          (shared-box-get! b) (shared-box-get! b 60) (shared-box? b))))

;; An executor of other make says where the result is: in a box, with a procedure, or as it is.
(row "results of other makes"
  (let* ((made (lambda (result)
                 (let ((f (future (class <executor-future>) 1)))
                   (future-result-set! f result)
                   f)))
         (plain (made 'as-it-is))
         (late (made (lambda (future timeout default)
                       (if timeout default (list 'computed (future? future))))))
         (failed (made 'oops)))
    (future-canceller-set! failed #t)
    (list (future-get plain) (future-get late) (future-get late 0.01 'late)
          (future-get (made (make-shared-box)) 0.01 'empty) (how (future-get failed)))))

(row "guard takes what was raised"
  (list (future-get (future-guard (lambda (object) (list 'guarded object)) (future (raise 'oops))))
        (kind (lambda () (future-guard (lambda (object other) object) (future 1))))))

;; A future of the simple type starts at once; one of another type waits for an executor.
(row "types that start at once"
  (list (future-get (future (class <simple-future>) 'simple) 60 'late)
        (future-get (future 'plain) 60 'late)
        (simple-future? (future (class <simple-future>) 1))
        (how (future-get (future (class <executor-future>) 1) 0.01))))

;; Without a timeout, what would wait for itself complains.
(row "a future that asks for itself"
  (let* ((q (make-shared-queue))
         (f (future (let ((own (shared-queue-get! q)))
                      (list (future-get own 0.01 'late) (how (future-get own)))))))
    (shared-queue-put! q f)
    (future-get f)))

;; Those that wait for its parts end with it, however it does, and that is no crash.
(row "what ends is not reported"
  (begin
    (watch-crashes)
    (for-each (lambda (combine end)
                (let* ((slow (endless)) (made (combine (list slow (endless)))))
                  (until (lambda () (= 1 (getters slow))))
                  (end made)
                  (until (lambda () (or (future-cancelled? slow) (= 0 (getters slow)))))))
              (list future-all future-any future-race future-all)
              (list future-cancel future-cancel future-close!
                    (lambda (f) (terminate! (future-pid f)))))
    (how (pmap (lambda (n) (if (= n 2) (raise 'oops) (? 1000 #f))) '(1 2 3)))
    (until (lambda () (not (memq 'future-waiter (map process-name (process-list))))))
    (recv (('crash pid report) (crash-ref report 'object)) (after 0 'nothing))))
