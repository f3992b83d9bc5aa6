;;; Ports: reading and writing, in memory and in files.

(define (repeat n procedure)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (loop (+ i 1) (+ sum (procedure i))))))

(define form '(define (square x) "doc" (* x x 2.5 #\a)))
(define form-text "(define (square x) \"doc\" (* x x 25 #\\a))")

(everyday 'string-port-written 200000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((port (open-output-string)))
                (write-string "abc" port)
                (write-char #\space port)
                (string-length (get-output-string port)))))))

(everyday 'number-to-string-port 100000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((port (open-output-string)))
                (display (* i 3) port)
                (string-length (get-output-string port)))))))

(everyday 'datum-written-to-string 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let ((port (open-output-string)))
                (write form port)
                (string-length (get-output-string port)))))))

(everyday 'datum-read-from-string 20000
  (lambda (n)
    (repeat n
            (lambda (i)
              (length (read (open-input-string form-text)))))))

(everyday 'characters-to-string-port 1000000
  (lambda (n)
    (let ((port (open-output-string)))
      (let loop ((i 0))
        (if (< i n)
            (begin
              (write-char (integer->char (+ 97 (remainder i 26))) port)
              (loop (+ i 1)))))
      (string-length (get-output-string port)))))

(everyday 'characters-from-string-port 1000000
  (lambda (n)
    (let ((port (open-input-string (make-string n #\a))))
      (let loop ((count 0))
        (let ((char (read-char port)))
          (if (eof-object? char) count (loop (+ count 1))))))))

(everyday 'characters-peeked-and-read 500000
  (lambda (n)
    (let ((port (open-input-string (make-string n #\a))))
      (let loop ((count 0))
        (if (eof-object? (peek-char port))
            count
            (begin
              (if (char=? (read-char port) #\b) (read-char port))
              (loop (+ count 1))))))))

(define (lines count)
  (let ((port (open-output-string)))
    (let loop ((i 0))
      (if (= i count)
          (get-output-string port)
          (begin
            (write-string "line of a text, number " port)
            (write i port)
            (newline port)
            (loop (+ i 1)))))))

(everyday 'lines-from-string-port 50000
  (lambda (n)
    (let ((port (open-input-string (lines n))))
      (let loop ((sum 0))
        (let ((line (read-line port)))
          (if (eof-object? line) sum (loop (+ sum (string-length line)))))))))

(define (forget) (if (file-exists? work-file) (delete-file work-file)))

(define (write-lines count)
  (forget)
  (let ((port (open-output-file work-file)))
    (let loop ((i 0))
      (if (< i count)
          (begin
            (write-string "line of a text, number " port)
            (write i port)
            (newline port)
            (loop (+ i 1)))))
    (close-port port)))

(everyday 'lines-to-file 50000
  (lambda (n)
    (write-lines n)
    (if (file-exists? work-file) 1 0)))

(everyday 'lines-from-file 50000
  (lambda (n)
    (let ((port (open-input-file work-file)))
      (let loop ((sum 0))
        (let ((line (read-line port)))
          (if (eof-object? line)
              (begin (close-port port) sum)
              (loop (+ sum (string-length line)))))))))

(everyday 'characters-from-file 1400000
  (lambda (n)
    (let ((port (open-input-file work-file)))
      (let loop ((lines 0))
        (let ((char (read-char port)))
          (cond ((eof-object? char) (close-port port) lines)
                ((char=? char #\newline) (loop (+ lines 1)))
                (else (loop lines))))))))

(everyday 'characters-to-file 1000000
  (lambda (n)
    (forget)
    (let ((port (open-output-file work-file)))
      (let loop ((i 0))
        (if (< i n)
            (begin
              (write-char (if (= 0 (remainder i 60)) #\newline #\x) port)
              (loop (+ i 1)))))
      (close-port port)
      (if (file-exists? work-file) 1 0))))

(everyday 'data-to-file 10000
  (lambda (n)
    (forget)
    (let ((port (open-output-file work-file)))
      (let loop ((i 0))
        (if (< i n)
            (begin (write form port) (newline port) (loop (+ i 1)))))
      (close-port port)
      (if (file-exists? work-file) 1 0))))

(everyday 'data-from-file 10000
  (lambda (n)
    (let ((port (open-input-file work-file)))
      (let loop ((sum 0))
        (let ((form (read port)))
          (if (eof-object? form)
              (begin (close-port port) sum)
              (loop (+ sum (length form)))))))))

(forget)
