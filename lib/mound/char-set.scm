;;; A set of characters holds a vector of ascending scalar values: the first
;;; begins a range, the second ends it and is not in it, the third begins the
;;; next, and so on. Nothing changes it, so sets can share their vectors.

;;> (char-set? object): whether it is a set of characters. SRFI 14.
;;> Example: (char-set? #\a) => #f
(define-record-type char-set
  (%bounds->char-set bounds)
  char-set?
  (bounds %char-set-bounds))

;;> (char-set-contains? set char): whether the character is in the set. Raises
;;> type. SRFI 14.
;;> Example: (char-set? (criterion->predicate 'f char?)) => #f
(define (char-set-contains? set char)
  (if (char? char)
      (%primitive %in-ranges? (%char-set-bounds set) char)
      (%type-error 'char-set-contains? "a character" char)))

(define (%in-bounds? bounds char) (%primitive %in-ranges? bounds char))

;; All scalar values.
(define %full-bounds '#(0 #xd800 #xe000 #x110000))

;; The bounds of the characters with one of the Unicode properties.
(define (%property-bounds . names)
  (%primitive %property-ranges (string-join names " ")))

;; The bounds of those characters and all that differ from them in case only.
(define (%fold-bounds bounds) (%primitive %fold-ranges bounds))

;; The bounds of ascending codes, which may occur again.
(define (%codes->bounds codes)
  (let loop ((codes codes) (bounds '()))
    (cond ((null? codes) (list->vector (reverse bounds)))
          ((or (null? bounds) (> (car codes) (car bounds)))
           (loop (cdr codes)
                 (cons (+ (car codes) 1) (cons (car codes) bounds))))
          ((= (car codes) (car bounds))
           (loop (cdr codes) (cons (+ (car codes) 1) (cdr bounds))))
          (else (loop (cdr codes) bounds)))))

;; The bounds of what is in the result: (in? in-left in-right) tells. In one
;; pass.
(define (%combine-bounds in? left right)
  (let ((left-end (vector-length left)) (right-end (vector-length right)))
    (let loop ((i 0) (j 0) (inside #f) (bounds '()))
      (if (and (= i left-end) (= j right-end))
          (list->vector (reverse bounds))
          (let* ((next (cond ((= i left-end) (vector-ref right j))
                             ((= j right-end) (vector-ref left i))
                             (else (min (vector-ref left i)
                                        (vector-ref right j)))))
                 (i (if (and (< i left-end) (= (vector-ref left i) next))
                        (+ i 1)
                        i))
                 (j (if (and (< j right-end) (= (vector-ref right j) next))
                        (+ j 1)
                        j))
                 (now (if (in? (odd? i) (odd? j)) #t #f)))
            (loop i j now (if (eq? now inside) bounds (cons next bounds))))))))

;;> (criterion->predicate who object): the predicate of characters that a
;;> predicate, a character or a set of characters stands for. Raises type, for
;;> the procedure.
;;> Example: (map (criterion->predicate 'f #\a) '(#\a #\b)) => (#t #f)
(define (criterion->predicate who object)
  (cond ((procedure? object) object)
        ((char? object) (lambda (char) (char=? char object)))
        ((char-set? object)
         (let ((bounds (%char-set-bounds object)))
           (lambda (char) (%primitive %in-ranges? bounds char))))
        (else
         (%type-error who "a predicate, a character or a set of characters"
                      object))))
