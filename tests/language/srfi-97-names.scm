;; The names that SRFI 97 gives to the libraries of SRFIs are understood, too: a colon before
;; the number, words behind it.
(import (scheme base) (scheme write) (scheme eval)
        (only (srfi :1 lists) iota) (rename (srfi 8 receive) (receive receive-8))
        (prefix (srfi :98) os:))

(write (iota 3))
(newline)
(receive-8 (a . rest) (values 1 2) (write (list a rest)))
(newline)
(write (os:get-environment-variable "MOUND no such variable"))
(newline)
(write
 (list (cond-expand ((library (srfi :1)) 'there) (else 'missing))
       (cond-expand ((library (srfi 1 lists of lists)) 'there) (else 'missing))
       (cond-expand ((library (srfi :99999)) 'there) (else 'missing))
       (cond-expand ((library (srfi 99999 none)) 'there) (else 'missing))
       (cond-expand ((library (srfi one)) 'there) (else 'missing))
       (cond-expand ((library (srfi :one)) 'there) (else 'missing))
       (cond-expand ((library (mound 1 lists)) 'there) (else 'missing))))
(newline)
(write (eval '(iota 2) (environment '(srfi :1 lists))))
(newline)
