;;; A library whose body fails until there is a service.

(define-library (once fails)
  (import (scheme base) (scheme write) (termite process))
  (export part)
  (begin
    (display "body")
    (newline)
    (if (not (resolve-service 'second-time))
        (error "not yet"))
    (define part (list 'whole))))
