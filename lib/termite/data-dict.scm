;;; Dictionaries. make-dict makes a process; dict-set makes a dictionary that
;;; never changes: a plain object that is copied when it is sent, and needs
;;; neither process nor end. Everything but dict-set! takes both.

(define-record-type constant-dict
  (%make-constant-dict associations)
  %constant-dict?
  (associations %associations))

;;> (make-dict [name: name]): a new process that associates keys, compared by
;;> equal?, with values. Raises type. Termite paper 5.1.
;;> Example: (eval '(dict-length (make-dict)) (environment '(termite) '(termite data))) => 0
(define (make-dict . options)
  (%make-data 'dict make-hash-table %answer-dict options))

(define (%answer-dict term table)
  (match term
    (('ref key) (values (hash-table-ref/default table key #f) table))
    (('contains key) (values (hash-table-contains? table key) table))
    (('set key value)
     (hash-table-set! table key value)
     (values #t table))
    (('delete key)
     (hash-table-delete! table key)
     (values #t table))
    ('length (values (hash-table-count table) table))
    ('list (values (hash-table->alist table) table))
    (_ (%unknown-request 'dict term))))

;;> (dict? object): whether it is a dictionary. A process is asked, and has one
;;> second to answer.
;;> Example: (eval '(list (dict? (make-dict)) (dict? 5)) (environment '(termite) '(termite data))) => (#t #f)
(define (dict? object)
  (or (%constant-dict? object) (%of-kind? object 'dict)))

;;> (dict-ref dict key): the value of the key, #f if it has none. Raises type.
;;> Termite paper 5.2.
;;> Example: (eval '(dict-ref (make-dict) 'absent) (environment '(termite) '(termite data))) => #f
(define (dict-ref dict key)
  (if (%constant-dict? dict)
      (let ((association (assoc key (%associations dict))))
        (if association (cdr association) #f))
      (server:call dict (list 'ref key))))

;;> (dict-contains? dict key): whether the key has a value. Raises type.
;;> Example: (eval '(let ((d (make-dict))) (dict-set! d "key" #f) (dict-contains? d "key")) (environment '(termite) '(termite data))) => #t
(define (dict-contains? dict key)
  (if (%constant-dict? dict)
      (if (assoc key (%associations dict)) #t #f)
      (server:call dict (list 'contains key))))

;;> (dict-length dict): the number of keys. Raises type.
;;> Example: (eval '(dict-length (dict-set (make-dict) 'a 1)) (environment '(termite) '(termite data))) => 1
(define (dict-length dict)
  (if (%constant-dict? dict)
      (length (%associations dict))
      (server:call dict 'length)))

;;> (dict-set! dict key value): associates the key with the value. (dict-set!
;;> dict key): removes the key. Raises type, unsendable. Termite paper 5.2.
;;> Example: (eval '(let ((d (make-dict))) (dict-set! d '(k) 1) (dict-ref d '(k))) (environment '(termite) '(termite data))) => 1
(define dict-set!
  (case-lambda
    ((dict key value)
     (server:call dict (list 'set key value))
     (void))
    ((dict key)
     (server:call dict (list 'delete key))
     (void))))

;;> (dict-set dict key value): a dictionary that is like the given one, but for
;;> the key; it cannot be changed. (dict-set dict key): one without the key.
;;> Takes time in proportion to the number of keys. Raises type. Termite paper
;;> 5.1.
;;> Example: (eval '(dict->list (dict-set (dict-set (make-dict) 'a 1) 'b 2)) (environment '(termite) '(termite data))) => ((a . 1) (b . 2))
(define dict-set
  (case-lambda
    ((dict key value)
     (%make-constant-dict
      (%replace key (list (cons key value)) (dict->list dict))))
    ((dict key)
     (%make-constant-dict (%replace key '() (dict->list dict))))))

;; The associations with these in the place of that of the key, or at the end.
(define (%replace key new associations)
  (cond ((null? associations) new)
        ((equal? (caar associations) key) (append new (cdr associations)))
        (else
         (cons (car associations)
               (%replace key new (cdr associations))))))

;;> (dict->list dict): the associations as pairs, in the order in which the keys
;;> were added. Raises type. Termite paper 5.1.
;;> Example: (eval '(let ((d (make-dict))) (dict-set! d 'a 1) (dict->list d)) (environment '(termite) '(termite data))) => ((a . 1))
(define (dict->list dict)
  (if (%constant-dict? dict)
      (%associations dict)
      (server:call dict 'list)))

;;> (dict-search test dict): the first true value of the test called with key
;;> and value of each association there is now; #f if there is none. Raises
;;> type.
;;> Example: (eval '(dict-search (lambda (key value) (and (odd? value) key)) (dict-set (dict-set (make-dict) 'a 2) 'b 3)) (environment '(termite) '(termite data))) => b
(define (dict-search test dict)
  (%search (lambda (association) (test (car association) (cdr association)))
           (dict->list dict)))

;;> (dict-for-each procedure dict): calls the procedure, in this process, with
;;> key and value of each association there is now. Raises type.
;;> Example: (eval '(let ((sum (make-cell 0))) (dict-for-each (lambda (key value) (cell-set! sum (+ value (cell-ref sum)))) (dict-set (make-dict) 'a 2)) (cell-ref sum)) (environment '(termite) '(termite data))) => 2
(define (dict-for-each procedure dict)
  (for-each
   (lambda (association) (procedure (car association) (cdr association)))
   (dict->list dict)))
