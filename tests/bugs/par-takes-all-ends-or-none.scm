;; `par` looks at the ends of all branches before the first one begins.
(import (scheme base) (scheme write) (mound conditions) (termite process) (pony))

(define-channel-type line (x ? integer))
(define-values (client server) (make-ends line))
(define-values (other-client other-server) (make-ends line))
(define me (self))
(define (show . objects) (write objects) (newline))
(define (begins end) (! me 'begun))
(define-syntax kind
  (syntax-rules ()
    ((_ e) (guard (problem ((pony-error? problem) (condition-kind problem))) e))))

(define holder (fork ((lambda (end) (recv ('never #t))) other-client)))
(show 'twice (kind (par (begins client) (begins client))))
(show 'gone (kind (par (begins client) (begins other-client))))
(show 'captured
      (kind (par ((lambda (end) (par (begins end) (begins other-server))) client))))
(show (map end-defined? (list client server other-server)))
(terminate! holder)
(show (recv ('begun 'begun) (after 0 'nothing-begun)))
