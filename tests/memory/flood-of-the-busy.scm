;; A process that computes and never receives is flooded: what waits for it is counted in its turns,
;; and so it has no more room than other data, and no more than its limits say.
(import (scheme base) (scheme write) (termite process) (mound conditions))

(define (spin) (spin))
(define (flood . options)
  (let* ((busy (apply spawn spin options))
         (watch (monitor busy)))
    (let more ((i 0))
      (cond ((= i 6000000)
             (terminate! busy)
             'it-lives)
            ((and (= 0 (modulo i 100000))
                  (recv (('down ,watch ,busy reason object)
                         (list reason (condition-kind object)))
                        (after 0.01 #f))))
            (else (! busy i) (more (+ i 1)))))))

(write (flood))
(newline)
(write (flood))
(newline)
(write (flood limits: '((mailbox . 50000) (when-mailbox-full . kill))))
(newline)
;; What may be lost is lost, and the rest waits.
(define lossy
  (spawn spin limits: '((mailbox . 1000) (when-mailbox-full . drop-oldest))))
(do ((i 0 (+ i 1))) ((= i 300000)) (! lossy i))
(recv (after 0.2 'settled))
(define info (process-info lossy))
(write (list (cdr (assq 'mailbox-length info)) (alive? lossy)))
(newline)
(terminate! lossy)
