;; SRFI 37: options and operands.
(import (scheme base) (srfi 37) (srfi 64))
(test-begin "srfi-37")
;; What is met is put on a list: (name argument) of options, (? name argument) of unknown ones,
;; strings of operands.
(define (seen name argument met) (cons (list name argument) met))
(define options
  (list (option '(#\a "all") #f #f (lambda (o name argument met) (seen name argument met)))
        (option '(#\r "required") #t #f (lambda (o name argument met) (seen name argument met)))
        (option '(#\p "perhaps") #f #t (lambda (o name argument met) (seen name argument met)))))
(define (fold . arguments)
  (reverse
   (args-fold arguments options
              (lambda (o name argument met)
                (cons (vector '? (equal? (option-names o) (cons name '())) name argument
                              (option-required-arg? o) (option-optional-arg? o))
                      met))
              cons '())))
(define-syntax folds
  (syntax-rules () ((_ (argument ...) expected ...) (test-equal '(expected ...) (fold argument ...)))))
(test-group "operands"
  (folds ())
  (folds ("x" "" "y z" "-") "x" "" "y z" "-")
  (folds ("--" "-a" "--all" "--" "x") "-a" "--all" "--" "x")
  (folds ("x" "-a" "y" "--" "-a") "x" (#\a #f) "y" "-a"))
(test-group "short"
  (folds ("-a") (#\a #f))
  (folds ("-aa" "-a") (#\a #f) (#\a #f) (#\a #f))
  (folds ("-r" "x" "y") (#\r "x") "y")
  (folds ("-rx" "y") (#\r "x") "y")
  (folds ("-arx=1" "y") (#\a #f) (#\r "x=1") "y")
  (folds ("-ar" "-a" "-a") (#\a #f) (#\r "-a") (#\a #f))
  (folds ("-r" "--" "-a") (#\r "--") (#\a #f))
  (folds ("-r") (#\r #f))
  (folds ("-ar") (#\a #f) (#\r #f))
  (folds ("-p" "x") (#\p #f) "x")
  (folds ("-px" "y") (#\p "x") "y")
  (folds ("-ap-") (#\a #f) (#\p "-")))
(test-group "long"
  (folds ("--all" "x") ("all" #f) "x")
  (folds ("--all=x") ("all" "x"))
  (folds ("--required" "x" "y") ("required" "x") "y")
  (folds ("--required=x=y" "z") ("required" "x=y") "z")
  (folds ("--required=" "z") ("required" "") "z")
  (folds ("--required" "--all") ("required" "--all"))
  (folds ("--required") ("required" #f))
  (folds ("--perhaps" "x") ("perhaps" #f) "x")
  (folds ("--perhaps=x" "y") ("perhaps" "x") "y"))
(test-group "unrecognized"
  (folds ("-xa") #(? #t #\x #f #f #f) (#\a #f))
  (folds ("--nothing" "x") #(? #t "nothing" #f #f #f) "x")
  (folds ("--nothing=5") #(? #t "nothing" "5" #f #f))
  (folds ("--al") #(? #t "al" #f #f #f))
  (folds ("---") #(? #t "-" #f #f #f)))
(test-group "state"
  (define o (option '(#\v) #f #f (lambda (o name argument a b) (values (+ a 1) b))))
  (test-equal '(2 ("y" "x"))
    (call-with-values
     (lambda () (args-fold '("x" "-vv" "y") (list o) list (lambda (x a b) (values a (cons x b))) 0 '()))
     list))
  (test-equal '()
    (call-with-values
     (lambda () (args-fold '("x" "--" "y") '() list (lambda (x) (values))))
     list))
  ;; The processor gets its option.
  (test-eqv #t
    (letrec ((o (option '("self") #f #f (lambda (found name argument state) (eq? found o)))))
      (args-fold '("--self") (list o) list list 'none))))
(test-group "options"
  (define o (option '(#\a "b") 'r #f list))
  (test-equal '(#t #f #f) (map option? (list o "a" '(#\a))))
  (test-equal '(#\a "b") (option-names o))
  (test-equal '(r #f) (list (option-required-arg? o) (option-optional-arg? o)))
  (test-equal '(#f yes) (let ((o (option '() #f 'yes list))) (list (option-required-arg? o) (option-optional-arg? o))))
  (test-eqv #t (eq? list (option-processor o)))
  (test-equal '(#\a #f) (args-fold '("-a") (list (option '(#\a) #f #f (lambda (o n a) (list n a)))) list list)))
(test-group "complaints"
  (test-error 'type (option 'a #f #f list))
  (test-error 'type (option '(a) #f #f list))
  (test-error 'type (option '("") #f #f list))
  (test-error 'type (option '(#\a) #f #f 'list))
  (test-error 'type (args-fold '(a) '() list list))
  (test-error 'type (args-fold '("a" . "b") '() list list))
  (test-error 'type (args-fold '() '(#\a) list list))
  (test-error 'type (args-fold '() '() #f list))
  (test-error 'type (args-fold '() '() list #f))
  (for-each (lambda (accessor) (test-error 'type (accessor 'x)))
            (list option-names option-required-arg? option-optional-arg? option-processor)))
(test-group "long with one letter, none, and several signs"
  (folds ("--r=x") #(? #t "r" "x" #f #f))
  (test-equal '(("x" "v"))
    (args-fold '("--x=v") (list (option '("x") #f #f (lambda (o name argument met) (seen name argument met))))
               (lambda (o name argument met) (cons 'unknown met)) cons '()))
  (test-equal '(("x" #f))
    (args-fold '("--x") (list (option '("x") #f #f (lambda (o name argument met) (seen name argument met))))
               (lambda (o name argument met) (cons 'unknown met)) cons '()))
  (folds ("--required=a=b") ("required" "a=b"))
  (folds ("--required=") ("required" ""))
  (folds ("--perhaps" "x") ("perhaps" #f) "x")
  (folds ("--perhaps=" "x") ("perhaps" "") "x"))
(test-end)
