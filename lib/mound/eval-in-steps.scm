;;; The evaluation of large data: what is to be compiled is found and printed in
;;; steps, so that it holds no scheduler. The results are those of the
;;; primitives %eval-objects and %eval, which do the same for what is small.

(define (%eval-in-steps datum import-sets)
  (let* ((known (%known-objects datum))
         (text (%program-text datum known)))
    (define (evaluate) (%primitive %eval-text text import-sets #f))
    (if (not text)
        (%error-of-kind 'memory 'eval "the text would be too long"))
    (if (= (hash-table-count known) 0)
        (evaluate)
        (let ((objects (make-vector (hash-table-count known))))
          (hash-table-walk known
            (lambda (object index) (vector-set! objects index object)))
          (%with-eval-objects objects evaluate)))))

;; A table of the objects in the datum that are no syntax, with their numbers.
;; Of (quote x) where one is in x, it is x.
(define (%known-objects datum)
  (define known (make-hash-table eq?))
  (define (add! object)
    (if (not (hash-table-contains? known object))
        (hash-table-set! known object (hash-table-count known))))
  (%visit-parts datum
    (lambda (pair)
      (and (%quotes? pair)
           (begin
             (if (not (%syntax? (cadr pair))) (add! (cadr pair)))
             #t)))
    (lambda (object) (add! object) #t))
  known)

(define (%quotes? pair)
  (and (eq? (car pair) 'quote)
       (pair? (cdr pair))
       (null? (cddr pair))))

;; Whether no part of the datum is an object.
(define (%syntax? datum)
  (%visit-parts datum (lambda (pair) #f) (lambda (object) #f)))

;; Goes through all parts of a datum, unless (done? pair), and as long as
;; (object? part) of those that are no syntax; whether it came to the end.
(define (%visit-parts datum done? object?)
  (define seen (make-hash-table eq?))
  (define (new? part)
    (and (not (hash-table-contains? seen part))
         (begin
           (hash-table-set! seen part #t)
           #t)))
  (let loop ((work (list datum)))
    (if (null? work)
        #t
        (let ((part (car work)) (rest (cdr work)))
          (cond ((pair? part)
                 (if (and (new? part) (not (done? part)))
                     (loop (cons (car part) (cons (cdr part) rest)))
                     (loop rest)))
                ((vector? part)
                 (if (new? part)
                     (loop (append (vector->list part) rest))
                     (loop rest)))
                ;; A list of it, if it is none; what is long is a string.
                ((let ((found (%primitive %eval-objects part)))
                   (or (%primitive absent? found) (not found) (object? part)))
                 (loop rest))
                (else #f))))))

;; What the compiler reads, or #f if it would be too long.
(define (%program-text datum known)
  (or (and (= (hash-table-count known) 0)
           (%print-in-steps datum 'write #f 100000))
      ;; Sharing may make a text without labels much longer than the datum.
      (let ((labels (%printed-labels datum 'shared known)))
        (hash-table-walk known
          (lambda (object index)
            (hash-table-set!
             labels object
             (string-append "#<object " (number->string index) ">"))))
        (%print-in-steps datum 'shared labels #f))))
