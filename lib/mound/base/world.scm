;;; Time, the command line, the environment and the end of the program.

;;> (current-second): seconds since the Epoch, inexact. R7RS 6.14.
;;> Example: (< 1e9 (current-second)) => #t
(define (current-second) (%primitive %current-second))

;;> (current-jiffy): nanoseconds since some moment, exact; never goes back. R7RS
;;> 6.14.
;;> Example: (exact-integer? (current-jiffy)) => #t
(define (current-jiffy) (%primitive %now))

;;> (jiffies-per-second): 1000000000. R7RS 6.14.
;;> Example: (jiffies-per-second) => 1000000000
(define (jiffies-per-second) 1000000000)

;;> (command-line): the name of the program and its arguments. R7RS 6.14.
;;> Example: (list? (command-line)) => #t
(define (command-line) (%primitive %command-line))

;;> (get-environment-variable name): its value, a string, or #f. Raises type.
;;> R7RS 6.14.
;;> Example: (get-environment-variable "no such variable") => #f
(define (get-environment-variable name)
  (%primitive %environment-variable name))

;;> (get-environment-variables): pairs of name and value. R7RS 6.14.
;;> Example: (list? (get-environment-variables)) => #t
(define (get-environment-variables) (%primitive %environment-variables))

;;> (exit): ends the program and all its processes with success, after leaving
;;> every dynamic-wind of this process. (exit code): #t success, #f failure, or
;;> a number from 0 to 255. Of another integer the last eight bits count, and
;;> 255 if these are 0; any other object means 1. R7RS 6.14.
;;> Example: (procedure? exit) => #t
(define exit
  (case-lambda
    (() (exit #t))
    ((code)
     (%unwind-all)
     (%primitive %exit (%exit-code code)))))

;;> (emergency-exit [code]): like exit, without leaving anything. R7RS 6.14.
;;> Example: (procedure? emergency-exit) => #t
(define emergency-exit
  (case-lambda
    (() (emergency-exit #t))
    ((code) (%primitive %exit (%exit-code code)))))

(define (%exit-code code)
  (cond ((eq? code #t) 0)
        ((exact-integer? code)
         (let ((status (modulo code 256)))
           ;; What the program calls a failure must not end as a success.
           (if (and (= status 0) (not (= code 0))) 255 status)))
        (else 1)))

;;> (features): the feature identifiers of cond-expand. R7RS 6.14.
;;> Example: (and (memq 'r7rs (features)) #t) => #t
(define (features) (%primitive %features))
