;; Tables with commas: what RFC 4180 says, written and read back.
(import (scheme base) (scheme write) (mound csv))

(define (show object) (write object) (newline))
(define (message thunk)
  (guard (e ((read-error? e) (error-object-message e))) (thunk)))
(define-syntax problem
  (syntax-rules () ((_ text) (show (message (lambda () (csv->list text)))))))

(show (csv->list ""))
(show (csv->list "a"))
(show (csv->list "a,b\r\nc,d\r\n"))
(show (csv->list "a,b\nc,d"))
(show (csv->list ",\n\n\"\",\"\"\n"))
(show (csv->list "\"a\r\nb\",\"c\"\"d\"\n"))
(show (csv->list "a\rb,c\n"))
(show (csv->list " a , b\n"))
(show (csv->list "a\tb,c\n" #\tab))
(problem "a\"b\n")
(problem "a,b\n\"c\"d\n")
(problem "a\n\"b\nc\n\nd")
(problem "\"")

(define rows
  '(("plain" "with,comma" "with \"quotes\"" "")
    (" space" "space " "two\nlines" "a\r\nb")
    ("λ" "😀" "\t" ";")))
(show (equal? rows (csv->list (list->csv rows))))
(show (equal? rows (csv->list (list->csv rows #\;) #\;)))
(display (list->csv '((1 -2/3 sym) (2.5 "x;y" ""))))
(display (list->csv '((1 -2/3 sym) (2.5 "x;y" "")) #\;))

;; Rows are read one at a time: what follows stays in the port.
(define port (open-input-string "a,b\n\"c\nd\",e\nrest"))
(show (read-csv-row port))
(show (read-csv-row port))
(show (read-line port))
(show (eof-object? (read-csv-row port)))
