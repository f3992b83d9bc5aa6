;;; The service: it counts its greetings, and goes on with the newest code when
;;; it is asked to, with its state.

(define-library (greeter server)
  (import (scheme base) (greeter words) (mound modules) (termite process))
  (export serve)
  (begin
    (define (serve count)
      (recv
        ((from tag ('greet name))
         (! from (list tag (list count (greeting name))))
         (serve (+ count 1)))
        ((from tag 'upgrade)
         (! from (list tag 'upgraded))
         ((library-value '(greeter server) 'serve) count))))))
