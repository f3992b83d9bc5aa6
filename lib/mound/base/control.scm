;;; Calls, multiple values, continuations and dynamic-wind.
;;;
;;; The dynamic state of a process is one vector, never changed in place:
;;;
;;;   #(winders handlers parameters extra)
;;;
;;; winders     list of #(before after outer), innermost first; `outer` is the
;;;             dynamic state around that dynamic-wind
;;; handlers    list of procedures, innermost first
;;; parameters  list of (tag . value), innermost first
;;;
;;; It sits in a register of the process and is saved in continuations.
;;; A non-tail call brackets a change: set, call, set back.

(define (%dynamic-winders state) (%primitive vector-ref state 0))
(define (%dynamic-handlers state) (%primitive vector-ref state 1))
(define (%dynamic-parameters state) (%primitive vector-ref state 2))
(define (%dynamic-extra state) (%primitive vector-ref state 3))

;; Calls the thunk with another dynamic state and comes back to this one.
(define (%with-dynamic state thunk)
  (let ((outer (%primitive %dynamic)))
    (%primitive %set-dynamic! state)
    (let ((result (thunk)))
      (%primitive %set-dynamic! outer)
      result)))

(define (%with-handlers handlers state)
  (%primitive vector (%dynamic-winders state) handlers
              (%dynamic-parameters state) (%dynamic-extra state)))

;;> (procedure? object): whether it can be called. R7RS 6.10.
;;> Example: (procedure? car) => #t
(define (procedure? object) (%primitive procedure? object))

;;> (apply procedure argument ... list): calls the procedure with the arguments
;;> and the elements of the list. Raises type if the last is no list. R7RS 6.10.
;;> Example: (apply + 1 2 '(3 4)) => 10
(define apply
  (case-lambda
    ((procedure arguments) (%primitive %apply procedure arguments))
    ((procedure first . rest)
     (%primitive %apply procedure (%spread first rest)))))

;; The elements of `rest` but its last, then those of its last, after `first`.
(define (%spread first rest)
  (if (%primitive null? (%primitive cdr rest))
      (let ((last (%primitive car rest)))
        (if (or (%primitive pair? last) (%primitive null? last))
            (%primitive cons first last)
            (%type-error 'apply "a proper list" last)))
      (%primitive cons first
                  (%spread (%primitive car rest) (%primitive cdr rest)))))

;;> (values object ...): returns several values. R7RS 6.10.
;;> Example: (call-with-values (lambda () (values 1 2)) list) => (1 2)
(define values
  (case-lambda
    ((object) object)
    ((a b) (%primitive %make-values a b))
    ((a b c) (%primitive %make-values a b c))
    ((a b c d) (%primitive %make-values a b c d))
    (() (%primitive %make-values))
    (objects (%primitive %list->values objects))))

;;> (call-with-values producer consumer): calls the consumer with the values of
;;> the thunk. R7RS 6.10.
;;> Example: (call-with-values (lambda () (values 3 4)) -) => -1
(define (call-with-values producer consumer)
  (%primitive %receive consumer (producer)))

;; What `let-values` and its like call.
(define (%call-with-values producer consumer)
  (%primitive %receive consumer (producer)))

;;> (void): the unspecified value.
;;> Example: (eq? (void) (void)) => #t
(define (void) (if #f #f))

;;> (call/cc procedure): calls the procedure with the current continuation,
;;> which may be called any number of times, later, or on another node. R7RS
;;> 6.10.
;;> Example: (+ 1 (call/cc (lambda (k) (k 2) 3))) => 3
(define (call/cc procedure) (%primitive %call/cc procedure))

;;> (call-with-current-continuation procedure): the long name of call/cc.
;;> Example: (call-with-current-continuation (lambda (k) (k 5))) => 5
(define (call-with-current-continuation procedure)
  (%primitive %call/cc procedure))

;;> (dynamic-wind before thunk after): calls the three thunks in order and
;;> returns what the second does; `before` and `after` are also called when
;;> control enters or leaves the second by a continuation. R7RS 6.10.
;;> Example: (dynamic-wind void (lambda () 1) void) => 1
(define (dynamic-wind before thunk after)
  (before)
  (let* ((outer (%primitive %dynamic))
         (winder (%primitive vector before after outer)))
    (%primitive %set-dynamic!
                (%primitive vector
                            (%primitive cons winder (%dynamic-winders outer))
                            (%dynamic-handlers outer)
                            (%dynamic-parameters outer)
                            (%dynamic-extra outer)))
    (let ((result (thunk)))
      (%primitive %set-dynamic! outer)
      (after)
      result)))

;; Called by the machine when a continuation with other winders is called:
;; leaves what is not around the continuation, enters what is, and goes there.
(define (%rewind-and-throw continuation objects)
  (let* ((target (%dynamic-winders
                  (%primitive %continuation-dynamic continuation)))
         (current (%dynamic-winders (%primitive %dynamic)))
         (common (%common-tail current target)))
    (%unwind current common)
    (%rewind target common)
    (%primitive %throw continuation (%primitive %list->values objects))))

(define (%common-tail left right)
  (let ((excess (%primitive subtract (length left)
                            (length right))))
    (let loop ((left (%drop left excess))
               (right (%drop right (%primitive negate excess))))
      (if (%primitive eq? left right)
          left
          (loop (%primitive cdr left) (%primitive cdr right))))))

(define (%drop list count)
  (if (%primitive > count 0)
      (%drop (%primitive cdr list) (%primitive subtract count 1))
      list))

(define (%unwind winders until)
  (if (%primitive eq? winders until)
      #t
      (let ((winder (%primitive car winders)))
        (%primitive %set-dynamic! (%primitive vector-ref winder 2))
        ((%primitive vector-ref winder 1))
        (%unwind (%primitive cdr winders) until))))

(define (%rewind winders until)
  (if (%primitive eq? winders until)
      #t
      (let ((winder (%primitive car winders)))
        (%rewind (%primitive cdr winders) until)
        (%primitive %set-dynamic! (%primitive vector-ref winder 2))
        ((%primitive vector-ref winder 0)))))

;; Leaves every dynamic-wind of this process, as exit does.
(define (%unwind-all)
  (%unwind (%dynamic-winders (%primitive %dynamic)) '()))

;; Calls the procedure with a procedure of one thunk: calling that leaves for
;; here and calls the thunk here, in the dynamic state of here.
(define (%call-with-escape procedure)
  ((%primitive %call/cc
               (lambda (continuation)
                 (let ((result (procedure continuation)))
                   (lambda () result))))))
