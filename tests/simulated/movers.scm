;; A node from which processes move to another one, one after another; each
;; notes where it goes on. Or they start processes there, which note that they
;; live on after a minute.
(import (scheme base) (scheme process-context) (mound clock) (mound conditions)
        (mound simulate) (termite process))

(define there (list-ref (command-line) 1))
(define here (current-node))
(define count (string->number (list-ref (command-line) 2)))
(define how (list-ref (command-line) 3))

(define (start number)
  (spawn
   (lambda ()
     (let ((outcome (guard (e ((condition? e) (condition-kind e)))
                      (cond ((equal? how "proxy") (migrate/proxy there))
                            ((equal? how "task") (migrate-task there))
                            (else (begin-there number)))
                      'done)))
       (note! 'goes-on number outcome
              (if (equal? here (current-node)) 'here 'there))))))

(define (begin-there number)
  (remote-spawn there
                (lambda ()
                  (sleep 60)
                  (note! 'lives number 'done 'there))))

(do ((number 0 (+ number 1)))
    ((= number count))
  (start number)
  (sleep 1/500))
