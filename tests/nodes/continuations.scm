;; A continuation does the same wherever, and however often, it is resumed.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define (show object) (write object) (newline))

;; What goes to the other node captures variables of this procedure; those of
;; the program would stay here.
(define (main there)
  (define me (self))

  ;; In the middle of nested calls, a map, a dynamic-wind and a parameter.
  (define level (make-parameter 'outer))
  (define (computation report)
    (lambda ()
      (report
       (parameterize ((level 'inner))
         (dynamic-wind
          (lambda () #f)
          (lambda ()
            (list (level)
                  (map (lambda (n)
                         (if (= n 2)
                             (* n (call/cc (lambda (k) (! me (list 'here-it-is k)) 10)))
                             (* n n)))
                       '(1 2 3))
                  (level)))
          (lambda () #f))))))
  (spawn (computation (lambda (result) (! me (list 'result result)))))
  (define k (recv (('here-it-is k) k) (after 60 'none)))
  (define (result) (recv (('result r) r) (after 60 'none)))
  (show (result))
  (spawn (lambda () (k 20)))
  (show (result))
  (spawn (lambda () (k 30)))
  (show (result))
  (remote-spawn there (let ((k k)) (lambda () (k 20))))
  (show (result))
  (remote-spawn there (let ((k k)) (lambda () (k 30))))
  (show (result))
  ;; There and back again, then here.
  (define returned (!? (remote-service 'echo there) k 60))
  (spawn (lambda () (returned 40)))
  (show (result))

  ;; A generator that goes on on the other node.
  (define (make-generator)
    (lambda (emit)
      (let loop ((n 0))
        (call/cc (lambda (rest) (emit n rest)))
        (loop (+ n 1)))))
  (define (drive)
    ((make-generator)
     (lambda (n rest)
       (! me (list 'at n rest))
       (shutdown!))))
  (spawn drive)
  (define (next node rest)
    (if node
        (remote-spawn node (lambda () (rest #t)))
        (spawn (lambda () (rest #t)))))
  (show (let loop ((n 0) (places (list #f there there #f there #f)) (seen '()))
          (let ((state (recv (('at n rest) (list n rest)) (after 60 'none))))
            (if (null? places)
                (reverse (cons (car state) seen))
                (begin
                  (next (car places) (cadr state))
                  (loop (+ n 1) (cdr places) (cons (car state) seen))))))))

(main (cadr (command-line)))
