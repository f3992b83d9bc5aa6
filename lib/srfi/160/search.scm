;;; Looking for elements, and choosing them.

;; The first index on the way whose elements pass, or #f.
(define (%search test vectors start step after)
  (let ((length (%shortest (car vectors) (cdr vectors))))
    (let loop ((index start))
      (cond ((or (< index 0) (>= index length)) #f)
            ((apply test (%refs vectors index)) index)
            (else (loop (+ index step)))))))

(define (%last-index vectors)
  (- (%shortest (car vectors) (cdr vectors)) 1))

(define (%fails test) (lambda numbers (not (apply test numbers))))

;;> (@vector-index test vector1 vector2 ...): the index of the first elements
;;> that pass, or #f. Raises type. SRFI 160.
;;> Example: (s16vector-index even? (s16vector 1 2 4)) => 1
(define (@vector-index test vector . rest)
  (%check-all (cons vector rest) "-index")
  (%search test (cons vector rest) 0 1 "-index"))

;;> (@vector-index-right test vector1 vector2 ...): the same for the last.
;;> Raises type. SRFI 160.
;;> Example: (s16vector-index-right even? (s16vector 1 2 4)) => 2
(define (@vector-index-right test vector . rest)
  (%check-all (cons vector rest) "-index-right")
  (let ((vectors (cons vector rest)))
    (%search test vectors (%last-index vectors) -1 "-index-right")))

;;> (@vector-skip test vector1 vector2 ...): the index of the first elements
;;> that do not pass, or #f. Raises type. SRFI 160.
;;> Example: (s16vector-skip odd? (s16vector 1 2 4)) => 1
(define (@vector-skip test vector . rest)
  (%check-all (cons vector rest) "-skip")
  (%search (%fails test) (cons vector rest) 0 1 "-skip"))

;;> (@vector-skip-right test vector1 vector2 ...): the same for the last. Raises
;;> type. SRFI 160.
;;> Example: (s16vector-skip-right even? (s16vector 1 2 4)) => 0
(define (@vector-skip-right test vector . rest)
  (%check-all (cons vector rest) "-skip-right")
  (let ((vectors (cons vector rest)))
    (%search (%fails test) vectors (%last-index vectors) -1 "-skip-right")))

;;> (@vector-any test vector1 vector2 ...): the first true value of the test, or
;;> #f. Raises type. SRFI 160.
;;> Example: (s16vector-any (lambda (x) (and (even? x) (* x x))) (s16vector 1 2)) => 4
(define (@vector-any test vector . rest)
  (%check-all (cons vector rest) "-any")
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0) (result #f))
      (if (or result (= index length))
          result
          (loop (+ index 1) (apply test (%refs vectors index)))))))

;;> (@vector-every test vector1 vector2 ...): the last value of the test, if all
;;> are true, or else #f. Raises type. SRFI 160.
;;> Example: (s16vector-every (lambda (x) (and (even? x) (* x x))) (s16vector 2 4)) => 16
(define (@vector-every test vector . rest)
  (%check-all (cons vector rest) "-every")
  (let ((length (%shortest vector rest)) (vectors (cons vector rest)))
    (let loop ((index 0) (result #t))
      (if (and result (< index length))
          (loop (+ index 1) (apply test (%refs vectors index)))
          result))))

;; The elements that pass, and those that do not, in order.
(define (%divide test vector result)
  (let loop ((rest (@vector->list vector)) (in '()) (out '()))
    (cond ((null? rest) (result (reverse in) (reverse out)))
          ((test (car rest)) (loop (cdr rest) (cons (car rest) in) out))
          (else (loop (cdr rest) in (cons (car rest) out))))))

;;> (@vector-partition test vector): a vector of the elements that pass, and
;;> behind them the others; and how many pass. Raises type. SRFI 160.
;;> Example: (call-with-values (lambda () (s16vector-partition even? (s16vector 1 2 3 4))) (lambda (v n) (list (s16vector->list v) n))) => ((2 4 1 3) 2)
(define (@vector-partition test vector)
  (%check vector "-partition")
  (%divide test vector
           (lambda (in out)
             (values (list->@vector (append in out)) (length in)))))

;;> (@vector-filter test vector): a vector of the elements that pass. Raises
;;> type. SRFI 160.
;;> Example: (s16vector->list (s16vector-filter even? (s16vector 1 2 3 4))) => (2 4)
(define (@vector-filter test vector)
  (%check vector "-filter")
  (%divide test vector (lambda (in out) (list->@vector in))))

;;> (@vector-remove test vector): a vector of the elements that do not pass.
;;> Raises type. SRFI 160.
;;> Example: (s16vector->list (s16vector-remove even? (s16vector 1 2 3 4))) => (1 3)
(define (@vector-remove test vector)
  (%check vector "-remove")
  (%divide test vector (lambda (in out) (list->@vector out))))

;; How many elements at the beginning pass; and after which the rest passes.
(define (%prefix test vector)
  (or (%search (%fails test) (list vector) 0 1 "") (@vector-length vector)))

(define (%suffix test vector)
  (let ((last (%search (%fails test) (list vector)
                       (- (@vector-length vector) 1) -1 "")))
    (if last (+ last 1) 0)))

;;> (@vector-take-while test vector): a vector of the elements before the first
;;> that fails. Raises type. SRFI 160.
;;> Example: (s16vector->list (s16vector-take-while even? (s16vector 2 4 5 6))) => (2 4)
(define (@vector-take-while test vector)
  (%check vector "-take-while")
  (%part vector 0 (%prefix test vector)))

;;> (@vector-drop-while test vector): a vector of the others. Raises type. SRFI
;;> 160.
;;> Example: (s16vector->list (s16vector-drop-while even? (s16vector 2 4 5 6))) => (5 6)
(define (@vector-drop-while test vector)
  (%check vector "-drop-while")
  (%part vector (%prefix test vector) (@vector-length vector)))

;;> (@vector-take-while-right test vector): a vector of the elements behind the
;;> last that fails. Raises type. SRFI 160.
;;> Example: (s16vector->list (s16vector-take-while-right even? (s16vector 2 5 4 6))) => (4 6)
(define (@vector-take-while-right test vector)
  (%check vector "-take-while-right")
  (%part vector (%suffix test vector) (@vector-length vector)))

;;> (@vector-drop-while-right test vector): a vector of the others. Raises type.
;;> SRFI 160.
;;> Example: (s16vector->list (s16vector-drop-while-right even? (s16vector 2 5 4 6))) => (2 5)
(define (@vector-drop-while-right test vector)
  (%check vector "-drop-while-right")
  (%part vector 0 (%suffix test vector)))
