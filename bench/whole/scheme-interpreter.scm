;;; An interpreter of a subset of Scheme: environments are chains of frames with association
;;; lists, procedures are records, derived forms are rewritten, and `call/cc` escapes.
;;; It runs small programs that are read from a text.

(define-record-type closure
  (make-closure parameters body frame)
  closure?
  (parameters closure-parameters)
  (body closure-body)
  (frame closure-frame))

(define-record-type primitive
  (make-primitive name procedure)
  primitive?
  (name primitive-name)
  (procedure primitive-procedure))

(define-record-type frame
  (make-frame bindings parent)
  frame?
  (bindings frame-bindings set-frame-bindings!)
  (parent frame-parent))

(define (find-binding name frame)
  (cond ((not frame) (error "unbound variable" name))
        ((assq name (frame-bindings frame)))
        (else (find-binding name (frame-parent frame)))))

(define (define-variable! name value frame)
  (let ((found (assq name (frame-bindings frame))))
    (if found
        (set-cdr! found value)
        (set-frame-bindings! frame
                             (cons (cons name value) (frame-bindings frame))))))

;; The frame of a call: parameters may end in the name of the rest.
(define (bind parameters arguments parent)
  (let loop ((parameters parameters) (arguments arguments) (bindings '()))
    (cond ((null? parameters)
           (if (null? arguments)
               (make-frame bindings parent)
               (error "too many arguments" arguments)))
          ((symbol? parameters)
           (make-frame (cons (cons parameters arguments) bindings) parent))
          ((null? arguments) (error "too few arguments" parameters))
          (else
           (loop (cdr parameters)
                 (cdr arguments)
                 (cons (cons (car parameters) (car arguments)) bindings))))))

;;; Derived forms.

(define (rewrite-let expression)
  (if (symbol? (cadr expression))
      (let ((name (cadr expression)) (bindings (caddr expression)))
        `((letrec ((,name (lambda ,(map car bindings) ,@(cdddr expression))))
            ,name)
          ,@(map cadr bindings)))
      (let ((bindings (cadr expression)))
        `((lambda ,(map car bindings) ,@(cddr expression))
          ,@(map cadr bindings)))))

(define (rewrite-let* expression)
  (let ((bindings (cadr expression)))
    (if (or (null? bindings) (null? (cdr bindings)))
        `(let ,bindings ,@(cddr expression))
        `(let (,(car bindings)) (let* ,(cdr bindings) ,@(cddr expression))))))

(define (rewrite-letrec expression)
  `((lambda ()
      ,@(map (lambda (binding) `(define ,@binding)) (cadr expression))
      ,@(cddr expression))))

(define (rewrite-cond expression)
  (let ((clauses (cdr expression)))
    (cond ((null? clauses) #f)
          ((eq? (caar clauses) 'else) `(begin ,@(cdar clauses)))
          (else
           `(if ,(caar clauses)
                (begin ,@(cdar clauses))
                (cond ,@(cdr clauses)))))))

(define (rewrite-and expression)
  (cond ((null? (cdr expression)) #t)
        ((null? (cddr expression)) (cadr expression))
        (else `(if ,(cadr expression) (and ,@(cddr expression)) #f))))

(define (rewrite-or expression)
  (cond ((null? (cdr expression)) #f)
        ((null? (cddr expression)) (cadr expression))
        (else
         `(let ((first-value ,(cadr expression)))
            (if first-value first-value (or ,@(cddr expression)))))))

(define rewriters
  (list (cons 'let rewrite-let)
        (cons 'let* rewrite-let*)
        (cons 'letrec rewrite-letrec)
        (cons 'cond rewrite-cond)
        (cons 'and rewrite-and)
        (cons 'or rewrite-or)))

;;; Evaluation.

(define steps 0)

(define (evaluate expression frame)
  (set! steps (+ steps 1))
  (cond ((symbol? expression) (cdr (find-binding expression frame)))
        ((not (pair? expression)) expression)
        (else
         (case (car expression)
           ((quote) (cadr expression))
           ((if)
            (if (evaluate (cadr expression) frame)
                (evaluate (caddr expression) frame)
                (if (pair? (cdddr expression))
                    (evaluate (cadddr expression) frame)
                    #f)))
           ((lambda)
            (make-closure (cadr expression) (cddr expression) frame))
           ((define)
            (if (pair? (cadr expression))
                (define-variable! (caadr expression)
                  (make-closure (cdadr expression)
                                (cddr expression)
                                frame)
                  frame)
                (define-variable! (cadr expression)
                  (evaluate (caddr expression) frame)
                  frame)))
           ((set!)
            (let ((value (evaluate (caddr expression) frame)))
              (set-cdr! (find-binding (cadr expression) frame) value)))
           ((begin) (evaluate-body (cdr expression) frame))
           (else
            (let ((rewriter (assq (car expression) rewriters)))
              (if rewriter
                  (evaluate ((cdr rewriter) expression) frame)
                  (let ((operator (evaluate (car expression) frame)))
                    (apply-procedure operator
                                     (evaluate-each (cdr expression)
                                                    frame))))))))))

(define (evaluate-each expressions frame)
  (if (null? expressions)
      '()
      (let ((value (evaluate (car expressions) frame)))
        (cons value (evaluate-each (cdr expressions) frame)))))

(define (evaluate-body expressions frame)
  (if (null? (cdr expressions))
      (evaluate (car expressions) frame)
      (begin
        (evaluate (car expressions) frame)
        (evaluate-body (cdr expressions) frame))))

(define (apply-procedure procedure arguments)
  (cond ((primitive? procedure)
         (apply (primitive-procedure procedure) arguments))
        ((closure? procedure)
         (evaluate-body (closure-body procedure)
                        (bind (closure-parameters procedure)
                              arguments
                              (closure-frame procedure))))
        (else (error "not a procedure" procedure))))

(define (make-global-frame)
  (let ((frame (make-frame '() #f)))
    (define (add! name procedure)
      (define-variable! name (make-primitive name procedure) frame))
    (add! '+ +)
    (add! '- -)
    (add! '* *)
    (add! '= =)
    (add! '< <)
    (add! 'quotient quotient)
    (add! 'remainder remainder)
    (add! 'cons cons)
    (add! 'car car)
    (add! 'cdr cdr)
    (add! 'null? null?)
    (add! 'pair? pair?)
    (add! 'eq? eq?)
    (add! 'equal? equal?)
    (add! 'not not)
    (add! 'list list)
    (add! 'string-append string-append)
    (add! 'number->string number->string)
    (add! 'string-length string-length)
    (add! 'vector vector)
    (add! 'make-vector make-vector)
    (add! 'vector-ref vector-ref)
    (add! 'vector-set! vector-set!)
    (add! 'fail (lambda (reason) (raise reason)))
    (add! 'apply
          (lambda (procedure arguments) (apply-procedure procedure arguments)))
    (add! 'call/cc
          (lambda (receiver)
            (call-with-current-continuation
             (lambda (continuation)
               (apply-procedure receiver
                                (list (make-primitive 'continuation
                                                      continuation)))))))
    (add! 'protect
          (lambda (thunk handler)
            (guard (reason (#t (apply-procedure handler (list reason))))
              (apply-procedure thunk '()))))
    frame))

(define list-library
  "(define (map f l) (if (null? l) '() (cons (f (car l)) (map f (cdr l)))))
   (define (append a b) (if (null? a) b (cons (car a) (append (cdr a) b))))
   (define (fold f z l) (if (null? l) z (fold f (f (car l) z) (cdr l))))
   (define (filter p l)
     (cond ((null? l) '())
           ((p (car l)) (cons (car l) (filter p (cdr l))))
           (else (filter p (cdr l)))))
   (define (range a b) (if (< a b) (cons a (range (+ a 1) b)) '()))
   (define (compose . fs)
     (if (null? fs)
         (lambda (x) x)
         (lambda (x) ((car fs) ((apply compose (cdr fs)) x)))))")

(define programs
  '("(let fib ((n 11)) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))"
    "(define (ok? row distance placed)
       (or (null? placed)
           (and (not (= (car placed) (+ row distance)))
                (not (= (car placed) (- row distance)))
                (not (= (car placed) row))
                (ok? row (+ distance 1) (cdr placed)))))
     (define (queens n)
       (let place ((column 0) (placed '()))
         (if (= column n)
             1
             (fold (lambda (row count)
                     (if (ok? row 1 placed)
                         (+ count (place (+ column 1) (cons row placed)))
                         count))
                   0
                   (range 0 n)))))
     (queens 5)"
    "(define (sort l)
       (if (null? l)
           '()
           (let ((pivot (car l)))
             (append (sort (filter (lambda (x) (< x pivot)) (cdr l)))
                     (cons pivot
                           (sort (filter (lambda (x) (not (< x pivot)))
                                         (cdr l))))))))
     (fold (lambda (x sum) (remainder (+ x (* 31 sum)) 10007))
           0
           (sort (map (lambda (x) (remainder (* x 7919) 1009)) (range 1 80))))"
    "(define (make-counter)
       (let ((count 0))
         (lambda () (set! count (+ count 1)) count)))
     (define a (make-counter))
     (define b (make-counter))
     (a) (a) (b)
     (string-append (number->string (a)) \"/\" (number->string (b)))"
    "(define (find-first p l)
       (call/cc (lambda (return)
         (map (lambda (x) (if (p x) (return x) x)) l)
         'none)))
     (list (find-first (lambda (x) (< 50 (* x x))) (range 0 30))
           (find-first (lambda (x) (< x 0)) (range 0 30))
           (protect (lambda () (+ 1 (fail 'broken))) (lambda (reason) reason)))"
    "(define (sieve n)
       (let ((marks (make-vector n #t)))
         (let next ((i 2) (count 0))
           (cond ((= i n) count)
                 ((vector-ref marks i)
                  (let mark ((j (* i i)))
                    (if (< j n)
                        (begin (vector-set! marks j #f) (mark (+ j i)))
                        (next (+ i 1) (+ count 1)))))
                 (else (next (+ i 1) count))))))
     ((compose sieve (lambda (x) (* x 20)) (lambda (x) (+ x 3))) 12)"))

;; Evaluates all expressions of the text; the value of the last.
(define (run-text text frame)
  (let ((port (open-input-string text)))
    (let loop ((value #f))
      (let ((expression (read port)))
        (if (eof-object? expression)
            value
            (loop (evaluate expression frame)))))))

(define (benchmark count)
  (set! steps 0)
  (let loop ((turn 0) (answers '()))
    (if (= turn count)
        (list answers steps)
        (loop (+ turn 1)
              (let ((frame (make-global-frame)))
                (run-text list-library frame)
                (let each ((programs programs))
                  (if (null? programs)
                      '()
                      (let ((answer (run-text (car programs)
                                              (make-frame '() frame))))
                        (cons answer (each (cdr programs)))))))))))
