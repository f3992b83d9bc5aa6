;;; Tests of properties.

;; How often a property is tried if nobody says.
(define %runs 100)

;;> (test-property property generators [runs]): a test that passes if the
;;> property, a procedure of as many arguments as there are generators, returns
;;> true for the values of each run (100). If it does not, the report has the
;;> simplest values that were found for which it does not. SRFI 252.
;;> Example: (test-with-runner (test-runner-null) (test-property (lambda (a b) (= (+ a b) (+ b a))) (list (exact-integer-generator) (exact-integer-generator))) (test-passed?)) => #t
(define test-property
  (case-lambda
    ((property generators) (test-property property generators %runs))
    ((property generators runs)
     (%test-property property generators runs
                     (lambda (arguments) (apply property arguments))))))

;;> (test-property-expect-fail property generators [runs]): the same, and it is
;;> expected to fail. SRFI 252.
;;> Example: (test-with-runner (test-runner-null) (test-property-expect-fail (lambda (n) (= n 0)) (list (exact-integer-generator))) (test-result-kind)) => xfail
(define test-property-expect-fail
  (case-lambda
    ((property generators)
     (test-property-expect-fail property generators %runs))
    ((property generators runs)
     (test-expect-fail 1)
     (test-property property generators runs))))

;;> (test-property-skip property generators [runs]): a test that is skipped.
;;> SRFI 252.
;;> Example: (test-with-runner (test-runner-null) (test-property-skip (lambda (n) #f) (list (exact-integer-generator))) (test-result-kind)) => skip
(define test-property-skip
  (case-lambda
    ((property generators) (test-property-skip property generators %runs))
    ((property generators runs)
     (test-skip 1)
     (test-property property generators runs))))

;;> (test-property-error property generators [runs]): a test that passes if the
;;> property raises an object in each run. SRFI 252.
;;> Example: (test-with-runner (test-runner-null) (test-property-error (lambda (n) (car n)) (list (exact-integer-generator))) (test-passed?)) => #t
(define test-property-error
  (case-lambda
    ((property generators) (test-property-error property generators %runs))
    ((property generators runs)
     (test-property-error-type #t property generators runs))))

;;> (test-property-error-type type property generators [runs]): a test that
;;> passes if the property raises an object of the type in each run: #t stands
;;> for any, a procedure for what it accepts, a symbol for conditions of that
;;> kind. SRFI 252.
;;> Example: (test-with-runner (test-runner-null) (test-property-error-type 'type (lambda (n) (car n)) (list (exact-integer-generator))) (test-passed?)) => #t
(define test-property-error-type
  (case-lambda
    ((type property generators)
     (test-property-error-type type property generators %runs))
    ((type property generators runs)
     (%test-property
      property generators runs
      (lambda (arguments)
        (let ((outcome (%traced-outcome
                        (lambda () (apply property arguments)))))
          (and (eq? (car outcome) 'raised)
               (%is-of? type (cadr outcome)))))))))

(define (%is-of? type object)
  (cond ((procedure? type) (type object))
        ((symbol? type)
         (and (condition? object) (eq? (condition-kind object) type)))
        (else #t)))

;;> (property-test-runner): a runner for tests of properties: the simple one.
;;> SRFI 252.
;;> Example: (test-runner? (property-test-runner)) => #t
(define (property-test-runner) (test-runner-simple))

;; `holds?` takes the list of arguments.
(define (%test-property property generators runs holds?)
  (%test-of
   property "" 'property
   (lambda (runner)
     (let loop ((left runs))
       (or (= left 0)
           (let* ((arguments (%arguments generators))
                  (outcome (%traced-outcome (lambda () (holds? arguments)))))
             (if (%held? outcome)
                 (loop (- left 1))
                 (%fail runner holds? generators arguments
                        (+ 1 (- runs left))))))))))

(define (%held? outcome)
  (and (eq? (car outcome) 'returned) (cadr outcome)))

(define (%arguments generators)
  (if (null? generators)
      '()
      (let ((value ((car generators))))
        (if (eof-object? value)
            (error "a generator has no more values for the property"
                   (car generators)))
        (cons value (%arguments (cdr generators))))))

;; Looks for simpler arguments, tells of them, and ends the test with what the
;; property does then.
(define (%fail runner holds? generators arguments run)
  (define (fails? arguments)
    (not (%held? (%traced-outcome (lambda () (holds? arguments))))))
  (let-values (((simplest steps) (%shrink fails? generators arguments)))
    (test-result-set! runner 'property-run run)
    (test-result-set! runner 'property-arguments simplest)
    (if (> steps 0)
        (test-result-set! runner 'property-first-arguments arguments))
    (holds? simplest)))
