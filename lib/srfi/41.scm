;;; A stream is a promise in a record, so that it is no other promise; the
;;; promise gives a pair of promises, or nothing. Long chains of streams that
;;; only lead to others are followed without growing the stack, as delay-force
;;; does it.

;;> (stream? object): whether it is a stream. SRFI 41.
;;> Example: (stream? stream-null) => #t
(define-record-type <stream>
  (%make-stream promise)
  stream?
  (promise %promise))

(define-record-type <pare>
  (%make-pare head tail)
  %pare?
  (head %pare-head)
  (tail %pare-tail))

(define (%stream who object)
  (if (stream? object) object (%type-error who "a stream" object)))

;; What the stream is made of, computed now.
(define (%content who stream) (force (%promise (%stream who stream))))

;;> stream-null: the stream of no objects. SRFI 41.
;;> Example: (stream-null? stream-null) => #t
(define stream-null (%make-stream (make-promise '())))

;;> (stream-cons object stream): a stream of the object and what follows it;
;;> both are expressions, evaluated when they are needed. SRFI 41.
;;> Example: (stream-car (stream-cons 1 (error "not needed"))) => 1
(define-syntax stream-cons
  (syntax-rules ()
    ((_ object stream)
     (%make-stream
      (make-promise
       (%make-pare (delay object) (%lazy stream)))))))

;; A stream that is what the expression will give.
(define-syntax %lazy
  (syntax-rules ()
    ((_ expression)
     (%make-stream
      (delay-force (%promise (%stream 'stream-cdr expression)))))))

;;> (stream-null? object): whether it is a stream of no objects. SRFI 41.
;;> Example: (stream-null? (stream-cons 1 stream-null)) => #f
(define (stream-null? object)
  (and (stream? object) (null? (%content 'stream-null? object))))

;;> (stream-pair? object): whether it is a stream of some objects. SRFI 41.
;;> Example: (stream-pair? (stream-cons 1 stream-null)) => #t
(define (stream-pair? object)
  (and (stream? object) (%pare? (%content 'stream-pair? object))))

(define (%pare who stream)
  (let ((content (%content who stream)))
    (if (%pare? content)
        content
        (%type-error who "a stream that is not empty" stream))))

;;> (stream-car stream): its first object. Raises type. SRFI 41.
;;> Example: (stream-car (stream 1 2)) => 1
(define (stream-car stream) (force (%pare-head (%pare 'stream-car stream))))

;;> (stream-cdr stream): what follows its first object. Raises type. SRFI 41.
;;> Example: (stream-car (stream-cdr (stream 1 2))) => 2
(define (stream-cdr stream) (%pare-tail (%pare 'stream-cdr stream)))

;;> (stream-lambda formals body ...): a procedure that returns the stream of its
;;> body, which is evaluated when the stream is needed. SRFI 41.
;;> Example: (stream? ((stream-lambda () (error "not needed")))) => #t
(define-syntax stream-lambda
  (syntax-rules ()
    ((_ formals body0 body ...)
     (lambda formals (%lazy (let () body0 body ...))))))

;;> (define-stream (name . formals) body ...): defines the name as such a
;;> procedure. SRFI 41.
;;> Example: (let () (define-stream (count n) (stream-cons n (count (+ n 1)))) (stream->list 3 (count 5))) => (5 6 7)
(define-syntax define-stream
  (syntax-rules ()
    ((_ (name . formals) body0 body ...)
     (define name (stream-lambda formals body0 body ...)))))

;;> (stream-let name ((variable value) ...) body ...): a named let whose
;;> procedure and value are streams. SRFI 41.
;;> Example: (stream->list 2 (stream-let loop ((n 1)) (stream-cons n (loop (* n 2))))) => (1 2)
(define-syntax stream-let
  (syntax-rules ()
    ((_ name ((variable value) ...) body0 body ...)
     ((letrec ((name (stream-lambda (variable ...) body0 body ...))) name)
      value ...))))

;;> (stream expression ...): a stream of the values of the expressions, which
;;> are evaluated when they are needed. SRFI 41.
;;> Example: (stream->list (stream 1 2 3)) => (1 2 3)
(define-syntax stream
  (syntax-rules ()
    ((_) stream-null)
    ((_ expression . rest) (stream-cons expression (stream . rest)))))
