;;; A reader of comma-separated values by characters and lines, with quoted fields, and a
;;; writer of a report with groups, totals and columns that are as wide as they must be.

;;; Reading.

;; The fields of one record, or the end-of-file object. A quoted field may have commas, line
;; ends and doubled quotes in it.
(define (read-record port)
  (if (eof-object? (peek-char port))
      (peek-char port)
      (let next-field ((fields '()))
        (let-values (((field end) (read-field port)))
          (let ((fields (cons field fields)))
            (if (eqv? end #\,) (next-field fields) (reverse fields)))))))

;; A field, and the character after it.
(define (read-field port)
  (if (eqv? (peek-char port) #\")
      (begin
        (read-char port)
        (read-quoted port))
      (let loop ((characters '()))
        (let ((character (read-char port)))
          (if (or (eof-object? character) (memv character '(#\, #\newline)))
              (values (list->string (reverse characters)) character)
              (loop (cons character characters)))))))

(define (read-quoted port)
  (let ((field (open-output-string)))
    (let loop ()
      (let ((character (read-char port)))
        (cond ((eof-object? character) (error "open quotation"))
              ((not (char=? character #\"))
               (write-char character field)
               (loop))
              ((eqv? (peek-char port) #\")
               (write-char (read-char port) field)
               (loop))
              (else (values (get-output-string field) (read-char port))))))))

(define (read-records port)
  (let loop ((records '()))
    (let ((record (read-record port)))
      (if (eof-object? record)
          (reverse records)
          (loop (cons record records))))))

;;; Rows.

(define-record-type sale
  (make-sale region product day amount price)
  sale?
  (region sale-region)
  (product sale-product)
  (day sale-day)
  (amount sale-amount)
  (price sale-price))

;; Cents of a text like 12.50, or #f.
(define (parse-price text)
  (let ((number (string->number text)))
    (and number (exact (round (* 100 number))))))

(define (record->sale record)
  (if (= (length record) 5)
      (let ((amount (string->number (list-ref record 3)))
            (price (parse-price (list-ref record 4))))
        (if (and amount price)
            (make-sale (car record) (cadr record) (caddr record) amount price)
            (raise (list 'bad-number record))))
      (raise (list 'bad-length record))))

;; The sales, and the records that are none.
(define (records->sales records)
  (let loop ((records records) (sales '()) (bad '()))
    (if (null? records)
        (values (reverse sales) (reverse bad))
        (let ((sale
               (guard (reason ((pair? reason) #f))
                 (record->sale (car records)))))
          (if sale
              (loop (cdr records) (cons sale sales) bad)
              (loop (cdr records) sales (cons (car records) bad)))))))

(define (sale-total sale) (* (sale-amount sale) (sale-price sale)))

;; An association list, sorted by the texts that `key` gives, of the sales of each.
(define (group-by key sales)
  (let ((table (make-hash-table string=?)))
    (for-each (lambda (sale)
                (hash-table-update!/default table
                                            (key sale)
                                            (lambda (others) (cons sale others))
                                            '()))
              sales)
    (list-sort (lambda (one other) (string<? (car one) (car other)))
               (hash-table->alist table))))

;;; The report.

(define width (make-parameter 10))

(define (pad-left text size)
  (let ((missing (- size (string-length text))))
    (if (> missing 0) (string-append (make-string missing #\space) text) text)))

(define (pad-right text size)
  (let ((missing (- size (string-length text))))
    (if (> missing 0) (string-append text (make-string missing #\space)) text)))

;; 1234567 cents as 12,345.67.
(define (money cents)
  (let* ((whole (number->string (quotient cents 100)))
         (rest (number->string (remainder cents 100)))
         (rest (if (= (string-length rest) 1) (string-append "0" rest) rest)))
    (let loop ((end (string-length whole)) (parts '()))
      (if (> end 3)
          (loop (- end 3)
                (cons "," (cons (substring whole (- end 3) end) parts)))
          (string-append (apply string-append (substring whole 0 end) parts)
                         "."
                         rest)))))

(define (write-row texts port)
  (write-string (pad-right (car texts) 12) port)
  (for-each (lambda (text) (write-string (pad-left text (width)) port))
            (cdr texts))
  (newline port))

(define (write-report sales port)
  (let* ((products (map car (group-by sale-product sales)))
         (groups (group-by sale-region sales))
         (total (apply + (map sale-total sales)))
         (widest (apply max
                        (string-length (money total))
                        (map string-length products))))
    (parameterize ((width (+ 2 widest)))
      (write-row (cons "region" (append products (list "total"))) port)
      (write-string
       (make-string (+ 12 (* (width) (+ 1 (length products)))) #\-)
       port)
      (newline port)
      (for-each (lambda (group) (write-group group products port)) groups)
      (write-row (cons "all"
                       (append (totals sales products) (list (money total))))
                 port))))

(define (totals sales products)
  (map (lambda (product)
         (money (apply +
                       (map sale-total
                            (filter (lambda (sale)
                                      (string=? product (sale-product sale)))
                                    sales)))))
       products))

(define (write-group group products port)
  (write-row (cons (car group)
                   (append (totals (cdr group) products)
                           (list (money (apply +
                                               (map sale-total (cdr group)))))))
             port))

;;; The input.

(define regions
  '("north" "south" "\"east, far\"" "\"the \"\"west\"\"\"" "centre"))
(define products '("tea" "coffee" "\"cups\nand pots\"" "sugar"))
(define prices '("12.50" "7.25" "101" "0.75" "x"))

(define (make-input count)
  (let ((port (open-output-string)))
    (let loop ((row 0) (number 17))
      (if (= row count)
          (get-output-string port)
          (let ((pick (lambda (list divisor)
                        (list-ref list
                                  (remainder (quotient number divisor)
                                             (length list))))))
            (write-string (pick regions 7) port)
            (write-char #\, port)
            (write-string (pick products 3) port)
            (write-string ",day " port)
            (write-string (number->string (remainder number 365)) port)
            (write-char #\, port)
            (write-string (number->string (remainder number 23)) port)
            (write-char #\, port)
            (write-string (pick prices 11) port)
            (if (= 0 (remainder number 29)) (write-string ",more" port))
            (newline port)
            (loop (+ row 1) (remainder (+ (* number 421) 1663) 7875)))))))

;; The lines of a text: how many, the longest, and a checksum of all characters.
(define (text-summary text)
  (let ((port (open-input-string text)))
    (let loop ((lines 0) (longest 0) (sum 0))
      (let ((line (read-line port)))
        (if (eof-object? line)
            (list lines longest sum)
            (loop (+ lines 1)
                  (max longest (string-length line))
                  (fold (lambda (character sum)
                          (remainder (+ (* 31 sum) (char->integer character))
                                     1000003))
                        sum
                        (string->list line))))))))

(define (benchmark count)
  (let ((records (read-records (open-input-string (make-input count)))))
    (let-values (((sales bad) (records->sales records)))
      (let ((report (open-output-string)))
        (write-report sales report)
        (list (length records)
              (length bad)
              (length (group-by sale-day sales))
              (text-summary (get-output-string report)))))))
