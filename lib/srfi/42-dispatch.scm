;;; Generators that are chosen when the program runs, by the values of their
;;; arguments. A dispatcher is a procedure of a list of these; it returns #f if
;;; it does not know them, and else a procedure g: (g end) is the next element,
;;; or the object `end`. Of an empty list it returns what it is called.

;;> (:generator-proc (generator argument ...)): such a procedure for a
;;> generator, without its variable. SRFI 42.
;;> Example: (let ((g (:generator-proc (:list '(1 2))))) (let* ((a (g 'end)) (b (g 'end))) (list a b (g 'end)))) => (1 2 end)
(define-syntax :generator-proc
  (syntax-rules ()
    ((_ (generator argument ...))
     (generator (%generator-proc variable) variable argument ...))))

(define-syntax %generator-proc
  (syntax-rules (:do let)
    ((_ value
        (:do (let (ob ...) oc ...) ((variable start) ...) more?
             (let (ib ...) ic ...) go-on? (step ...)))
     (let (ob ...)
       oc ...
       (letrec ((loop
                 (lambda (end variable ...)
                   (if more?
                       (let (ib ...)
                         ic ...
                         (set! resume
                               (lambda (end)
                                 (if go-on?
                                     (loop end step ...)
                                     (finish end))))
                         value)
                       (finish end))))
                (finish
                 (lambda (end)
                   (set! resume (lambda (end) end))
                   end))
                (resume (lambda (end) (loop end start ...))))
         (lambda (end) (resume end)))))))

;; Stands for the end, and is nothing else.
(define %ec-end (list 'end))
(define (%done object) (eq? object %ec-end))

;;> (:dispatched variable [(index variable)] dispatcher argument1 argument2
;;> ...): a generator that the dispatcher chooses. Raises type if it knows none.
;;> SRFI 42.
;;> Example: (list-ec (:dispatched x (make-initial-:-dispatch) "ab") x) => (#\a #\b)
(define-syntax :dispatched
  (syntax-rules (index)
    ((_ next variable (index i) dispatcher argument1 argument ...)
     (:parallel next
                (:dispatched variable dispatcher argument1 argument ...)
                (:integers i)))
    ((_ next variable dispatcher argument1 argument ...)
     (:do next
          (let ((get (%dispatched dispatcher
                                  (list argument1 argument ...)))))
          ((variable (get %ec-end)))
          (not (%done variable)) (let ()) #t
          ((get %ec-end))))))

(define (%dispatched dispatcher arguments)
  (let ((generator (dispatcher arguments)))
    (if (procedure? generator)
        generator
        (%error-of-kind 'type '(:dispatched)
                        "the dispatcher knows no generator for"
                        arguments (dispatcher '())))))

;;> (: variable [(index variable)] argument1 argument2 ...): the generator that
;;> the dispatcher of the process chooses: at first :list, :string or :vector if
;;> all arguments are of that type, :range of exact integers, :real-range of
;;> numbers, :char-range of two characters, :port of an input port. SRFI 42.
;;> Example: (list-ec (: x 1 3) (: c "ab") (list x c)) => ((1 #\a) (1 #\b) (2 #\a) (2 #\b))
(define-syntax :
  (syntax-rules (index)
    ((_ next variable (index i) argument ...)
     (:dispatched next variable (index i) (:-dispatch-ref) argument ...))
    ((_ next variable argument ...)
     (:dispatched next variable (:-dispatch-ref) argument ...))))

;;> (make-initial-:-dispatch): the dispatcher that `:` has at first. SRFI 42.
;;> Example: ((make-initial-:-dispatch) '(x y z)) => #f
(define (make-initial-:-dispatch)
  (lambda (arguments)
    (let ((all? (lambda (test) (%every test arguments)))
          (count (length arguments)))
      (cond ((null? arguments) 'SRFI42)
            ((all? list?)
             (:generator-proc (:list (apply append arguments))))
            ((all? string?)
             (:generator-proc (:string (apply string-append arguments))))
            ((all? vector?)
             (:generator-proc (:vector (apply vector-append arguments))))
            ((and (<= count 3) (all? exact-integer?))
             (let ((range (%range-arguments arguments)))
               (:generator-proc
                (:range (car range) (cadr range) (caddr range)))))
            ((and (<= count 3) (all? real?))
             (let ((range (%range-arguments arguments)))
               (:generator-proc
                (:real-range (car range) (cadr range) (caddr range)))))
            ((and (= count 2) (all? char?))
             (:generator-proc
              (:char-range (car arguments) (cadr arguments))))
            ((and (= count 1) (input-port? (car arguments)))
             (:generator-proc (:port (car arguments))))
            ((and (= count 2)
                  (input-port? (car arguments))
                  (procedure? (cadr arguments)))
             (:generator-proc (:port (car arguments) (cadr arguments))))
            (else #f)))))

(define (%every test list)
  (or (null? list) (and (test (car list)) (%every test (cdr list)))))

;; Start, end and step.
(define (%range-arguments arguments)
  (cond ((null? (cdr arguments)) (list 0 (car arguments) 1))
        ((null? (cddr arguments)) (append arguments '(1)))
        (else arguments)))

(define %dispatch (make-initial-:-dispatch))

;;> (:-dispatch-ref): the dispatcher of `:` in this process. SRFI 42.
;;> Example: (procedure? (:-dispatch-ref)) => #t
(define (:-dispatch-ref) %dispatch)

;;> (:-dispatch-set! dispatcher): puts another in its place, for this process
;;> and those it makes later. Raises type, arity. SRFI 42.
;;> Example: (begin (:-dispatch-set! (dispatch-union (:-dispatch-ref) (lambda (arguments) (cond ((null? arguments) 'symbols) ((symbol? (car arguments)) (:generator-proc (:string (symbol->string (car arguments))))) (else #f))))) (list-ec (: c 'ab) c)) => (#\a #\b)
(define (:-dispatch-set! dispatcher)
  (%require-callback dispatcher 1 ':-dispatch-set!)
  (set! %dispatch dispatcher))

;;> (dispatch-union dispatcher1 dispatcher2): a dispatcher that asks the first,
;;> and the second if that knows no generator. Raises type; error if both know
;;> one. SRFI 42.
;;> Example: ((dispatch-union (lambda (arguments) (if (null? arguments) 'a #f)) (lambda (arguments) (if (null? arguments) 'b #f))) '()) => (a b)
(define (dispatch-union dispatcher1 dispatcher2)
  (%require-callback dispatcher1 1 'dispatch-union)
  (%require-callback dispatcher2 1 'dispatch-union)
  (lambda (arguments)
    (let ((one (dispatcher1 arguments)) (other (dispatcher2 arguments)))
      (cond ((null? arguments) (append (%names one) (%names other)))
            ((and one other)
             (%error-of-kind 'error '(dispatch-union)
                             "two dispatchers know a generator for" arguments
                             (dispatcher1 '()) (dispatcher2 '())))
            (else (or one other))))))

(define (%names object) (if (list? object) object (list object)))
