;;; Procedures that do what syntax does, with thunks for its parts.

;;> (begin-procedure thunk ...): calls the thunks in order, and returns what the
;;> last one returns. SRFI 235.
;;> Example: (begin-procedure (lambda () 1) (lambda () 2)) => 2
(define (begin-procedure . thunks)
  (if (pair? thunks)
      (let loop ((thunk (car thunks)) (rest (cdr thunks)))
        (if (null? rest)
            (thunk)
            (begin (thunk) (loop (car rest) (cdr rest)))))))

;;> (if-procedure object then else): calls the thunk `then` if the object is
;;> true, otherwise the thunk `else`. SRFI 235.
;;> Example: (if-procedure #f (lambda () 1) (lambda () 2)) => 2
(define (if-procedure object then else) (if object (then) (else)))

;;> (when-procedure object thunk ...): calls the thunks in order if the object
;;> is true. SRFI 235.
;;> Example: (let ((n 0)) (when-procedure #t (lambda () (set! n 1))) n) => 1
(define (when-procedure object . thunks)
  (if object (for-each (lambda (thunk) (thunk)) thunks)))

;;> (unless-procedure object thunk ...): calls them if it is not. SRFI 235.
;;> Example: (let ((n 0)) (unless-procedure #t (lambda () (set! n 1))) n) => 0
(define (unless-procedure object . thunks)
  (if (not object) (for-each (lambda (thunk) (thunk)) thunks)))

;;> (value-procedure object then else): calls `then` with the object if that is
;;> true, otherwise the thunk `else`. SRFI 235.
;;> Example: (value-procedure 2 square (lambda () 0)) => 4
(define (value-procedure object then else) (if object (then object) (else)))

;;> (case-procedure object thunks [else]): calls the thunk of an association
;;> list whose key is the object by eqv?, or else `else`, if it is given. SRFI
;;> 235.
;;> Example: (case-procedure 'b (list (cons 'a (lambda () 1)) (cons 'b (lambda () 2)))) => 2
(define case-procedure
  (case-lambda
    ((object thunks) (case-procedure object thunks void))
    ((object thunks else)
     (let ((found (assv object thunks)))
       (if found ((cdr found)) (else))))))

;;> (and-procedure thunk ...): calls the thunks until one returns #f, and
;;> returns what the last one called returned; #t if there is none. SRFI 235.
;;> Example: (and-procedure (lambda () #f) (lambda () (error "called"))) => #f
(define (and-procedure . thunks)
  (if (null? thunks)
      #t
      (let loop ((thunk (car thunks)) (rest (cdr thunks)))
        (if (null? rest)
            (thunk)
            (if (thunk) (loop (car rest) (cdr rest)) #f)))))

;;> (lazy-and-procedure thunk ...): another name of it. SRFI 235.
;;> Example: (lazy-and-procedure (lambda () 1) (lambda () 2)) => 2
(define lazy-and-procedure and-procedure)

;;> (eager-and-procedure thunk ...): the same, but calls all of them. SRFI 235.
;;> Example: (eager-and-procedure (lambda () 1) (lambda () 2)) => 2
(define (eager-and-procedure . thunks)
  (let loop ((rest thunks) (result #t))
    (if (null? rest)
        result
        (let ((value ((car rest))))
          (loop (cdr rest) (and result value))))))

;;> (or-procedure thunk ...): calls the thunks until one returns a true value,
;;> and returns that, or #f. SRFI 235.
;;> Example: (or-procedure (lambda () 1) (lambda () (error "called"))) => 1
(define (or-procedure . thunks)
  (if (null? thunks)
      #f
      (let loop ((thunk (car thunks)) (rest (cdr thunks)))
        (if (null? rest)
            (thunk)
            (or (thunk) (loop (car rest) (cdr rest)))))))

;;> (lazy-or-procedure thunk ...): another name of it. SRFI 235.
;;> Example: (lazy-or-procedure (lambda () #f) (lambda () 2)) => 2
(define lazy-or-procedure or-procedure)

;;> (eager-or-procedure thunk ...): the same, but calls all of them. SRFI 235.
;;> Example: (eager-or-procedure (lambda () #f) (lambda () 1) (lambda () 2)) => 1
(define (eager-or-procedure . thunks)
  (let loop ((rest thunks) (result #f))
    (if (null? rest)
        result
        (let ((value ((car rest))))
          (loop (cdr rest) (or result value))))))

;;> (funcall-procedure thunk): calls it. SRFI 235.
;;> Example: (funcall-procedure (lambda () 1)) => 1
(define (funcall-procedure thunk) (thunk))

;;> (loop-procedure thunk): calls it again and again; only an escape ends that.
;;> SRFI 235.
;;> Example: (let ((n 0)) (call/cc (lambda (k) (loop-procedure (lambda () (if (= n 3) (k n)) (set! n (+ n 1))))))) => 3
(define (loop-procedure thunk)
  (thunk)
  (loop-procedure thunk))

;;> (while-procedure thunk): calls it until it returns #f. SRFI 235.
;;> Example: (let ((n 0)) (while-procedure (lambda () (set! n (+ n 1)) (< n 3))) n) => 3
(define (while-procedure thunk) (if (thunk) (while-procedure thunk)))

;;> (until-procedure thunk): calls it until it returns a true value. SRFI 235.
;;> Example: (let ((n 0)) (until-procedure (lambda () (set! n (+ n 1)) (= n 3))) n) => 3
(define (until-procedure thunk) (if (not (thunk)) (until-procedure thunk)))

;;> (always object ...): #t. SRFI 235.
;;> Example: (always 1 2) => #t
(define (always . objects) #t)

;;> (never object ...): #f. SRFI 235.
;;> Example: (never 1 2) => #f
(define (never . objects) #f)

;;> (boolean object): #t, or #f if the object is #f. SRFI 235.
;;> Example: (map boolean '(3 #f)) => (#t #f)
(define (boolean object) (if object #t #f))
