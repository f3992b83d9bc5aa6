;; What another node raises keeps its origin: the report of each row says where
;; it was raised, in which process and on which node. Each row dies in a process
;; of its own, whose report is what is compared.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process) (termite server) (mound task) (mound call)
        (util concurrent))

(define there (cadr (command-line)))

(define (pick n) (car n))
(define (refuse n) (raise (list 'no-page n)))

(define (row name thunk)
  (display name (current-error-port))
  (newline (current-error-port))
  (wait-for (spawn (lambda () (list (thunk)))))
  (flush-output-port (current-error-port)))

(row "on, a condition" (lambda () (on there (lambda () (list (pick 7))))))
(row "on, an object" (lambda () (on there (lambda () (list (refuse 7))))))

(define (remote-server answer)
  (on there
      (lambda ()
        (spawn (lambda ()
                 (serve (lambda (request caller) (reply caller (answer request)))))
               name: 'pages))))

(row "a call, a condition" (lambda () (call (remote-server pick) 7)))
(row "a call, an object" (lambda () (call (remote-server refuse) 7)))

(define (remote-plugin answer)
  (on there
      (lambda ()
        (server:start
         (make-simple-server-plugin 1 (lambda (n state) (values (answer n) state)))
         '()))))

(row "a generic server, a condition"
     (lambda () (generic-server-call (remote-plugin pick) 7)))
(row "a generic server, an object"
     (lambda () (generic-server-call (remote-plugin refuse) 7)))

(define (asked answer)
  (remote-spawn there
                (lambda () (recv ((from tag n) (! from (list tag (answer n))))))
                name: 'pages))

(row "a question, a condition" (lambda () (!? (asked pick) 7)))
(row "a question, an object" (lambda () (!? (asked refuse) 7)))
(row "a linked process, a condition"
     (lambda () (remote-spawn-link there (lambda () (list (pick 7)))) (?)))
(row "a linked process, an object"
     (lambda () (remote-spawn-link there (lambda () (list (refuse 7)))) (?)))
(row "a task that asks there, an object"
     (lambda () (await (async (list (on there (lambda () (list (refuse 7)))))))))
(row "a future that asks there, an object"
     (lambda () (future-get (future (list (on there (lambda () (list (refuse 7)))))))))

(display "done")
(newline)
