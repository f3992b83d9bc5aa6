;;; Digests, authentication codes and random bytes. The algorithms are those
;;; with which nodes talk to each other; none of them is written here.

;;> (digest algorithm bytes): the digest of a bytevector, or of a string in
;;> UTF-8. The algorithms are sha-256, sha-384, sha-512, blake3, and sha-1,
;;> which is for protocols that ask for it and for nothing else. Raises type.
;;> Example: (bytevector->hexadecimal (digest 'sha-256 "abc")) => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
;;> Example: (bytevector-length (digest 'blake3 #u8())) => 32
(define (digest algorithm bytes)
  (%primitive %digest algorithm (%crypto-bytes bytes 'digest)))

;;> (hmac algorithm key bytes): the code by which whoever has the key can tell
;;> that the bytes come from somebody who has it, too (RFC 2104). Strings are
;;> taken as UTF-8. The algorithms are those of digest but blake3. Compare codes
;;> with bytevector=?/constant-time. Raises type.
;;> Example: (bytevector->hexadecimal (hmac 'sha-256 "Jefe" "what do ya want for nothing?")) => "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
(define (hmac algorithm key bytes)
  (%primitive %hmac algorithm (%crypto-bytes key 'hmac)
              (%crypto-bytes bytes 'hmac)))

;;> (random-bytes count): so many bytes of the operating system, which nobody
;;> can guess: keys, tokens, names of sessions. Where a run has a seed they are
;;> the same in each run. Raises type.
;;> Example: (bytevector-length (random-bytes 16)) => 16
(define (random-bytes count)
  (if (or (not (exact-integer? count)) (negative? count))
      (%type-error 'random-bytes "an exact integer from 0" count))
  (if (<= count 65536)
      (%primitive %random-bytes count)
      (let loop ((left count) (parts '()))
        (if (= left 0)
            (apply bytevector-append parts)
            (let ((part (min left 65536)))
              (loop (- left part)
                    (cons (%primitive %random-bytes part) parts)))))))

;;> (bytevector=?/constant-time a b): whether the bytevectors are equal. How
;;> long that takes tells nothing about where they differ. Raises type.
;;> Example: (map (lambda (b) (bytevector=?/constant-time #u8(1 2 3) b)) '(#u8(1 2 3) #u8(1 2 4) #u8(1 2))) => (#t #f #f)
(define (bytevector=?/constant-time a b)
  (%primitive %same-secret? a b))

(define (%crypto-bytes object who)
  (cond ((bytevector? object) object)
        ((string? object) (string->utf8 object))
        (else (%type-error who "a bytevector or string" object))))
