;; Shared queues: order, waiting, bounds, rendezvous, looking and locking.

(import (scheme base) (scheme write) (termite process) (mound conditions)
        (util concurrent) (mound call))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))

(define me (self))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (put-all! q list) (for-each (lambda (x) (shared-queue-put! q x)) list))
(define (get-all! q n)
  (if (= n 0) '() (let ((x (shared-queue-get! q))) (cons x (get-all! q (- n 1))))))
(define (with q . objects) (put-all! q objects) q)
;; Waits until so many of a kind wait at the queue.
(define (until q what count)
  (if (not (= count (cdr (assq what (server-status (shared-queue-pid q))))))
      (begin (? 0.001 #f) (until q what count))))
(define (kind thunk) (catch condition-kind (thunk)))

(row "order"
  (let ((q (make-shared-queue)))
    (spawn (lambda () (put-all! q (numbers 1 300))))
    (equal? (get-all! q 300) (numbers 1 300))))

(row "many writers"
  (let ((q (make-shared-queue)))
    (for-each (lambda (w)
                (spawn (lambda ()
                         (put-all! q (map (lambda (i) (cons w i)) (numbers 1 60))))))
              (numbers 1 8))
    (let ((all (get-all! q 480)))
      (list (map (lambda (w)
                   (equal? (numbers 1 60)
                           (let of ((rest all))
                             (cond ((null? rest) '())
                                   ((= w (caar rest)) (cons (cdar rest) (of (cdr rest))))
                                   (else (of (cdr rest)))))))
                 (numbers 1 8))
            (shared-queue-size q)))))

(row "many readers"
  (let ((q (make-shared-queue)) (results (make-shared-queue)))
    (for-each (lambda (r)
                (spawn (lambda () (for-each (lambda (i) (shared-queue-put! results (shared-queue-get! q)))
                                            (numbers 1 40)))))
              (numbers 1 8))
    (put-all! q (numbers 1 320))
    (let ((sum (apply + (get-all! results 320))))
      (list sum (shared-queue-size q) (shared-queue-size results)))))

(row "a getter waits"
  (let ((q (make-shared-queue)))
    (spawn (lambda () (! me (shared-queue-get! q))))
    (until q 'getters 1)
    (shared-queue-put! q 'x)
    (?)))

(row "who waits uses no processor time"
  (let* ((empty (make-shared-queue)) (full (make-shared-queue 0))
         (f (future (shared-queue-get! empty)))
         (waiting (list (spawn (lambda () (shared-queue-get! empty)))
                        (spawn (lambda () (shared-queue-get! empty 1000)))
                        (spawn (lambda () (shared-queue-put! full 1)))
                        (spawn (lambda () (future-get f)))
                        (shared-queue-pid full) (future-pid f))))
    (define (told key) (map (lambda (p) (cdr (assq key (process-info p)))) waiting))
    (until empty 'getters 3)
    (until full 'putters 1)
    (let loop ()
      (if (not (equal? (told 'state) '(waiting waiting waiting waiting waiting waiting)))
          (begin (? 0.001 #f) (loop))))
    (let ((before (told 'reductions)))
      (? 0.05 #f)
      (equal? before (told 'reductions)))))

(row "timeouts"
  (let* ((q (make-shared-queue))
         (one (shared-queue-get! q 0.02 'to))
         (two (shared-queue-get! q 0 'to))
         (three (shared-queue-get! q 0.01))
         (four (shared-queue-get! q (seconds->time (+ 0.02 (time->seconds (current-time)))) 'then)))
    (shared-queue-put! q 'later)
    (list one two three four (shared-queue-size q))))

(row "put returns its object" (shared-queue-put! (make-shared-queue) 1))

(row "bounds"
  (let* ((q (make-shared-queue 1))
         (one (shared-queue-put! q 1))
         (two (shared-queue-put! q 2 0.01 'boom))
         (three (shared-queue-put! q 2 0 'boom))
         (over (map (lambda (n) (shared-queue-overflows? q n)) '(0 1))))
    (spawn (lambda () (! me (list 'put (shared-queue-put! q 3)))))
    (until q 'putters 1)
    (let* ((got (shared-queue-get! q)) (told (?)) (next (shared-queue-get! q)))
      (list one two three over got told next (shared-queue-max-length q)))))

(row "clear and remove let putters in"
  (let ((q (with (make-shared-queue 1) 'old)))
    (spawn (lambda () (! me (shared-queue-put! q 'second))))
    (until q 'putters 1)
    (shared-queue-clear! q)
    (let ((one (?)))
      (spawn (lambda () (! me (shared-queue-put! q 'third))))
      (until q 'putters 1)
      (shared-queue-remove! q 'second)
      (list one (?) (shared-queue->list q)))))

(row "rendezvous"
  (let* ((q (make-shared-queue 0))
         (nobody (shared-queue-put! q 1 0 'nobody)))
    (spawn (lambda () (shared-queue-put! q 'x) (! me 'writer)))
    (until q 'putters 1)
    (let* ((early (? 0.02 'waits)) (got (shared-queue-get! q)) (late (?)))
      (list nobody early got late (shared-queue-size q) (shared-queue-overflows? q 1)))))

(row "rendezvous is exact"
  (let ((q (make-shared-queue 0)))
    (for-each (lambda (i) (spawn (lambda () (! me (shared-queue-put! q i))))) '(1 2 3))
    (until q 'putters 3)
    (let* ((got (shared-queue-get! q)) (told (?)))
      (list (= got told) (? 0.02 'nobody-else) (shared-queue-size q)
            (cdr (assq 'putters (server-status (shared-queue-pid q))))))))

(row "wrong lengths" (map (lambda (n) (kind (lambda () (make-shared-queue n)))) '(a 1.5)))

(row "remove"
  (let* ((q (with (make-shared-queue) 1 2 3 4 5))
         (all (map (lambda (n) (shared-queue-remove! q n)) '(3 1 5 3)))
         (rest (shared-queue->list q))
         (own (shared-queue-remove! q 3 (lambda (element object) (> element object)))))
    (list all rest own (shared-queue->list q))))

(row "find"
  (let* ((q (with (make-shared-queue) 1 2 3 4))
         (found (shared-queue-find q even?))
         (none (shared-queue-find q string?))
         (raised (catch (lambda (e) e) (shared-queue-find q (lambda (x) (raise 'oops)))))
         (escaped (call/cc (lambda (k) (shared-queue-find q (lambda (x) (k (list 'out x))))))))
    (list found none raised escaped (shared-queue-locked? q) (shared-queue->list q))))

(row "locking"
  (let ((q (make-shared-queue)))
    (shared-queue-lock! q)
    (spawn (lambda () (shared-queue-put! q 'b) (! me 'put)))
    (spawn (lambda () (! me (list 'free (shared-queue-locked? q #t)))))
    (shared-queue-put! q 'a)
    (let* ((mine (shared-queue->list q)) (held (? 0.02 'held)) (locked (shared-queue-locked? q))
           (self-wait (kind (lambda () (shared-queue-locked? q #t)))))
      (shared-queue-unlock! q)
      (let* ((one (?)) (two (?)))
        (list mine held locked self-wait
              (and (member 'put (list one two)) (member '(free #f) (list one two)) #t)
              (shared-queue->list q) (shared-queue-locked? q))))))

(row "waiting getters get nothing of a locked queue"
  (let ((q (make-shared-queue)))
    (spawn (lambda () (! me (list 'got (shared-queue-get! q)))))
    (until q 'getters 1)
    (shared-queue-lock! q)
    (shared-queue-put! q 1)
    (let* ((held (? 0.02 'held)) (mine (shared-queue-get! q)))
      (shared-queue-put! q 2)
      (shared-queue-unlock! q)
      (list held mine (?)))))

(row "the owner of a lock dies"
  (let* ((q (make-shared-queue))
         (owner (spawn (lambda () (shared-queue-lock! q) (! me 'locked) (?)))))
    (?)
    (spawn (lambda () (! me (shared-queue-put! q 'on))))
    (let ((held (? 0.02 'held)))
      (terminate! owner)
      (list held (?) (shared-queue-locked? q)))))

(row "a waiter dies"
  (let* ((q (make-shared-queue))
         (first (spawn (lambda () (! me (list 'dead (shared-queue-get! q)))))))
    (until q 'getters 1)
    (spawn (lambda () (! me (list 'alive (shared-queue-get! q)))))
    (until q 'getters 2)
    (terminate! first)
    (wait-for first)
    (shared-queue-put! q 'x)
    (list (?) (shared-queue-size q))))

(row "first come, first served"
  (let ((q (make-shared-queue)))
    (for-each (lambda (i)
                (spawn (lambda () (! me (list i (shared-queue-get! q)))))
                (until q 'getters i))
              '(1 2 3))
    (put-all! q '(a b c))
    (map (lambda (i) (recv ((,i object) object))) '(1 2 3))))

(row "both ends"
  (let* ((q (with (make-shared-queue) 1 2 3 4)) (last (shared-queue-pop! q))
         (gone (shared-queue-remp! q even?)))
    (list last gone (shared-queue->list q) (shared-queue-pop! (make-shared-queue) 0 'empty))))

(row "closing"
  (let ((q (make-shared-queue)))
    (spawn (lambda () (! me (kind (lambda () (shared-queue-get! q))))))
    (until q 'getters 1)
    (shared-queue-close! q)
    (list (?) (kind (lambda () (shared-queue-put! q 1))))))

(row "a linked process ends meanwhile"
  (let ((q (make-shared-queue)))
    (spawn (lambda ()
             (! me (catch termite-exception-reason
                     (spawn-link (lambda () (? 0.02 #f) (shutdown!)))
                     (spawn-link (lambda () (? 0.03 #f) (terminate! (self))))
                     (shared-queue-get! q)))
             (! me (shared-queue-get! q))))
    (let ((one (?)))
      (shared-queue-put! q 'kept)
      (list one (?)))))

(row "handles travel"
  (let ((q (make-shared-queue)))
    (! me (list 'queue q))
    (shared-queue-put! (cadr (?)) 1)
    (shared-queue-get! q)))
