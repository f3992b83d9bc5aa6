;; The node of the authority: things for the guest to use, and what became of
;; them.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process) (mound conditions))

(define guest (list-ref (command-line) 1))

(define (serve)
  (recv ((from tag message) (! from (list tag (list 'heard message)))))
  (serve))

(define echo (spawn serve))
(define keeper (spawn serve))
(define victim (spawn serve))
(define ended (spawn (lambda () 1)))
(wait-for ended)
(publish-service 'echo echo)
(publish-service 'keeper keeper '(admin))

;; A guest that may not send could not answer, so nothing is asked.
(define watch (monitor-node guest))
(! (remote-service 'visitor guest)
   (list 'things (current-node) echo keeper victim ended))
(recv (('node-down ,watch _ _) 'gone))
;; The last of the guest's words came before its end, and before this question.
(display
  (list 'victim (catch (lambda (problem) 'ended) (!? victim 'there?) 'lives)))
(newline)
