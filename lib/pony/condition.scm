;;; The kinds of conditions: protocol-violation, end-moved, end-not-owned,
;;; not-claimed, link-lost, pony-startup, pony-alloc, pony-error-query and
;;; pony-shut-down. The payload is the number that the original returns, or #f.

(define %pony-kinds
  '(protocol-violation end-moved end-not-owned not-claimed link-lost
    pony-startup pony-alloc pony-error-query pony-shut-down))

(define (%pony-error kind who code message . irritants)
  (raise (%primitive %make-condition kind message irritants
                     (%primitive %complainant who) code)))

;; What is raised where the other end of a bundle is lost, and why.
(define (%lost-condition why side)
  (if (eq? why 'shut-down)
      (%primitive %make-condition 'pony-shut-down
                  "the application was shut down:" (list side) #f #f)
      (%primitive %make-condition 'link-lost
                  "the process at the other end is lost:" (list side why)
                  #f #f)))

;;> (pony-error? object): whether it is a condition of the libraries of pony;
;;> its kind says which.
;;> Example: (eval '(pony-error? 'error) (environment '(scheme base) '(pony))) => #f
(define (pony-error? object)
  (and (condition? object) (memq (condition-kind object) %pony-kinds) #t))

;;> (pony-error-code condition): the number of the error in the original pony,
;;> as -26 where there is no master yet; #f if it had none. Raises type.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (call-with-values (lambda () (make-ends line)) (lambda (client server) (guard (e ((pony-error? e) (pony-error-code e))) (out! (client x) #f))))) (environment '(scheme base) '(pony))) => #f
(define (pony-error-code condition)
  (if (not (pony-error? condition))
      (%type-error 'pony-error-code "a condition of pony" condition))
  (condition-payload condition))
