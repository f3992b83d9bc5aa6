;;; What all data that are processes have in common. Each is a generic server,
;;; named by its pid, which can be sent anywhere; it lives until it is stopped
;;; or terminated. Changes are done when the procedure returns. As other calls,
;;; all raise noproc or node-down if the process has ended, and the symbol
;;; timeout after five seconds without an answer.

;; A new server whose calls are answered by (answer term state), which returns
;; two values, reply and state. `kind` is its type.
(define (%make-data kind make-state answer options)
  (apply server:start
         (make-server-plugin
          (lambda (ignored) (make-state))
          (lambda (term state)
            (if (eq? term 'kind)
                (values kind state)
                (answer term state)))
          (lambda (term state) state)
          (lambda (reason state) #t))
         '()
         (append options (list name: kind))))

;; Whether it is a datum of the kind. Any process may be asked; one that is no
;; server does not answer.
(define (%of-kind? object kind)
  (if (pid? object)
      (catch (lambda (problem)
               (if (termite-exception? problem) (raise problem) #f))
        (equal? (server:call object 'kind 1) kind))
      #f))

(define (%unknown-request kind term)
  (%error-of-kind 'type kind "there is no such request" term))

;; The first true value that the procedure returns for an element, or #f.
(define (%search test elements)
  (if (null? elements)
      #f
      (or (test (car elements)) (%search test (cdr elements)))))
