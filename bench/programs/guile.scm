;;; The names that the programs need, in Guile.

(import (scheme base) (scheme char) (scheme cxr) (scheme inexact) (scheme read)
        (scheme time) (scheme write) (srfi srfi-69))

(define (reductions) #f)
