;;; Generators: procedures without arguments that return the next of a sequence
;;; of objects at each call, and the end-of-file object after the last.

(define %end (eof-object))

;;> (generator object ...): a generator of the objects. SRFI 158.
;;> Example: (generator->list (generator 1 2 3)) => (1 2 3)
(define (generator . objects) (list->generator objects))

;;> (circular-generator object ...): a generator of the objects, again and
;;> again. SRFI 158.
;;> Example: (generator->list (circular-generator 1 2) 5) => (1 2 1 2 1)
(define (circular-generator first . rest)
  (let* ((objects (cons first rest)) (next objects))
    (lambda ()
      (if (null? next) (set! next objects))
      (let ((object (car next)))
        (set! next (cdr next))
        object))))

;;> (make-iota-generator count [start [step]]): a generator of so many numbers,
;;> from the start (0) by the step (1). SRFI 158.
;;> Example: (generator->list (make-iota-generator 3 8 2)) => (8 10 12)
(define make-iota-generator
  (case-lambda
    ((count) (make-iota-generator count 0 1))
    ((count start) (make-iota-generator count start 1))
    ((count start step)
     (let ((index 0))
       (lambda ()
         (if (< index count)
             (let ((number (+ start (* index step))))
               (set! index (+ index 1))
               number)
             %end))))))

;;> (make-range-generator start [end [step]]): a generator of the numbers from
;;> the start to below the end, or without an end, by the step (1). SRFI 158.
;;> Example: (generator->list (make-range-generator 3 8 2)) => (3 5 7)
(define make-range-generator
  (case-lambda
    ((start)
     (lambda ()
       (let ((number start))
         (set! start (+ start 1))
         number)))
    ((start end) (make-range-generator start end 1))
    ((start end step)
     (lambda ()
       (if (< start end)
           (let ((number start))
             (set! start (+ start step))
             number)
           %end)))))

;;> (make-coroutine-generator procedure): a generator of the objects that the
;;> procedure gives to its argument, a procedure, until it returns. SRFI 158.
;;> Example: (generator->list (make-coroutine-generator (lambda (yield) (yield 1) (yield 2)))) => (1 2)
(define (make-coroutine-generator procedure)
  (let ((return #f)
        (resume #f))
    (define (yield object)
      (call/cc
       (lambda (continuation)
         (set! resume continuation)
         (return object))))
    (define (finish ignored) (return %end))
    (lambda ()
      (call/cc
       (lambda (continuation)
         (set! return continuation)
         (if resume
             (resume #f)
             (begin
               (procedure yield)
               (set! resume finish)
               (finish #f))))))))

;;> (list->generator list): a generator of its elements. SRFI 158.
;;> Example: (generator->list (list->generator '(1 2 3))) => (1 2 3)
(define (list->generator list)
  (lambda ()
    (if (null? list)
        %end
        (let ((object (car list)))
          (set! list (cdr list))
          object))))

;; Elements from one index, step by step, to before another.
(define (%index-generator ref object start end step)
  (let ((index start))
    (lambda ()
      (if (= index end)
          %end
          (let ((element (ref object index)))
            (set! index (+ index step))
            element)))))

(define (%range-generator who ref length object range)
  (let* ((start (if (pair? range) (car range) 0))
         (end (if (and (pair? range) (pair? (cdr range)))
                  (cadr range)
                  (length object))))
    (if (not (and (exact-integer? start) (exact-integer? end)))
        (%type-error who "an index" (if (exact-integer? start) end start)))
    (if (<= 0 start end (length object))
        (%index-generator ref object start end 1)
        (%error-of-kind 'range who "no such range" start end object))))

;;> (vector->generator vector [start [end]]): a generator of the elements of the
;;> range. Raises type, range. SRFI 158.
;;> Example: (generator->list (vector->generator #(1 2 3) 1)) => (2 3)
(define (vector->generator vector . range)
  (%range-generator 'vector->generator vector-ref vector-length vector range))

;;> (reverse-vector->generator vector [start [end]]): the same in reverse order.
;;> Raises type, range. SRFI 158.
;;> Example: (generator->list (reverse-vector->generator #(1 2 3))) => (3 2 1)
(define (reverse-vector->generator vector . range)
  (list->generator (reverse (apply vector->list vector range))))

;;> (string->generator string [start [end]]): a generator of the characters of
;;> the range. Raises type, range. SRFI 158.
;;> Example: (generator->list (string->generator "abc" 1)) => (#\b #\c)
(define (string->generator string . range)
  (%range-generator 'string->generator string-ref string-length string range))

;;> (bytevector->generator bytevector [start [end]]): a generator of the bytes
;;> of the range. Raises type, range. SRFI 158.
;;> Example: (generator->list (bytevector->generator #u8(1 2 3))) => (1 2 3)
(define (bytevector->generator bytevector . range)
  (%range-generator 'bytevector->generator bytevector-u8-ref
                    bytevector-length bytevector range))

;;> (make-for-each-generator for-each object): a generator of what `for-each`
;;> calls its procedure with for that object. (make-for-each-generator
;;> for-each): a procedure that makes it of an object. SRFI 158.
;;> Example: (generator->list (make-for-each-generator vector-for-each #(1 2))) => (1 2)
(define make-for-each-generator
  (case-lambda
    ((for-each)
     (lambda (object) (make-for-each-generator for-each object)))
    ((for-each object)
     (make-coroutine-generator (lambda (yield) (for-each yield object))))))

;;> (make-unfold-generator stop? element next seed): a generator of the elements
;;> of each seed until one stops. SRFI 158.
;;> Example: (generator->list (make-unfold-generator (lambda (n) (> n 3)) square (lambda (n) (+ n 1)) 1)) => (1 4 9)
(define (make-unfold-generator stop? element next seed)
  (lambda ()
    (if (stop? seed)
        %end
        (let ((object (element seed)))
          (set! seed (next seed))
          object))))
