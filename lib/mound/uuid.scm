;;; Universally unique identifiers (RFC 9562). One is a string of 36 characters,
;;; as it is written everywhere, so it can be sent, compared and stored.

;;> (make-uuid): a new one, of random bits (version 4).
;;> Example: (string-ref (make-uuid) 14) => #\4
(define (make-uuid) (%versioned (random-bytes 16) 4))

;;> (make-ordered-uuid): a new one that begins with the time (version 7): those
;;> made in different milliseconds are in order as strings and as bytes, which
;;> keeps neighbours together in a database. It tells when it was made.
;;> Example: (string-ref (make-ordered-uuid) 14) => #\7
(define (make-ordered-uuid)
  (let ((bytes (random-bytes 16)))
    (let loop ((index 5)
               (time (exact (floor (* 1000 (current-second))))))
      (bytevector-u8-set! bytes index (remainder time 256))
      (if (< 0 index) (loop (- index 1) (quotient time 256))))
    (%versioned bytes 7)))

;; The identifier of 16 bytes in which version and variant are filled in.
(define (%versioned bytes version)
  (bytevector-u8-set! bytes 6 (+ (* 16 version)
                                 (remainder (bytevector-u8-ref bytes 6) 16)))
  (bytevector-u8-set! bytes 8 (+ 128
                                 (remainder (bytevector-u8-ref bytes 8) 64)))
  (bytevector->uuid bytes))

;;> (bytevector->uuid bytes): the identifier of these 16 bytes. Raises type.
;;> Example: (bytevector->uuid #u8(85 14 132 0 226 155 65 212 167 22 68 102 85 68 0 0)) => "550e8400-e29b-41d4-a716-446655440000"
(define (bytevector->uuid bytes)
  (if (not (and (bytevector? bytes) (= 16 (bytevector-length bytes))))
      (%type-error 'bytevector->uuid "a bytevector of 16 bytes" bytes))
  (let ((digits (bytevector->hexadecimal bytes)))
    (string-join (map (lambda (start end) (substring digits start end))
                      '(0 8 12 16 20) '(8 12 16 20 32))
                 "-")))

;;> (uuid->bytevector uuid): its 16 bytes. Capital letters mean the same. Raises
;;> type if it is no identifier.
;;> Example: (bytevector-u8-ref (uuid->bytevector "550E8400-e29b-41d4-a716-446655440000") 1) => 14
(define (uuid->bytevector uuid)
  (or (%uuid-bytes uuid)
      (%type-error 'uuid->bytevector "a universally unique identifier" uuid)))

;;> (uuid? object): whether it is a string of that form.
;;> Example: (map uuid? '("550e8400-e29b-41d4-a716-446655440000" "550e8400e29b41d4a716446655440000" 5)) => (#t #f #f)
(define (uuid? object) (if (%uuid-bytes object) #t #f))

(define (%uuid-bytes object)
  (and (string? object)
       (= 36 (string-length object))
       (let ((parts (string-split object "-")))
         (and (equal? '(8 4 4 4 12) (map string-length parts))
              (hexadecimal->bytevector (apply string-append parts))))))
