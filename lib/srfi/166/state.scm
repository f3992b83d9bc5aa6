;;; Formatters and their state. A formatter is a record around a procedure of a
;;; state; running it writes something and may change the state. What is no
;;; formatter is formatted as `displayed` does.

(define-record-type <formatter> (%formatter run) %formatter? (run %run))

(define-record-type <state-variable>
  (%state-variable name default immutable?)
  %state-variable?
  (name %name)
  (default %default)
  (immutable? %immutable?))

;; Values of state variables: pairs that belong to the state.
(define-record-type <state>
  (%state bindings)
  %state?
  (bindings %bindings %set-bindings!))

;;> (make-state-variable name default [immutable?]): a new state variable with
;;> its value where none was set. One that is immutable is changed by `with`
;;> only. SRFI 166.
;;> Example: (let ((depth (make-state-variable "depth" 1))) (show #f (fn (depth) depth) (with ((depth 2)) (fn (depth) depth)))) => "12"
(define make-state-variable
  (case-lambda
    ((name default) (%state-variable name default #f))
    ((name default immutable?) (%state-variable name default immutable?))))

(define (%check-variable object who)
  (if (not (%state-variable? object))
      (%type-error who "a state variable" object)))

(define (%get state variable)
  (%check-variable variable 'fn)
  (let ((binding (assq variable (%bindings state))))
    (if binding (cdr binding) (%default variable))))

(define (%set! state variable value)
  (let ((binding (assq variable (%bindings state))))
    (if binding
        (set-cdr! binding value)
        (%set-bindings! state (cons (cons variable value)
                                    (%bindings state))))))

(define (%copy state)
  (%state (map (lambda (binding) (cons (car binding) (cdr binding)))
               (%bindings state))))

;; Runs something as a formatter.
(define (%apply object state) ((%run (displayed object)) state))

(define (%apply-all objects state)
  (for-each (lambda (object) (%apply object state)) objects))

;; Writes a string, as the state says.
(define (%put text state)
  (%apply ((%get state output) text) state))

(define (%out text) (%formatter (lambda (state) (%put text state))))

;;> port: the state variable of the port. SRFI 166.
;;> Example: (show #f (fn (port) (if (output-port? port) "yes" "no"))) => "yes"
(define port (make-state-variable "port" #f))

;;> row: that of the row, from 0. SRFI 166.
;;> Example: (show #f "a" nl (fn (row) row)) => "a\n1"
(define row (make-state-variable "row" 0))

;;> col: that of the column, from 0. SRFI 166.
;;> Example: (show #f "column: " (fn (col) col)) => "column: 8"
(define col (make-state-variable "col" 0))

;;> width: that of the width of a line, 79. SRFI 166.
;;> Example: (show #f (fn (width) width)) => "79"
(define width (make-state-variable "width" 79))

;;> radix: that of the radix of numbers, 10. SRFI 166.
;;> Example: (show #f (with ((radix 16)) (numeric 255))) => "ff"
(define radix (make-state-variable "radix" 10))

;;> precision: that of the digits after the point, or #f. SRFI 166.
;;> Example: (show #f (with ((precision 3)) 1/7)) => "0.143"
(define precision (make-state-variable "precision" #f))

;;> decimal-sep: that of the decimal point, or #f for the usual one. SRFI 166.
;;> Example: (show #f (with ((decimal-sep #\,)) (numeric 1.5))) => "1,5"
(define decimal-sep (make-state-variable "decimal-sep" #f))

;;> decimal-align: that of the column of the decimal point, or #f. SRFI 166.
;;> Example: (show #f (with ((decimal-align 5) (precision 1)) (numeric 1.5))) => "   1.5"
(define decimal-align (make-state-variable "decimal-align" #f))

;;> sign-rule: that of the rule for signs, or #f. SRFI 166.
;;> Example: (show #f (with ((sign-rule #t)) (numeric 1))) => "+1"
(define sign-rule (make-state-variable "sign-rule" #f))

;;> comma-rule: that of the rule for commas, or #f. SRFI 166.
;;> Example: (show #f (with ((comma-rule 3)) (numeric 1234))) => "1,234"
(define comma-rule (make-state-variable "comma-rule" #f))

;;> comma-sep: that of the comma. SRFI 166.
;;> Example: (show #f (with ((comma-sep #\.)) (numeric/comma 1234))) => "1.234"
(define comma-sep (make-state-variable "comma-sep" #\,))

;;> pad-char: that of the character for padding. SRFI 166.
;;> Example: (show #f (with ((pad-char #\.)) (padded 3 "a"))) => "..a"
(define pad-char (make-state-variable "pad-char" #\space))

;;> ellipsis: that of the string for what is cut away. SRFI 166.
;;> Example: (show #f (with ((ellipsis "...")) (trimmed/right 5 "abcdef"))) => "ab..."
(define ellipsis (make-state-variable "ellipsis" ""))

;;> string-width: that of the procedure that returns the columns of a string
;;> (and maybe start and end). SRFI 166.
;;> Example: (show #f (with ((string-width (lambda (s . range) 5))) (padded 5 "a"))) => "a"
(define string-width
  (make-state-variable
   "string-width"
   (case-lambda
     ((string) (string-length string))
     ((string start) (- (string-length string) start))
     ((string start end) (- end start)))))

;;> substring/width: that of the procedure that returns the part of a string
;;> between two columns. SRFI 166.
;;> Example: (show #f (fn (substring/width) (substring/width "abc" 1 2))) => "b"
(define substring/width
  (make-state-variable
   "substring/width"
   (lambda (string from to) (substring string (max from 0) to))))

;;> substring/preserve: that of the procedure that returns what must stay of a
;;> string that is cut away, or #f. SRFI 166.
;;> Example: (show #f (with ((substring/preserve string-upcase)) (trimmed 1 "ab"))) => "Ab"
(define substring/preserve (make-state-variable "substring/preserve" #f))

;;> word-separator?: that of the predicate for what stands between words. SRFI
;;> 166.
;;> Example: (show #f (fn (word-separator?) (if (word-separator? #\space) 1 2))) => "1"
(define word-separator?
  (make-state-variable "word-separator?" char-whitespace?))

;;> ambiguous-is-wide?: that of whether characters of unknown width are wide.
;;> SRFI 166.
;;> Example: (show #f (fn (ambiguous-is-wide?) (if ambiguous-is-wide? "yes" "no"))) => "no"
(define ambiguous-is-wide? (make-state-variable "ambiguous-is-wide?" #f))

;;> (output-default string): a formatter that writes the string to the port, and
;;> counts rows and columns. SRFI 166.
;;> Example: (show #f (output-default "a")) => "a"
(define (output-default text)
  (%formatter
   (lambda (state)
     (write-string text (%get state port))
     (%advance! text state))))

(define (%advance! text state)
  (let ((length (string-length text)) (columns (%get state string-width)))
    (let loop ((index 0) (line #f) (lines 0))
      (cond ((< index length)
             (if (char=? (string-ref text index) #\newline)
                 (loop (+ index 1) (+ index 1) (+ lines 1))
                 (loop (+ index 1) line lines)))
            (line
             (%set! state row (+ (%get state row) lines))
             (%set! state col (columns text line length)))
            (else
             (%set! state col (+ (%get state col)
                                 (columns text 0 length))))))))

;;> output: that of the procedure that returns a formatter which writes a
;;> string. SRFI 166.
;;> Example: (show #f (with ((output (lambda (s) (output-default (string-upcase s))))) "abc")) => "ABC"
(define output (make-state-variable "output" output-default))

;;> writer: that of the procedure that returns a formatter of an object that is
;;> no string or character. SRFI 166.
;;> Example: (show #f (with ((writer (lambda (object) "?"))) 'a)) => "?"
(define writer
  (make-state-variable "writer" (lambda (object) (written object))))

;;> (show destination formatter ...): runs the formatters; what they write goes
;;> to a port, to the current output port for #t, or into the string that is
;;> returned for #f. Raises type. SRFI 166.
;;> Example: (show #f "a" 1 #\b '("c")) => "a1b(\"c\")"
(define (show destination . formatters)
  (let* ((to (cond ((eq? destination #t) (current-output-port))
                   ((not destination) (open-output-string))
                   ((output-port? destination) destination)
                   (else
                    (%type-error 'show "an output port, #t or #f"
                                 destination)))))
    (%apply-all formatters (%state (list (cons port to))))
    (if (not destination) (get-output-string to) (void))))

;;> (displayed object): the formatter itself; a string or a character as it is;
;;> another object as `writer` says. Raises type for a procedure. SRFI 166.
;;> Example: (show #f (displayed "a") (displayed '("a"))) => "a(\"a\")"
(define (displayed object)
  (cond ((%formatter? object) object)
        ((string? object) (%out object))
        ((char? object) (%out (string object)))
        ((procedure? object) (%type-error 'displayed "a formatter" object))
        (else
         (%formatter
          (lambda (state)
            (%apply ((%get state writer) object) state))))))

;;> (each formatter ...): the formatters one after another. SRFI 166.
;;> Example: (show #f (each "a" 1)) => "a1"
(define (each . formatters) (each-in-list formatters))

;;> (each-in-list list): the formatters in the list one after another. Raises
;;> type. SRFI 166.
;;> Example: (show #f (each-in-list '("a" 1))) => "a1"
(define (each-in-list list)
  (%require-list list 'each-in-list)
  (%formatter (lambda (state) (%apply-all list state))))

;;> (fn ((name state-variable) ...) expression ... formatter): a formatter that
;;> evaluates the expressions when it is run, with the names bound to the values
;;> of the state variables, and then runs the last one. A name alone stands for
;;> the state variable of that name. SRFI 166.
;;> Example: (show #f "ab" (fn ((column col)) (* 2 column))) => "ab4"
(define-syntax fn
  (syntax-rules ()
    ((_ bindings . body)
     (%formatter (lambda (state) (%fn state bindings . body))))))

(define-syntax %fn
  (syntax-rules ()
    ((_ state () . body) (%apply (let () . body) state))
    ((_ state ((name variable) . rest) . body)
     (let ((name (%get state variable))) (%fn state rest . body)))
    ((_ state (name . rest) . body)
     (let ((name (%get state name))) (%fn state rest . body)))))

;;> (with ((state-variable value) ...) formatter ...): the formatters with the
;;> state variables having these values. Raises type. SRFI 166.
;;> Example: (show #f (with ((precision 2)) 3.14159) " " 3.5) => "3.14 3.5"
(define-syntax with
  (syntax-rules ()
    ((_ ((variable value) ...) formatter ...)
     (%with (list (cons variable value) ...) (each formatter ...)))))

(define (%with bindings formatter)
  (for-each (lambda (binding) (%check-variable (car binding) 'with)) bindings)
  (%formatter
   (lambda (state)
     (let ((old (map (lambda (binding) (%get state (car binding))) bindings)))
       (for-each (lambda (binding) (%set! state (car binding) (cdr binding)))
                 bindings)
       (%apply formatter state)
       (for-each (lambda (binding value) (%set! state (car binding) value))
                 bindings old)))))

;;> (with! (state-variable value) ...): gives the state variables these values
;;> from here on. Raises type, also for one that is immutable. SRFI 166.
;;> Example: (show #f (with! (radix 2)) (numeric 5)) => "101"
(define-syntax with!
  (syntax-rules ()
    ((_ (variable value) ...) (%with! (list (cons variable value) ...)))))

(define (%with! bindings)
  (for-each
   (lambda (binding)
     (%check-variable (car binding) 'with!)
     (if (%immutable? (car binding))
         (%type-error 'with! "a state variable that can be changed"
                      (car binding))))
   bindings)
  (%formatter
   (lambda (state)
     (for-each (lambda (binding) (%set! state (car binding) (cdr binding)))
               bindings))))

;;> (forked formatter1 formatter2): runs the first with a copy of the state, and
;;> then the second with the state. SRFI 166.
;;> Example: (show #f (forked "abc" (fn (col) col))) => "abc0"
(define (forked formatter1 formatter2)
  (%formatter
   (lambda (state)
     (%apply formatter1 (%copy state))
     (%apply formatter2 state))))

;;> (call-with-output formatter procedure): the formatter that the procedure
;;> makes of the string that the first one writes. SRFI 166.
;;> Example: (show #f (call-with-output (each "a" 1) string-upcase)) => "A1"
(define (call-with-output formatter procedure)
  (%formatter
   (lambda (state)
     (%apply (procedure (%written-by formatter state)) state))))

;; What a formatter writes with a copy of the state.
(define (%written-by formatter state)
  (let ((copy (%copy state)) (to (open-output-string)))
    (%set! copy port to)
    (%set! copy output output-default)
    (%apply formatter copy)
    (get-output-string to)))
