;;; A replicated store, on the node of the primary and on that of the backup:
;;;
;;;   service.scm backup ADDRESS-OF-PRIMARY
;;;   service.scm primary ADDRESS-OF-BACKUP early|late
;;;
;;; The primary answers clients, and copies what they put to the backup, which
;;; starts first. When the primary is gone, the backup answers: until then,
;;; requests stay in its mailbox.
;;;
;;; A primary that answers early has a fault: see scenario.scm.

(import (scheme base) (scheme process-context) (mound conditions)
        (termite process))

(define role (list-ref (command-line) 1))
(define other (remote-service 'store (list-ref (command-line) 2)))

;; Answers requests, with the store as an association list. `confirm` is called
;; with a key, its new value, and a procedure that answers the client.
(define (serve store confirm)
  (recv
    ((from tag ('get key))
     (! from (list tag (cond ((assq key store) => cdr) (else #f))))
     (serve store confirm))
    ((from tag ('put key value))
     (confirm key value (lambda () (! from (list tag 'ok))))
     (serve (cons (cons key value) store) confirm))))

;;; The primary

;; Returns when the backup has the value, or is gone.
(define (copy key value)
  (guard (e ((memq (condition-kind e) '(node-down noproc)) #f))
    (!? other (list 'copy key value))))

;; The client does not wait for the backup: another process copies one value
;; after another.
(define (confirm-early copier)
  (lambda (key value answer)
    (! copier (list key value))
    (answer)))

(define (copy-all)
  (recv ((key value) (copy key value)))
  (copy-all))

;; The client waits until the backup has it.
(define (confirm-late key value answer)
  (copy key value)
  (answer))

(define (primary)
  (! other (list 'primary (self)))
  (serve '()
         (if (equal? (list-ref (command-line) 3) "early")
             (confirm-early (spawn copy-all))
             confirm-late)))

;;; The backup

(define (backup store)
  (recv
    (('primary pid)
     (monitor pid)
     (backup store))
    ((from tag ('copy key value))
     (! from (list tag 'copied))
     (backup (cons (cons key value) store)))
    (('down _ _ _ _)
     (serve store (lambda (key value answer) (answer))))))

(publish-service 'store
                 (spawn (if (equal? role "primary")
                            primary
                            (lambda () (backup '())))))
