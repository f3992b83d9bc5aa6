;;; Formatters of data as programs are laid out. What needs labels is written on
;;; one line.

;;> pretty-environment: the state variable of an environment, which is not used.
;;> SRFI 166.
;;> Example: (show #f (with ((pretty-environment #f)) (pretty '(a b)))) => "(a b)\n"
(define pretty-environment (make-state-variable "pretty-environment" #f))

;; How many forms stand on the line of the name, before the body.
(define %forms
  '((begin . 0) (define . 1) (lambda . 1) (let . 1) (let* . 1) (letrec . 1)
    (letrec* . 1) (let-values . 1) (let*-values . 1) (let-syntax . 1)
    (letrec-syntax . 1) (define-syntax . 1) (define-values . 1) (when . 1)
    (unless . 1) (case . 1) (do . 2) (guard . 1) (parameterize . 1)
    (syntax-rules . 1) (define-record-type . 1) (case-lambda . 0)
    (define-library . 1)))

(define (%on-first-line object)
  (let ((form (assq (car object) %forms)))
    (and form
         (if (and (eq? (car object) 'let)
                  (pair? (cdr object))
                  (symbol? (cadr object)))
             2
             (cdr form)))))

(define (%text-of object labels number->text)
  (let ((pieces '()))
    (%write-data object labels number->text
                 (lambda (text) (set! pieces (cons text pieces))))
    (apply string-append (reverse pieces))))

;; The lines of an object that begins at a column, put together.
(define (%laid-out object start width number->text)
  (define pieces '())
  (define column start)
  (define (put text)
    (set! pieces (cons text pieces))
    (set! column (+ column (string-length text))))
  (define (break-to indent)
    (set! pieces (cons (make-string indent #\space) (cons "\n" pieces)))
    (set! column indent))
  (define (flat object) (%text-of object (%no-labels) number->text))
  ;; `close` is how many parentheses follow on the same line.
  (define (lay object close)
    (let ((text (flat object)))
      (cond ((<= (+ column (string-length text) close) width) (put text))
            ((and (pair? object) (%quotation object))
             => (lambda (prefix)
                  (put prefix)
                  (lay (cadr object) close)))
            ((and (pair? object) (list? object) (symbol? (car object))
                  (pair? (cdr object)))
             (lay-form object close))
            ((pair? object) (put "(") (fill object column close))
            ((and (vector? object) (> (vector-length object) 0))
             (put "#(")
             (fill (vector->list object) column close))
            (else (put text)))))
  (define (lay-form object close)
    (let ((count (%on-first-line object)) (indent (+ column 2)))
      (put "(")
      (put (flat (car object)))
      (if count
          (let loop ((rest (cdr object)) (count count))
            (cond ((null? rest) (put ")"))
                  (else
                   (if (> count 0) (put " ") (break-to indent))
                   (lay (car rest) (if (null? (cdr rest)) (+ close 1) 0))
                   (loop (cdr rest) (- count 1)))))
          (begin
            (put " ")
            (let ((indent column))
              (let loop ((rest (cdr object)))
                (lay (car rest) (if (null? (cdr rest)) (+ close 1) 0))
                (if (null? (cdr rest))
                    (put ")")
                    (begin (break-to indent) (loop (cdr rest))))))))))
  ;; As many elements on a line as fit.
  (define (fill list indent close)
    (let loop ((rest list) (first? #t))
      (cond ((null? rest) (put ")"))
            ((pair? rest)
             (let* ((last (if (null? (cdr rest)) (+ close 1) 0))
                    (needed (+ (string-length (flat (car rest))) last 1)))
               (if (not first?)
                   (if (<= (+ column needed) width)
                       (put " ")
                       (break-to indent)))
               (lay (car rest) last)
               (loop (cdr rest) #f)))
            (else
             (if (<= (+ column 4 close (string-length (flat rest))) width)
                 (put " . ")
                 (begin (break-to indent) (put ". ")))
             (lay rest (+ close 1))
             (put ")")))))
  (lay object 0)
  (apply string-append (reverse pieces)))

(define (%pretty object make-labels)
  (fn (width col radix precision)
    (let ((labels (make-labels))
          (number->text (%number-writer radix precision)))
      (if (> (hash-table-count labels) 0)
          (each (%text-of object labels number->text) fl)
          (each (%laid-out object col width number->text) fl)))))

;;> (pretty object): a formatter that writes the object laid out in lines as
;;> wide as the state says, and ends the last line. SRFI 166.
;;> Example: (show #f (with ((width 16)) (pretty '(if (null? x) first (rest x))))) => "(if (null? x)\n    first\n    (rest x))\n"
(define (pretty object)
  (%pretty object (lambda () (%labels object #f))))

;;> (pretty-shared object): the same with labels for all that is there twice.
;;> SRFI 166.
;;> Example: (show #f (let ((x (list 1))) (pretty-shared (list x x)))) => "(#0=(1) #0#)\n"
(define (pretty-shared object)
  (%pretty object (lambda () (%labels object #t))))

;;> (pretty-simply object): the same without labels. SRFI 166.
;;> Example: (show #f (let ((x (list 1))) (pretty-simply (list x x)))) => "((1) (1))\n"
(define (pretty-simply object) (%pretty object %no-labels))

;;> (pretty-with-color object): the same as `pretty`. SRFI 166.
;;> Example: (show #f (pretty-with-color '(a b))) => "(a b)\n"
(define pretty-with-color pretty)
