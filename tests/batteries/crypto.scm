;; Digests and codes of published examples, and bytes as text.
(import (scheme base) (scheme write) (mound conditions) (mound crypto)
        (mound uuid) (only (srfi 151) bitwise-and bitwise-ior bitwise-not bitwise-xor)
        (only (mound strings) string-join string-split))

(define (show object) (write object) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))
(define (hex bytes) (bytevector->hexadecimal bytes))

;; FIPS 180-4, and the authors of BLAKE3.
(for-each
 (lambda (algorithm)
   (show (list algorithm (hex (digest algorithm ""))
               (hex (digest algorithm "abc")))))
 '(sha-1 sha-256 sha-384 sha-512 blake3))
;; A million times a, which is too long for a scheduler.
(define million (make-bytevector 1000000 97))
(show (hex (digest 'sha-256 million)))
(show (hex (digest 'sha-1 million)))
;; RFC 4231, 1 and 6; RFC 2202, 2.
(show (hex (hmac 'sha-256 (make-bytevector 20 11) "Hi There")))
(show (hex (hmac 'sha-512 (make-bytevector 131 170)
                 "Test Using Larger Than Block-Size Key - Hash Key First")))
(show (hex (hmac 'sha-1 "Jefe" "what do ya want for nothing?")))
(show (list (kind-of (digest 'md5 "")) (kind-of (digest 'sha-256 5))
            (kind-of (hmac 'blake3 "k" "")) (kind-of (random-bytes -1))))

;; RFC 4648, 10.
(for-each
 (lambda (text)
   (let ((coded (bytevector->base64 (string->utf8 text))))
     (show (list coded (utf8->string (base64->bytevector coded))))))
 '("" "f" "fo" "foo" "foob" "fooba" "foobar"))
(define all
  (let ((bytes (make-bytevector 256)))
    (do ((i 0 (+ i 1))) ((= i 256) bytes) (bytevector-u8-set! bytes i i))))
(show (equal? all (base64->bytevector (bytevector->base64 all))))
(show (equal? all (base64->bytevector (bytevector->base64 all #t))))
(show (equal? all (hexadecimal->bytevector (hex all))))
(show (map base64->bytevector '("====" "Zg=" "Zg===" "Zh==" "Z" "Zg==Zg==" "Zé")))

(define long (random-bytes 200000))
(show (bytevector-length long))
(show (bytevector=?/constant-time long (bytevector-copy long)))
(show (bytevector=?/constant-time (random-bytes 16) (random-bytes 16)))

(define a (make-uuid))
(show (list (uuid? a) (string-length a) (equal? a (make-uuid))
            (equal? a (bytevector->uuid (uuid->bytevector a)))))
(define b (make-ordered-uuid))
(show (list (uuid? b) (string-ref b 14)
            (and (memv (string-ref b 19) (string->list "89ab")) #t)
            (string<? "019" b)))
;; Version and variant are fixed; each other bit is sometimes 0 and sometimes 1.
(define (fixed-bits make)
  (let loop ((left 200) (and-all (- (expt 2 128) 1)) (or-all 0))
    (if (= left 0)
        (bitwise-not (bitwise-xor and-all or-all))
        (let ((n (string->number (string-join (string-split (make) "-") "") 16)))
          (loop (- left 1) (bitwise-and and-all n) (bitwise-ior or-all n))))))
(define (lowest-80 n) (bitwise-and n (- (expt 2 80) 1)))
(show (map (lambda (make) (number->string (lowest-80 (fixed-bits make)) 16))
           (list make-uuid make-ordered-uuid)))
(show (map uuid? '("" "550e8400-e29b-41d4-a716-44665544000g"
                      "550e840-0e29b-41d4-a716-446655440000")))
(show (kind-of (uuid->bytevector "x")))
