;;; Text from a template and objects.
;;;
;;;   ~a ~s ~w     as display, write and write-shared write the object
;;;   ~d ~x ~o ~b  the number in base 10, 16, 8 or 2
;;;   ~c           the character
;;;   ~w,df        the number with a width and d decimals, both optional; or a
;;;                string
;;;   ~y           as write does, and a new line
;;;   ~? ~k        the template and then the list of objects, in its place
;;;   ~% ~& ~t     a new line, one unless there is one already, a tab
;;;   ~_ ~~        a space, ~
;;;   ~h           this list

(define %help
  "(format [port] template object ...)
~a display  ~s write  ~w write-shared  ~d decimal  ~x hexadecimal  \
   ~o octal  ~b binary
~c character  ~w,df fixed format  ~y pretty  ~? ~k indirection  ~% new line
~& fresh line  ~t tab  ~_ space  ~~ tilde  ~h help
")

;;> (format [port] template object ...): writes the template to the port (#t for
;;> the current one) with the objects in the places of ~a and others; returns it
;;> as a string if there is no port, or #f. Letters may be capitals. Raises
;;> type; error for too few or too many objects or another letter. SRFI 48.
;;> Example: (format "~a ~s ~x ~6,2f" "x" "y" 255 3.14159) => "x \"y\" ff   3.14"
(define (format first . rest)
  (cond ((string? first) (%formatted first rest))
        ((null? rest) (%type-error 'format "a template" first))
        ((not first) (%formatted (car rest) (cdr rest)))
        (else
         (write-string (%formatted (car rest) (cdr rest))
                       (if (eq? first #t) (current-output-port) first)))))

(define (%formatted template objects)
  (let* ((port (open-output-string))
         (left (%format template objects port)))
    (if (pair? left) (error "format: too many objects" left))
    (get-output-string port)))

;; Writes to the port and returns the objects that are left.
(define (%format template objects port)
  (if (not (string? template)) (%type-error 'format "a template" template))
  (let ((end (string-length template)))
    (let loop ((index 0) (objects objects))
      (cond ((= index end) objects)
            ((char=? (string-ref template index) #\~)
             (%directive template (+ index 1) end objects port loop))
            (else
             (write-char (string-ref template index) port)
             (loop (+ index 1) objects))))))

(define (%next objects template)
  (if (null? objects)
      (error "format: too few objects for the template" template)
      (car objects)))

;; Does what the letter says and goes on.
(define (%directive template index end objects port continue)
  (define (with-object write)
    (write (%next objects template))
    (continue (+ index 1) (cdr objects)))
  (define (without-object write)
    (write)
    (continue (+ index 1) objects))
  (if (= index end) (error "format: the template ends in ~" template))
  (let ((letter (char-downcase (string-ref template index))))
    (case letter
      ((#\a) (with-object (lambda (object) (display object port))))
      ((#\s) (with-object (lambda (object) (write object port))))
      ((#\w) (with-object (lambda (object) (write-shared object port))))
      ((#\d) (with-object (lambda (object) (%write-number object 10 port))))
      ((#\x) (with-object (lambda (object) (%write-number object 16 port))))
      ((#\o) (with-object (lambda (object) (%write-number object 8 port))))
      ((#\b) (with-object (lambda (object) (%write-number object 2 port))))
      ((#\c) (with-object (lambda (object) (write-char object port))))
      ((#\y)
       (with-object (lambda (object) (write object port) (newline port))))
      ((#\? #\k)
       (let* ((inner (%next objects template))
              (arguments (%next (cdr objects) template))
              (left (%format inner arguments port)))
         (if (pair? left) (error "format: too many objects" left))
         (continue (+ index 1) (cddr objects))))
      ((#\%) (without-object (lambda () (newline port))))
      ((#\&) (without-object (lambda () (%fresh-line port))))
      ((#\t) (without-object (lambda () (write-char #\tab port))))
      ((#\_) (without-object (lambda () (write-char #\space port))))
      ((#\~) (without-object (lambda () (write-char #\~ port))))
      ((#\h) (without-object (lambda () (write-string %help port))))
      (else
       (if (or (char-numeric? letter) (memv letter '(#\, #\f)))
           (%fixed template index end objects port continue)
           (error "format: unknown letter after ~" letter template))))))

(define (%write-number number radix port)
  (write-string (number->string number radix) port))

(define (%fresh-line port)
  (let* ((text (get-output-string port)) (length (string-length text)))
    (if (not (or (= length 0)
                 (char=? (string-ref text (- length 1)) #\newline)))
        (newline port))))

;; ~ [width] [, decimals] f
(define (%fixed template index end objects port continue)
  (call-with-values
   (lambda () (%digits template index end))
   (lambda (width index)
     (call-with-values
      (lambda ()
        (if (and (< index end) (char=? (string-ref template index) #\,))
            (%digits template (+ index 1) end)
            (values #f index)))
      (lambda (decimals index)
        (if (not (and (< index end)
                      (char-ci=? (string-ref template index) #\f)))
            (error "format: a width without f" template))
        (let* ((object (%next objects template))
               (text (if (string? object) object (%decimal object decimals)))
               (missing (- (or width 0) (string-length text))))
          (if (> missing 0) (write-string (make-string missing #\space) port))
          (write-string text port)
          (continue (+ index 1) (cdr objects))))))))

;; The number at the index, or #f, and the index behind it.
(define (%digits template index end)
  (let loop ((index index) (number #f))
    (if (and (< index end) (char-numeric? (string-ref template index)))
        (loop (+ index 1)
              (+ (* 10 (or number 0))
                 (digit-value (string-ref template index))))
        (values number index))))

;; The number with so many decimals, rounded to even, or as it is written.
(define (%decimal number decimals)
  (cond ((not (number? number))
         (%type-error 'format "a number or a string for ~f" number))
        ((not (and decimals (real? number) (finite? number)))
         (number->string number))
        (else
         (let* ((scaled (round (* (abs (exact number)) (expt 10 decimals))))
                (digits (number->string scaled))
                (missing (- (+ decimals 1) (string-length digits)))
                (digits (if (> missing 0)
                            (string-append (make-string missing #\0) digits)
                            digits))
                (point (- (string-length digits) decimals)))
           (string-append
            (if (or (< number 0) (eqv? number -0.0)) "-" "")
            (substring digits 0 point)
            (if (= decimals 0) "" ".")
            (substring digits point (string-length digits)))))))
