;;; Compression with deflate and zstd. Long work is done by a thread of the pool
;;; while the process waits.

;;> level: the keyword before 0 (nothing is compressed, and it is quick) to 9
;;> (small and slow) when compressing; 6 if it is not given. For zstd it is 1 to
;;> 19, and 3 if it is not given.
;;> Example: (< (bytevector-length (compress 'gzip (make-bytevector 1000 0) level: 9)) (bytevector-length (compress 'gzip (make-bytevector 1000 0) level: 0))) => #t
(define level: 'level:)

;;> limit: the keyword before the number of bytes that decompressing may give;
;;> 16 MB if it is not given. A thousand bytes may stand for a million.
;;> Example: (guard (e (#t (condition-kind e))) (decompress 'gzip (compress 'gzip (make-bytevector 1000 0)) limit: 999)) => range
(define limit: 'limit:)

;;> (compress form bytes [option ...]): the bytes, or a string in UTF-8,
;;> compressed; the form is zstd, gzip, zlib or deflate. Option: level:. Raises
;;> type.
;;> Example: (utf8->string (decompress 'zstd (compress 'zstd "to be or not to be"))) => "to be or not to be"
;;> Example: (utf8->string (decompress 'zlib (compress 'zlib "to be or not to be"))) => "to be or not to be"
(define (compress form bytes . options)
  (%check-options options (list level:) 'compress)
  (%primitive %compress form
              (if (string? bytes) (string->utf8 bytes) bytes)
              (%option level: options (if (eq? form 'zstd) 3 6))))

;;> (decompress form bytes [option ...]): what they were compressed from.
;;> Option: limit:. Raises type, range if there is more than the limit, and
;;> error if the bytes are not of that form.
;;> Example: (guard (e (#t (condition-kind e))) (decompress 'gzip #u8(1 2 3))) => error
(define (decompress form bytes . options)
  (%check-options options (list limit:) 'decompress)
  (let* ((limit (%option limit: options 16777216))
         (plain (%primitive %decompress form bytes limit)))
    (cond ((bytevector? plain) plain)
          (plain
           (%error-of-kind 'range 'decompress
                           "there is more than the limit, in bytes:" limit))
          (else (%error-of-kind 'error 'decompress
                                "the bytes are not of this form:" form)))))
