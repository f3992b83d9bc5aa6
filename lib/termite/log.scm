;;; The log is an event manager, published as the service `logger`, which the
;;; first record starts. Its events are lists (kind pid terms). One handler
;;; writes them to standard error, one line each:
;;;
;;;   [warning] 2006-09-16T12:00:00Z #<process ...> disk full: 97
;;;
;;; log-to-file adds one that writes them to a file. Others may be added with
;;; event-manager:add-handler.

;;> (info term ...): a record of the kind info; does not wait until it is
;;> written.
;;> Example: (eval '(begin (info "the answer is" 42) 'told) (environment '(termite) '(termite log))) => told
(define (info . terms) (termite-log 'info terms))

;;> (warning term ...): a record of the kind warning.
;;> Example: (eval '(begin (warning "disk full:" 97) 'told) (environment '(termite) '(termite log))) => told
(define (warning . terms) (termite-log 'warning terms))

;;> (debug term ...): a record of the kind debug.
;;> Example: (eval '(begin (debug 'here) 'told) (environment '(termite) '(termite log))) => told
(define (debug . terms) (termite-log 'debug terms))

;;> (termite-log kind terms): a record of the kind, a symbol. What cannot be
;;> sent is recorded as it is displayed.
;;> Example: (eval '(begin (termite-log 'error '("no" way)) 'told) (environment '(termite) '(termite log))) => told
(define (termite-log kind terms)
  (let ((to (logger)))
    (catch (lambda (problem)
             (event-manager:notify
              to (list kind (self) (map %displayed terms))))
      (event-manager:notify to (list kind (self) terms)))
    (void)))

;;> (logger): the pid of the event manager of the log of this node.
;;> Example: (eval '(eq? (logger) (resolve-service 'logger)) (environment '(termite) '(termite log))) => #t
(define (logger)
  (let ((found (resolve-service 'logger)))
    (or found
        (begin
          (publish-service 'logger
                           (event-manager:start name: 'logger %console-handler))
          (logger)))))

;;> (log-flush [timeout]): returns when all records of this process are written,
;;> to files too; a program that ends at once may lose them. Raises the symbol
;;> timeout after so many seconds (5).
;;> Example: (eval '(begin (info "done") (log-flush) 'written) (environment '(termite) '(termite log))) => written
(define log-flush
  (case-lambda
    (() (log-flush 5))
    ((timeout)
     (for-each
      (lambda (handler)
        (event-manager:call (logger) handler 'flush timeout))
      (event-manager:call (logger) %console-handler 'flush timeout))
     (void))))

;;> (log-to-file path [size [kept]]): from now on records go to the end of the
;;> file as well; returns the handler. A file that would become larger than so
;;> many bytes gets the name path.1, what had that path.2, and so on, and the
;;> last of so many (5) is deleted; without a size, the file grows. While the
;;> file cannot be written, records are only on standard error, which is told
;;> once; nothing else suffers. Raises type.
;;> Example: (eval '(call-with-temporary-file (lambda (path) (log-to-file path) (info "on the record") (log-flush) (and (string-search "on the record" (read-file path)) #t))) (environment '(scheme base) '(mound strings) '(mound file) '(termite log))) => #t
(define log-to-file
  (case-lambda
    ((path) (log-to-file path #f))
    ((path size) (log-to-file path size 5))
    ((path size kept)
     (if (not (string? path)) (%type-error 'log-to-file "a path" path))
     (if (not (or (not size) (and (exact-integer? size) (> size 0))))
         (%type-error 'log-to-file "a number of bytes or #f" size))
     (if (not (and (exact-integer? kept) (>= kept 0)))
         (%type-error 'log-to-file "a number of files" kept))
     (let ((handler (%file-handler path size kept)))
       (event-manager:add-handler (logger) handler)
       (event-manager:call (logger) %console-handler handler)
       handler))))

(define (%displayed term)
  (call-with-output-string (lambda (port) (display term port))))

;; The record is one write, so that it is not mixed with other output.
(define (%write-record event)
  (match event
    ((kind pid terms)
     (write-string (%record kind pid terms (current-second))
                   (current-error-port)))))

(define (%record kind pid terms moment)
  (call-with-output-string
   (lambda (port)
     (for-each (lambda (part) (display part port))
               (list "[" kind "] " (%date moment) " " pid))
     (for-each
      (lambda (term)
        (display " " port)
        (if (string? term) (display term port) (write term port)))
      terms)
     (newline port))))

(define (%two-digits number)
  (string-copy (number->string (+ 100 number)) 1))

;; The moment, in seconds since 1970, in UTC, as ISO 8601 writes it.
(define (%date moment)
  (let*-values (((seconds) (exact (floor moment)))
                ((days second) (floor/ seconds 86400))
                ((hour rest) (floor/ second 3600))
                ((minute second) (floor/ rest 60))
                ((year month day) (%civil days)))
    (string-append (number->string year) "-" (%two-digits month) "-"
                   (%two-digits day) "T" (%two-digits hour) ":"
                   (%two-digits minute) ":" (%two-digits second) "Z")))

;; Year, month and day of the days since 1970. Years here begin in March, so
;; that the leap day is their last; an era has 400 of them.
(define (%civil days)
  (let*-values (((era day) (floor/ (+ days 719468) 146097))
                ((year) (quotient (- day (quotient day 1460)
                                     (- (quotient day 36524))
                                     (quotient day 146096))
                                  365))
                ((day) (- day (+ (* 365 year) (quotient year 4)
                                 (- (quotient year 100)))))
                ((month) (quotient (+ (* 5 day) 2) 153))
                ((day) (+ 1 (- day (quotient (+ (* 153 month) 2) 5))))
                ((month) (if (< month 10) (+ month 3) (- month 9))))
    (values (+ year (* 400 era) (if (<= month 2) 1 0)) month day)))

;; Its state is the list of the handlers that a flush concerns.
(define %console-handler
  (make-event-handler
   (lambda (arguments) '())
   (lambda (event others) (%write-record event) others)
   (lambda (argument others)
     (if (eq? argument 'flush)
         (begin
           (flush-output-port (current-error-port))
           (values others others))
         (values #t (cons argument others))))
   (lambda (reason others) #t)))

;; Its state is the list (port length failing?): the open file, or #f, the bytes
;; in it, and whether the last attempt to write failed.
(define (%file-handler path size kept)
  (make-event-handler
   (lambda (arguments) (list #f 0 #f))
   (lambda (event state)
     (match event
       ((kind pid terms)
        (%append-record (%record kind pid terms (current-second))
                        path size kept state))
       (_ state)))
   (lambda (argument state)
     (values #t (%guarded path state (lambda () (%flush-file state)))))
   (lambda (reason state) (if (car state) (close-port (car state))))))

(define (%append-record record path size kept state)
  (%guarded
   path state
   (lambda ()
     (let* ((bytes (bytevector-length (string->utf8 record)))
            (state (%ready-file path size kept bytes state))
            ;; The record that failed may have been written in part.
            (torn? (and (list-ref state 2) (> (cadr state) 0))))
       (if torn? (newline (car state)))
       (write-string record (car state))
       (let ((state (list (car state) (+ (cadr state) bytes (if torn? 1 0))
                          (list-ref state 2))))
         ;; What went wrong before is over only when this is written.
         (if (list-ref state 2) (%flush-file state) state))))))

(define (%flush-file state)
  (if (car state)
      (begin
        (flush-output-port (car state))
        (list (car state) (cadr state) #f))
      state))

;; The state with an open file that has room for so many bytes.
(define (%ready-file path size kept bytes state)
  (let* ((length (if (car state) (cadr state) (%length-of path)))
         (full? (and size (> length 0) (> (+ length bytes) size))))
    (if full?
        (begin
          (if (car state) (close-port (car state)))
          (%rotate path kept)))
    (list (if (and (car state) (not full?))
              (car state)
              (open-append-file path))
          (if full? 0 length)
          (list-ref state 2))))

(define (%length-of path)
  (with-exception-catcher (lambda (object) 0) (lambda () (file-size path))))

(define (%numbered path number)
  (if (= number 0)
      path
      (string-append path "." (number->string number))))

;; Gives the file and the older ones their next names; the last is replaced, or
;; deleted if none are kept.
(define (%rotate path kept)
  (if (= kept 0)
      (delete-file path)
      (let loop ((number (- kept 1)))
        (if (>= number 0)
            (let ((from (%numbered path number)))
              (if (file-exists? from)
                  (rename-file from (%numbered path (+ number 1))))
              (loop (- number 1)))))))

;; The state that the thunk returns; if it raises, the file is opened anew for
;; the next record. The end of a linked process is not of its making.
(define (%guarded path state thunk)
  (catch (lambda (problem)
           (if (termite-exception? problem) (raise problem))
           (if (not (list-ref state 2)) (%complain path problem))
           (if (car state) (catch (lambda (again) #f) (close-port (car state))))
           (list #f 0 #t))
    (thunk)))

(define (%complain path problem)
  (write-string
   (call-with-output-string
    (lambda (port)
      (display "the log is not written to " port)
      (display path port)
      (display ": " port)
      (display-condition problem port)
      (newline port)))
   (current-error-port)))
