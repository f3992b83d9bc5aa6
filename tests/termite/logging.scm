;; The log: records reach each handler, in order.
(import (scheme base) (scheme write) (termite process) (termite event)
        (termite log))

(define (show object) (write object) (newline))
(define me (self))

(info "first" 1)
(define forward
  (make-event-handler
   (lambda (arguments) (car arguments))
   (lambda (event to) (! to event) to)
   (lambda (argument to) (values to to))
   (lambda (reason to) #t)))
(event-manager:add-handler (logger) forward me)
(show (eq? (logger) (resolve-service 'logger)))
(warning "disk full:" 97 '(percent))
(debug 'here)
(termite-log 'custom '(a b))
(spawn (lambda () (info "from another")))
(define (record)
  (recv ((kind pid terms) (list kind (eq? pid me) terms))))
(show (record))
(show (record))
(show (record))
(show (record))
;; What cannot be sent is recorded as it is displayed.
(info (current-output-port) "x")
(show (let* ((found (record)) (terms (list-ref found 2)))
        (list (car found) (cadr found) (length terms) (cadr terms))))
(log-flush)
;; The log starts again if it is ended.
(define old (logger))
(terminate! old)
(wait-for old)
(info "again")
(log-flush)
(show (eq? old (logger)))
