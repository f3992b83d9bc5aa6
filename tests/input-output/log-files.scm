;; The log in files: each record reaches standard error and the file; a full disk
;; is told once and harms nothing; large files get other names.
(import (scheme base) (scheme write) (mound file) (mound strings)
        (only (srfi 19) current-date date->string)
        (termite process) (termite event) (termite log))

(define (show object) (write object) (newline))
(define (after-pid line)
  (list-tail (string-split line " ") 4))
(define (records path) (map after-pid (read-file-lines path)))

;; A handler that shows what the console gets; it is told of the same events.
(define me (self))
(define console
  (make-simple-event-handler
   (lambda (event state) (! me (list 'record (list-ref event 2))) state) #f))
(event-manager:add-handler (logger) console)
(define (told) (recv (('record terms) terms)))

(define path (create-temp-file))
(define handler (log-to-file path))
(info "one" 1 '(a "b"))
(warning "two")
(log-flush)
(show (records path))
(show (list (told) (told)))
(show (map (lambda (line) (car (string-split line " "))) (read-file-lines path)))

;; The moment, in UTC, by another library: it is told between two looks at the clock.
(define (now) (date->string (current-date 0) "~Y-~m-~dT~H:~M:~SZ"))
(define before (now))
(info "when")
(log-flush)
(told)
(show (let* ((line (car (reverse (read-file-lines path))))
             (moment (cadr (string-split line " "))))
        (if (and (string<=? before moment) (string<=? moment (now))) 'now (list before line))))

;; A disk that is full, then is not: a link that leads elsewhere later.
(define place (string-append path "-link"))
(create-symlink "/dev/full" place)
(log-to-file place)
(info "three")
(log-flush)
(info "four")
(log-flush)
(show (list (told) (told)))
(show (length (records path)))
(delete-file place)
(info "five")
(log-flush)
(show (records place))
(info "six")
(log-flush)
(show (length (records place)))

;; A record that is larger than a file may be has one of its own, and no empty one goes before.
(define tiny (string-append path "-tiny"))
(log-to-file tiny 10 2)
(info "large")
(log-flush)
(show (list (records tiny) (file-exists? (string-append tiny ".1"))))
(info "larger")
(log-flush)
(show (list (records tiny) (records (string-append tiny ".1"))))

;; No more than 200 bytes in a file, and two older files.
(define small (create-temp-file))
(log-to-file small 200 2)
(let loop ((n 0))
  (when (< n 20)
    (info "record" n)
    (loop (+ n 1))))
(log-flush)
(define (numbers path) (map cadr (records path)))
(define newest (numbers small))
(define older (numbers (string-append small ".1")))
(define oldest (numbers (string-append small ".2")))
(show (list (<= (file-size small) 200) (<= (file-size (string-append small ".1")) 200)))
(define all (append oldest older newest))
(show (list (car (reverse all))
            (equal? (map string->number all)
                    (let count ((n 19) (left (length all)) (found '()))
                      (if (= left 0) found (count (- n 1) (- left 1) (cons n found)))))))
(show (file-exists? (string-append small ".3")))
(for-each delete-file
          (list path place tiny (string-append tiny ".1") small (string-append small ".1") (string-append small ".2")))
