;; A node from which processes move to another one, one after another; each
;; notes where it goes on. Or they start processes there, which note that they
;; live on after a minute. A process that is linked to one that ends meanwhile
;; notes whether it was told so, if it goes on here.
(import (scheme base) (scheme process-context) (mound clock) (mound conditions)
        (mound simulate) (termite process))

(define there (list-ref (command-line) 1))
(define here (current-node))
(define count (string->number (list-ref (command-line) 2)))
(define how (list-ref (command-line) 3))

(define (start number)
  (spawn
   (lambda ()
     (if (equal? how "linked")
         (spawn-link (lambda ()
                       (sleep (/ (modulo (* number 7919) 3000) 1000))
                       (terminate! (self)))))
     (let ((outcome (guard (e ((condition? e) (condition-kind e)))
                      (cond ((equal? how "proxy") (migrate/proxy there))
                            ((equal? how "spawn") (begin-there number))
                            (else (migrate-task there)))
                      'done)))
       (note! 'goes-on number
              (if (equal? how "linked") (told outcome) outcome)
              (if (equal? here (current-node)) 'here 'there))))))

(define (told outcome)
  (cond ((not (equal? here (current-node))) 'moved)
        ((eq? outcome 'exit) 'told)
        (else (guard (e ((condition? e) 'told))
                (? 10 'not-told)))))

(define (begin-there number)
  (remote-spawn there
                (lambda ()
                  (sleep 60)
                  (note! 'lives number 'done 'there))))

(do ((number 0 (+ number 1)))
    ((= number count))
  (start number)
  (sleep 1/500))
