;; While a large message is on its way over a narrow wire, the requests of others are
;; answered, whatever lanes they have.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define there (list-ref (command-line) 1))
(define me (self))
(define large (make-bytevector 6000000 1))
(define echo (remote-service 'echo there))
(define sink
  (remote-spawn there
    (lambda ()
      (recv
        (('large from bytes)
         (! from (list 'came (bytevector-length bytes))))))))
(! sink (list 'large me large))
(do ((n 0 (+ n 1))) ((= n 48))
  (spawn (lambda () (! me (list 'answered (!? echo n 60))))))
(let loop ((answered 0))
  (recv
    (('answered _) (loop (+ answered 1)))
    (('came bytes)
     (for-each display (list answered " answers before " bytes " bytes"))
     (newline))))
