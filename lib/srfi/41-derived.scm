;;; Procedures on streams. None looks at more of its arguments than it needs.

(define (%count who object)
  (if (not (and (exact-integer? object) (>= object 0)))
      (%type-error who "an exact integer that is not negative" object)))

;;> (list->stream list): a stream of its elements. Raises type. SRFI 41.
;;> Example: (stream->list (list->stream '(1 2))) => (1 2)
(define (list->stream list)
  (if (not (list? list)) (%type-error 'list->stream "a list" list))
  (let loop ((list list))
    (if (null? list)
        stream-null
        (stream-cons (car list) (loop (cdr list))))))

;;> (port->stream [port]): a stream of the characters of a port. Raises type.
;;> SRFI 41.
;;> Example: (stream->list (port->stream (open-input-string "ab"))) => (#\a #\b)
(define port->stream
  (case-lambda
    (() (port->stream (current-input-port)))
    ((port)
     (if (not (input-port? port))
         (%type-error 'port->stream "an input port" port))
     (stream-let loop ()
       (let ((char (read-char port)))
         (if (eof-object? char) stream-null (stream-cons char (loop))))))))

;;> (stream->list [k] stream): a list of its (first k) objects. Raises type.
;;> SRFI 41.
;;> Example: (stream->list 2 (stream-from 5)) => (5 6)
(define stream->list
  (case-lambda
    ((stream) (stream->list -1 stream))
    ((k stream)
     (%stream 'stream->list stream)
     (if (not (eqv? k -1)) (%count 'stream->list k))
     (let loop ((left k) (stream stream) (objects '()))
       (if (or (= left 0) (stream-null? stream))
           (reverse objects)
           (loop (- left 1) (stream-cdr stream)
                 (cons (stream-car stream) objects)))))))

;;> (stream-append stream ...): a stream of the objects of one after the other.
;;> Raises type. SRFI 41.
;;> Example: (stream->list (stream-append (stream 1) (stream) (stream 2 3))) => (1 2 3)
(define (stream-append . streams)
  (for-each (lambda (stream) (%stream 'stream-append stream)) streams)
  (if (null? streams)
      stream-null
      (stream-let loop ((streams streams))
        (cond ((null? (cdr streams)) (car streams))
              ((stream-null? (car streams)) (loop (cdr streams)))
              (else
               (stream-cons (stream-car (car streams))
                            (loop (cons (stream-cdr (car streams))
                                        (cdr streams)))))))))

;;> (stream-concat streams): the same for a stream of streams. Raises type. SRFI
;;> 41.
;;> Example: (stream->list (stream-concat (stream (stream 1) (stream 2 3)))) => (1 2 3)
(define (stream-concat streams)
  (%stream 'stream-concat streams)
  (stream-let next ((streams streams))
    (if (stream-null? streams)
        stream-null
        (let ((first (%stream 'stream-concat (stream-car streams))))
          (stream-let loop ((first first))
            (if (stream-null? first)
                (next (stream-cdr streams))
                (stream-cons (stream-car first)
                             (loop (stream-cdr first)))))))))

;;> (stream-constant object ...): a stream of the objects, again and again. SRFI
;;> 41.
;;> Example: (stream->list 3 (stream-constant 1 2)) => (1 2 1)
(define (stream-constant . objects)
  (if (null? objects)
      stream-null
      (stream-let loop ((rest objects))
        (if (null? rest)
            (loop objects)
            (stream-cons (car rest) (loop (cdr rest)))))))

;;> (stream-drop k stream): what follows its first k objects, if it has so many.
;;> Raises type. SRFI 41.
;;> Example: (stream->list (stream-drop 2 (stream 1 2 3))) => (3)
(define (stream-drop k stream)
  (%count 'stream-drop k)
  (%stream 'stream-drop stream)
  (stream-let loop ((left k) (stream stream))
    (if (or (= left 0) (stream-null? stream))
        stream
        (loop (- left 1) (stream-cdr stream)))))

;;> (stream-drop-while test stream): the part from the first object that fails.
;;> Raises type. SRFI 41.
;;> Example: (stream->list (stream-drop-while odd? (stream 1 2 3))) => (2 3)
(define (stream-drop-while test stream)
  (%require-procedure test 'stream-drop-while)
  (%stream 'stream-drop-while stream)
  (stream-let loop ((stream stream))
    (if (and (stream-pair? stream) (test (stream-car stream)))
        (loop (stream-cdr stream))
        stream)))

;;> (stream-filter test stream): the objects that pass. Raises type. SRFI 41.
;;> Example: (stream->list 2 (stream-filter even? (stream-from 1))) => (2 4)
(define (stream-filter test stream)
  (%require-procedure test 'stream-filter)
  (%stream 'stream-filter stream)
  (stream-let loop ((stream stream))
    (cond ((stream-null? stream) stream-null)
          ((test (stream-car stream))
           (stream-cons (stream-car stream) (loop (stream-cdr stream))))
          (else (loop (stream-cdr stream))))))

;;> (stream-fold combine start stream): combines the result so far, which comes
;;> first, with each object. Raises type. SRFI 41.
;;> Example: (stream-fold - 10 (stream 1 2)) => 7
(define (stream-fold combine start stream)
  (%require-procedure combine 'stream-fold)
  (%stream 'stream-fold stream)
  (let loop ((result start) (stream stream))
    (if (stream-null? stream)
        result
        (loop (combine result (stream-car stream)) (stream-cdr stream)))))

(define (%any-null? streams)
  (and (pair? streams)
       (or (stream-null? (car streams)) (%any-null? (cdr streams)))))

(define (%check-streams who procedure streams)
  (%require-procedure procedure who)
  (for-each (lambda (stream) (%stream who stream)) streams))

;;> (stream-for-each procedure stream1 stream2 ...): calls the procedure with
;;> corresponding objects. Raises type. SRFI 41.
;;> Example: (let ((n 0)) (stream-for-each (lambda (x) (set! n (+ n x))) (stream 1 2)) n) => 3
(define (stream-for-each procedure first . rest)
  (%check-streams 'stream-for-each procedure (cons first rest))
  (let loop ((streams (cons first rest)))
    (if (not (%any-null? streams))
        (begin
          (apply procedure (map stream-car streams))
          (loop (map stream-cdr streams))))))

;;> (stream-from start [step]): the stream of the numbers from the start by the
;;> step (1). Raises type. SRFI 41.
;;> Example: (stream->list 3 (stream-from 1 2)) => (1 3 5)
(define stream-from
  (case-lambda
    ((start) (stream-from start 1))
    ((start step)
     (if (not (number? start)) (%type-error 'stream-from "a number" start))
     (if (not (number? step)) (%type-error 'stream-from "a number" step))
     (stream-let loop ((n start)) (stream-cons n (loop (+ n step)))))))

;;> (stream-iterate procedure start): the stream of the object, the result for
;;> it, the result for that, and so on. Raises type. SRFI 41.
;;> Example: (stream->list 4 (stream-iterate (lambda (n) (* 2 n)) 1)) => (1 2 4 8)
(define (stream-iterate procedure start)
  (%require-procedure procedure 'stream-iterate)
  (stream-let loop ((object start))
    (stream-cons object (loop (procedure object)))))

;;> (stream-length stream): how many objects it has; they are not computed for
;;> that. Raises type. SRFI 41.
;;> Example: (stream-length (stream 1 (error "not needed") 3)) => 3
(define (stream-length stream)
  (%stream 'stream-length stream)
  (let loop ((stream stream) (length 0))
    (if (stream-null? stream)
        length
        (loop (stream-cdr stream) (+ length 1)))))

;;> (stream-map procedure stream1 stream2 ...): the stream of the results for
;;> corresponding objects. Raises type. SRFI 41.
;;> Example: (stream->list (stream-map + (stream 1 2) (stream 10 20 30))) => (11 22)
(define (stream-map procedure first . rest)
  (%check-streams 'stream-map procedure (cons first rest))
  (stream-let loop ((streams (cons first rest)))
    (if (%any-null? streams)
        stream-null
        (stream-cons (apply procedure (map stream-car streams))
                     (loop (map stream-cdr streams))))))

;;> (stream-range start end [step]): the stream of the numbers from the start to
;;> before the end by the step (1 or -1). Raises type. SRFI 41.
;;> Example: (list (stream->list (stream-range 0 3)) (stream->list (stream-range 3 0))) => ((0 1 2) (3 2 1))
(define stream-range
  (case-lambda
    ((start end) (stream-range start end (if (< start end) 1 -1)))
    ((start end step)
     (if (not (number? step)) (%type-error 'stream-range "a number" step))
     (let ((before? (if (> step 0) < >)))
       (stream-let loop ((n start))
         (if (before? n end)
             (stream-cons n (loop (+ n step)))
             stream-null))))))

;;> (stream-ref stream k): its object k, from 0. Raises type. SRFI 41.
;;> Example: (stream-ref (stream-from 5) 2) => 7
(define (stream-ref stream k)
  (%count 'stream-ref k)
  (let loop ((stream stream) (k k))
    (if (= k 0) (stream-car stream) (loop (stream-cdr stream) (- k 1)))))

;;> (stream-reverse stream): its objects in reverse order, computed when they
;;> are needed. Raises type. SRFI 41.
;;> Example: (stream->list 1 (stream-reverse (stream 1 (error "not needed") 3))) => (3)
(define (stream-reverse stream)
  (%stream 'stream-reverse stream)
  (stream-let loop ((stream stream) (reversed stream-null))
    (if (stream-null? stream)
        reversed
        (loop (stream-cdr stream)
              (stream-cons (stream-car stream) reversed)))))

;;> (stream-scan combine start stream): the stream of all results of a fold.
;;> Raises type. SRFI 41.
;;> Example: (stream->list 4 (stream-scan + 0 (stream-from 1))) => (0 1 3 6)
(define (stream-scan combine start stream)
  (%check-streams 'stream-scan combine (list stream))
  (stream-let loop ((result start) (stream stream))
    (if (stream-null? stream)
        (stream-cons result stream-null)
        (stream-cons result
                     (loop (combine result (stream-car stream))
                           (stream-cdr stream))))))

;;> (stream-take k stream): its first k objects, or all. Raises type. SRFI 41.
;;> Example: (stream->list (stream-take 2 (stream-from 1))) => (1 2)
(define (stream-take k stream)
  (%count 'stream-take k)
  (%stream 'stream-take stream)
  (stream-let loop ((left k) (stream stream))
    (if (or (= left 0) (stream-null? stream))
        stream-null
        (stream-cons (stream-car stream)
                     (loop (- left 1) (stream-cdr stream))))))

;;> (stream-take-while test stream): the objects before the first that fails.
;;> Raises type. SRFI 41.
;;> Example: (stream->list (stream-take-while odd? (stream 1 3 4 5))) => (1 3)
(define (stream-take-while test stream)
  (%check-streams 'stream-take-while test (list stream))
  (stream-let loop ((stream stream))
    (if (and (stream-pair? stream) (test (stream-car stream)))
        (stream-cons (stream-car stream) (loop (stream-cdr stream)))
        stream-null)))

;;> (stream-unfold element go-on? next seed): the stream of the elements of each
;;> seed while they go on. Raises type. SRFI 41.
;;> Example: (stream->list (stream-unfold square (lambda (n) (< n 4)) (lambda (n) (+ n 1)) 1)) => (1 4 9)
(define (stream-unfold element go-on? next seed)
  (for-each (lambda (object) (%require-procedure object 'stream-unfold))
            (list element go-on? next))
  (stream-let loop ((seed seed))
    (if (go-on? seed)
        (stream-cons (element seed) (loop (next seed)))
        stream-null)))

;;> (stream-unfolds procedure seed): as many streams as the procedure of a seed
;;> returns values after the first, which is the next seed; each of them is a
;;> list of an object for its stream, #f for none now, or () for its end. Raises
;;> type. SRFI 41.
;;> Example: (call-with-values (lambda () (stream-unfolds (lambda (n) (if (> n 4) (values n '() '()) (if (odd? n) (values (+ n 1) (list n) #f) (values (+ n 1) #f (list n))))) 1)) (lambda (a b) (list (stream->list a) (stream->list b)))) => ((1 3) (2 4))
(define (stream-unfolds procedure seed)
  (%require-procedure procedure 'stream-unfolds)
  (let ((results
         (stream-let loop ((seed seed))
           (call-with-values
            (lambda () (procedure seed))
            (lambda (next . results)
              (stream-cons results (loop next)))))))
    (define (part index)
      (stream-let loop ((results results))
        (let ((result (list-ref (stream-car results) index)))
          (cond ((pair? result)
                 (stream-cons (car result) (loop (stream-cdr results))))
                ((null? result) stream-null)
                (else (loop (stream-cdr results)))))))
    (let count ((index (- (length (stream-car results)) 1)) (parts '()))
      (if (< index 0)
          (apply values parts)
          (count (- index 1) (cons (part index) parts))))))

;;> (stream-zip stream1 stream2 ...): the stream of lists of corresponding
;;> objects. Raises type. SRFI 41.
;;> Example: (stream->list (stream-zip (stream 1 2) (stream 'a 'b))) => ((1 a) (2 b))
(define (stream-zip first . rest) (apply stream-map list first rest))
