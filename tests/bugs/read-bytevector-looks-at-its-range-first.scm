;; What cannot be put into the range was read all the same, and lost.
(import (scheme base) (scheme write))
(define port (open-input-bytevector #u8(1 2 3)))
(define (try . arguments)
  (guard (e (#t 'refused)) (apply read-bytevector! arguments)))
(write (list (try (make-bytevector 2) port 0 3) (try (make-bytevector 2) port 2 1)
             (try #u8(0 0) port) (read-u8 port)))
(newline)
