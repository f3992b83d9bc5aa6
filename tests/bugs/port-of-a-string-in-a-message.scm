;; Who used a port of a string that came in a message was told to change a copy of it.
(import (scheme base) (scheme write) (termite process))

(define-syntax show
  (syntax-rules ()
    ((_ form)
     (guard (e ((error-object? e)
                (display (error-object-message e))
                (newline)))
       (write form)
       (newline)))))
(define (sent object)
  (! (self) object)
  (?))

(show (read-char (sent (open-input-string "text"))))
(show (write-u8 1 (sent (open-output-bytevector))))
;; A record of the program that is called so is data.
(define-record-type port (make-port name) port? (name port-name set-port-name!))
(show (set-port-name! (sent (make-port "record")) "other"))
