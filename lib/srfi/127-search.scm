;;; Going through lazy sequences. What takes several stops at the end of the
;;; shortest.

;; A generator of what the procedure makes of the elements of all.
(define (%mapped procedure sequences who)
  (let ((before #f))
    (lambda ()
      (if before (set! sequences (map %rest before)))
      (cond ((%any-ended? sequences who)
             (set! before #f)
             (set! sequences '(()))
             (eof-object))
            (else
             (set! before sequences)
             (apply procedure (map car sequences)))))))

;;> (lseq-map procedure lseq1 lseq2 ...): a lazy sequence of what it returns for
;;> the elements. Raises type, arity. SRFI 127.
;;> Example: (lseq-realize (lseq-map + '(1 2 3) '(4 5))) => (5 7)
(define (lseq-map procedure lseq . rest)
  (let ((sequences (cons lseq rest)))
    (%require-callback procedure (length sequences) 'lseq-map)
    (%require-lseqs sequences 'lseq-map)
    (%from-generator (%mapped procedure sequences 'lseq-map))))

;;> (lseq-zip lseq1 lseq2 ...): a lazy sequence of lists of the elements. Raises
;;> type. SRFI 127.
;;> Example: (lseq-realize (lseq-zip '(1 2 3) '(a b))) => ((1 a) (2 b))
(define (lseq-zip lseq . rest)
  (let ((sequences (cons lseq rest)))
    (%require-lseqs sequences 'lseq-zip)
    (%from-generator (%mapped list sequences 'lseq-zip))))

;; Calls (step elements index) from the first on until it returns true, and
;; returns that; else `end`.
(define (%search step end sequences who)
  (let loop ((sequences sequences) (index 0))
    (if (%any-ended? sequences who)
        end
        (or (step (map car sequences) index)
            (loop (map %rest sequences) (+ index 1))))))

;;> (lseq-for-each procedure lseq1 lseq2 ...): calls it with the elements, in
;;> order. Raises type, arity. SRFI 127.
;;> Example: (let ((sum 0)) (lseq-for-each (lambda (x) (set! sum (+ sum x))) '(1 2 3)) sum) => 6
(define (lseq-for-each procedure lseq . rest)
  (let ((sequences (cons lseq rest)))
    (%require-callback procedure (length sequences) 'lseq-for-each)
    (%search (lambda (elements index) (apply procedure elements) #f)
             (void) sequences 'lseq-for-each)))

(define (%filtered keep? lseq who)
  (%require-lseq lseq who)
  (let ((next (%elements lseq who)))
    (define (generate)
      (let ((object (next)))
        (if (or (eof-object? object) (keep? object))
            object
            (generate))))
    (%from-generator generate)))

;;> (lseq-filter test lseq): a lazy sequence of the elements that pass. Raises
;;> type, arity. SRFI 127.
;;> Example: (lseq-realize (lseq-filter odd? '(1 2 3 4))) => (1 3)
(define (lseq-filter test lseq)
  (%require-callback test 1 'lseq-filter)
  (%filtered test lseq 'lseq-filter))

;;> (lseq-remove test lseq): a lazy sequence of the others. Raises type, arity.
;;> SRFI 127.
;;> Example: (lseq-realize (lseq-remove odd? '(1 2 3 4))) => (2 4)
(define (lseq-remove test lseq)
  (%require-callback test 1 'lseq-remove)
  (%filtered (lambda (object) (not (test object))) lseq 'lseq-remove))

;; The rest of the sequence from the first element that passes, or `otherwise`.
(define (%tail test lseq otherwise who)
  (let loop ((rest lseq))
    (cond ((%ended? rest who) otherwise)
          ((test (car rest)) rest)
          (else (loop (%rest rest))))))

;;> (lseq-find test lseq): the first element that passes, or #f. Raises type,
;;> arity. SRFI 127.
;;> Example: (lseq-find even? '(3 1 4 1 5 9 2 6)) => 4
(define (lseq-find test lseq)
  (%require-callback test 1 'lseq-find)
  (let ((tail (%tail test lseq #f 'lseq-find)))
    (and tail (car tail))))

;;> (lseq-find-tail test lseq): the rest from that element on, or #f. Raises
;;> type, arity. SRFI 127.
;;> Example: (lseq-find-tail even? '(3 1 -8 -5)) => (-8 -5)
(define (lseq-find-tail test lseq)
  (%require-callback test 1 'lseq-find-tail)
  (%tail test lseq #f 'lseq-find-tail))

;;> (lseq-take-while test lseq): a lazy sequence of the elements before the
;;> first that does not pass. Raises type, arity. SRFI 127.
;;> Example: (lseq-realize (lseq-take-while even? '(2 18 3 10))) => (2 18)
(define (lseq-take-while test lseq)
  (%require-callback test 1 'lseq-take-while)
  (%require-lseq lseq 'lseq-take-while)
  (let ((next (%elements lseq 'lseq-take-while)) (over #f))
    (%from-generator
     (lambda ()
       (let ((object (if over (eof-object) (next))))
         (cond ((eof-object? object) object)
               ((test object) object)
               (else
                (set! over #t)
                (eof-object))))))))

;;> (lseq-drop-while test lseq): the rest from that element on. Raises type,
;;> arity. SRFI 127.
;;> Example: (lseq-drop-while even? '(2 18 3 10 22 9)) => (3 10 22 9)
(define (lseq-drop-while test lseq)
  (%require-callback test 1 'lseq-drop-while)
  (%tail (lambda (object) (not (test object))) lseq '() 'lseq-drop-while))

;;> (lseq-any test lseq1 lseq2 ...): the first true value that the test returns
;;> for the elements, or #f. Raises type, arity. SRFI 127.
;;> Example: (lseq-any (lambda (x) (and (> x 2) (* x x))) '(1 2 3 4)) => 9
(define (lseq-any test lseq . rest)
  (let ((sequences (cons lseq rest)))
    (%require-callback test (length sequences) 'lseq-any)
    (%search (lambda (elements index) (apply test elements))
             #f sequences 'lseq-any)))

;;> (lseq-every test lseq1 lseq2 ...): what the test returns for the last
;;> elements if it is true of all, #t if there are none; else #f. Raises type,
;;> arity. SRFI 127.
;;> Example: (lseq-every (lambda (x) (and (> x 0) (* x x))) '(1 2 3)) => 9
(define (lseq-every test lseq . rest)
  (let ((sequences (cons lseq rest)) (last #t))
    (%require-callback test (length sequences) 'lseq-every)
    (%search (lambda (elements index)
               (set! last (apply test elements))
               (not last))
             #f sequences 'lseq-every)
    last))

;;> (lseq-index test lseq1 lseq2 ...): the index of the first elements that
;;> pass, or #f. Raises type, arity. SRFI 127.
;;> Example: (lseq-index < '(3 1 4 1) '(2 7 1 8)) => 1
(define (lseq-index test lseq . rest)
  (let ((sequences (cons lseq rest)))
    (%require-callback test (length sequences) 'lseq-index)
    (%search (lambda (elements index) (and (apply test elements) index))
             #f sequences 'lseq-index)))

;;> (lseq-member object lseq [same?]): the rest from the first element that is
;;> the same as the object, by equal?, or #f. Raises type, arity. SRFI 127.
;;> Example: (lseq-member 5 '(3 8 2 9) <) => (8 2 9)
(define lseq-member
  (case-lambda
    ((object lseq) (%member object lseq equal? 'lseq-member))
    ((object lseq same?)
     (%require-callback same? 2 'lseq-member)
     (%member object lseq same? 'lseq-member))))

(define (%member object lseq same? who)
  (%tail (lambda (element) (same? object element)) lseq #f who))

;;> (lseq-memq object lseq): the same by eq?. Raises type. SRFI 127.
;;> Example: (lseq-memq 'b '(a b c)) => (b c)
(define (lseq-memq object lseq) (%member object lseq eq? 'lseq-memq))

;;> (lseq-memv object lseq): the same by eqv?. Raises type. SRFI 127.
;;> Example: (lseq-memv 101 '(100 101 102)) => (101 102)
(define (lseq-memv object lseq) (%member object lseq eqv? 'lseq-memv))
