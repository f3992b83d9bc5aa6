;;; What begins with - is an option: -a or, of several characters, -abc; --name
;;; or --name=argument. What follows -- is not. The state is any number of
;;; values, which all procedures get last and return.

(define-record-type %option
  (%make-option names required-arg? optional-arg? processor)
  option?
  (names %option-names)
  (required-arg? %option-required-arg?)
  (optional-arg? %option-optional-arg?)
  (processor %option-processor))

;;> (option names required-arg? optional-arg? processor): an option with these
;;> names, characters and strings; whether it needs an argument or may have one;
;;> and what is called for it with option, name, argument or #f, and the state.
;;> Raises type. SRFI 37.
;;> Example: (option-names (option '(#\h "help") #f #f list)) => (#\h "help")
(define (option names required-arg? optional-arg? processor)
  (for-each
   (lambda (name)
     (if (not (or (char? name) (and (string? name) (%at-least? name 1))))
         (%type-error 'option "a character or a string as name" name)))
   (%require-list names 'option))
  (%require-procedure processor 'option)
  (%make-option names required-arg? optional-arg? processor))

;;> (option? object): whether it is an option. SRFI 37.
;;> Example: (option? "--help") => #f

(define (%require-option object who)
  (if (not (option? object)) (%type-error who "an option" object)))

;;> (option-names option): its names. Raises type. SRFI 37.
;;> Example: (option-names (option '("all") #f #f list)) => ("all")
(define (option-names option)
  (%require-option option 'option-names)
  (%option-names option))

;;> (option-required-arg? option): whether it needs an argument. Raises type.
;;> SRFI 37.
;;> Example: (option-required-arg? (option '(#\o) #t #f list)) => #t
(define (option-required-arg? option)
  (%require-option option 'option-required-arg?)
  (%option-required-arg? option))

;;> (option-optional-arg? option): whether it may have an argument. Raises type.
;;> SRFI 37.
;;> Example: (option-optional-arg? (option '(#\o) #f #t list)) => #t
(define (option-optional-arg? option)
  (%require-option option 'option-optional-arg?)
  (%option-optional-arg? option))

;;> (option-processor option): what is called for it. Raises type. SRFI 37.
;;> Example: (eq? list (option-processor (option '(#\o) #f #f list))) => #t
(define (option-processor option)
  (%require-option option 'option-processor)
  (%option-processor option))

;;> (args-fold arguments options unrecognized operand seed ...): goes through
;;> the arguments, a list of strings, and returns the state, which begins with
;;> the seeds. Other options than these are given to `unrecognized`, a procedure
;;> like that of an option; what is no option, and the state, to `operand`. An
;;> argument that is needed may be the next of the arguments; #f stands for one
;;> that is not there. Raises type. SRFI 37.
;;> Example: (args-fold '("-v" "x" "--out=y" "z") (list (option '(#\v) #f #f (lambda (o n a seen) (cons n seen))) (option '("out") #t #f (lambda (o n a seen) (cons (list n a) seen)))) (lambda (o n a seen) (error "no such option" n)) cons '()) => ("z" ("out" "y") "x" #\v)
(define (args-fold arguments options unrecognized operand . seeds)
  (for-each (lambda (object)
              (if (not (string? object))
                  (%type-error 'args-fold "a string as argument" object)))
            (%require-list arguments 'args-fold))
  (for-each (lambda (object) (%require-option object 'args-fold))
            (%require-list options 'args-fold))
  (%require-procedure unrecognized 'args-fold)
  (%require-procedure operand 'args-fold)
  (%fold arguments options unrecognized operand seeds))

(define (%fold arguments options unrecognized operand seeds)
  ;; Calls the processor for a name, then goes on behind what it used up.
  (define (process name argument rest seeds next)
    (let ((option (%find name options unrecognized)))
      (call-with-values
       (lambda ()
         (apply (%option-processor option) option name argument seeds))
       (lambda seeds (next rest seeds)))))
  (define (next rest seeds)
    (if (null? rest)
        (apply values seeds)
        (let ((argument (car rest)) (rest (cdr rest)))
          (cond ((string=? argument "--") (operands rest seeds))
                ((%begins-with? argument "--") (long argument rest seeds))
                ((and (%begins-with? argument "-") (%at-least? argument 2))
                 (short argument 1 rest seeds))
                (else
                 (call-with-values
                  (lambda () (apply operand argument seeds))
                  (lambda seeds (next rest seeds))))))))
  (define (operands rest seeds)
    (if (null? rest)
        (apply values seeds)
        (call-with-values
         (lambda () (apply operand (car rest) seeds))
         (lambda seeds (operands (cdr rest) seeds)))))
  (define (long argument rest seeds)
    (let* ((length (string-length argument))
           (end (%index-of #\= argument 3)))
      (if (< end length)
          (process (substring argument 2 end)
                   (substring argument (+ end 1) length)
                   rest seeds next)
          (let ((name (substring argument 2 length)))
            (with-argument name (%find name options unrecognized) rest seeds
                           next)))))
  ;; The option itself holds no argument: the next may be it.
  (define (with-argument name option rest seeds next)
    (if (and (%option-required-arg? option) (pair? rest))
        (process name (car rest) (cdr rest) seeds next)
        (process name #f rest seeds next)))
  (define (short argument index rest seeds)
    (let* ((name (string-ref argument index))
           (option (%find name options unrecognized))
           (end (+ index 1)))
      (cond ((= end (string-length argument))
             (with-argument name option rest seeds next))
            ((or (%option-required-arg? option)
                 (%option-optional-arg? option))
             (process name (substring argument end (string-length argument))
                      rest seeds next))
            (else
             (process name #f rest seeds
                      (lambda (rest seeds)
                        (short argument end rest seeds)))))))
  (next arguments seeds))

(define (%find name options unrecognized)
  (cond ((null? options) (%make-option (list name) #f #f unrecognized))
        ((member name (%option-names (car options))) (car options))
        (else (%find name (cdr options) unrecognized))))

(define (%at-least? string length) (>= (string-length string) length))

(define (%begins-with? string prefix)
  (let ((length (string-length prefix)))
    (and (%at-least? string length)
         (string=? prefix (substring string 0 length)))))

;; Where the character is, from the index on, or the length of the string.
(define (%index-of char string index)
  (cond ((>= index (string-length string)) (string-length string))
        ((char=? char (string-ref string index)) index)
        (else (%index-of char string (+ index 1)))))
