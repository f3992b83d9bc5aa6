;; A plugin whose call returned another number of values than two was told of an
;; anonymous procedure that was called with a wrong number of arguments.
(import (scheme base) (scheme write) (termite process) (termite server)
        (only (srfi 13) string-contains))

(define (plugin call)
  (make-server-plugin (lambda (argument) 'state)
                      call
                      (lambda (term state) term)
                      (lambda (reason state) #t)))

(define (tail text beginning)
  (substring text (string-contains text beginning) (string-length text)))

(define (show-call server)
  (guard (e ((error-object? e)
             ;; Where the program stands is another matter.
             (display (tail (error-object-message e) " must return"))
             (write-string ": ")
             (write (error-object-irritants e))))
    (write (server:call server 'term)))
  (newline))

(for-each
 (lambda (call) (show-call (server:start (plugin call) '())))
 (list (lambda (term state) 'reply)
       (lambda (term state) (values))
       (lambda (term state) (values 'reply state 'more))
       (lambda (term state) (values 'reply state))))

;; The server goes on, with the state that it had.
(define server
  (server:start (plugin (lambda (term state)
                          (if (eq? state 'state) 1 (values state state))))
                '()))
(show-call server)
(server:cast server 'other)
(show-call server)
