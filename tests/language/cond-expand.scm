;; Forms that depend on features and libraries.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(show (cond-expand (r7rs 'r7rs) (else 'other)))
(show (cond-expand (no-such-feature 1) (else 2)))
(show (cond-expand ((and r7rs (not no-such-feature)) 'both) (else 'no)))
(show (cond-expand ((or no-such-feature r7rs) 'one) (else 'no)))
(show (cond-expand ((library (scheme base)) 'has) (else 'lacks)))
(show (cond-expand ((library (no such library)) 'has) (else 'lacks)))
(cond-expand
  (r7rs (define a 1) (define b 2))
  (else (define a 3)))
(show (list a b))
(show (and (memq 'r7rs (features)) #t))
(define (f)
  (cond-expand ((not r7rs) (define x 'old)) (else (define x 'new)))
  x)
(show (f))
