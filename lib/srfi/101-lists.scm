;;; Lists, and what is done at an index.

;;> (list? object): whether it is a chain of pairs that ends in the empty list,
;;> in O(log n) steps. SRFI 101.
;;> Example: (vector (list? '(a b)) (list? '(a . b))) => #(#t #f)
(define (list? object)
  (if (pair? object) (list? (%rest-of object)) (null? object)))

;;> (list object ...): a new list. SRFI 101.
;;> Example: (list->vector (random-access-list->linear-access-list (list 1 2))) => #(1 2)
(define (list . objects) (%onto (linear-reverse objects) '()))

(define (%require-index k who)
  (if (not (and (fixnum? k) (>= k 0))) (%type-error who "an index" k)))

;;> (make-list k [fill]): a list of k times `fill`, in O(log k) steps. Raises
;;> type. SRFI 101.
;;> Example: (length (make-list 1000000 'x)) => 1000000
(define make-list
  (case-lambda
    ((k) (make-list k #f))
    ((k fill)
     (%require-index k 'make-list)
     ;; Trees of all sizes up to k, the largest first.
     (let grow ((trees (linear-cons fill '())) (size 1))
       (let ((next (+ size size 1)))
         (if (<= next k)
             (let ((tree (linear-car trees)))
               (grow (linear-cons (%make-node fill tree tree) trees) next))
             (let chain ((left k) (trees trees) (size size) (list '()))
               (cond ((= left 0) list)
                     ((<= size left)
                      (chain (- left size) trees size
                             (%make-pair size (linear-car trees) list)))
                     (else
                      (chain left (linear-cdr trees) (quotient size 2)
                             list))))))))))

;;> (length list): how many elements it has, in O(log n) steps. Raises type.
;;> SRFI 101.
;;> Example: (length '(a (b) c)) => 3
(define (length list)
  (let loop ((rest list) (count 0))
    (cond ((pair? rest) (loop (%rest-of rest) (+ count (%size rest))))
          ((null? rest) count)
          (else (%type-error 'length "a random-access list" list)))))

;;> (length<=? object k): whether it is a chain of at least k pairs, in O(log k)
;;> steps. Raises type. SRFI 101.
;;> Example: (length<=? '(a . b) 2) => #f
(define (length<=? object k)
  (%require-index k 'length<=?)
  (let loop ((rest object) (left k))
    (cond ((<= left 0) #t)
          ((pair? rest) (loop (%rest-of rest) (- left (%size rest))))
          (else #f))))

;;> (append list ... object): the elements of the lists, and then the object.
;;> Raises type. SRFI 101.
;;> Example: (length (append '(a) '(b c) '(d))) => 4
(define (append . lists)
  (let ((reversed (linear-reverse lists)))
    (if (linear-null? reversed)
        '()
        (let loop ((rest (linear-cdr reversed)) (tail (linear-car reversed)))
          (if (linear-null? rest)
              tail
              (loop (linear-cdr rest)
                    (%onto (%reversed (linear-car rest) 'append) tail)))))))

;;> (reverse list): its elements in reverse order. Raises type. SRFI 101.
;;> Example: (car (reverse '(a b c))) => c
(define (reverse list)
  (let ((reversed (%reversed list 'reverse)))
    (%onto (linear-reverse reversed) '())))

(define (%too-short k chain who)
  (%error-of-kind 'range who "there are not so many pairs" k chain))

;;> (list-tail object k): what follows its first k pairs, in O(log k) steps.
;;> Raises type, range. SRFI 101.
;;> Example: (car (list-tail '(a b c d) 2)) => c
(define (list-tail object k)
  (%require-index k 'list-tail)
  (let loop ((chain object) (left k))
    (cond ((= left 0) chain)
          ((not (pair? chain)) (%too-short k object 'list-tail))
          ((>= left (%size chain))
           (loop (%rest-of chain) (- left (%size chain))))
          (else
           ;; The rest begins in this tree.
           (let into ((size (%size chain))
                      (tree (%tree chain))
                      (rest (%rest-of chain))
                      (left left))
             (if (= left 0)
                 (%make-pair size tree rest)
                 (let ((half (quotient size 2)))
                   (if (<= left half)
                       (into half (%node-left tree)
                             (%make-pair half (%node-right tree) rest)
                             (- left 1))
                       (into half (%node-right tree) rest
                             (- left half 1))))))))))

;;> (list-ref pair k): its element k, from 0, in O(log k) steps. Raises type,
;;> range. SRFI 101.
;;> Example: (list-ref '(a b c d) 2) => c
(define (list-ref pair k)
  (%require-index k 'list-ref)
  (%require-pair pair 'list-ref)
  (let loop ((chain pair) (left k))
    (cond ((not (pair? chain)) (%too-short k pair 'list-ref))
          ((>= left (%size chain))
           (loop (%rest-of chain) (- left (%size chain))))
          (else
           (let into ((size (%size chain)) (tree (%tree chain)) (left left))
             (let ((half (quotient size 2)))
               (cond ((= left 0) (%root tree size))
                     ((<= left half)
                      (into half (%node-left tree) (- left 1)))
                     (else
                      (into half (%node-right tree)
                            (- left half 1))))))))))

;; The chain with what the procedure returns for element k in its place.
(define (%update pair k procedure who)
  (define (into size tree left)
    (if (= size 1)
        (procedure tree)
        (let ((half (quotient size 2)))
          (cond ((= left 0)
                 (%make-node (procedure (%node-value tree))
                             (%node-left tree) (%node-right tree)))
                ((<= left half)
                 (%make-node (%node-value tree)
                             (into half (%node-left tree) (- left 1))
                             (%node-right tree)))
                (else
                 (%make-node (%node-value tree) (%node-left tree)
                             (into half (%node-right tree)
                                   (- left half 1))))))))
  (%require-index k who)
  (%require-pair pair who)
  (let loop ((chain pair) (left k))
    (cond ((not (pair? chain)) (%too-short k pair who))
          ((>= left (%size chain))
           (%make-pair (%size chain) (%tree chain)
                       (loop (%rest-of chain) (- left (%size chain)))))
          (else
           (%make-pair (%size chain)
                       (into (%size chain) (%tree chain) left)
                       (%rest-of chain))))))

;;> (list-set pair k object): a chain like it with the object as element k, in
;;> O(log n) steps. Raises type, range. SRFI 101.
;;> Example: (list-ref (list-set '(a b c) 1 'x) 1) => x
(define (list-set pair k object)
  (%update pair k (lambda (ignored) object) 'list-set))

;;> (list-ref/update pair k procedure): element k, and a chain with what the
;;> procedure returns for it in its place. Raises type, range, arity. SRFI 101.
;;> Example: (call-with-values (lambda () (list-ref/update '(7 8 9) 1 -)) (lambda (old new) (vector old (list-ref new 1)))) => #(8 -8)
(define (list-ref/update pair k procedure)
  (%require-callback procedure 1 'list-ref/update)
  (let* ((old #f)
         (new (%update pair k
                       (lambda (object) (set! old object) (procedure object))
                       'list-ref/update)))
    (values old new)))

;; Goes on with (step result element ...) through the elements of lists of the
;; same length, from the first to the last.
(define (%fold step start lists who)
  (let ((size (%chain-size (linear-car lists) who)))
    (let check ((rest lists))
      (if (linear-pair? rest)
          (if (= (%chain-size (linear-car rest) who) size)
              (check (linear-cdr rest))
              (%error-of-kind 'range who "lists of different lengths"
                              (linear-car lists) (linear-car rest)))))
    (let loop ((lists lists) (left size) (result start))
      (if (> left 0)
          (loop (%linear-map cdr lists)
                (- left 1)
                (apply step result (%linear-map car lists)))
          result))))

(define (%chain-size list who)
  (if (list? list) (length list) (%type-error who "a random-access list" list)))

(define (%linear-map procedure list)
  (if (linear-null? list)
      '()
      (linear-cons (procedure (linear-car list))
                   (%linear-map procedure (linear-cdr list)))))

;;> (map procedure list1 list2 ...): a list of what it returns for the elements.
;;> Raises type, arity; range if the lengths differ. SRFI 101.
;;> Example: (list-ref (map + '(1 2) '(3 4)) 1) => 6
(define (map procedure list . more)
  (let ((lists (linear-cons list more)))
    (%require-callback procedure (%linear-length lists) 'map)
    (%onto (%fold (lambda (made . objects)
                    (linear-cons (apply procedure objects) made))
                  '() lists 'map)
           '())))

(define (%linear-length list)
  (let loop ((list list) (count 0))
    (if (linear-null? list) count (loop (linear-cdr list) (+ count 1)))))

;;> (for-each procedure list1 list2 ...): calls it with the elements, in order.
;;> Raises type, arity; range if the lengths differ. SRFI 101.
;;> Example: (let ((sum 0)) (for-each (lambda (x) (set! sum (+ sum x))) '(1 2 3)) sum) => 6
(define (for-each procedure list . more)
  (let ((lists (linear-cons list more)))
    (%require-callback procedure (%linear-length lists) 'for-each)
    (%fold (lambda (result . objects) (apply procedure objects))
           (void) lists 'for-each)))

;;> (random-access-list->linear-access-list list): a list of R7RS with its
;;> elements. Raises type. SRFI 101.
;;> Example: (list->vector (random-access-list->linear-access-list '(a b))) => #(a b)
(define (random-access-list->linear-access-list list)
  (linear-reverse (%reversed list 'random-access-list->linear-access-list)))

;;> (linear-access-list->random-access-list list): the reverse of that. Raises
;;> type. SRFI 101.
;;> Example: (length (linear-access-list->random-access-list (random-access-list->linear-access-list '(a b)))) => 2
(define (linear-access-list->random-access-list list)
  (if (not (linear-list? list))
      (%type-error 'linear-access-list->random-access-list "a list" list))
  (%onto (linear-reverse list) '()))
