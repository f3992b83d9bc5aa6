;;; Files that a user sends with an event: in the field of a form, or by
;;; choosing them.
;;;
;;; They come before the event, in pieces, on the connection of the page; the
;;; browser sends a piece when the one before was taken. The connector
;;; (connection.scm) keeps them until the event names them. With a lost
;;; connection they are lost; the browser sends them again.
;;;
;;; What is kept is bounded for each connection by the limit of the site, and
;;; for the site by some times that (`%upload-keeper`). Where there is no room,
;;; a browser is told to ask again later.

;; So many times the limit may be on the way to all pages together.
(define %uploads-at-a-time 16)
;; Files on the way of one connection.
(define %files-max 100)
;; Seconds in which the next piece of a file must come.
(define %piece-time 30)

;;> upload-limit: the keyword before the bytes that the files of one event may
;;> have together; 10000000 if it is not given. 16 times as much may be on the
;;> way to all pages of a handler, and 100 files to one page.
;;> Example: (eval 'upload-limit: (environment '(scheme base) '(dynamite))) => upload-limit:
(define upload-limit: 'upload-limit:)

;;> (upload? object): whether it is a file that a user has sent with an event.
;;> Example: (upload? 5) => #f
;;> (upload-field upload): the name of the field, a string. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (upload-field 5)) => type
;;> (upload-name upload): the name that the file has where it comes from, a
;;> string without directories. The user chose it, so it is nothing to save the
;;> file under. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (upload-name 5)) => type
;;> (upload-type upload): what the browser takes the file for, a string as
;;> image/png, or the empty string. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (upload-type 5)) => type
;;> (upload-bytes upload): what is in the file, a bytevector, or #f if it was
;;> too large, or one too many (upload-limit:), or could not be read. Raises
;;> type.
;;> Example: (guard (e (#t (condition-kind e))) (upload-bytes 5)) => type
(define-record-type upload
  (%make-upload field name type bytes)
  upload?
  (field upload-field)
  (name upload-name)
  (type upload-type)
  (bytes upload-bytes))

;;> (event-uploads event): the files that the user sent with the event, a list:
;;> those of the form that was submitted, or of the field in which they were
;;> chosen. Raises type.
;;> Example: (event-uploads '((type . "submit"))) => ()
(define (event-uploads event)
  (let ((found (%event-ref event 'uploads 'event-uploads)))
    (if found
        (map (lambda (file) (apply %make-upload file)) found)
        '())))

;; A file on its way. `bytes` has room for all of it, and `count` of them have
;; come, the last ones at `clock`.
(define-record-type file
  (%make-file number bytes count clock)
  file?
  (number %file-number)
  (bytes %file-bytes)
  (count %file-count %file-count-set!)
  (clock %file-clock %file-clock-set!))

(define (%file-size file) (bytevector-length (%file-bytes file)))

;; The files of a connection.
(define-record-type uploads
  (%make-uploads keeper limit files)
  uploads?
  (keeper %uploads-keeper)
  (limit %uploads-limit)
  (files %uploads-files %uploads-files-set!))

(define (%uploads-held uploads)
  (apply + (map %file-size (%uploads-files uploads))))

(define (%file-of uploads number)
  (let loop ((files (%uploads-files uploads)))
    (cond ((null? files) #f)
          ((eqv? number (%file-number (car files))) (car files))
          (else (loop (cdr files))))))

;; What is answered to the browser, as text.
(define (%upload-answer number what)
  (json->string (list (cons 'upload number) what)))

;; The browser wants to send a file.
(define (%begin-upload! uploads number size)
  (let ((known (%file-of uploads number)) (limit (%uploads-limit uploads)))
    (if known (%drop-file! uploads known))
    (%upload-answer
     number
     (cond ((not (and (fixnum? size) (<= 0 size limit)
                      (< (length (%uploads-files uploads)) %files-max)))
            '(refused . #t))
           ((or (< limit (+ size (%uploads-held uploads)))
                (not (%ask-keeper uploads size)))
            '(later . #t))
           (else
            (%uploads-files-set!
             uploads (cons (%make-file number (make-bytevector size) 0
                                       (monotonic-time))
                           (%uploads-files uploads)))
            '(took . 0))))))

;; A piece of a file: its number in four bytes, and what is in it.
(define (%take-piece! uploads piece)
  (let* ((length (- (bytevector-length piece) 4))
         (number (and (<= 0 length) (%four-bytes piece)))
         (file (%file-of uploads number))
         (count (and file (+ length (%file-count file)))))
    (cond ((and file (<= count (%file-size file)))
           (bytevector-copy! (%file-bytes file) (%file-count file) piece 4)
           (%file-count-set! file count)
           (%file-clock-set! file (monotonic-time))
           (%upload-answer number (cons 'took count)))
          (else
           (if file (%drop-file! uploads file))
           (%upload-answer (or number 0) '(refused . #t))))))

(define (%four-bytes piece)
  (let loop ((index 0) (number 0))
    (if (= index 4)
        number
        (loop (+ index 1)
              (+ (* 256 number) (bytevector-u8-ref piece index))))))

;; The files that an event names, as the page gets them. They are not kept any
;; longer.
(define (%uploads-of-event! uploads named)
  (map (lambda (members)
         (let* ((file (%file-of uploads (%member 'id members)))
                (bytes (and file
                            (= (%file-count file) (%file-size file))
                            (%file-bytes file))))
           (if file (%drop-file! uploads file))
           (list (%text-member 'field members)
                 (%without-directories (%text-member 'name members))
                 (%text-member 'type members)
                 bytes)))
       named))

(define (%text-member name members)
  (let ((text (%member name members)))
    (if (string? text) text "")))

(define (%without-directories name)
  (let loop ((end (string-length name)))
    (cond ((= end 0) name)
          ((memv (string-ref name (- end 1)) '(#\/ #\\))
           (substring name end (string-length name)))
          (else (loop (- end 1))))))

(define (%drop-file! uploads file)
  (%uploads-files-set!
   uploads (let loop ((files (%uploads-files uploads)))
             (if (eq? file (car files))
                 (cdr files)
                 (cons (car files) (loop (cdr files))))))
  (! (%uploads-keeper uploads) (list 'give (self) (%file-size file))))

;; Files of which nothing more comes.
(define (%drop-idle! uploads)
  (let ((oldest (- (monotonic-time) %piece-time)))
    (for-each (lambda (file)
                (if (< (%file-clock file) oldest) (%drop-file! uploads file)))
              (%uploads-files uploads))))

(define (%ask-keeper uploads size)
  (let ((tag (make-tag)))
    (! (%uploads-keeper uploads) (list 'take (self) tag size))
    (recv ((,tag answer) answer))))

;; The process that counts the bytes on the way to all pages: who asks gets
;; whether so many more may be. What a process has that ends is free again.
(define (%upload-keeper room)
  (let ((holders (make-hash-table equal?)))
    ;; A holder is a watch and its bytes.
    (define (change! pid bytes)
      (let* ((known (hash-table-ref/default holders pid #f))
             (held (+ bytes (if known (cdr known) 0))))
        (cond ((< 0 held)
               (hash-table-set! holders pid
                                (cons (if known (car known) (monitor pid))
                                      held)))
              (known
               (demonitor (car known))
               (hash-table-delete! holders pid)))))
    (let loop ((left room))
      (recv
        (('give pid bytes)
         (change! pid (- bytes))
         (loop (+ left bytes)))
        (('take from tag size)
         (let ((room? (<= size left)))
           (if room? (change! from size))
           (! from (list tag room?))
           (loop (if room? (- left size) left))))
        (('down _ pid _ _)
         (let ((held (hash-table-ref/default holders pid '(#f . 0))))
           (hash-table-delete! holders pid)
           (loop (+ left (cdr held)))))))))
