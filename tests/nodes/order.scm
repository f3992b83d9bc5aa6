;; Messages of one process to another arrive in order, each once.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define me (self))
(define count 10000)

(define (start-receiver me count)
  (remote-spawn there
    (lambda ()
      (let loop ((expected 0))
        (if (= expected count)
            (! me 'all-in-order)
            (let ((n (?)))
              (if (= n expected)
                  (loop (+ n 1))
                  (! me (list 'expected expected 'found n)))))))))
(define receiver (start-receiver me count))
(do ((n 0 (+ n 1))) ((= n count)) (! receiver n))
(show (? 120 'nothing))
;; The other way, and with messages of several sizes between.
(define (start-sender me count)
  (remote-spawn there
    (lambda ()
      (do ((n 0 (+ n 1))) ((= n count))
        (! me (if (= 0 (modulo n 1000)) (list n (make-vector n n)) (list n #f)))))))
(start-sender me count)
(show (let loop ((expected 0))
        (if (= expected count)
            'all-in-order
            (let ((n (car (? 120 '(nothing)))))
              (if (eqv? n expected)
                  (loop (+ expected 1))
                  (list 'expected expected 'found n))))))
;; Back and forth.
(define echo (remote-service 'echo there))
(show (let loop ((n 0))
        (if (and (< n 500) (eqv? n (!? echo n 60 'none))) (loop (+ n 1)) n)))
;; Many at once.
(define processes
  (map (lambda (n)
         (spawn (lambda ()
                  (! me (list 'done n
                              (let loop ((i 0) (sum 0))
                                (if (= i 20)
                                    sum
                                    (loop (+ i 1) (+ sum (!? echo i)))))))))
         n)
       '(0 1 2 3 4 5 6 7 8 9)))
(show (map (lambda (n) (recv (('done ,n sum) sum) (after 60 'none))) processes))
