;; Long bytes are made characters in steps, of which none ends inside a character: with characters
;; of each length, wherever in one the step would end.
(import (scheme base) (scheme write))
(define (show object) (write object) (newline))
(define (same? pad char)
  (let ((string (string-append (make-string pad #\a) (make-string 70000 char))))
    (guard (problem (#t (error-object-message problem)))
      (string=? string (utf8->string (string->utf8 string))))))
(for-each
 (lambda (char) (show (map (lambda (pad) (same? pad char)) '(0 1 2 3))))
 '(#\a #\λ #\x20AC #\x1D11E))
;; Bytes that are no characters are refused, however many follow a first one.
(define (wrong bytes)
  (guard (problem (#t 'refused))
    (utf8->string (bytevector-append (make-bytevector 100000 97) bytes (make-bytevector 100000 97)))))
(show (map wrong '(#u8(128) #u8(#xF0 #x9D #x84) #u8(#xF0 #x9D #x84 #x9E #x9E) #u8(#xF8 128 128 128 128))))
(show (guard (problem (#t 'refused)) (utf8->string (make-bytevector 200000 128))))
