;;; The process of a database. It owns the connection, and ends with the process
;;; that has opened it. While another process holds the lease, in a transaction
;;; or a fold, calls wait. When that is given back, or who held it has ended,
;;; cursors are closed and what was not committed is rolled back.

;; Rows that are fetched at a time.
(define %batch-rows 512)

(define (%serve-database opener)
  (let ((watch (monitor opener))
        (me (self))
        (lease (make-lease))
        (limit #f)
        ;; Transactions that are open, one in another; and whether a cursor may
        ;; be open.
        (depth 0)
        (cursors? #f))
    (define (ask operation . arguments)
      (guard (e ((and limit (condition? e) (eq? (condition-kind e) 'timeout))
                 (%host 'sql-interrupt me)
                 (list 'fault "interrupt" "the statement took too long")))
        (apply %host-until limit operation me arguments)))
    (define (run statement) (ask 'sql-run statement '() 0))
    ;; A transaction belongs to a process, so it cannot be begun by a statement.
    (define (without-transaction answer)
      (if (and (= depth 0) (not (%fault? answer)) (list-ref answer 5))
          (begin
            (run "rollback")
            (list 'fault "transaction"
                  "a transaction can only be begun by sql-transaction"))
          answer))
    (define (savepoint verb)
      (run (string-append verb " mound_" (number->string depth))))
    ;; Some faults have rolled back already.
    (define (roll-back)
      (let ((done (run "rollback")) (now (run "select 1")))
        (if (or (%fault? now) (list-ref now 5)) done now)))
    (define (rest answer rows)
      (cond ((%fault? answer) answer)
            ((list-ref answer 2)
             => (lambda (cursor)
                  (let ((more (ask 'sql-fetch cursor %batch-rows)))
                    (if (%fault? more) (ask 'sql-close-cursor cursor))
                    (rest more (append-reverse (cadr answer) rows)))))
            (else (append-reverse rows (cadr answer)))))
    (define (all answer)
      (if (or (%fault? answer) (not (list-ref answer 2)))
          answer
          (let ((rows (rest answer '())))
            (if (%fault? rows) rows (cons (car answer) (list rows #f 0))))))
    (define (first answer)
      (if (and (not (%fault? answer)) (list-ref answer 2))
          (ask 'sql-close-cursor (list-ref answer 2)))
      answer)
    (define (answer request)
      (match request
        (('run statement values 'all)
         (all (without-transaction
               (ask 'sql-run statement values %batch-rows))))
        (('run statement values 'first)
         (first (without-transaction (ask 'sql-run statement values 1))))
        (('run statement values 'none)
         (without-transaction (ask 'sql-run statement values 0)))
        (('run statement values 'some)
         (set! cursors? #t)
         (without-transaction (ask 'sql-run statement values %batch-rows)))
        (('fetch cursor) (ask 'sql-fetch cursor %batch-rows))
        (('close-cursor cursor) (ask 'sql-close-cursor cursor))
        (('script text) (without-transaction (ask 'sql-script text)))
        (('begin)
         (let ((begun (if (= depth 0)
                          (ask 'sql-begin)
                          (savepoint "savepoint"))))
           (if (not (%fault? begun)) (set! depth (+ depth 1)))
           begun))
        (('commit)
         (set! depth (- depth 1))
         (let ((done (if (= depth 0) (run "commit") (savepoint "release"))))
           ;; It is rolled back by the next request.
           (if (%fault? done) (set! depth (+ depth 1)))
           done))
        (('rollback)
         (set! depth (- depth 1))
         (if (= depth 0)
             (roll-back)
             (let ((done (savepoint "rollback to")))
               (if (%fault? done) done (savepoint "release")))))
        (('open path read-only? patience timeout)
         (set! limit timeout)
         (%host 'sql-open me path read-only? patience))))
    (define (clean-up)
      (if cursors? (ask 'sql-close-cursors))
      (set! cursors? #f)
      (if (> depth 0) (roll-back))
      (set! depth 0))
    (serve (lambda (request caller)
             (let ((result (answer request)))
               (reply caller result)
               ;; A database that could not be opened is none.
               (if (and (%fault? result) (eq? (car request) 'open))
                   (%primitive %terminate me))))
           lease: lease
           released: clean-up
           other: (lambda (message)
                    (match message
                      (('down ,watch _ _ _) (%primitive %terminate me))
                      (_ #f)))
           status: (lambda ()
                     (list (cons 'kind 'sql-database)
                           (cons 'holder (lease-holder lease))
                           (cons 'transactions depth))))))

(define (%fault? answer) (and (pair? answer) (eq? (car answer) 'fault)))
