;;; Bodies: what is read of a connection as the message says, piece by piece.
;;; Nothing is read before somebody asks for it, so who sends too much waits.

;; `form` is chunked, to-end, done, the count of bytes that are still to come,
;; or a thunk that gets the next ones; `left` is what is to come of a chunk,
;; `count` what has come, `first` a thunk to be called before anything is read,
;; or #f.
(define-record-type http-body
  (%make-http-body source form left count limit first)
  http-body?
  (source %body-source)
  (form %form %form-set!)
  (left %left %left-set!)
  (count %count %count-set!)
  (limit %limit)
  (first %first %first-set!))

(define (%http-body source form limit first)
  (if (and (integer? form) (< limit form))
      (%http-refuse 413 "the body is too large"))
  (%make-http-body source (if (eqv? form 0) 'done form) 0 0 limit first))

(define (%body-done? body) (eq? 'done (%form body)))

;; The next bytes, or an end of file object.
(define (%body-some! body)
  (if (%first body)
      (let ((first (%first body))) (%first-set! body #f) (first)))
  (let ((form (%form body)))
    (cond ((eq? form 'done) (eof-object))
          ((eq? form 'chunked) (%chunk-some! body))
          ((procedure? form)
           (let ((bytes (form)))
             (if (eof-object? bytes)
                 (%form-set! body 'done)
                 (%count! body bytes))
             bytes))
          ((eq? form 'to-end)
           (let ((bytes (%http-take! (%body-source body) 65536)))
             (if (eof-object? bytes)
                 (%form-set! body 'done)
                 (%count! body bytes))
             bytes))
          (else
           (let ((bytes (%body-take! body form)))
             (%form-set! body (let ((left (- form (bytevector-length bytes))))
                                (if (= left 0) 'done left)))
             bytes)))))

(define (%body-take! body count)
  (let ((bytes (%http-take! (%body-source body) count)))
    (if (eof-object? bytes)
        (%http-refuse 400 "the body ends in the middle"))
    (%count! body bytes)
    bytes))

(define (%count! body bytes)
  (%count-set! body (+ (%count body) (bytevector-length bytes)))
  (if (< (%limit body) (%count body))
      (%http-refuse 413 "the body is too large")))

(define (%chunk-some! body)
  (if (= 0 (%left body)) (%left-set! body (%chunk-size! body)))
  (if (= 0 (%left body))
      (begin
        (%skip-trailers! body)
        (%form-set! body 'done)
        (eof-object))
      (let* ((bytes (%body-take! body (%left body)))
             (left (- (%left body) (bytevector-length bytes))))
        (%left-set! body left)
        (if (= 0 left) (%empty-line! body))
        bytes)))

;; The line before a chunk: its size, and after a semicolon what nobody uses.
(define (%chunk-size! body)
  (let* ((line (or (%http-text! (%body-source body) #t 256 400) ""))
         (end (or (string-search ";" line) (string-length line)))
         (text (%trimmed line 0 end)))
    (or (and (<= 1 (string-length text) 8)
             (%each-character? text (lambda (c)
                                      (%digit-16 (char->integer c))))
             (string->number text 16))
        (%http-refuse 400 "the size of a chunk is malformed"))))

(define (%empty-line! body)
  (if (not (equal? "" (%http-text! (%body-source body) #t 2 400)))
      (%http-refuse 400 "a chunk does not end where it should")))

;; What comes behind the last chunk is not used.
(define (%skip-trailers! body)
  (let loop ((left %headers-max))
    (let ((line (%http-text! (%body-source body) #t 8192 431)))
      (cond ((not line) (%http-refuse 400 "the body ends in the middle"))
            ((= left 0) (%http-refuse 431 "there are too many headers"))
            ((not (string=? "" line)) (loop (- left 1)))))))

;; All that is left.
(define (%body-all! body)
  (let loop ((bytes (make-bytevector 4096)) (count 0))
    (let ((part (%body-some! body)))
      (if (eof-object? part)
          (bytevector-copy bytes 0 count)
          (let* ((end (+ count (bytevector-length part)))
                 (bytes (%with-room bytes end)))
            (bytevector-copy! bytes count part)
            (loop bytes end))))))

;; Reads on to the end if that is near; whether it has been reached.
(define (%body-skip! body most)
  (let loop ((most most))
    (or (%body-done? body)
        (and (< 0 most)
             (not (%first body))
             (let ((part (%body-some! body)))
               (or (eof-object? part)
                   (loop (- most (bytevector-length part)))))))))
