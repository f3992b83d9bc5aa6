;;; Generators made of others, which must not be used on their own any more.

;;> (gcons* object ... generator): a generator of the objects and then of those
;;> of the generator. SRFI 158.
;;> Example: (generator->list (gcons* 1 2 (generator 3))) => (1 2 3)
(define (gcons* first . rest)
  (let loop ((first first) (rest rest) (objects '()))
    (if (null? rest)
        (gappend (list->generator (reverse objects)) first)
        (loop (car rest) (cdr rest) (cons first objects)))))

;;> (gappend generator ...): a generator of the objects of one after the other.
;;> SRFI 158.
;;> Example: (generator->list (gappend (generator 1) (generator) (generator 2 3))) => (1 2 3)
(define (gappend . generators)
  (define (next)
    (if (null? generators)
        %end
        (let ((object ((car generators))))
          (if (eof-object? object)
              (begin
                (set! generators (cdr generators))
                (next))
              object))))
  next)

;;> (gflatten generator): a generator of the objects of the generators, or
;;> lists, that it generates. SRFI 158.
;;> Example: (generator->list (gflatten (generator (generator 1 2) '(3)))) => (1 2 3)
(define (gflatten generators)
  (let ((current #f))
    (define (next)
      (if (not current) (set! current (%flat (generators))))
      (if (eof-object? current)
          %end
          (let ((object (current)))
            (if (eof-object? object)
                (begin
                  (set! current #f)
                  (next))
                object))))
    next))

(define (%flat object)
  (if (list? object) (list->generator object) object))

;;> (ggroup generator k [padding]): a generator of lists of k objects; the last
;;> is shorter, or filled up with the padding. SRFI 158.
;;> Example: (generator->list (ggroup (generator 1 2 3) 2)) => ((1 2) (3))
(define ggroup
  (case-lambda
    ((generator k)
     (lambda ()
       (let ((group (generator->list generator k)))
         (if (null? group) %end group))))
    ((generator k padding)
     (lambda ()
       (let ((group (generator->list generator k)))
         (if (null? group)
             %end
             (append group (make-list (- k (length group)) padding))))))))

;;> (gmerge less? generator1 generator2 ...): a generator of all their objects
;;> in order, if each generates its own in order; of equal ones, those of the
;;> first come first. SRFI 158.
;;> Example: (generator->list (gmerge < (generator 1 4) (generator 2 3))) => (1 2 3 4)
(define (gmerge less? first . rest)
  (cond ((null? rest) first)
        ((null? (cdr rest)) (%merge-two less? first (car rest)))
        (else
         (let ((half (quotient (+ 1 (length rest)) 2)) (all (cons first rest)))
           (%merge-two less?
                       (apply gmerge less? (%first-of all half))
                       (apply gmerge less? (list-tail all half)))))))

(define (%first-of list count)
  (if (= count 0)
      '()
      (cons (car list) (%first-of (cdr list) (- count 1)))))

(define (%merge-two less? left-generator right-generator)
  (let ((started #f) (left #f) (right #f))
    (define (take-left)
      (let ((object left))
        (set! left (left-generator))
        object))
    (define (take-right)
      (let ((object right))
        (set! right (right-generator))
        object))
    (lambda ()
      (if (not started)
          (begin
            (set! started #t)
            (set! left (left-generator))
            (set! right (right-generator))))
      (cond ((eof-object? left) (if (eof-object? right) %end (take-right)))
            ((eof-object? right) (take-left))
            ((less? right left) (take-right))
            (else (take-left))))))

;; The next object of each, or #f if one has ended.
(define (%next-of-all generators)
  (let loop ((rest generators) (objects '()))
    (if (null? rest)
        (reverse objects)
        (let ((object ((car rest))))
          (if (eof-object? object)
              #f
              (loop (cdr rest) (cons object objects)))))))

;;> (gmap procedure generator1 generator2 ...): a generator of the results for
;;> corresponding objects; it ends with the shortest. SRFI 158.
;;> Example: (generator->list (gmap + (generator 1 2) (generator 10 20 30))) => (11 22)
(define gmap
  (case-lambda
    ((procedure generator)
     (lambda ()
       (let ((object (generator)))
         (if (eof-object? object) %end (procedure object)))))
    ((procedure first . rest)
     (let ((generators (cons first rest)))
       (lambda ()
         (let ((objects (%next-of-all generators)))
           (if objects (apply procedure objects) %end)))))))

;;> (gcombine procedure seed generator1 generator2 ...): a generator of the
;;> first values of the procedure for corresponding objects and a seed, last;
;;> its second value is the next seed. SRFI 158.
;;> Example: (generator->list (gcombine (lambda (x n) (values (+ x n) (+ n 1))) 0 (generator 10 20))) => (10 21)
(define (gcombine procedure seed first . rest)
  (let ((generators (cons first rest)))
    (lambda ()
      (let ((objects (%next-of-all generators)))
        (if objects
            (call-with-values
             (lambda () (apply procedure (append objects (list seed))))
             (lambda (object next)
               (set! seed next)
               object))
            %end)))))

;;> (gfilter test generator): a generator of the objects that pass. SRFI 158.
;;> Example: (generator->list (gfilter even? (generator 1 2 4))) => (2 4)
(define (gfilter test generator)
  (define (next)
    (let ((object (generator)))
      (if (or (eof-object? object) (test object))
          object
          (next))))
  next)

;;> (gremove test generator): a generator of the objects that do not pass. SRFI
;;> 158.
;;> Example: (generator->list (gremove even? (generator 1 2 3))) => (1 3)
(define (gremove test generator)
  (gfilter (lambda (object) (not (test object))) generator))

;;> (gstate-filter procedure seed generator): a generator of the objects for
;;> which the procedure of the object and a seed returns true as its first
;;> value; its second is the next seed. SRFI 158.
;;> Example: (generator->list (gstate-filter (lambda (x n) (values (< n 2) (+ n 1))) 0 (generator 'a 'b 'c))) => (a b)
(define (gstate-filter procedure seed generator)
  (gfilter
   (lambda (object)
     (call-with-values
      (lambda () (procedure object seed))
      (lambda (passes next)
        (set! seed next)
        passes)))
   generator))

;; How many objects to take or leave: asked where the generator is made, since
;; later it is another procedure that calls it.
(define (%check-count k who)
  (if (not (and (exact-integer? k) (>= k 0)))
      (%type-error who "an exact integer that is not negative" k)))

;;> (gtake generator k [padding]): a generator of the first k objects, of
;;> paddings if there are fewer. SRFI 158.
;;> Example: (generator->list (gtake (generator 1 2 3) 2)) => (1 2)
(define (gtake generator k . padding)
  (%check-count k 'gtake)
  (lambda ()
    (if (<= k 0)
        %end
        (let ((object (generator)))
          (set! k (- k 1))
          (if (and (eof-object? object) (pair? padding))
              (car padding)
              object)))))

;;> (gdrop generator k): a generator of what follows the first k objects. SRFI
;;> 158.
;;> Example: (generator->list (gdrop (generator 1 2 3) 2)) => (3)
(define (gdrop generator k)
  (%check-count k 'gdrop)
  (define (next)
    (if (<= k 0)
        (generator)
        (begin
          (set! k (- k 1))
          (generator)
          (next))))
  next)

;;> (gtake-while test generator): a generator of the objects before the first
;;> that fails. SRFI 158.
;;> Example: (generator->list (gtake-while even? (generator 2 4 5 6))) => (2 4)
(define (gtake-while test generator)
  (let ((ended #f))
    (lambda ()
      (if ended
          %end
          (let ((object (generator)))
            (if (and (not (eof-object? object)) (test object))
                object
                (begin
                  (set! ended #t)
                  %end)))))))

;;> (gdrop-while test generator): a generator of the objects from the first that
;;> fails. SRFI 158.
;;> Example: (generator->list (gdrop-while even? (generator 2 5 6))) => (5 6)
(define (gdrop-while test generator)
  (let ((found #f))
    (define (next)
      (let ((object (generator)))
        (cond ((or found (eof-object? object)) object)
              ((test object) (next))
              (else
               (set! found #t)
               object))))
    next))

;;> (gdelete object generator [same?]): a generator of the objects that are not
;;> the same as (equal?) the object. SRFI 158.
;;> Example: (generator->list (gdelete 1 (generator 1 2 1))) => (2)
(define gdelete
  (case-lambda
    ((object generator) (gdelete object generator equal?))
    ((object generator same?)
     (gremove (lambda (other) (same? object other)) generator))))

;;> (gdelete-neighbor-dups generator [same?]): a generator of the objects that
;;> are not the same as (equal?) the one before. SRFI 158.
;;> Example: (generator->list (gdelete-neighbor-dups (generator 1 1 2 1))) => (1 2 1)
(define gdelete-neighbor-dups
  (case-lambda
    ((generator) (gdelete-neighbor-dups generator equal?))
    ((generator same?)
     (let ((previous %end))
       (gfilter
        (lambda (object)
          (let ((before previous))
            (set! previous object)
            (or (eof-object? before) (not (same? before object)))))
        generator)))))

;;> (gindex generator indexes): a generator of the objects at the ascending
;;> indexes that the other generator gives. SRFI 158.
;;> Example: (generator->list (gindex (generator 'a 'b 'c 'd) (generator 0 2))) => (a c)
(define (gindex generator indexes)
  (let ((passed 0))
    (lambda ()
      (let ((index (indexes)))
        (if (eof-object? index)
            %end
            (let loop ()
              (let ((object (generator)))
                (set! passed (+ passed 1))
                (if (or (eof-object? object) (> passed index))
                    object
                    (loop)))))))))

;;> (gselect generator truths): a generator of the objects for which the other
;;> generator gives true. SRFI 158.
;;> Example: (generator->list (gselect (generator 'a 'b 'c) (generator #t #f #t))) => (a c)
(define (gselect generator truths)
  (define (next)
    (let ((object (generator)) (truth (truths)))
      (cond ((or (eof-object? object) (eof-object? truth)) %end)
            (truth object)
            (else (next)))))
  next)
