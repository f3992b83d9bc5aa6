;;; Lazy sequences: R7RS-large, SRFI 127.

(define-library (scheme lseq)
  (import (srfi 127))
  (export
    generator->lseq lseq->generator lseq-any lseq-append lseq-car lseq-cdr
    lseq-drop lseq-drop-while lseq-every lseq-filter lseq-find
    lseq-find-tail lseq-first lseq-for-each lseq-index lseq-length
    lseq-map lseq-member lseq-memq lseq-memv lseq-realize lseq-ref
    lseq-remove lseq-rest lseq-take lseq-take-while lseq-zip lseq=? lseq?))
