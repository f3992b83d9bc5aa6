;;; A lazy sequence is (), or a pair whose cdr is a lazy sequence or a
;;; generator. Where it ends in a generator, going on calls that and puts what
;;; it gives into the pair: a sequence that came in a message is frozen and
;;; cannot go on.

;; The rest of a sequence that is a pair.
(define (%rest pair)
  (let ((rest (cdr pair)))
    (if (procedure? rest)
        (let* ((object (rest))
               (next (if (eof-object? object) '() (cons object rest))))
          (set-cdr! pair next)
          next)
        rest)))

(define (%require-lseq object who)
  (if (not (or (pair? object) (null? object)))
      (%type-error who "a lazy sequence" object)))

(define (%require-lseqs objects who)
  (for-each (lambda (object) (%require-lseq object who)) objects))

(define (%require-pair object who)
  (if (not (pair? object))
      (%type-error who "a lazy sequence with an element" object)))

;; Whether what was reached by going on is the end; complains if it is neither
;; that nor a pair.
(define (%ended? object who)
  (cond ((pair? object) #f)
        ((null? object) #t)
        (else (%type-error who "a lazy sequence" object))))

(define (%any-ended? sequences who)
  (and (pair? sequences)
       (or (%ended? (car sequences) who)
           (%any-ended? (cdr sequences) who))))

;;> (generator->lseq generator): a lazy sequence of what it gives. Raises type,
;;> arity. SRFI 127.
;;> Example: (let ((n 0)) (lseq-ref (generator->lseq (lambda () (set! n (+ n 1)) n)) 4)) => 5
(define (generator->lseq generator)
  (%require-callback generator 0 'generator->lseq)
  (%from-generator generator))

(define (%from-generator generator)
  (let ((object (generator)))
    (if (eof-object? object) '() (cons object generator))))

;;> (lseq? object): whether it is a lazy sequence, as far as it is known. SRFI
;;> 127.
;;> Example: (map lseq? (list '() '(1 2) (cons 1 read-char) '(1 . 2) car)) => (#t #t #t #f #f)
(define (lseq? object)
  ;; What stays behind takes one step for two, and is met again in a circle.
  (let loop ((object object) (behind object) (even #f))
    (cond ((pair? object)
           (let ((rest (cdr object)))
             (cond ((procedure? rest) #t)
                   ((eq? rest behind) #f)
                   (else
                    (loop rest (if even (cdr behind) behind) (not even))))))
          (else (null? object)))))

;;> (lseq=? same? left right): whether both have the same length and elements
;;> that are the same. Raises type, arity. SRFI 127.
;;> Example: (lseq=? = '(1 2) (generator->lseq (let ((l '(1 2))) (lambda () (if (null? l) (eof-object) (let ((x (car l))) (set! l (cdr l)) x)))))) => #t
(define (lseq=? same? left right)
  (%require-callback same? 2 'lseq=?)
  (let loop ((left left) (right right))
    (let ((end (%ended? left 'lseq=?)) (other (%ended? right 'lseq=?)))
      (cond ((or end other) (and end other))
            ((same? (car left) (car right))
             (loop (%rest left) (%rest right)))
            (else #f)))))

;;> (lseq-car lseq): its first element. Raises type. SRFI 127.
;;> Example: (lseq-car '(a b)) => a
(define (lseq-car lseq)
  (%require-pair lseq 'lseq-car)
  (car lseq))

;;> (lseq-first lseq): the same. SRFI 127.
;;> Example: (lseq-first '(a b)) => a
(define (lseq-first lseq)
  (%require-pair lseq 'lseq-first)
  (car lseq))

;;> (lseq-cdr lseq): what follows its first element. Raises type. SRFI 127.
;;> Example: (lseq-cdr '(a b)) => (b)
(define (lseq-cdr lseq)
  (%require-pair lseq 'lseq-cdr)
  (%rest lseq))

;;> (lseq-rest lseq): the same. SRFI 127.
;;> Example: (lseq-rest '(a b)) => (b)
(define (lseq-rest lseq)
  (%require-pair lseq 'lseq-rest)
  (%rest lseq))

;; What follows the first k elements.
(define (%drop lseq k who)
  (%require-size k who)
  (%require-lseq lseq who)
  (let loop ((rest lseq) (left k))
    (cond ((= left 0) rest)
          ((%ended? rest who)
           (%error-of-kind 'range who "there are not so many elements" k))
          (else (loop (%rest rest) (- left 1))))))

;;> (lseq-ref lseq k): its element k, from 0. Raises type, range. SRFI 127.
;;> Example: (lseq-ref '(a b c d) 2) => c
(define (lseq-ref lseq k)
  (let ((rest (%drop lseq k 'lseq-ref)))
    (if (%ended? rest 'lseq-ref)
        (%error-of-kind 'range 'lseq-ref "there are not so many elements" k))
    (car rest)))

;;> (lseq-take lseq k): a lazy sequence of its first k elements. Raises type;
;;> range when it is found that there are not so many. SRFI 127.
;;> Example: (lseq-realize (lseq-take '(a b c) 2)) => (a b)
(define (lseq-take lseq k)
  (%require-size k 'lseq-take)
  (%require-lseq lseq 'lseq-take)
  (let ((left k) (next (%elements lseq 'lseq-take)))
    (%from-generator
     (lambda ()
       (if (= left 0)
           (eof-object)
           (let ((object (next)))
             (if (eof-object? object)
                 (%error-of-kind 'range 'lseq-take
                                 "there are not so many elements" k))
             (set! left (- left 1))
             object))))))

;;> (lseq-drop lseq k): what follows its first k elements. Raises type, range.
;;> SRFI 127.
;;> Example: (lseq-drop '(a b c d e) 2) => (c d e)
(define (lseq-drop lseq k) (%drop lseq k 'lseq-drop))

;;> (lseq-realize lseq): the sequence, after it has gone on to its end: a list.
;;> Raises type. SRFI 127.
;;> Example: (let ((n 0)) (lseq-realize (generator->lseq (lambda () (set! n (+ n 1)) (if (> n 3) (eof-object) n))))) => (1 2 3)
(define (lseq-realize lseq)
  (let loop ((rest lseq))
    (if (%ended? rest 'lseq-realize) lseq (loop (%rest rest)))))

;; A generator of its elements, which goes on when it is asked.
(define (%elements lseq who)
  (let ((before #f))
    (lambda ()
      (cond (before
             (if (pair? before) (set! lseq (%rest before)))))
      (cond ((%ended? lseq who)
             (set! before 'ended)
             (eof-object))
            (else
             (set! before lseq)
             (car lseq))))))

;;> (lseq->generator lseq): a generator of its elements. Raises type. SRFI 127.
;;> Example: (let ((g (lseq->generator '(1 2)))) (let* ((a (g)) (b (g))) (list a b (eof-object? (g))))) => (1 2 #t)
(define (lseq->generator lseq)
  (%require-lseq lseq 'lseq->generator)
  (%elements lseq 'lseq->generator))

;;> (lseq-length lseq): how many elements it has, after it has gone on to its
;;> end. Raises type. SRFI 127.
;;> Example: (lseq-length '(a b c)) => 3
(define (lseq-length lseq)
  (let loop ((rest lseq) (count 0))
    (if (%ended? rest 'lseq-length) count (loop (%rest rest) (+ count 1)))))

;;> (lseq-append lseq ...): a lazy sequence of the elements of all. Raises type.
;;> SRFI 127.
;;> Example: (lseq-realize (lseq-append '(1) '() '(2 3))) => (1 2 3)
(define (lseq-append . sequences)
  (%require-lseqs sequences 'lseq-append)
  (let ((next #f))
    (define (generate)
      (let ((object (if next (next) (eof-object))))
        (cond ((not (eof-object? object)) object)
              ((null? sequences) object)
              (else
               (set! next (%elements (car sequences) 'lseq-append))
               (set! sequences (cdr sequences))
               (generate)))))
    (%from-generator generate)))
