;; Deflate in its three forms, with what others made of the same text.
(import (scheme base) (scheme write) (mound compress) (mound conditions)
        (mound crypto))

(define (show object) (write object) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))

(define text (apply string-append (make-list 2000 "to be or not to be ")))
(for-each
 (lambda (form)
   (for-each
    (lambda (level)
      (let ((small (compress form text level: level)))
        (show (list form level
                    (< (bytevector-length small) (string-length text))
                    (string=? text (utf8->string (decompress form small)))))))
    '(0 1 9)))
 '(deflate zlib gzip))
(show (decompress 'gzip (compress 'gzip #u8())))
(for-each
 (lambda (level)
   (let ((small (compress 'zstd text level: level)))
     (show (list 'zstd level
                 (< (bytevector-length small) 200)
                 (string=? text (utf8->string (decompress 'zstd small)))))))
 '(1 3 19))
(show (kind-of (compress 'zstd text level: 20)))
(show (kind-of (decompress 'zstd (compress 'gzip text))))
(show (kind-of (decompress 'zstd (compress 'zstd text) limit: 37999)))
;; By the program zstd: "hello hello hello".
(show (utf8->string (decompress 'zstd (base64->bytevector "KLUv/QRYZQAAMGhlbGxvIAEAMUoRou0eDA=="))))

;; By zlib, as Python has it: "hello hello hello", and two members of gzip.
(show (utf8->string (decompress 'zlib (base64->bytevector "eJzLSM3JyVfIQJAAOi4GfQ=="))))
(show (utf8->string (decompress 'gzip (bytevector-append (compress 'gzip "one ")
                                                         (compress 'gzip "two")))))

;; What is large is done by the pool; a bomb stops at the limit.
(define zeros (make-bytevector 20000000))
(define bomb (compress 'gzip zeros))
(show (< (bytevector-length bomb) 100000))
(show (kind-of (decompress 'gzip bomb)))
(show (bytevector-length (decompress 'gzip bomb limit: 20000000)))

(define good (compress 'gzip text))
(define (damaged index)
  (let ((bytes (bytevector-copy good)))
    (bytevector-u8-set! bytes index (- 255 (bytevector-u8-ref bytes index)))
    bytes))
(show (map (lambda (bytes) (kind-of (decompress 'gzip bytes)))
           (list #u8() #u8(31) (bytevector-copy good 0 20)
                 (damaged 0) (damaged (- (bytevector-length good) 1))
                 (damaged (- (bytevector-length good) 6)))))
(show (list (kind-of (compress 'zip "")) (kind-of (compress 'gzip 5))
            (kind-of (compress 'gzip "" level: 10))
            (kind-of (decompress 'gzip good limit: -1))))
