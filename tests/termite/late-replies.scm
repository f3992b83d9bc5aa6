;; The answer to a request that nobody waits for any more is dropped.
(import (scheme base) (scheme write) (termite process) (termite server))

(define (show object) (write object) (newline))

;; Answers only when it is told to, with everything it was asked.
(define (hoarder pending)
  (recv
    ('answer-all
     (for-each (lambda (request) (! (car request) (list (cadr request) 'late)))
               (reverse pending))
     (hoarder '()))
    ((from tag 'now) (! from (list tag 'prompt)) (hoarder pending))
    ((from tag _) (hoarder (cons (list from tag) pending)))))
(define server (spawn (lambda () (hoarder '()))))

(show (!? server 'first 0.01 'timed-out))
(show (catch (lambda (e) e) (!? server 'second 0)))
(! server 'answer-all)
(show (!? server 'now))
(show (? 0.05 'nothing))

;; The same when the end of a linked process interrupts the wait.
(define me (self))
(spawn-link (lambda () (recv (after 0.02 1)) (raise 'interrupted)))
(show (catch termite-exception-object (!? server 'third 5)))
(! server 'answer-all)
(show (!? server 'now))
(show (? 0.05 'nothing))

;; And for the calls of generic servers.
(define slow
  (server:start
   (make-simple-server-plugin 0
     (lambda (term state)
       (if (eq? term 'slow) (recv ('go 1)))
       (values (list 'reply-to term) state)))
   '()))
(show (catch (lambda (e) e) (server:call slow 'slow 0.01)))
(! slow 'go)
(show (server:call slow 'quick))
(show (? 0.05 'nothing))

;; Other messages with tags are messages like others.
(define tag (make-tag))
(! me (list tag 1))
(! me (list tag 2))
(show (list (cadr (?)) (cadr (?))))
