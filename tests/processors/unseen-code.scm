;; Code that the other node has never seen is fetched, and runs there as machine code
;; of its processor.
(import (scheme base) (scheme write) (scheme eval) (scheme process-context)
        (scheme time)
        (only (mound environment) machine-architecture)
        (termite process))

(define (show object) (write object) (newline))

;; Compiled when this runs, with a number in it that no program had before.
(define (fresh-procedure)
  (let ((number (current-jiffy)))
    (eval `(lambda (there me)
             (define stamp ,number)
             (define (count-primes limit)
               (let loop ((n 2) (primes '()))
                 (cond
                   ((= n limit) (length primes))
                   ((let divides ((rest primes))
                      (and (pair? rest)
                           (or (= 0 (remainder n (car rest)))
                               (divides (cdr rest)))))
                    (loop (+ n 1) primes))
                   (else (loop (+ n 1) (append primes (list n)))))))
             (define (work)
               (! me (list 'work (machine-architecture) (count-primes 500)
                           (= stamp ,number))))
             (remote-spawn there work))
          (environment '(scheme base) '(mound environment) '(termite process)))))

(define (main there)
  (define me (self))
  (define home (machine-architecture))
  (do ((i 0 (+ i 1))) ((= i 3))
    ((fresh-procedure) there me)
    (show (recv
            (('work architecture . rest) (cons (equal? architecture home) rest))
            (after 60 'none))))
  ;; The other node sends what it has got on to this one.
  (show (on there
            (lambda ()
              (let ((nested (lambda () (on (pid-node me) (lambda () (machine-architecture))))))
                (equal? (nested) home))))))

(main (cadr (command-line)))
