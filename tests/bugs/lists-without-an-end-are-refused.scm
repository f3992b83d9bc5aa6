;; Procedures that need the end of a list ran on a circle for ever, many until
;; they had all the memory. What may be given a circle still may.
(import (scheme base) (scheme write) (mound conditions) (mound task)
        (srfi 1) (prefix (only (srfi 132) list-merge list-sorted?
                               list-delete-neighbor-dups) s:)
        (prefix (only (srfi 95) merge sort sorted?) t:)
        (prefix (only (srfi 69) alist->hash-table) h:)
        (prefix (only (srfi 117) make-list-queue) q:)
        (prefix (only (srfi 14) list->char-set) c:)
        (prefix (only (srfi 152) string-join) j:))

;; So many pairs go round, behind so many others.
(define (circle n before)
  (let ((list (iota (+ n before) 1)))
    (set-cdr! (list-tail list (+ n before -1)) (list-tail list before))
    list))
(define circles
  (append (map (lambda (n) (circle n 0)) '(1 2 3 4 5 7 100))
          (map (lambda (n) (circle 3 n)) '(1 2 3 4 5 100))))
(define alist (circular-list '(1 . 2) '(3 . 4) '(5 . 6)))

(define (outcome thunk)
  (guard (e ((condition? e)
             (list (condition-kind e) (condition-who e)
                   (error-object-message e))))
    (thunk)))
;; Each circle is refused alike. No call is the last thing that is done, so that
;; the complaint can name it.
(define-syntax each
  (syntax-rules ()
    ((_ c call ...)
     (begin
       (let ((outcomes
              (delete-duplicates
               (map (lambda (c) (outcome (lambda () (car (list call))))) circles))))
         (write (car 'call)) (display " ") (write outcomes) (newline))
       ...))))
(define-syntax all
  (syntax-rules ()
    ((_ call ...)
     (begin
       (begin
         (write 'call) (display " ")
         (write (outcome (lambda () (car (list call))))) (newline))
       ...))))

(each c (memq 'x c) (memv 'x c) (member 'x c) (member 'x c eq?)
      (append-reverse c '()) (last c) (last-pair c) (take-right c 2)
      (drop-right c 2) (list= eq? c c) (filter even? c) (remove even? c)
      (partition even? c) (fold-right + 0 c) (reduce + 0 c)
      (reduce-right + 0 c) (pair-fold cons 0 c) (pair-fold-right cons 0 c)
      (pair-for-each car c) (append-map list c) (filter-map odd? c)
      (count odd? c) (delete 0 c) (delete-duplicates c) (zip c)
      (unzip1 c) (unzip2 c) (unzip3 c) (unzip4 c) (unzip5 c)
      (list-copy c) (length c) (apply + c) (list->vector c) (list->string c)
      (lset-adjoin eq? c 0) (lset-union eq? '(1) c) (lset-xor eq? c '(1))
      (lset-intersection eq? '(0) c) (lset-difference eq? c '(1))
      (lset-diff+intersection eq? c '(1)) (lset<= eq? '(0) c)
      (lset= eq? c '(1)) (s:list-merge < c '(1)) (s:list-sorted? eq? c)
      (s:list-delete-neighbor-dups = c) (t:merge '(1) c <)
      (t:sort c < -) (t:sorted? c eq?) (parallel-map - c) (q:make-list-queue c)
      (c:list->char-set c) (j:string-join c))
(all (assq 'x alist) (assv 'x alist) (assoc 'x alist) (assoc 'x alist eq?)
     (alist-copy alist) (alist-delete 'x alist) (h:alist->hash-table alist))
(newline)

;; Several lists of which none ends, and lists of which one does.
(define c (circular-list 1 2 3))
(all (fold + 0 c c) (count = c c) (zip c c) (filter-map eq? c c)
     (append-map list c c) (fold-right list 0 c c)
     (fold + 0 c '(1 2)) (count = '(1 0 3) c) (zip c '(a b c d) c)
     (filter-map eq? c '(1 2)) (list= eq? c '(1 2)) (map list c '(a b)))
(newline)

;; A circle is as good as a list where an answer is found.
(all (memq 3 c) (car (memv 2 c)) (assq 3 alist) (find even? c) (any odd? c)
     (every even? c) (take-while odd? c) (list-index even? c) (take c 4)
     (list-ref c 100))
(newline)

;; A list that changes on the way is no circle.
(define (changing! n)
  (let ((l (iota 8)))
    (filter (lambda (x)
              (if (= x n) (set-cdr! l '()))
              (odd? x))
            l)))
(all (changing! 0) (changing! 1) (changing! 3) (changing! 4) (changing! 7))
;; What ends in no list is told of as before, or at once.
(all (fold + 0 '(1 . 2)) (memq 'x '(1 . 2)) (filter odd? '(1 . 2))
     (last-pair '(1 . 2)) (take-right '(1 2 . 3) 1) (drop-right '(1 2 . 3) 1)
     (pair-fold cons 0 '(1 . 2)) (lset-adjoin eq? '(1 . 2) 0) (last '()))
