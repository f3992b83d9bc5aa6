;;; Statements and their results. A value in a row or a parameter is
;;;
;;;   an exact integer of 64 bits, a flonum, a string, a bytevector,
;;;   the symbol null; as a parameter also #t and #f, which are 1 and 0
;;;
;;; A database is a process, so its handle can be sent to another node, and
;;; what is asked of it is done there where it was opened.

;; pid: the process that has the connection.
(define-record-type sql-database
  (%make-database pid path)
  %database?
  (pid %database-pid)
  (path %database-path))

;;> read-only: the keyword before #t if nothing may be changed in a database.
;;> Example: (eval 'read-only: (environment '(scheme base) '(mound sql))) => read-only:
(define read-only: 'read-only:)

;;> busy-timeout: the keyword before the seconds that a statement waits for
;;> other connections that have locked the database; 5 without it.
;;> Example: (eval 'busy-timeout: (environment '(scheme base) '(mound sql))) => busy-timeout:
(define busy-timeout: 'busy-timeout:)

;;> (sql-open path [option ...]): the SQLite database in the file, which is made
;;> if it is not there, or in memory for ":memory:"; or a connection with a
;;> server of PostgreSQL, for "postgres://user:password@host:port/database".
;;> That goes over TLS, to a server that has shown to be this host, unless the
;;> host is this machine; ?sslmode=verify-full or ?sslmode=disable behind the
;;> address says otherwise, and sslrootcert= names a file with the certificates
;;> to believe. It is closed when the process that opened it ends. Options are
;;> read-only:, busy-timeout:, and timeout: with the seconds after which a
;;> statement is interrupted. Raises type, sql.
;;> Example: (let ((db (sql-open ":memory:"))) (sql-value db "select 6 * ?" 7)) => 42
(define (sql-open path . options)
  (%require-path path 'sql-open)
  (%check-options options (list read-only: busy-timeout: timeout:) 'sql-open)
  (let ((read-only? (%option read-only: options #f))
        (patience (%sql-seconds (%option busy-timeout: options 5)))
        (limit (%option timeout: options #f)))
    (if limit (%sql-seconds limit))
    (let* ((opener (self))
           (pid (spawn (lambda () (%serve-database opener))
                       name: 'sql-database)))
      (%sql-checked 'sql-open (%without-password path)
                    (call pid (list 'open path (if read-only? #t #f)
                                    patience limit)))
      (%make-database pid (%without-password path)))))

;; The path without what must not stand in a report: in the address of a server
;; all between the name of the user and the host, and behind the database.
(define (%without-password path)
  (let ((start (and (or (eqv? 0 (string-search "postgres://" path))
                        (eqv? 0 (string-search "postgresql://" path)))
                    (+ 3 (string-search "://" path)))))
    (if (not start)
        path
        (let* ((at (let last ((from start) (found #f))
                     (let ((next (string-search "@" path from)))
                       (if next (last (+ next 1) next) found))))
               (colon (and at (string-search ":" path start)))
               (end (or (string-search "?" path (or at start))
                        (string-length path))))
          (string-append
           (substring path 0 (cond ((not at) start)
                                   ((and colon (< colon at)) colon)
                                   (else at)))
           (substring path (or at start) end))))))

(define (%sql-seconds object)
  (if (and (real? object) (<= 0 object 1000000))
      (inexact object)
      (%type-error 'sql-open "a number of seconds" object)))

;;> (sql-close database): closes it, if it is open. Raises type.
;;> Example: (let ((db (sql-open ":memory:"))) (sql-close db) (guard (e ((sql-error? e) (sql-error-code e))) (sql-query db "select 1"))) => closed
(define (sql-close database)
  (let* ((pid (%sql-pid database 'sql-close))
         (watch (monitor pid)))
    (terminate! pid)
    (recv (('down ,watch _ _ _) #t))))

;;> (sql-query database statement value ...): the rows of the result, as lists;
;;> the values stand for the ? of the statement. A statement that no process
;;> runs yet waits for a transaction of another process. Raises type, sql.
;;> Example: (let ((db (sql-open ":memory:"))) (sql-query db "select column1, upper(column2) from (values (1, 'a'), (2, ?))" "b")) => ((1 "A") (2 "B"))
(define (sql-query database statement . values)
  (cadr (%sql-run database 'sql-query statement values 'all)))

;;> (sql-alists database statement value ...): the rows as association lists,
;;> with the names of the columns as symbols. Raises type, sql.
;;> Example: (sql-alists (sql-open ":memory:") "select 1 as id, 'Ada' as name") => (((id . 1) (name . "Ada")))
(define (sql-alists database statement . values)
  (let* ((answer (%sql-run database 'sql-alists statement values 'all))
         (names (map string->symbol (car answer))))
    (map (lambda (row) (map cons names row)) (cadr answer))))

;;> (sql-row database statement value ...): the first row, or #f if there is
;;> none. Raises type, sql.
;;> Example: (let ((db (sql-open ":memory:"))) (list (sql-row db "select 1, 2") (sql-row db "select 1 where 0"))) => ((1 2) #f)
(define (sql-row database statement . values)
  (%sql-first database 'sql-row statement values))

;;> (sql-value database statement value ...): the first value of the first row,
;;> or #f if there is no row. Raises type, sql.
;;> Example: (sql-value (sql-open ":memory:") "select count(*) from sqlite_schema") => 0
(define (sql-value database statement . values)
  (let ((row (%sql-first database 'sql-value statement values)))
    (and row (car row))))

(define (%sql-first database who statement values)
  (let ((rows (cadr (%sql-run database who statement values 'first))))
    (and (pair? rows) (car rows))))

;;> (sql-execute! database statement value ...): runs the statement to its end,
;;> and returns how many rows it has changed, inserted or deleted. Raises type,
;;> sql.
;;> Example: (let ((db (sql-open ":memory:"))) (sql-execute! db "create table t (a)") (sql-execute! db "insert into t values (1), (2), (?)" 'null)) => 3
(define (sql-execute! database statement . values)
  (list-ref (%sql-run database 'sql-execute! statement values 'none) 3))

;;> (sql-script! database text): runs the statements in the text, which are
;;> separated by semicolons and have no parameters, and returns how many rows
;;> were changed. Raises type, sql.
;;> Example: (let ((db (sql-open ":memory:"))) (sql-script! db "create table t (a); insert into t values (1)") (sql-value db "select a from t")) => 1
(define (sql-script! database text)
  (let ((pid (%sql-pid database 'sql-script!)))
    (%require-string text 'sql-script!)
    (list-ref (%sql-checked 'sql-script! text
                            (%sql-call pid (list 'script text)))
              3)))

;;> (sql-fold procedure seed database statement value ...): calls the procedure
;;> with what it returned last, at first the seed, and the columns of each row.
;;> Rows are fetched as they are needed, so a result may be of any length; other
;;> processes wait for the end of it, and this one can run other statements
;;> meanwhile. Raises type, sql.
;;> Example: (sql-fold (lambda (sum n) (+ sum n)) 0 (sql-open ":memory:") "with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000) select i from n") => 50005000
(define (sql-fold procedure seed database statement . values)
  (%require-procedure procedure 'sql-fold)
  (let ((pid (%sql-pid database 'sql-fold)))
    (%with-sql-lease
     pid
     (lambda ()
       (let* ((answer (%sql-run database 'sql-fold statement values 'some))
              (cursor (list-ref answer 2)))
         (%sql-leaving
          (lambda () (%fold-batches procedure seed pid statement answer))
          (lambda ()
            (if cursor (%sql-call pid (list 'close-cursor cursor))))))))))

(define (%fold-batches procedure seed pid statement answer)
  (let ((seed (%fold-rows procedure seed (cadr answer)))
        (cursor (list-ref answer 2)))
    (if (not cursor)
        seed
        (%fold-batches procedure seed pid statement
                       (%sql-checked 'sql-fold statement
                                     (%sql-call pid (list 'fetch cursor)))))))

(define (%fold-rows procedure seed rows)
  (if (null? rows)
      seed
      (%fold-rows procedure (apply procedure seed (car rows)) (cdr rows))))

;;> (sql-for-each procedure database statement value ...): calls the procedure
;;> with the columns of each row, as sql-fold does. Raises type, sql.
;;> Example: (let ((sum 0)) (sql-for-each (lambda (a b) (set! sum (+ sum (* a b)))) (sql-open ":memory:") "select 1, 2 union select 3, 4") sum) => 14
(define (sql-for-each procedure database statement . values)
  (%require-procedure procedure 'sql-for-each)
  (apply sql-fold
         (lambda (ignored . columns) (apply procedure columns))
         #f database statement values)
  (void))

;;> (sql-transaction database thunk): calls the thunk in a transaction, which is
;;> committed when it returns, and rolled back when it raises, when a
;;> continuation leaves it, and when this process or its node ends. Statements
;;> of other processes wait meanwhile. One within another is undone for itself
;;> alone. Returns what the thunk returns. Raises type, sql.
;;> Example: (let ((db (sql-open ":memory:"))) (sql-execute! db "create table t (a)") (guard (e (#t #f)) (sql-transaction db (lambda () (sql-execute! db "insert into t values (1)") (raise 'no)))) (sql-value db "select count(*) from t")) => 0
(define (sql-transaction database thunk)
  (let ((pid (%sql-pid database 'sql-transaction)))
    (%require-callback thunk 0 'sql-transaction)
    (let ((ask (lambda (request)
                 (%sql-checked 'sql-transaction (symbol->string request)
                               (%sql-call pid (list request))))))
      (%with-sql-lease
       pid
       (lambda ()
         (ask 'begin)
         (let ((committed #f))
           (%sql-leaving
            (lambda ()
              (call-with-values thunk
                (lambda results
                  (ask 'commit)
                  (set! committed #t)
                  (apply values results))))
            (lambda () (if (not committed) (ask 'rollback))))))))))

;; Calls the thunk, and then or when it is left the second one; it cannot be
;; entered again.
(define (%sql-leaving thunk leave)
  (let ((left #f))
    (dynamic-wind
     (lambda ()
       (if left
           (%error-of-kind 'error 'sql-transaction
                           "what was left cannot be entered again:" thunk)))
     thunk
     (lambda ()
       (set! left #t)
       (leave)))))

;; Other processes wait while the thunk runs.
(define (%with-sql-lease pid thunk)
  (if (%sql-call pid 'lease)
      (%sql-leaving thunk (lambda () (%sql-call pid 'release)))
      (thunk)))

;;> (sql-null? object): whether it is the symbol null.
;;> Example: (sql-null? (sql-value (sql-open ":memory:") "select null")) => #t
(define (sql-null? object) (eq? object 'null))

;;> (sql-error? object): whether it is the condition of a statement that failed.
;;> Its message says why, and its irritants are the code and the statement.
;;> Example: (guard (e ((sql-error? e) (sql-error-code e))) (sql-query (sql-open ":memory:") "selec 1")) => error
(define (sql-error? object)
  (and (condition? object) (eq? (condition-kind object) 'sql)))

;;> (sql-error-code condition): a symbol that says why a statement failed:
;;> constraint-unique, constraint-primary-key, constraint-not-null,
;;> constraint-check, constraint-foreign-key, constraint-trigger, constraint,
;;> busy, read-only, cannot-open, not-a-database, corrupt, full, io, too-big,
;;> out-of-memory, interrupt, aborted, type-mismatch, arguments, transaction,
;;> closed, or error. Raises type.
;;> Example: (let ((db (sql-open ":memory:"))) (sql-execute! db "create table t (a unique)") (guard (e (#t (sql-error-code e))) (sql-execute! db "insert into t values (1), (1)"))) => constraint-unique
(define (sql-error-code condition)
  (if (sql-error? condition)
      (car (error-object-irritants condition))
      (%type-error 'sql-error-code "the condition of a statement" condition)))

(define (%sql-pid database who)
  (if (%database? database)
      (%database-pid database)
      (%type-error who "a database" database)))

;; What the process of the database answers, or a fault if it has ended.
(define (%sql-call pid request)
  (let ((answer (catch (lambda (object)
                         (if (and (condition? object)
                                  (eq? (condition-kind object) 'noproc))
                             '(fault "closed" "the database is closed")
                             (raise object)))
                  (call pid request))))
    (if (and (pair? answer) (eq? (car answer) 'fault) (not (pair? request)))
        (%sql-checked 'sql-transaction (symbol->string request) answer)
        answer)))

(define (%sql-run database who statement values which)
  (let ((pid (%sql-pid database who)))
    (%require-string statement who)
    (for-each (lambda (value) (%require-sql-value value who)) values)
    (%sql-checked who statement
                  (%sql-call pid (list 'run statement values which)))))

(define (%require-sql-value object who)
  (if (not (or (string? object) (bytevector? object) (boolean? object)
               (eq? object 'null)
               (and (exact-integer? object)
                    (<= -9223372036854775808 object 9223372036854775807))
               (and (real? object) (inexact? object))))
      (%type-error
       who "an integer of 64 bits, flonum, string, bytevector, boolean or null"
       object)))

;; The answer, unless it is a fault.
(define (%sql-checked who statement answer)
  (if (and (pair? answer) (eq? (car answer) 'fault))
      (%error-of-kind 'sql who (string-append (list-ref answer 2) ":")
                      (string->symbol (cadr answer)) statement)
      answer))
