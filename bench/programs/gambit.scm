;;; The names that the programs need, in Gambit. Safe code; standard procedures
;;; keep their meaning; all of a program is one block.
;;; fmt: off

(declare (standard-bindings) (extended-bindings) (block))

(define (current-jiffy)
  (inexact->exact (floor (* 1000000. (real-time)))))
(define (jiffies-per-second) 1000000)
(define (flush-output-port) (force-output))
(define (get-environment-variable name) (getenv name #f))

(define (reductions) #f)

;; Processes are threads; they share one heap and send without a copy.
(define (self) (current-thread))
(define (spawn thunk) (thread-start! (make-thread thunk)))
(define (! to message) (thread-send to message))
(define ?
  (case-lambda
    (() (thread-receive))
    ((timeout default) (thread-receive timeout default))))

;; Tables of SRFI 69.
(define (make-hash-table #!optional (same? equal?)) (make-table test: same?))
(define (hash-table-ref/default table key default) (table-ref table key default))
(define (hash-table-set! table key value) (table-set! table key value))
