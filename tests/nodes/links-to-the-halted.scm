;; Links to processes of another node that have halted do not stay: a process that works with many
;; others as long as it lives needs memory for the living ones only.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define there (cadr (command-line)))
(define (links) (length (cdr (assq 'links (process-info (self))))))

(define keeper (remote-spawn there (lambda () (?))))
(outbound-link keeper)
(do ((i 0 (+ i 1))) ((= i 2000))
  (let ((pid (remote-spawn there (lambda () (?)))))
    (outbound-link pid)
    (inbound-link pid)
    (! pid 'end)))
;; What the last of them answer.
(on there (lambda () 'later))
(?? (lambda (message) #t) 0.2 'nothing)
(let ((count (links)))
  (write (or (< count 200) count))
  (newline))
(write (and (memq keeper (cdr (assq 'links (process-info (self))))) 'kept))
(newline)
