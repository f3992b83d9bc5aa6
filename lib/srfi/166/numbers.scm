;;; Formatters of numbers. With a precision the exact value counts, rounded to
;;; the nearest, of two as near away from 0.

;; The digits of an exact integer with commas: `rule` is how many digits stand
;; between two, or a list of such numbers from the right, of which the last
;; counts on.
(define (%with-commas digits rule comma)
  (let loop ((end (string-length digits))
             (rule (if (pair? rule) rule (list rule)))
             (parts '()))
    (let ((count (car rule)))
      (if (or (not (> count 0)) (<= end count))
          (string-join (cons (substring digits 0 end) parts) comma)
          (loop (- end count)
                (if (pair? (cdr rule)) (cdr rule) rule)
                (cons (substring digits (- end count) end) parts))))))

(define (%round-half-away x)
  (let ((whole (truncate x)))
    (if (>= (- x whole) 1/2) (+ whole 1) whole)))

;; The whole part and the fraction of a real number that is not negative, as
;; strings; the fraction is #f if there is none.
(define (%parts x radix precision)
  (cond (precision
         (let* ((digits (number->string
                         (%round-half-away (* (exact x) (expt radix precision)))
                         radix))
                (missing (- (+ precision 1) (string-length digits)))
                (digits (if (> missing 0)
                            (string-append (make-string missing #\0) digits)
                            digits))
                (point (- (string-length digits) precision)))
           (values (substring digits 0 point)
                   (and (> precision 0)
                        (substring digits point (string-length digits))))))
        (else
         (let* ((text (number->string x radix))
                (point (string-search "." text)))
           (if point
               (values (substring text 0 point)
                       (substring text (+ point 1) (string-length text)))
               (values text #f))))))

(define (%separator object)
  (if (char? object) (string object) object))

;; A real number as text.
(define (%real->text x radix precision sign commas comma point align)
  (if (not (finite? x))
      (number->string x)
      (call-with-values
       (lambda () (%parts (abs x) radix precision))
       (lambda (whole fraction)
         (let* ((negative? (or (< x 0) (eqv? x -0.0)))
                (comma (%separator comma))
                (point (%separator
                        (or point (if (equal? comma ".") "," "."))))
                (whole (if commas (%with-commas whole commas comma) whole))
                (before (cond ((and negative? (pair? sign)) (car sign))
                              (negative? "-")
                              ((eq? sign #t) "+")
                              (else "")))
                (after (if (and negative? (pair? sign)) (cdr sign) ""))
                (start (string-append before whole))
                (missing (if align
                             (- align 1 (string-length start))
                             0)))
           (string-append
            (if (> missing 0) (make-string missing #\space) "")
            start
            (if fraction (string-append point fraction) "")
            after))))))

(define (%number->text x radix precision sign commas comma point align)
  (let ((real->text
         (lambda (x sign align)
           (%real->text x radix precision sign commas comma point align))))
    (if (real? x)
        (real->text x sign align)
        (string-append (real->text (real-part x) sign align)
                       (let ((text (real->text (imag-part x) #t #f)))
                         (if (memv (string-ref text 0) '(#\+ #\-))
                             text
                             (string-append "+" text)))
                       "i"))))

(define (%check-number x who)
  (if (not (number? x)) (%type-error who "a number" x)))

;; The value that was given, or else that of the state.
(define (%nth-option options n value)
  (cond ((null? options) value)
        ((= n 0) (car options))
        (else (%nth-option (cdr options) (- n 1) value))))

;;> (numeric number [radix [precision [sign-rule [comma-rule [comma-sep
;;> [decimal-sep]]]]]]): the number in the radix, with so many digits after the
;;> point; the sign rule is #t for + too, or a pair of strings around negative
;;> numbers; the comma rule says how many digits stand between two commas. What
;;> is not given is as the state says. Raises type. SRFI 166.
;;> Example: (show #f (numeric -1234.567 10 2 '("(" . ")") 3)) => "(1,234.57)"
(define (numeric number . options)
  (%check-number number 'numeric)
  (fn (radix precision sign-rule comma-rule comma-sep decimal-sep
       decimal-align)
    (%number->text number
                   (%nth-option options 0 radix)
                   (%nth-option options 1 precision)
                   (%nth-option options 2 sign-rule)
                   (%nth-option options 3 comma-rule)
                   (%nth-option options 4 comma-sep)
                   (%nth-option options 5 decimal-sep)
                   decimal-align)))

;;> (numeric/comma number [comma-rule [radix [precision [sign-rule]]]]): the
;;> number with commas, each three digits if nothing else is said. Raises type.
;;> SRFI 166.
;;> Example: (show #f (numeric/comma 123456789) " " (numeric/comma 123456789 '(3 2))) => "123,456,789 12,34,56,789"
(define (numeric/comma number . options)
  (%check-number number 'numeric/comma)
  (fn (radix precision sign-rule comma-rule)
    (numeric number
             (%nth-option options 1 radix)
             (%nth-option options 2 precision)
             (%nth-option options 3 sign-rule)
             (%nth-option options 0 (or comma-rule 3)))))

(define %large '#("" "k" "M" "G" "T" "P" "E" "Z" "Y" "R" "Q"))
(define %small '#("" "m" "µ" "n" "p" "f" "a" "z" "y" "r" "q"))

;; One digit after the point, if it is not 0.
(define (%short x)
  (let ((tenths (%round-half-away (* x 10))))
    (if (= 0 (modulo tenths 10))
        (number->string (quotient tenths 10))
        (string-append (number->string (quotient tenths 10)) "."
                       (number->string (modulo tenths 10))))))

;;> (numeric/si number [base [separator]]): the number with a letter for its
;;> size, k for 1000 and so on, or Ki and so on if the base is 1024; the
;;> separator stands before the letter. Raises type. SRFI 166.
;;> Example: (show #f (numeric/si 3986) " " (numeric/si 3986 1024) " " (numeric/si 1.23e-6)) => "4k 3.9Ki 1.2µ"
(define numeric/si
  (case-lambda
    ((number) (numeric/si number 1000 ""))
    ((number base) (numeric/si number base ""))
    ((number base separator)
     (if (not (and (real? number) (finite? number)))
         (%type-error 'numeric/si "a finite real number" number))
     (if (not (memv base '(1000 1024)))
         (%type-error 'numeric/si "the base 1000 or 1024" base))
     (let loop ((x (abs (exact number))) (size 0))
       (cond ((and (>= (%round-half-away (* x 10)) (* 10 base)) (< size 10))
              (loop (/ x base) (+ size 1)))
             ((and (< 0 x 1) (<= size 0) (> size -10) (= base 1000))
              (loop (* x base) (- size 1)))
             (else
              (each (if (< number 0) "-" "")
                    (%short x)
                    separator
                    (if (< size 0)
                        (vector-ref %small (- size))
                        (if (and (= base 1024) (> size 0))
                            (string-append
                             (if (= size 1) "K" (vector-ref %large size))
                             "i")
                            (vector-ref %large size))))))))))

;;> (numeric/fitted width number option ...): as `numeric`, or # for each digit
;;> if that is wider than the width. Raises type. SRFI 166.
;;> Example: (show #f (with ((precision 2)) (numeric/fitted 4 1.25) " " (numeric/fitted 4 12.345))) => "1.25 #.##"
(define (numeric/fitted width number . options)
  (%check-count width 'numeric/fitted)
  (call-with-output
   (apply numeric number options)
   (lambda (text)
     (fn (string-width precision decimal-sep comma-sep)
       (let ((precision (%nth-option options 1 precision)))
         (cond ((<= (string-width text) width) text)
               ((and precision (< 0 precision (- width 1)))
                (each (make-string (- width precision 1) #\#)
                      (or (%nth-option options 5 decimal-sep)
                          (if (memv comma-sep '(#\.)) #\, #\.))
                      (make-string precision #\#)))
               (else (make-string width #\#))))))))
