;; Whether a history of the replicated store is linearizable. The file has a
;; line for each call and each answer, in the order of time:
;;
;;   (time client call id operation)      (time client return id value)
(import (scheme base) (scheme write) (scheme process-context) (mound file)
        (mound match) (kompics sim))

(define history (read-file-data (cadr (command-line))))

;; What one store does that is never killed: its next state, and its answer,
;; which is the value of before, or #f.
(define (step state operation)
  (let* ((key (cadr operation))
         (found (assoc key state))
         (old (if found (cdr found) #f))
         (with
          (lambda (value)
            (cons (cons key value)
                  (let loop ((rest state))
                    (cond ((null? rest) '())
                          ((equal? (caar rest) key) (cdr rest))
                          (else (cons (car rest) (loop (cdr rest))))))))))
    (match operation
      (('GET _) (list state old))
      (('PUT _ value) (list (with value) old))
      (('CAS _ expected value)
       (list (if (equal? old expected) (with value) state) old)))))

(define verdict
  ((check-linearizable '() step) (make-outcome '() history)))
(write (if (eq? verdict #t) 'linearizable verdict))
(newline)
