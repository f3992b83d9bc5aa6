(let* ((a 1) (b (+ a
1))) (display a)
(display b))
(let loop ((rest list) (sum 0)) (if (null? rest) sum (loop (cdr rest) (+ sum (car rest)))))
(do ((i 0 (+ i 1))) ((= i n)
total)
(set! total (+ total i)))
(parameterize ((current-output-port port)) (write 1) (write 2) (write 3) (write 4) (write 5))
(let-values (((q r) (floor/ 7 2))
((s) (values 1)))
(list q
r s))

--------
(let* ((a 1)
       (b (+ a
             1)))
  (display a)
  (display b))
(let loop ((rest list) (sum 0))
  (if (null? rest) sum (loop (cdr rest) (+ sum (car rest)))))
(do ((i 0 (+ i 1))) ((= i n)
                     total)
  (set! total (+ total i)))
(parameterize ((current-output-port port))
  (write 1)
  (write 2)
  (write 3)
  (write 4)
  (write 5))
(let-values (((q r) (floor/ 7 2))
             ((s) (values 1)))
  (list q
        r s))
