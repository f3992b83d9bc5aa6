;; Shared priority queues: order, equal elements, bounds and bad comparisons.

(import (scheme base) (scheme write) (termite process) (mound conditions)
        (mound call) (mound sort) (util concurrent))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))

(define me (self))
(define (put-all! q list) (for-each (lambda (x) (shared-priority-queue-put! q x)) list))
(define (get-all! q)
  (if (shared-priority-queue-empty? q)
      '()
      (let ((x (shared-priority-queue-get! q))) (cons x (get-all! q)))))
(define (until q what count)
  (if (not (= count (cdr (assq what (server-status (shared-priority-queue-pid q))))))
      (begin (? 0.001 #f) (until q what count))))
(define (order a b) (cond ((< a b) -1) ((= a b) 0) (else 1)))

(row "order"
  (let ((q (make-shared-priority-queue order)))
    (put-all! q '(10 8 1 9 7 5 6))
    (let* ((one (shared-priority-queue-remove! q 9)) (two (shared-priority-queue-remove! q 9))
           (listed (shared-priority-queue->list q)))
      (list one two listed (get-all! q)))))

(row "equal elements keep their order"
  (let ((q (make-shared-priority-queue (lambda (a b) (order (car a) (car b))))))
    (put-all! q '((1 a) (1 b) (1 c) (0 z) (1 d)))
    (shared-priority-queue-remove! q '(1))
    (put-all! q '((1 e) (0 y)))
    (get-all! q)))

(row "many writers"
  (let ((q (make-shared-priority-queue order)))
    (for-each (lambda (w)
                (spawn (lambda ()
                         (let loop ((i 0))
                           (if (< i 100)
                               (begin (shared-priority-queue-put! q (modulo (* 37 (+ i w)) 101))
                                      (loop (+ i 1)))))
                         (! me 'done))))
              '(1 2 3 4))
    (for-each (lambda (w) (?)) '(1 2 3 4))
    (let* ((size (shared-priority-queue-size q)) (all (get-all! q)))
      (list size (equal? all (sort all <))))))

(row "bounds"
  (let ((q (make-shared-priority-queue order 1)))
    (shared-priority-queue-put! q 5)
    (spawn (lambda () (! me (shared-priority-queue-put! q 3))))
    (until q 'putters 1)
    (let* ((full (shared-priority-queue-put! q 4 0 'full)) (one (shared-priority-queue-get! q))
           (put (?)) (two (shared-priority-queue-get! q)))
      (list full one put two (shared-priority-queue-overflows? q 2)
            (shared-priority-queue-get! q 0.01 'nothing)))))

(row "a comparison that raises"
  (let* ((q (make-shared-priority-queue order)))
    (put-all! q '(2 1 3))
    (let* ((put (catch condition-kind (shared-priority-queue-put! q 'x)))
           (removed (catch condition-kind (shared-priority-queue-remove! q "x")))
           (wrong (make-shared-priority-queue (lambda (a b) 'less))))
      (shared-priority-queue-put! wrong 1)
      (list put removed (catch condition-kind (shared-priority-queue-put! wrong 2))
            (shared-priority-queue-size q) (get-all! q)))))

(row "locking"
  (let ((q (make-shared-priority-queue order)))
    (shared-priority-queue-lock! q)
    (spawn (lambda () (shared-priority-queue-put! q 1) (! me 'put)))
    (let* ((held (? 0.02 'held)) (locked (shared-priority-queue-locked? q)))
      (shared-priority-queue-unlock! q)
      (list held locked (?) (shared-priority-queue-locked? q #t)))))

(row "clearing and closing"
  (let ((q (make-shared-priority-queue order 1)))
    (shared-priority-queue-put! q 1)
    (spawn (lambda () (! me (shared-priority-queue-put! q 2))))
    (until q 'putters 1)
    (shared-priority-queue-clear! q)
    (let ((put (?)))
      (shared-priority-queue-close! q)
      (list put (catch condition-kind (shared-priority-queue-get! q))))))
