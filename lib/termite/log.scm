;;; The log is an event manager, published as the service `logger`, which the
;;; first record starts. Its events are lists (kind pid terms). One handler
;;; writes them to standard error, one line each:
;;;
;;;   [warning] 2006-09-16T12:00:00Z #<process ...> disk full: 97
;;;
;;; Others may be added with event-manager:add-handler.

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

;;> (log-flush [timeout]): returns when all records of this process are written;
;;> a program that ends at once may lose them. Raises the symbol timeout after
;;> so many seconds (5).
;;> Example: (eval '(begin (info "done") (log-flush) 'written) (environment '(termite) '(termite log))) => written
(define log-flush
  (case-lambda
    (() (log-flush 5))
    ((timeout)
     (event-manager:call (logger) %console-handler 'flush timeout)
     (void))))

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
  (string-append (if (< number 10) "0" "") (number->string number)))

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

(define %console-handler
  (make-event-handler
   (lambda (arguments) #t)
   (lambda (event state) (%write-record event) state)
   (lambda (argument state)
     (flush-output-port (current-error-port))
     (values #t state))
   (lambda (reason state) #t)))
