(test-group "lists"
  (test-equal 1 (car '(1 2)))
    (test-equal 2 (cadr '(1 2))))
(call-with-output-string
 (lambda (port)
       (write x port)))
(call-with-output-file "name"
  (lambda (port)
    (write x port)))
(with-workers here who
 (lambda (workers)
   workers))
(define-component (Counter)
    (provides (p P))
  (state (n 0)))
((lambda (x)
   x)
 1)
(fn (radix precision
     align)
  (show radix))

--------
(test-group "lists"
  (test-equal 1 (car '(1 2)))
  (test-equal 2 (cadr '(1 2))))
(call-with-output-string
 (lambda (port)
   (write x port)))
(call-with-output-file "name"
  (lambda (port)
    (write x port)))
(with-workers here who
 (lambda (workers)
   workers))
(define-component (Counter)
  (provides (p P))
  (state (n 0)))
((lambda (x)
   x)
 1)
(fn (radix precision
     align)
  (show radix))
