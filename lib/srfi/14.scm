;;; Making sets of characters, going through them, and the standard ones. What
;;; may use its arguments up makes new sets here.

(define (%codes->char-set codes)
  (%bounds->char-set (%codes->bounds (list-sort < codes))))

(define (%union-bounds left right)
  (%combine-bounds (lambda (l r) (or l r)) left right))

;; The set of the characters and of the base, a list with a set or an empty one.
(define (%chars->char-set chars base)
  (let ((made (%codes->char-set (map char->integer chars))))
    (if (null? base)
        made
        (%bounds->char-set
         (%union-bounds (%char-set-bounds made)
                        (%char-set-bounds (car base)))))))

;;> (char-set char ...): the set of these characters. Raises type. SRFI 14.
;;> Example: (char-set->list (char-set #\b #\a #\b)) => (#\a #\b)
(define (char-set . chars) (%chars->char-set chars '()))

;;> (list->char-set list [base]): the set of the characters of the list and
;;> those of a set. Raises type. SRFI 14.
;;> Example: (char-set->string (list->char-set '(#\b #\a) (char-set #\c))) => "abc"
(define (list->char-set list . base)
  (%chars->char-set (%require-list list 'list->char-set) base))

;;> (list->char-set! list base): the same. SRFI 14.
;;> Example: (char-set-size (list->char-set! '(#\b #\a) (char-set #\b))) => 2
(define (list->char-set! list base) (list->char-set list base))

;;> (string->char-set string [base]): the set of the characters of the string
;;> and those of a set. Raises type. SRFI 14.
;;> Example: (char-set-size (string->char-set "banana")) => 3
(define (string->char-set string . base)
  (%chars->char-set (string->list string) base))

;;> (string->char-set! string base): the same. SRFI 14.
;;> Example: (char-set-size (string->char-set! "ab" (char-set #\c))) => 3
(define (string->char-set! string base) (string->char-set string base))

;;> (ucs-range->char-set lower upper [error? [base]]): the set of the characters
;;> with scalar values from `lower` to below `upper`, and those of a set. Values
;;> of no character raise range if error? is true. Raises type. SRFI 14.
;;> Example: (char-set->string (ucs-range->char-set 97 100)) => "abc"
(define (ucs-range->char-set lower upper . options)
  (if (not (and (exact-integer? lower) (exact-integer? upper)
                (<= 0 lower upper)))
      (%error-of-kind 'range 'ucs-range->char-set "no such range" lower upper))
  (let* ((range (if (= lower upper) (vector) (vector lower upper)))
         (bounds (%combine-bounds (lambda (l r) (and l r)) range %full-bounds)))
    (if (and (pair? options) (car options) (not (equal? bounds range)))
        (%error-of-kind 'range 'ucs-range->char-set
                        "not all of these are characters" lower upper))
    (%bounds->char-set
     (if (and (pair? options) (pair? (cdr options)))
         (%union-bounds bounds (%char-set-bounds (cadr options)))
         bounds))))

;;> (ucs-range->char-set! lower upper error? base): the same. SRFI 14.
;;> Example: (char-set-size (ucs-range->char-set! 97 100 #f (char-set #\z))) => 4
(define (ucs-range->char-set! lower upper error? base)
  (ucs-range->char-set lower upper error? base))

;;> (->char-set object): the set that a character, a string or a set stands for.
;;> Raises type. SRFI 14.
;;> Example: (char-set->list (->char-set #\a)) => (#\a)
(define (->char-set object)
  (cond ((char-set? object) object)
        ((string? object) (string->char-set object))
        ((char? object) (char-set object))
        (else
         (%type-error '->char-set "a character, a string or a set" object))))

;;> (char-set-copy set): a set with the same characters. SRFI 14.
;;> Example: (char-set= (char-set-copy (char-set #\a)) (char-set #\a)) => #t
(define (char-set-copy set) (%bounds->char-set (%char-set-bounds set)))

;;> (char-set-hash set [bound]): its hash, below the bound unless that is 0 or
;;> missing. Raises type. SRFI 14.
;;> Example: (= (char-set-hash (char-set #\a)) (char-set-hash (char-set #\a))) => #t
(define (char-set-hash set . bound)
  (if (or (null? bound) (eqv? (car bound) 0))
      (hash (%char-set-bounds set))
      (hash (%char-set-bounds set) (car bound))))

;; A cursor is the code of a character of the set, or #f at the end.

;; The least code in the set that is not below `code`, or #f.
(define (%next-code bounds code)
  (let search ((low 0) (high (quotient (vector-length bounds) 2)))
    (if (= low high)
        (and (< (* 2 low) (vector-length bounds))
             (max code (vector-ref bounds (* 2 low))))
        (let ((middle (quotient (+ low high) 2)))
          (if (< code (vector-ref bounds (+ 1 (* 2 middle))))
              (search low middle)
              (search (+ middle 1) high))))))

;;> (char-set-cursor set): a cursor for its first character. SRFI 14.
;;> Example: (let ((s (char-set #\b #\a))) (char-set-ref s (char-set-cursor s))) => #\a
(define (char-set-cursor set) (%next-code (%char-set-bounds set) 0))

;;> (char-set-ref set cursor): the character at the cursor. SRFI 14.
;;> Example: (let ((s (char-set #\a))) (char-set-ref s (char-set-cursor s))) => #\a
(define (char-set-ref set cursor) (integer->char cursor))

;;> (char-set-cursor-next set cursor): a cursor for the character behind. SRFI
;;> 14.
;;> Example: (let ((s (char-set #\b #\a))) (char-set-ref s (char-set-cursor-next s (char-set-cursor s)))) => #\b
(define (char-set-cursor-next set cursor)
  (%next-code (%char-set-bounds set) (+ cursor 1)))

;;> (end-of-char-set? cursor): whether the cursor is behind the last character.
;;> SRFI 14.
;;> Example: (end-of-char-set? (char-set-cursor (char-set))) => #t
(define (end-of-char-set? cursor) (not cursor))

;;> (char-set-fold combine start set): combines its characters, in ascending
;;> order, with the result so far, which comes last. SRFI 14.
;;> Example: (char-set-fold cons '() (char-set #\a #\b)) => (#\b #\a)
(define (char-set-fold combine start set)
  (let* ((bounds (%char-set-bounds set)) (end (vector-length bounds)))
    (let next ((index 0) (result start))
      (if (= index end)
          result
          (let ((limit (vector-ref bounds (+ index 1))))
            (let loop ((code (vector-ref bounds index)) (result result))
              (if (= code limit)
                  (next (+ index 2) result)
                  (loop (+ code 1)
                        (combine (integer->char code) result)))))))))

;;> (char-set-unfold stop? char next seed [base]): the set of the characters of
;;> each seed until one stops, and those of a set. SRFI 14.
;;> Example: (char-set->string (char-set-unfold (lambda (n) (> n 99)) integer->char (lambda (n) (+ n 1)) 97)) => "abc"
(define (char-set-unfold stop? char next seed . base)
  (let loop ((seed seed) (chars '()))
    (if (stop? seed)
        (%chars->char-set chars base)
        (loop (next seed) (cons (char seed) chars)))))

;;> (char-set-unfold! stop? char next seed base): the same. SRFI 14.
;;> Example: (char-set-size (char-set-unfold! null? car cdr '(#\a #\b) (char-set #\c))) => 3
(define (char-set-unfold! stop? char next seed base)
  (char-set-unfold stop? char next seed base))

;;> (char-set-for-each procedure set): calls the procedure with each character.
;;> SRFI 14.
;;> Example: (let ((n 0)) (char-set-for-each (lambda (c) (set! n (+ n 1))) (char-set #\a #\b)) n) => 2
(define (char-set-for-each procedure set)
  (char-set-fold (lambda (char ignored) (procedure char)) #f set))

;;> (char-set-map procedure set): the set of the results. SRFI 14.
;;> Example: (char-set->string (char-set-map char-upcase (char-set #\a #\b))) => "AB"
(define (char-set-map procedure set)
  (%chars->char-set
   (char-set-fold (lambda (char chars) (cons (procedure char) chars)) '() set)
   '()))

;;> (char-set->list set): its characters, ascending. SRFI 14.
;;> Example: (char-set->list (char-set #\b #\a)) => (#\a #\b)
(define (char-set->list set) (reverse (char-set-fold cons '() set)))

;;> (char-set->string set): the same as a string. SRFI 14.
;;> Example: (char-set->string (char-set #\b #\a)) => "ab"
(define (char-set->string set) (list->string (char-set->list set)))

;;> (char-set-size set): how many characters it has. SRFI 14.
;;> Example: (char-set-size (ucs-range->char-set 0 1000)) => 1000
(define (char-set-size set)
  (let* ((bounds (%char-set-bounds set)) (end (vector-length bounds)))
    (let loop ((index 0) (size 0))
      (if (= index end)
          size
          (loop (+ index 2)
                (+ size (- (vector-ref bounds (+ index 1))
                           (vector-ref bounds index))))))))

;;> (char-set-count test set): how many characters pass. SRFI 14.
;;> Example: (char-set-count char-upper-case? (string->char-set "aBC")) => 2
(define (char-set-count test set)
  (char-set-fold (lambda (char count) (if (test char) (+ count 1) count))
                 0 set))

;;> (char-set-every test set): #f if one result is #f, else the last. SRFI 14.
;;> Example: (char-set-every char-numeric? (string->char-set "12")) => #t
(define (char-set-every test set)
  (let loop ((cursor (char-set-cursor set)) (result #t))
    (if cursor
        (let ((result (test (integer->char cursor))))
          (and result (loop (char-set-cursor-next set cursor) result)))
        result)))

;;> (char-set-any test set): the first result that is not #f, or #f. SRFI 14.
;;> Example: (char-set-any digit-value (string->char-set "a7")) => 7
(define (char-set-any test set)
  (let loop ((cursor (char-set-cursor set)))
    (and cursor
         (or (test (integer->char cursor))
             (loop (char-set-cursor-next set cursor))))))

;;> (char-set-filter test set [base]): the set of the characters that pass, and
;;> those of another set. SRFI 14.
;;> Example: (char-set->string (char-set-filter char-upper-case? (string->char-set "aBC"))) => "BC"
(define (char-set-filter test set . base)
  (%chars->char-set
   (char-set-fold (lambda (char chars) (if (test char) (cons char chars) chars))
                  '() set)
   base))

;;> (char-set-filter! test set base): the same. SRFI 14.
;;> Example: (char-set-size (char-set-filter! char-upper-case? (string->char-set "aBC") (char-set #\a))) => 3
(define (char-set-filter! test set base) (char-set-filter test set base))
