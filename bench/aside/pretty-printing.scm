;;; A pretty printer after Oppen, Hughes and Wadler: documents, and layouts of programs
;;; in Scheme, of trees in JSON and of formulas, at several widths; and read again.

;; Documents: nothing, (text s), (line s) where s stands for it when flat,
;; (nest n d), (align d), (concat d e), (group d).

(define nothing '(nothing))
(define (text string) (list 'text string))
(define line '(line " "))
(define soft-break '(line ""))
(define (nest indentation document) (list 'nest indentation document))
(define (group document) (list 'group document))

(define (concat . documents)
  (cond ((null? documents) nothing)
        ((null? (cdr documents)) (car documents))
        (else
         (list 'concat (car documents) (apply concat (cdr documents))))))

;; The document moved to the column where it begins.
(define (align document) (list 'align document))

(define (separated separator documents)
  (cond ((null? documents) nothing)
        ((null? (cdr documents)) (car documents))
        (else
         (concat (car documents)
                 separator
                 (separated separator (cdr documents))))))

;; Layout.  Work is a list of (indentation flat? document).

(define-record-type task
  (make-task indentation flat document)
  task?
  (indentation task-indentation)
  (flat task-flat?)
  (document task-document))

;; Whether what comes up to the next line that breaks has room.
(define (fits? room work)
  (let loop ((room room) (work work))
    (cond ((< room 0) #f)
          ((null? work) #t)
          (else
           (let* ((task (car work))
                  (rest (cdr work))
                  (indentation (task-indentation task))
                  (flat (task-flat? task))
                  (document (task-document task)))
             (define (again document)
               (loop room (cons (make-task indentation flat document) rest)))
             (case (car document)
               ((nothing) (loop room rest))
               ((text)
                (loop (- room (string-length (cadr document))) rest))
               ((line)
                (or (not flat)
                    (loop (- room (string-length (cadr document))) rest)))
               ((nest) (again (caddr document)))
               ((concat)
                (loop room
                      (cons (make-task indentation flat (cadr document))
                            (cons (make-task indentation flat (caddr document))
                                  rest))))
               (else (again (cadr document)))))))))

(define (lay-out document width port)
  (let loop ((column 0) (work (list (make-task 0 #f document))))
    (if (pair? work)
        (let* ((task (car work))
               (rest (cdr work))
               (indentation (task-indentation task))
               (flat (task-flat? task))
               (document (task-document task)))
          (define (again indentation flat document)
            (loop column (cons (make-task indentation flat document) rest)))
          (case (car document)
            ((nothing) (loop column rest))
            ((text)
             (write-string (cadr document) port)
             (loop (+ column (string-length (cadr document))) rest))
            ((line)
             (if flat
                 (begin
                   (write-string (cadr document) port)
                   (loop (+ column (string-length (cadr document))) rest))
                 (begin
                   (newline port)
                   (write-string (make-string indentation #\space) port)
                   (loop indentation rest))))
            ((nest)
             (again (+ indentation (cadr document)) flat (caddr document)))
            ((align) (again column flat (cadr document)))
            ((concat)
             (loop column
                   (cons (make-task indentation flat (cadr document))
                         (cons (make-task indentation flat (caddr document))
                               rest))))
            (else
             (let ((one-line (make-task indentation #t (cadr document))))
               (if (or flat (fits? (- width column) (cons one-line rest)))
                   (loop column (cons one-line rest))
                   (again indentation #f (cadr document))))))))))

(define (document->string document width)
  (let ((port (open-output-string)))
    (lay-out document width port)
    (get-output-string port)))

;; Scheme.

(define (between open body close)
  (group (concat (text open) body (text close))))

;; Forms with so many parts on the first line, and a body that is nested.
(define special-forms
  '((define . 1) (lambda . 1) (let . 1) (let* . 1) (letrec . 1) (if . 1)
    (when . 1) (unless . 1) (case . 1) (do . 2) (named-lambda . 1)))

(define abbreviations
  '((quote . "'") (quasiquote . "`") (unquote . ",") (unquote-splicing . ",@")))

(define (scheme->document form)
  (cond ((null? form) (text "()"))
        ((pair? form)
         (cond ((and (assq (car form) abbreviations)
                     (pair? (cdr form))
                     (null? (cddr form)))
                => (lambda (found) (abbreviation form)))
               ((and (assq (car form) special-forms) (list? form))
                => (lambda (found)
                     (special form (cdr (assq (car form) special-forms)))))
               ((list? form) (call-form form))
               (else (dotted form))))
        ((vector? form)
         (concat (text "#") (scheme->document (vector->list form))))
        (else (text (datum->string form)))))

(define (datum->string datum)
  (let ((port (open-output-string)))
    (write datum port)
    (get-output-string port)))

(define (abbreviation form)
  (concat (text (cdr (assq (car form) abbreviations)))
          (scheme->document (cadr form))))

(define (special form count)
  ;; A name before the bindings of a let is one more.
  (let ((count (if (and (memq (car form) '(let)) (symbol? (cadr form)))
                   (+ count 1)
                   count)))
    (let loop ((parts (cdr form)) (count count) (first '()))
      (if (and (> count 0) (pair? parts))
          (loop (cdr parts) (- count 1) (cons (bindings (car parts)) first))
          (between "("
                   (concat (text (symbol->string (car form)))
                           (text " ")
                           (align (separated line (reverse first)))
                           (nest 2
                                 (apply concat
                                        (map (lambda (part)
                                               (concat line
                                                       (scheme->document part)))
                                             parts))))
                   ")")))))

;; Lists of lists stand under each other.
(define (bindings form)
  (if (and (pair? form) (list? form) (every pair? form))
      (between "("
               (align (separated line (map scheme->document form)))
               ")")
      (scheme->document form)))

(define (call-form form)
  (let ((operator (scheme->document (car form))))
    (cond ((null? (cdr form)) (between "(" operator ")"))
          ((symbol? (car form))
           (between "("
                    (concat operator
                            (text " ")
                            (align (separated line
                                              (map scheme->document
                                                   (cdr form)))))
                    ")"))
          (else
           (between "("
                    (align (separated line (map scheme->document form)))
                    ")")))))

(define (dotted form)
  (between "("
           (align
            (let loop ((form form))
              (if (pair? (cdr form))
                  (concat (scheme->document (car form)) line (loop (cdr form)))
                  (concat (scheme->document (car form))
                          (text " . ")
                          (scheme->document (cdr form))))))
           ")"))

;; JSON: numbers, strings, vectors, and lists of pairs.

(define (json->document value)
  (define (enclosed open documents close)
    (if (null? documents)
        (text (string-append open close))
        (group (concat (text open)
                       (nest 2
                             (concat soft-break
                                     (separated (concat (text ",") line)
                                                documents)))
                       soft-break
                       (text close)))))
  (cond ((vector? value)
         (enclosed "[" (map json->document (vector->list value)) "]"))
        ((or (null? value) (pair? value))
         (enclosed "{"
                   (map (lambda (pair)
                          (concat (text (datum->string (car pair)))
                                  (text ": ")
                                  (json->document (cdr pair))))
                        value)
                   "}"))
        (else (text (datum->string value)))))

;; Formulas with as few parentheses as there can be; breaks before operators.

(define priorities '((+ . 1) (- . 1) (* . 2) (/ . 2) (^ . 3)))

(define (formula->document tree)
  (define (show tree outer)
    (if (pair? tree)
        (let* ((priority (cdr (assq (car tree) priorities)))
               (left (show (cadr tree)
                           (if (eq? (car tree) '^) (+ priority 1) priority)))
               (right (show (caddr tree)
                            (if (eq? (car tree) '^) priority (+ priority 1))))
               (whole (concat left
                              line
                              (text (symbol->string (car tree)))
                              (text " ")
                              right)))
          (if (< priority outer)
              (between "(" (align whole) ")")
              (group whole)))
        (text (datum->string tree))))
  (show tree 0))

;; Samples.

(define program
  '((define (map-tree change tree)
      (cond ((null? tree) '())
            ((pair? tree)
             (cons (map-tree change (car tree)) (map-tree change (cdr tree))))
            (else (change tree))))
    (define (quicksort less? list)
      (if (or (null? list) (null? (cdr list)))
          list
          (let* ((pivot (car list))
                 (small (filter (lambda (x) (less? x pivot)) (cdr list)))
                 (large (filter (lambda (x) (not (less? x pivot))) (cdr list))))
            (append (quicksort less? small) (list pivot)
             (quicksort less? large)))))
    (define-syntax while
      (syntax-rules ()
        ((_ test body ...) (let loop () (when test body ... (loop))))))
    (define table '#((one . 1) (two . 2) (three 3 . 4) "a string\n" #\x #t))
    (define (make-counter)
      (let ((count 0) (step 1))
        (lambda (message . arguments)
          (case message
            ((next) (set! count (+ count step)) count)
            ((reset) (set! count 0) 'done)
            ((step) (set! step (car arguments)))
            (else `(unknown ,message ,@arguments))))))
    (define (sum vector)
      (do ((i 0 (+ i 1)) (total 0 (+ total (vector-ref vector i))))
          ((= i (vector-length vector)) total)))))

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

(define (random-list count make)
  (let loop ((count count) (result '()))
    (if (= count 0)
        result
        (let ((element (make)))
          (loop (- count 1) (cons element result))))))

(define (random-json depth)
  (case (if (= depth 0) (random-below 2) (random-below 6))
    ((0) (random-below 100000))
    ((1) (list-ref '("red" "green" "a \"quoted\" word" "") (random-below 4)))
    ((2 3)
     (list->vector (random-list (random-below 6)
                                (lambda () (random-json (- depth 1))))))
    (else
     (random-list (random-below 5)
                  (lambda ()
                    (let ((name (list-ref '("name" "size" "colour" "children")
                                          (random-below 4))))
                      (cons name (random-json (- depth 1)))))))))

(define (random-formula depth)
  (if (or (= depth 0) (= 0 (random-below 6)))
      (list-ref '(x y alpha 42 7) (random-below 5))
      (let* ((operator (list-ref '(+ - * / ^) (random-below 5)))
             (left (random-formula (- depth 1)))
             (right (random-formula (- depth 1))))
        (list operator left right))))

(define (digest string)
  (fold (lambda (character sum)
          (remainder (+ (* sum 31) (char->integer character)) 999983))
        7
        (string->list string)))

(define (count-lines string)
  (fold (lambda (character count)
          (if (char=? character #\newline) (+ count 1) count))
        1
        (string->list string)))

(define (widest string)
  (let loop ((characters (string->list string)) (width 0) (widest 0))
    (cond ((null? characters) (max width widest))
          ((char=? (car characters) #\newline)
           (loop (cdr characters) 0 (max width widest)))
          (else (loop (cdr characters) (+ width 1) widest)))))

;; Lines, the widest line, and a number for the text, with those of other texts.
(define (add-measures string sums)
  (list (+ (count-lines string) (car sums))
        (max (widest string) (cadr sums))
        (remainder (+ (digest string) (* 31 (caddr sums))) 999983)))

;; Whether reading gives the form again.
(define (same-again? form string)
  (equal? form (read (open-input-string string))))

(define widths '(20 40 60 80 120))

;; The first so many elements, or all if there are fewer.
(define (first-of list count)
  (if (or (null? list) (= count 0))
      '()
      (cons (car list) (first-of (cdr list) (- count 1)))))

(define (benchmark size)
  (set! seed 1)
  (let* ((values (random-list size (lambda () (random-json 4))))
         (formulas (random-list size (lambda () (random-formula 6))))
         (forms (first-of program size))
         (documents (map scheme->document forms))
         (code (separated line documents))
         (json (json->document (list->vector values)))
         (sum (formula->document
               (fold (lambda (one other) (list '+ other one))
                     (car formulas)
                     (cdr formulas))))
         (all-widths (lambda (document)
                       (fold (lambda (width sums)
                               (add-measures (document->string document width)
                                             sums))
                             '(0 0 0)
                             widths))))
    (list (all-widths code)
          (every (lambda (form)
                   (let ((document (scheme->document form)))
                     (every (lambda (width)
                              (same-again? form
                                           (document->string document width)))
                            widths)))
                 forms)
          (all-widths json)
          (all-widths sum))))
