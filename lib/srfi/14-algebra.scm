;;; Sets of characters as sets, and the standard ones.

;;> (char-set= set ...): whether all have the same characters. SRFI 14.
;;> Example: (char-set= (char-set #\a #\b) (string->char-set "ba")) => #t
(define (char-set= . sets)
  (or (null? sets)
      (let ((bounds (%char-set-bounds (car sets))))
        (let loop ((rest (cdr sets)))
          (or (null? rest)
              (and (equal? bounds (%char-set-bounds (car rest)))
                   (loop (cdr rest))))))))

;;> (char-set<= set ...): whether each is a subset of the next. SRFI 14.
;;> Example: (char-set<= (char-set #\a) (string->char-set "ab")) => #t
(define (char-set<= . sets)
  (or (null? sets)
      (null? (cdr sets))
      (and (= 0 (char-set-size (char-set-difference (car sets) (cadr sets))))
           (apply char-set<= (cdr sets)))))

;;> (char-set-adjoin set char ...): the set with these characters. Raises type.
;;> SRFI 14.
;;> Example: (char-set->string (char-set-adjoin (char-set #\a) #\c #\b)) => "abc"
(define (char-set-adjoin set . chars) (%chars->char-set chars (list set)))

;;> (char-set-adjoin! set char ...): the same. SRFI 14.
;;> Example: (char-set-size (char-set-adjoin! (char-set #\a) #\a)) => 1
(define (char-set-adjoin! set . chars) (%chars->char-set chars (list set)))

;;> (char-set-delete set char ...): the set without these characters. Raises
;;> type. SRFI 14.
;;> Example: (char-set->string (char-set-delete (string->char-set "abc") #\b)) => "ac"
(define (char-set-delete set . chars)
  (char-set-difference set (list->char-set chars)))

;;> (char-set-delete! set char ...): the same. SRFI 14.
;;> Example: (char-set-size (char-set-delete! (char-set #\a) #\a)) => 0
(define (char-set-delete! set . chars) (apply char-set-delete set chars))

;;> (char-set-complement set): the set of all other characters. SRFI 14.
;;> Example: (char-set-contains? (char-set-complement (char-set #\a)) #\b) => #t
(define (char-set-complement set)
  (%bounds->char-set
   (%combine-bounds (lambda (in full) (and full (not in)))
                    (%char-set-bounds set) %full-bounds)))

;;> (char-set-complement! set): the same. SRFI 14.
;;> Example: (char-set-size (char-set-complement! char-set:full)) => 0
(define (char-set-complement! set) (char-set-complement set))

;; Combines the bounds of all sets, from the left.
(define (%combine-all in? first rest)
  (let loop ((bounds (%char-set-bounds first)) (rest rest))
    (if (null? rest)
        (%bounds->char-set bounds)
        (loop (%combine-bounds in? bounds (%char-set-bounds (car rest)))
              (cdr rest)))))

;;> (char-set-union set ...): what is in any of them. SRFI 14.
;;> Example: (char-set->string (char-set-union (char-set #\a) (char-set #\b))) => "ab"
(define (char-set-union . sets)
  (if (null? sets)
      char-set:empty
      (%combine-all (lambda (l r) (or l r)) (car sets) (cdr sets))))

;;> (char-set-union! set1 set2 ...): the same. SRFI 14.
;;> Example: (char-set-size (char-set-union! (char-set #\a) (char-set #\b))) => 2
(define (char-set-union! set . sets) (apply char-set-union set sets))

;;> (char-set-intersection set ...): what is in all of them. SRFI 14.
;;> Example: (char-set->string (char-set-intersection (string->char-set "abc") (string->char-set "bcd"))) => "bc"
(define (char-set-intersection . sets)
  (if (null? sets)
      char-set:full
      (%combine-all (lambda (l r) (and l r)) (car sets) (cdr sets))))

;;> (char-set-intersection! set1 set2 ...): the same. SRFI 14.
;;> Example: (char-set-size (char-set-intersection! (char-set #\a) (char-set #\b))) => 0
(define (char-set-intersection! set . sets)
  (apply char-set-intersection set sets))

;;> (char-set-difference set1 set2 ...): what is in the first only. SRFI 14.
;;> Example: (char-set->string (char-set-difference (string->char-set "abc") (char-set #\b))) => "ac"
(define (char-set-difference set . sets)
  (%combine-all (lambda (l r) (and l (not r))) set sets))

;;> (char-set-difference! set1 set2 ...): the same. SRFI 14.
;;> Example: (char-set-size (char-set-difference! (char-set #\a) (char-set #\a))) => 0
(define (char-set-difference! set . sets)
  (apply char-set-difference set sets))

;;> (char-set-xor set ...): what is in an odd number of them. SRFI 14.
;;> Example: (char-set->string (char-set-xor (string->char-set "ab") (string->char-set "bc"))) => "ac"
(define (char-set-xor . sets)
  (if (null? sets)
      char-set:empty
      (%combine-all (lambda (l r) (not (eq? l r))) (car sets) (cdr sets))))

;;> (char-set-xor! set1 set2 ...): the same. SRFI 14.
;;> Example: (char-set-size (char-set-xor! (char-set #\a) (char-set #\b))) => 2
(define (char-set-xor! set . sets) (apply char-set-xor set sets))

;;> (char-set-diff+intersection set1 set2 ...): what is in the first only, and
;;> what is in the first and in another. SRFI 14.
;;> Example: (call-with-values (lambda () (char-set-diff+intersection (string->char-set "abc") (char-set #\b) (char-set #\c))) (lambda (a b) (list (char-set->string a) (char-set->string b)))) => ("a" "bc")
(define (char-set-diff+intersection set . sets)
  (let ((others (apply char-set-union sets)))
    (values (char-set-difference set others)
            (char-set-intersection set others))))

;;> (char-set-diff+intersection! set1 set2 set3 ...): the same. SRFI 14.
;;> Example: (call-with-values (lambda () (char-set-diff+intersection! (string->char-set "ab") (char-set #\b))) (lambda (a b) (list (char-set-size a) (char-set-size b)))) => (1 1)
(define (char-set-diff+intersection! set . sets)
  (apply char-set-diff+intersection set sets))

(define (%property . names)
  (%bounds->char-set (apply %property-bounds names)))

;;> char-set:empty: no characters. SRFI 14.
;;> Example: (char-set-size char-set:empty) => 0
(define char-set:empty (char-set))

;;> char-set:full: all characters. SRFI 14.
;;> Example: (char-set-size char-set:full) => 1112064
(define char-set:full (%bounds->char-set %full-bounds))

;;> char-set:lower-case: the characters with Unicode's property Lowercase. SRFI
;;> 14.
;;> Example: (char-set-contains? char-set:lower-case #\ß) => #t
(define char-set:lower-case (%property "Lowercase"))

;;> char-set:upper-case: those with Uppercase. SRFI 14.
;;> Example: (char-set-contains? char-set:upper-case #\A) => #t
(define char-set:upper-case (%property "Uppercase"))

;;> char-set:title-case: those of category Lt. SRFI 14.
;;> Example: (char-set-contains? char-set:title-case #\A) => #f
(define char-set:title-case (%property "Titlecase_Letter"))

;;> char-set:letter: those of categories L*. SRFI 14.
;;> Example: (char-set-contains? char-set:letter #\λ) => #t
(define char-set:letter (%property "Letter"))

;;> char-set:digit: those of category Nd. SRFI 14.
;;> Example: (char-set-contains? char-set:digit #\7) => #t
(define char-set:digit (%property "Decimal_Number"))

;;> char-set:letter+digit: letters and digits. SRFI 14.
;;> Example: (char-set-contains? char-set:letter+digit #\_) => #f
(define char-set:letter+digit (char-set-union char-set:letter char-set:digit))

;;> char-set:punctuation: those of categories P*. SRFI 14.
;;> Example: (char-set-contains? char-set:punctuation #\!) => #t
(define char-set:punctuation (%property "Punctuation"))

;;> char-set:symbol: those of categories S*. SRFI 14.
;;> Example: (char-set-contains? char-set:symbol #\+) => #t
(define char-set:symbol (%property "Symbol"))

;;> char-set:graphic: letters, marks, numbers, punctuation and symbols. SRFI 14.
;;> Example: (char-set-contains? char-set:graphic #\space) => #f
(define char-set:graphic
  (%property "Letter" "Mark" "Number" "Punctuation" "Symbol"))

;;> char-set:whitespace: those with Unicode's property White_Space. SRFI 14.
;;> Example: (char-set-contains? char-set:whitespace #\newline) => #t
(define char-set:whitespace (%property "White_Space"))

;;> char-set:printing: graphic characters and white space. SRFI 14.
;;> Example: (char-set-contains? char-set:printing #\space) => #t
(define char-set:printing (char-set-union char-set:graphic char-set:whitespace))

;;> char-set:iso-control: those of category Cc. SRFI 14.
;;> Example: (char-set-size char-set:iso-control) => 65
(define char-set:iso-control (%property "Control"))

;;> char-set:hex-digit: 0 to 9, a to f and A to F. SRFI 14.
;;> Example: (char-set-size char-set:hex-digit) => 22
(define char-set:hex-digit (string->char-set "0123456789abcdefABCDEF"))

;;> char-set:blank: those of category Zs, and the tab. SRFI 14.
;;> Example: (char-set-contains? char-set:blank #\newline) => #f
(define char-set:blank
  (char-set-adjoin (%property "Space_Separator") #\tab))

;;> char-set:ascii: scalar values below 128. SRFI 14.
;;> Example: (char-set-size char-set:ascii) => 128
(define char-set:ascii (ucs-range->char-set 0 128))
