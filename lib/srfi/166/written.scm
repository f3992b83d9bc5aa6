;;; Formatters of data, as `write` writes them, with numbers as the state says.

;; The pairs and vectors that need a label: those that are reached from inside
;; of themselves, or all that are there twice.
(define (%labels object shared?)
  (let ((seen (make-hash-table eq?)) (labels (make-hash-table eq?)))
    (let visit ((object object))
      (if (or (pair? object) (vector? object))
          (let ((mark (hash-table-ref/default seen object #f)))
            (cond ((or (eq? mark 'open) (and mark shared?))
                   (hash-table-set! labels object 'wanted))
                  (mark #f)
                  (else
                   (hash-table-set! seen object 'open)
                   (if (pair? object)
                       (begin (visit (car object)) (visit (cdr object)))
                       (vector-for-each visit object))
                   (hash-table-set! seen object 'done))))))
    labels))

(define (%no-labels) (make-hash-table eq?))

(define %quotations
  '((quote . "'") (quasiquote . "`") (unquote . ",")
    (unquote-splicing . ",@")))

;; The prefix of (quote object) and the like, or #f.
(define (%quotation object)
  (let ((prefix (and (symbol? (car object)) (assq (car object) %quotations))))
    (and prefix
         (pair? (cdr object))
         (null? (cddr object))
         (cdr prefix))))

(define (%plain object)
  (let ((to (open-output-string)))
    (write-simple object to)
    (get-output-string to)))

;; Writes an object piece by piece with `put`.
(define (%write-data object labels number->text put)
  (define count 0)
  (define (labelled object continue)
    (let ((label (hash-table-ref/default labels object #f)))
      (cond ((number? label)
             (put (string-append "#" (number->string label) "#")))
            (else
             (if label
                 (begin
                   (hash-table-set! labels object count)
                   (put (string-append "#" (number->string count) "="))
                   (set! count (+ count 1))))
             (continue)))))
  (define (show object)
    (cond ((pair? object)
           (labelled object
                     (lambda ()
                       (let ((prefix (%quotation object)))
                         (if (and prefix
                                  (not (hash-table-ref/default
                                        labels (cdr object) #f)))
                             (begin (put prefix) (show (cadr object)))
                             (begin
                               (put "(")
                               (show (car object))
                               (show-rest (cdr object))))))))
          ((vector? object)
           (labelled object
                     (lambda ()
                       (put "#(")
                       (let ((length (vector-length object)))
                         (do ((index 0 (+ index 1)))
                             ((= index length))
                           (if (> index 0) (put " "))
                           (show (vector-ref object index))))
                       (put ")"))))
          ((number? object) (put (number->text object)))
          (else (put (%plain object)))))
  (define (show-rest rest)
    (cond ((null? rest) (put ")"))
          ((and (pair? rest) (not (hash-table-ref/default labels rest #f)))
           (put " ")
           (show (car rest))
           (show-rest (cdr rest)))
          (else
           (put " . ")
           (show rest)
           (put ")"))))
  (show object))

;; A procedure that turns numbers into text that can be read again.
(define (%number-writer radix precision)
  (lambda (number)
    (cond ((and (= radix 10) precision)
           (%number->text number 10 precision #f #f "," "." #f))
          ((assv radix '((2 . "#b") (8 . "#o") (16 . "#x")))
           => (lambda (found)
                (string-append (cdr found) (number->string number radix))))
          (else (number->string number)))))

(define (%written object make-labels)
  (%formatter
   (lambda (state)
     (%write-data object (make-labels)
                  (%number-writer (%get state radix) (%get state precision))
                  (lambda (text) (%put text state))))))

;;> (written object): a formatter that writes the object so that it can be read,
;;> with labels for what leads back to itself. Numbers have the radix 2, 8 or 16
;;> (with a prefix) or else the precision of the state. SRFI 166.
;;> Example: (show #f (written '("a" #\b 1.5)) (with ((precision 2)) (written '(1/3)))) => "(\"a\" #\\b 1.5)(0.33)"
(define (written object)
  (%written object (lambda () (%labels object #f))))

;;> (written-shared object): the same with labels for all that is there twice.
;;> SRFI 166.
;;> Example: (show #f (let ((x (list 1))) (written-shared (list x x)))) => "(#0=(1) #0#)"
(define (written-shared object)
  (%written object (lambda () (%labels object #t))))

;;> (written-simply object): the same without labels. SRFI 166.
;;> Example: (show #f (trimmed/lazy 6 (written-simply (let ((x (list 1))) (set-cdr! x x) x)))) => "(1 1 1"
(define (written-simply object) (%written object %no-labels))

;; The text with each quote and escape after an escape, or each quote doubled.
(define (%escape text mark escape renamer)
  (let ((to (open-output-string)))
    (string-for-each
     (lambda (char)
       (let ((renamed (renamer char)))
         (cond ((and renamed escape)
                (write-char escape to)
                (write-char renamed to))
               ((eqv? char mark)
                (write-char (or escape mark) to)
                (write-char char to))
               ((eqv? char escape)
                (write-char escape to)
                (write-char char to))
               (else (write-char char to)))))
     text)
    (get-output-string to)))

(define (%check-text text who)
  (if (not (string? text)) (%type-error who "a string" text)))

;;> (escaped string [mark [escape [renamer]]]): the string with an escape (\)
;;> in front of each mark (") and escape; if that is #f, with quotes doubled.
;;> The renamer returns the character to stand behind an escape for one, or #f.
;;> Raises type. SRFI 166.
;;> Example: (show #f (escaped "a\"b") " " (escaped "a'b" #\' #f)) => "a\\\"b a''b"
(define escaped
  (case-lambda
    ((text) (escaped text #\" #\\))
    ((text mark) (escaped text mark #\\))
    ((text mark escape) (escaped text mark escape (lambda (char) #f)))
    ((text mark escape renamer)
     (%check-text text 'escaped)
     (%out (%escape text mark escape renamer)))))

;;> (maybe-escaped string predicate [mark [escape [renamer]]]): the string in
;;> quotes and escaped, if it has a quote, an escape or a character that passes;
;;> else as it is. Raises type. SRFI 166.
;;> Example: (show #f (maybe-escaped "a" char-whitespace?) (maybe-escaped " a" char-whitespace?)) => "a\" a\""
(define maybe-escaped
  (case-lambda
    ((text predicate) (maybe-escaped text predicate #\" #\\))
    ((text predicate mark) (maybe-escaped text predicate mark #\\))
    ((text predicate mark escape)
     (maybe-escaped text predicate mark escape (lambda (char) #f)))
    ((text predicate mark escape renamer)
     (%check-text text 'maybe-escaped)
     (let loop ((rest (string->list text)))
       (cond ((null? rest) (%out text))
             ((or (eqv? (car rest) mark)
                  (eqv? (car rest) escape)
                  (renamer (car rest))
                  (predicate (car rest)))
              (each mark (escaped text mark escape renamer) mark))
             (else (loop (cdr rest))))))))
