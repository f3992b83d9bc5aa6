;; The node that tests/protocol/talk.py talks to: an echo, a procedure that it gives away, and an end.
(import (scheme base) (scheme write) (scheme process-context) (termite process))

(define (worker)
  (recv
    (('whoami from) (! from (list 'process (self))) (worker))
    (('fail why) (raise why))
    ('stop #t)))

(define (serve name answer)
  (publish-service name
    (spawn
      (lambda ()
        (let loop ()
          (recv
            ((from tag) (! from (list tag (answer #f))))
            ((from tag object) (! from (list tag (answer object)))))
          (loop))))))

(serve 'echo (lambda (object) object))
;; Has room for three messages, and takes three when it is told to.
(publish-service 'narrow
  (spawn
    (lambda ()
      (let loop ()
        (recv ('open #t))
        (for-each (lambda (number) (recv (('item object) object))) '(1 2 3))
        (loop)))
    limits: '((mailbox . 3) (when-mailbox-full . suspend))))
(serve 'worker (lambda (object) worker))
(define main (self))
(publish-service 'halt (spawn (lambda () (? ) (! main 'halt))))
(display "ready")
(newline)
(?)
(exit)
