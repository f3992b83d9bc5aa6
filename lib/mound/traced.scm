;;; Procedures that tell when they are called. The REPL's `,trace` puts one in
;;; the place of another.

;; Calls of traced procedures that have not returned.
(define trace-depth (make-parameter 0))

;; The argument with which a traced procedure gives the one it stands for.
(define original '|(mound traced) original|)

(define (asks-for-original? arguments)
  (and (pair? arguments)
       (null? (cdr arguments))
       (eq? (car arguments) original)))

(define (indent depth)
  (write-string (make-string (* 2 (min depth 20)) #\space)))

(define (tell-call depth name arguments)
  (indent depth)
  (write (cons name arguments))
  (newline))

(define (tell-results depth name results)
  (indent depth)
  (write name)
  (write-string " =>")
  (for-each (lambda (result) (write-string " ") (write result)) results)
  (newline))

;;> (trace-procedure name procedure): a procedure that does what the other does,
;;> and writes each call and its results to standard output. Calls within calls
;;> are indented. Raises type.
;;> Example: (procedure? (trace-procedure 'car car)) => #t
(define (trace-procedure name procedure)
  (if (not (procedure? procedure))
      (error "trace-procedure: argument 2 must be a procedure" procedure))
  (lambda arguments
    (if (asks-for-original? arguments)
        procedure
        (let ((depth (trace-depth)))
          (tell-call depth name arguments)
          (call-with-values
            (lambda ()
              (parameterize ((trace-depth (+ depth 1)))
                (apply procedure arguments)))
            (lambda results
              (tell-results depth name results)
              (apply values results)))))))

;;> (untraced-procedure procedure): the procedure that this one, made by
;;> trace-procedure, stands for.
;;> Example: ((untraced-procedure (trace-procedure 'car car)) '(1 2)) => 1
(define (untraced-procedure procedure) (procedure original))
