;;; The table of processes: its rows in an order, or as a tree of links, and
;;; what stands above it.

(define (%numbers from to)
  (if (= from to) '() (cons from (%numbers (+ from 1) to))))

(define (%row-view look node shown index)
  (let* ((row (cdr shown)) (pid (car row)))
    `(tr (@ (key ,pid) (id ,(string-append "row-" (number->string index)))
            (class ,(if (equal? pid (%look-chosen look)) "chosen" ""))
            (on-click ,(lambda (look event) (%choose! look node pid))))
         (td ,(make-string (* 2 (car shown)) #\x00a0)
             ,(if (< 0 (car shown)) "└ " "") ,(%pid-text pid))
         (td ,(%shown (cadr row))) (td ,(%shown (list-ref row 2)))
         (td ,(list-ref row 3)) (td ,(%age-text (%age look row)))
         (td ,(%rate look row))
         (td ,(quotient (%row-memory row) 1024) " KiB")
         (td ,(%shown (list-ref row 11)))
         (td ,(%row-status-text row)))))

;; Depths and rows, as they are shown.
(define (%shown-rows look)
  (let* ((wanted (%look-filter look))
         (rows (%filter (lambda (row)
                          (string-search wanted (%shown (cadr row))))
                        (%sample-rows (%look-after look)))))
    (%at-most
     %rows-most
     (case (%look-order look)
       ((tree) (%forest rows (%sample-links (%look-after look))))
       ((name)
        (%flat (sort rows (lambda (a b)
                            (string<? (%shown (cadr a)) (%shown (cadr b)))))))
       (else
        (let ((key (case (%look-order look)
                     ((memory) %row-memory)
                     ((mailbox) (lambda (row) (list-ref row 3)))
                     ((oldest-message) (lambda (row) (%age look row)))
                     (else (lambda (row) (%rate look row))))))
          (%flat (sort rows (lambda (a b) (> (key a) (key b)))))))))))

(define (%flat rows) (map (lambda (row) (cons 0 row)) rows))

;; Each process once: below each, those linked with it that are not above. What
;; is left longest when leaves are taken away, again and again, stands above.
(define (%forest rows links)
  (let* ((left (make-hash-table equal?))
         (linked (%symmetric links))
         (heights (%heights linked))
         (shown '()))
    (define (height pid) (hash-table-ref/default heights pid 0))
    (define (above? a b)
      (or (> (height a) (height b))
          (and (= (height a) (height b)) (< (%pid-number a) (%pid-number b)))))
    (define (visit pid depth)
      (let ((row (hash-table-ref/default left pid #f)))
        (if row
            (begin
              (hash-table-delete! left pid)
              (set! shown (cons (cons depth row) shown))
              (for-each (lambda (pid) (visit pid (+ depth 1)))
                        (sort (hash-table-ref/default linked pid '())
                              above?))))))
    (for-each (lambda (row) (hash-table-set! left (car row) row)) rows)
    (for-each (lambda (pid) (visit pid 0)) (sort (map car rows) above?))
    (reverse shown)))

;; In which round a process has at most one link left; those in circles have
;; the last one.
(define (%heights linked)
  (let ((heights (make-hash-table equal?)))
    (define (open? pid) (not (hash-table-contains? heights pid)))
    (define (degree pid)
      (let loop ((pids (hash-table-ref/default linked pid '())) (count 0))
        (cond ((null? pids) count)
              ((open? (car pids)) (loop (cdr pids) (+ count 1)))
              (else (loop (cdr pids) count)))))
    (let loop ((pids (hash-table-keys linked)) (round 1))
      (let* ((leaves (%filter (lambda (pid) (<= (degree pid) 1)) pids))
             (done (if (null? leaves) pids leaves)))
        (for-each (lambda (pid) (hash-table-set! heights pid round)) done)
        (let ((rest (%filter open? pids)))
          (if (pair? rest) (loop rest (+ round 1))))))
    heights))

(define (%filter test list)
  (cond ((null? list) '())
        ((test (car list)) (cons (car list) (%filter test (cdr list))))
        (else (%filter test (cdr list)))))

;; A link in one direction is one for the tree.
(define (%symmetric links)
  (let ((table (make-hash-table equal?)))
    (define (add! from to)
      (let ((known (hash-table-ref/default table from '())))
        (if (not (member to known))
            (hash-table-set! table from (cons to known)))))
    (for-each (lambda (entry)
                (for-each (lambda (pid)
                            (add! (car entry) pid)
                            (add! pid (car entry)))
                          (cdr entry)))
              links)
    table))

(define (%row-memory row)
  (+ (list-ref row 5) (list-ref row 6) (list-ref row 7)))

(define (%between look)
  (max 1/1000
       (/ (- (cdr (assq 'now (%sample-info (%look-after look))))
             (cdr (assq 'now (%sample-info (%look-before look)))))
          1000000000)))

;; Reductions for each second.
(define (%rate look row)
  (let ((old (hash-table-ref/default (%look-reductions look) (car row) 0)))
    (exact (round (/ (- (list-ref row 4) old) (%between look))))))

(define (%reductions-in sample)
  (let ((table (make-hash-table equal?)))
    (for-each (lambda (row)
                (hash-table-set! table (car row) (list-ref row 4)))
              (%sample-rows sample))
    table))

;; Seconds for which a page has seen the oldest message of a process; -1 without
;; one.
(define (%age look row)
  (%age-of row (%look-oldest look) (car (%look-after look))))

(define (%summary-text look)
  (let* ((after (%look-after look)) (info (%sample-info after)))
    (define (rate key)
      (exact (round (/ (- (%total key info)
                         (%total key (%sample-info (%look-before look))))
                       (%between look)))))
    (string-append
     (number->string (cdr (assq 'processes info))) " processes, "
     (number->string (cdr (assq 'timers info))) " timers, "
     (number->string (quotient (apply + (map %row-memory
                                             (%sample-rows after)))
                               1024))
     " KiB, " (number->string (rate 'messages)) " messages/s, "
     (number->string (rate 'reductions)) " reductions/s on "
     (number->string (length (cdr (assq 'schedulers info))))
     " schedulers")))

;; Long values are cut: a limit for what a page keeps.
(define (%shown object)
  (let ((text (call-with-output-string
               (lambda (port) (display object port)))))
    (if (< 300 (string-length text))
        (string-append (substring text 0 300) "...")
        text)))

;; The number of a process, as reports have it.
(define (%pid-text pid)
  (let* ((text (%shown pid)) (start (string-length "#<process ")))
    (let find-end ((end start))
      (if (memv (string-ref text end) '(#\space #\>))
          (substring text start end)
          (find-end (+ end 1))))))

(define (%pid-number pid) (string->number (%pid-text pid)))
