;;; Generators are macros. A use (:list x l) of a generator in a comprehension
;;; is expanded as (:list (next ...) x l): the first part says where the
;;; expansion goes on. In the end each generator is a loop in this one form:
;;;
;;;   (:do (let (ob ...) oc ...)         bindings and commands before the loop
;;;        (lb ...)                      variables of the loop
;;;        ne1?                          whether there is a next element
;;;        (let (ib ...) ic ...)         bindings and commands for an element
;;;        ne2?                          whether to go on behind it
;;;        (ls ...))                     the next values of the variables
;;;
;;; and (next ... (:do ...)) takes it. Generators of programs are made alike,
;;; from those here.

;;> (:do (let (binding ...) command ...) (variable ...) more? (let (binding ...)
;;> command ...) go-on? (next ...)): a generator that is any loop. (:do
;;> (variable ...) more? (next ...)): the same without bindings. SRFI 42.
;;> Example: (list-ec (:do ((i 0)) (< i 4) ((+ i 1))) (* i i)) => (0 1 4 9)
(define-syntax :do
  (syntax-rules ()
    ((_ (next ...) outer variables more? inner go-on? steps)
     (next ... (:do outer variables more? inner go-on? steps)))
    ((_ next variables more? steps)
     (:do next (let ()) variables more? (let ()) #t steps))))

;;> (:let variable expression): a generator of the value of the expression. SRFI
;;> 42.
;;> Example: (list-ec (:range i 3) (:let j (* i i)) (+ i j)) => (0 2 6)
(define-syntax :let
  (syntax-rules (index)
    ((_ next variable (index i) expression)
     (:do next (let ((variable expression) (i 0))) () #t (let ()) #f ()))
    ((_ next variable expression)
     (:do next (let ((variable expression))) () #t (let ()) #f ()))))

;;> (:parallel generator ...): a generator that goes through all at once, until
;;> one ends. SRFI 42.
;;> Example: (list-ec (:parallel (:range i 1 9) (:string c "ab")) (cons i c)) => ((1 . #\a) (2 . #\b))
(define-syntax :parallel
  (syntax-rules ()
    ((_ next) (:do next (let ()) () #t (let ()) #f ()))
    ((_ next (generator argument ...)) (generator next argument ...))
    ((_ next (generator argument ...) more ...)
     (generator (%merge-all next (more ...)) argument ...))))

;; The first generator is a loop now; the others are made loops in turn.
(define-syntax %merge-all
  (syntax-rules ()
    ((_ (next ...) () loop) (next ... loop))
    ((_ next ((generator argument ...) more ...) loop)
     (generator (%merge next (more ...) loop) argument ...))))

(define-syntax %merge
  (syntax-rules (:do let)
    ((_ next more
        (:do (let (ob1 ...) oc1 ...) (lb1 ...) more1? (let (ib1 ...) ic1 ...)
             go-on1? (ls1 ...))
        (:do (let (ob2 ...) oc2 ...) (lb2 ...) more2? (let (ib2 ...) ic2 ...)
             go-on2? (ls2 ...)))
     (%merge-all next more
                 (:do (let (ob1 ... ob2 ...) oc1 ... oc2 ...)
                      (lb1 ... lb2 ...)
                      (and more1? more2?)
                      (let (ib1 ... ib2 ...) ic1 ... ic2 ...)
                      (and go-on1? go-on2?)
                      (ls1 ... ls2 ...))))))

;;> (:while generator test): a generator that ends before the first element for
;;> which the test is false. SRFI 42.
;;> Example: (list-ec (:while (:list x '(1 2 9 3)) (< x 5)) x) => (1 2)
(define-syntax :while
  (syntax-rules ()
    ((_ next (generator argument ...) test)
     (generator (%while next test) argument ...))))

(define-syntax %while
  (syntax-rules (:do let)
    ((_ next test
        (:do outer variables more? (let (binding ...) command ...) go-on?
             steps))
     (%while-temporaries next test (binding ...) ()
       (:do outer variables more? (let (binding ...) command ...) go-on?
            steps)))))

;; The test is part of the question for the next element, but needs the bindings
;; of the element: they are made there, and kept in temporary variables.
(define-syntax %while-temporaries
  (syntax-rules (:do let)
    ((_ next test ((variable value) more ...) (kept ...) loop)
     (%while-temporaries next test (more ...)
       (kept ... (variable value temporary)) loop))
    ((_ next test () ((variable value temporary) ...)
        (:do (let (ob ...) oc ...) variables more? (let bindings ic ...) go-on?
             steps))
     (:do next
          (let (ob ... (temporary #f) ...) oc ...)
          variables
          (if more?
              (let ((variable value) ...)
                ic ...
                (set! temporary variable) ...
                test)
              #f)
          (let ((variable temporary) ...))
          go-on?
          steps))))

;;> (:until generator test): a generator that ends behind the first element for
;;> which the test is true. SRFI 42.
;;> Example: (list-ec (:until (:list x '(1 2 9 3)) (> x 5)) x) => (1 2 9)
(define-syntax :until
  (syntax-rules ()
    ((_ next (generator argument ...) test)
     (generator (%until next test) argument ...))))

(define-syntax %until
  (syntax-rules (:do)
    ((_ next test (:do outer variables more? inner go-on? steps))
     (:do next outer variables more? inner (and go-on? (not test)) steps))))

;;> (:list variable [(index variable)] list1 list2 ...): a generator of the
;;> elements of the lists. SRFI 42.
;;> Example: (list-ec (:list x (index i) '(a b) '(c)) (list i x)) => ((0 a) (1 b) (2 c))
(define-syntax :list
  (syntax-rules (index)
    ((_ next variable (index i) argument ...)
     (:parallel next (:list variable argument ...) (:integers i)))
    ((_ next variable list)
     (:do next (let ()) ((rest list)) (not (null? rest))
          (let ((variable (car rest)))) #t ((cdr rest))))
    ((_ next variable list1 list2 list ...)
     (:list next variable (append list1 list2 list ...)))))

;;> (:string variable [(index variable)] string1 string2 ...): a generator of
;;> the characters of the strings. SRFI 42.
;;> Example: (list-ec (:string c "ab" "c") c) => (#\a #\b #\c)
(define-syntax :string
  (syntax-rules (index)
    ((_ next variable (index i) argument ...)
     (:do next (let ((string (%string-of argument ...))))
          ((i 0) (end (string-length string)))
          (< i end)
          (let ((variable (string-ref string i)))) #t ((+ i 1) end)))
    ((_ next variable argument ...)
     (:string next variable (index i) argument ...))))

;;> (:vector variable [(index variable)] vector1 vector2 ...): a generator of
;;> the elements of the vectors. SRFI 42.
;;> Example: (list-ec (:vector x #(a b) #(c)) x) => (a b c)
(define-syntax :vector
  (syntax-rules (index)
    ((_ next variable (index i) argument ...)
     (:do next (let ((vector (%vector-of argument ...))))
          ((i 0) (end (vector-length vector)))
          (< i end)
          (let ((variable (vector-ref vector i)))) #t ((+ i 1) end)))
    ((_ next variable argument ...)
     (:vector next variable (index i) argument ...))))

;; One is not copied.
(define-syntax %string-of
  (syntax-rules ()
    ((_ string) string)
    ((_ string ...) (string-append string ...))))

(define-syntax %vector-of
  (syntax-rules ()
    ((_ vector) vector)
    ((_ vector ...) (vector-append vector ...))))

;;> (:integers variable [(index variable)]): a generator of 0, 1, 2 and so on,
;;> without end. SRFI 42.
;;> Example: (list-ec (:while (:integers i) (< i 3)) i) => (0 1 2)
(define-syntax :integers
  (syntax-rules (index)
    ((_ next variable (index i))
     (:do next (let ()) ((variable 0) (i 0)) #t (let ()) #t
          ((+ variable 1) (+ i 1))))
    ((_ next variable) (:do next ((variable 0)) #t ((+ variable 1))))))

;;> (:range variable [(index variable)] [start] end [step]): a generator of the
;;> exact integers from the start (0) to before the end, by the step (1). SRFI
;;> 42.
;;> Example: (list-ec (:range i 5 0 -2) i) => (5 3 1)
(define-syntax :range
  (syntax-rules (index)
    ((_ next variable (index i) end)
     (:range next variable (index i) 0 end 1))
    ((_ next variable (index i) start end)
     (:range next variable (index i) start end 1))
    ((_ next variable (index i) start end step)
     (:do next
          (let ((numbers (%range-checked start end step))))
          ((variable (vector-ref numbers 0))
           (i 0)
           (by (vector-ref numbers 1))
           (count (vector-ref numbers 2)))
          (< i count) (let ()) #t
          ((+ variable by) (+ i 1) by count)))
    ((_ next variable end) (:range next variable (index i) 0 end 1))
    ((_ next variable start end) (:range next variable (index i) start end 1))
    ((_ next variable start end step)
     (:range next variable (index i) start end step))))

;; #(start step count).
(define (%range-checked start end step)
  (for-each (lambda (object)
              (if (not (exact-integer? object))
                  (%type-error '(:range) "an exact integer" object)))
            (list start end step))
  (vector start step (%count-of-range start end step '(:range))))

(define (%count-of-range start end step who)
  (if (= step 0) (%error-of-kind 'range who "the step is 0" step))
  (max 0 (exact (ceiling (/ (- end start) step)))))

;;> (:real-range variable [(index variable)] [start] end [step]): a generator of
;;> the numbers from the start (0) to before the end, by the step (1); all are
;;> inexact if one of these is. SRFI 42.
;;> Example: (list-ec (:real-range x 0 1 0.25) x) => (0.0 0.25 0.5 0.75)
(define-syntax :real-range
  (syntax-rules (index)
    ((_ next variable (index i) end)
     (:real-range next variable (index i) 0 end 1))
    ((_ next variable (index i) start end)
     (:real-range next variable (index i) start end 1))
    ((_ next variable (index i) start end step)
     (:do next
          (let ((numbers (%real-range-checked start end step))))
          ((i 0)
           (from (vector-ref numbers 0))
           (by (vector-ref numbers 1))
           (count (vector-ref numbers 2)))
          (< i count)
          (let ((variable (+ from (* by i))))) #t
          ((+ i 1) from by count)))
    ((_ next variable end) (:real-range next variable (index i) 0 end 1))
    ((_ next variable start end)
     (:real-range next variable (index i) start end 1))
    ((_ next variable start end step)
     (:real-range next variable (index i) start end step))))

(define (%real-range-checked start end step)
  (for-each (lambda (object)
              (if (not (and (real? object) (finite? object)))
                  (%type-error '(:real-range) "a finite real number" object)))
            (list start end step))
  (vector (if (and (exact? start) (not (and (exact? end) (exact? step))))
              (inexact start)
              start)
          step
          (%count-of-range start end step '(:real-range))))

;;> (:char-range variable [(index variable)] first last): a generator of the
;;> characters from the first to the last. SRFI 42.
;;> Example: (string-ec (:char-range c #\a #\e) c) => "abcde"
(define-syntax :char-range
  (syntax-rules (index)
    ((_ next variable (index i) first last)
     (:parallel next (:char-range variable first last) (:integers i)))
    ((_ next variable first last)
     (:do next (let ()) ((code (char->integer first))
                         (end (char->integer last)))
          (<= code end)
          (let ((variable (integer->char code)))) #t
          ;; Over the codes that are no characters.
          ((if (= code #xD7FF) #xE000 (+ code 1)) end)))))

;;> (:port variable [(index variable)] port [read]): a generator of what `read`
;;> gives for the port, to its end. SRFI 42.
;;> Example: (list-ec (:port x (open-input-string "1 (2) three")) x) => (1 (2) three)
(define-syntax :port
  (syntax-rules (index)
    ((_ next variable (index i) argument ...)
     (:parallel next (:port variable argument ...) (:integers i)))
    ((_ next variable port) (:port next variable port read))
    ((_ next variable from-port get)
     (:do next
          (let ((port from-port) (read-next get)))
          ((variable (read-next port)))
          (not (eof-object? variable)) (let ()) #t
          ((read-next port))))))
