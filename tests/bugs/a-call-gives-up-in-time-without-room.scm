;; A call with a timeout waited for room in a full mailbox without an end, and so did a supervisor that ends a child.
(import (termite) (mound call)
        (prefix (mound supervisor) m:)
        (only (termite server) server:call))

(define me (self))
(define (show object)
  (write object)
  (newline))
(define (full)
  (let ((pid (spawn (lambda () (recv ('never #t)))
                    limits: '((mailbox . 2) (when-mailbox-full . suspend)))))
    (! pid 1)
    (! pid 2)
    pid))

(define server (full))
(show (call server 'request 0.01 'gave-up))
(show (catch (lambda (e) e) (call server 'request 0.01)))
(show (catch (lambda (e) e) (server:call server 'request 0.01)))
(show (m:supervisor:stop server 0.01 'not-stopped))
(show (cdr (assq 'mailbox-length (process-info server))))
;; Nothing is left of those calls: no message, and nobody who waits for room.
(show (recv (message message) (after 0 'nothing)))
(define supervisor
  (m:supervisor:start
   'one-for-one
   (list (m:worker-child 'worker full m:restart: 'temporary m:shutdown: 0.01))))
(show (m:supervisor:stop supervisor 60 'not-stopped))
;; What has room is answered, with a timeout or not.
(define good
  (spawn (lambda () (serve (lambda (request caller) (reply caller (list request)))))
         limits: '((mailbox . 2) (when-mailbox-full . suspend))))
(show (list (call good 1) (call good 2 60)))
