;;; A client of the store: puts three values, and then gets them. When the
;;; primary is gone, it asks the backup. A put without an answer is sent again;
;;; that does no harm, since a value that is put twice is the same as once.
;;;
;;;   client.scm ADDRESS-OF-PRIMARY ADDRESS-OF-BACKUP

(import (scheme base) (scheme process-context) (mound conditions)
        (mound simulate) (termite process))

(define nodes (cdr (command-line)))

(define (ask request)
  (guard (e ((and (pair? (cdr nodes))
                  (memq (condition-kind e) '(node-down noproc)))
             (set! nodes (cdr nodes))
             (ask request)))
    (!? (remote-service 'store (car nodes)) request)))

;; Each request and its answer are noted with a number, for checks. A simulation
;; that fails is tried without some of the requests.
(define (operate number requests)
  (when (pair? requests)
    (optional-step (car requests)
                   (lambda ()
                     (note! 'call number (car requests))
                     (note! 'return number (ask (car requests)))))
    (operate (+ number 1) (cdr requests))))

(operate 1 '((put a 1) (put b 2) (put c 3) (get a) (get b) (get c)))
