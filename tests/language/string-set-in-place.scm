;;; Characters are put into strings in place: where machine code does it itself, where it must
;;; not (wide characters and strings, literals, wrong arguments), and where the string has been
;;; sent just before, so that what was sent must stay as it was.

(import (scheme base) (scheme write) (only (termite process) self ! ?))

(define (put! string index character)
  (string-set! string index character)
  string)

(define (attempt string index character)
  (guard (condition (#t (error-object-message condition)))
    (put! string index character)))

(define (show object) (write object) (newline))

;; Each border of the widths, and back.
(for-each
 (lambda (character)
   (show (list (put! (string-copy "abc") 0 character)
               (put! (string-copy "abc") 2 character)
               (put! (put! (string-copy "abc") 1 character) 1 #\z)
               (put! (string #\x3bb #\y) 1 character))))
 '(#\a #\nul #\x7f #\x80 #\xff #\x100 #\xffff #\x10000 #\x10ffff))

(define (attempts string)
  (for-each
   (lambda (index) (show (attempt string index #\!)))
   (list -1 0 1 2 3 4 1152921504606846975 -1152921504606846976 (expt 2 70) 1.0 'x #f)))
(attempts (string-copy "abc"))
(attempts "abc")
(attempts (string))
(show (attempt (string-copy "abc") 0 97))
(show (attempt (string-copy "abc") 0 "a"))
(show (attempt (string-copy "abc") 0 #f))
(show (attempt 'abc 0 #\a))
(show (attempt (bytevector 1 2 3) 0 #\a))
(show (attempt '(#\a) 0 #\b))
(show (attempt 5 0 #\b))

;; Sent, changed and sent again, at once and in a structure.
(define (fill! string count)
  (let loop ((index 0))
    (if (< index (string-length string))
        (begin
          (string-set! string index (integer->char (+ 97 (modulo (+ index count) 26))))
          (loop (+ index 1))))))

(define (send-changes object string)
  (let loop ((count 0) (got '()))
    (if (= count 4)
        (show (reverse got))
        (begin
          (fill! string count)
          (! (self) object)
          (! (self) object)
          (string-set! string 0 #\#)
          (! (self) object)
          (let* ((first (?)) (second (?)) (third (?)))
            (string-set! string 1 #\*)
            (loop (+ count 1) (cons (list first second third) got)))))))

(let ((string (make-string 5 #\space))) (send-changes string string))
(let ((string (make-string 3 #\space))) (send-changes (list 1 string (vector string)) string))
(let ((string (make-string 300 #\space)))
  (fill! string 0)
  (! (self) (list string string))
  (string-set! string 299 #\!)
  (let ((got (?)))
    (show (list (string-ref (car got) 299) (string-ref (cadr got) 299) (string-ref string 299)
                (eq? (car got) (cadr got))))))

;; What was sent is frozen for the receiver.
(! (self) (string-copy "sent"))
(show (attempt (?) 0 #\S))
