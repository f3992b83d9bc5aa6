;;; The bytes of a connection that have come and are not used yet.

;; A port, bytes that were read from it, where the unused ones begin, and the
;; moment at which whoever sends must have sent what is read now, or #f. Without
;; that, a byte every now and then would keep a process for ever. Where a
;; handler reads a body, that no more of it comes is a fault of who sends it;
;; `pace` says how much must come there, or is #f.
(define-record-type http-source
  (%make-http-source port bytes at pace deadline)
  http-source?
  (port %http-input)
  (bytes %unused %unused-set!)
  (at %unused-at %unused-at-set!)
  (pace %http-pace)
  (deadline %http-deadline %http-deadline-set!))

;; Seconds that a handler may wait for a body at least, bytes that must come in
;; each further one, seconds that it has waited, and bytes that have come.
(define-record-type http-pace
  (%make-http-pace patience rate waited count)
  http-pace?
  (patience %pace-patience)
  (rate %pace-rate)
  (waited %pace-waited %pace-waited-set!)
  (count %pace-count %pace-count-set!))

(define (%http-source port bytes) (%make-http-source port bytes 0 #f #f))
(define (%http-body-source port bytes patience rate)
  (%make-http-source port bytes 0 (%make-http-pace patience rate 0 0) #f))

;; What has come and is not used.
(define (%http-bytes source)
  (bytevector-copy (%unused source) (%unused-at source)))

(define (%unused-count source)
  (- (bytevector-length (%unused source)) (%unused-at source)))

;; Waits for more; #f at the end.
(define (%http-more! source)
  (let ((deadline (%http-deadline source)))
    (if (and deadline (< deadline (monotonic-time)))
        (%error-of-kind 'timeout #f "the other side is too slow")))
  (let ((more (if (%http-pace source)
                  (%next-of-body source (%http-pace source))
                  (read-bytevector-some 65536 (%http-input source)))))
    (if (eof-object? more)
        #f
        (begin
          (%unused-set! source
                        (if (= 0 (%unused-count source))
                            more
                            (bytevector-append (%http-bytes source) more)))
          (%unused-at-set! source 0)
          #t))))

;; The time that counts is that in which the handler waits, so one that takes
;; its time is no fault of the other side.
(define (%next-of-body source pace)
  (let* ((start (monotonic-time))
         (more (guard (e ((and (condition? e)
                               (memq (condition-kind e) '(file timeout)))
                          (%http-refuse 408 "the body does not come")))
                 (read-bytevector-some 65536 (%http-input source)))))
    (%pace-waited-set! pace (+ (%pace-waited pace)
                               (- (monotonic-time) start)))
    (if (bytevector? more)
        (%pace-count-set! pace (+ (%pace-count pace)
                                  (bytevector-length more))))
    (if (< (+ (* (%pace-patience pace) (%pace-rate pace)) (%pace-count pace))
           (* (%pace-waited pace) (%pace-rate pace)))
        (%http-refuse 408 "the body comes too slowly"))
    more))

;; At most so many bytes of what has come, or of what comes next; at the end an
;; end of file object.
(define (%http-take! source count)
  (if (or (< 0 (%unused-count source)) (%http-more! source))
      (let* ((start (%unused-at source))
             (end (+ start (min count (%unused-count source)))))
        (%unused-at-set! source end)
        (if (and (= start 0) (= end (bytevector-length (%unused source))))
            (%unused source)
            (bytevector-copy (%unused source) start end)))
      (eof-object)))

;; The bytevector, with room for so many bytes. It doubles when it is full,
;; since the pieces that are gathered in it may be many and small.
(define (%with-room bytes end)
  (let ((room (bytevector-length bytes)))
    (if (<= end room)
        bytes
        (bytevector-append bytes (make-bytevector (max end room))))))

;; The text up to an empty line, or, if `line?`, up to the end of the first one;
;; #f if the connection ends before its first byte. Each line must end as the
;; standard wants it: what two readers divide differently, two requests could
;; hide in.
(define (%http-text! source line? limit status)
  (let loop ((scanned 0))
    (let ((end (%text-end source scanned line?)))
      (cond (end
             (let ((start (%unused-at source)))
               (if (< limit (- end start))
                   (%http-refuse status "it is too long"))
               (%unused-at-set! source end)
               (%latin (%unused source) start (- end (if line? 2 4)))))
            ((< limit (%unused-count source))
             (%http-refuse status "it is too long"))
            (else
             (let ((count (%unused-count source)))
               (cond ((%http-more! source) (loop (max 0 (- count 3))))
                     ((= count 0) #f)
                     (else (%http-refuse 400 "it ends in the middle")))))))))

;; The index behind the end of the text, or #f. So many bytes need no look.
(define (%text-end source scanned line?)
  (let* ((bytes (%unused source))
         (start (%unused-at source))
         (length (bytevector-length bytes)))
    (define (at? index byte)
      (and (<= start index) (= byte (bytevector-u8-ref bytes index))))
    (let loop ((index (+ start scanned)))
      (cond ((= index length) #f)
            ((= 10 (bytevector-u8-ref bytes index))
             (cond ((not (at? (- index 1) 13))
                    (%http-refuse 400 "a line does not end with CR and LF"))
                   ((or line? (and (at? (- index 2) 10) (at? (- index 3) 13)))
                    (+ index 1))
                   (else (loop (+ index 1)))))
            (else (loop (+ index 1)))))))

;; Some clients send an empty line behind a body. Whether there was one.
(define (%skip-empty-line! source)
  (let ((bytes (%unused source)) (at (%unused-at source)))
    (and (<= 2 (%unused-count source))
         (= 13 (bytevector-u8-ref bytes at))
         (= 10 (bytevector-u8-ref bytes (+ at 1)))
         (begin (%unused-at-set! source (+ at 2)) #t))))

;; Each byte as the character with its number: no byte is wrong there.
(define (%latin bytes start end)
  (let loop ((index start))
    (cond ((= index end) (utf8->string bytes start end))
          ((< (bytevector-u8-ref bytes index) 128) (loop (+ index 1)))
          (else
           (let ((text (make-string (- end start))))
             (do ((index start (+ index 1)))
                 ((= index end) text)
               (string-set! text (- index start)
                            (integer->char
                             (bytevector-u8-ref bytes index)))))))))

;; A message that is not what it should be, and the status that says so.
(define (%http-refuse status what) (%error-of-kind 'http #f what status))

(define (%http-refusal? object)
  (and (condition? object) (eq? 'http (condition-kind object))))
