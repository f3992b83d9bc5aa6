;; Each label stands for a reference to the one before: the chain was walked anew for each.
(import (scheme base) (scheme cxr) (scheme read) (scheme write))

(define count 3000)
(define text
  (let ((port (open-output-string)))
    (write-string "(#0=(a) #1=#0#" port)
    (do ((i 2 (+ i 1))) ((= i count))
      (write-string " #" port)
      (write i port)
      (write-string "=#" port)
      (write (- i 1) port)
      (write-string "#" port))
    (write-string ")" port)
    (get-output-string port)))
(define data (read (open-input-string text)))
(write (list (length data) (eq? (car data) (list-ref data (- count 1)))))
(newline)
;; Those of a datum that is not complete yet.
(define inner (read (open-input-string "#0=(#1=#0# #2=#1# #3=#2# . #4=#(#2# #5=#4#))")))
(write (list (eq? inner (car inner)) (eq? inner (caddr inner))
             (eq? inner (vector-ref (cdddr inner) 0))
             (eq? (cdddr inner) (vector-ref (cdddr inner) 1))))
(newline)
