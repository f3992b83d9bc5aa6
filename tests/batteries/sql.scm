;;; Statements, results, transactions and their ends, in a database in memory.

(import (except (scheme base) error raise) (scheme write) (termite) (mound conditions) (mound sql))

(define-syntax show
  (syntax-rules ()
    ((_ expression)
     (begin
       (write (guard (e ((sql-error? e)
                         (list (sql-error-code e) (error-object-message e)))
                        ((condition? e)
                         (list (condition-kind e) (error-object-message e)))
                        (#t (list 'raised e)))
                expression))
       (newline)))))

(define db (sql-open ":memory:"))
(sql-script! db "create table t (id integer primary key, name text unique);
                 create table u (t references t, x)")

;; Results.
(show (sql-execute! db "insert into t values (1, 'Ada'), (2, ?)" "Bob"))
(show (sql-execute! db "update t set name = name where id = 1"))
(show (sql-execute! db "delete from t where id > 2"))
(show (sql-query db "select * from t order by id"))
(show (sql-alists db "select id, name from t where name = ?" "Bob"))
(show (sql-row db "select max(id) from t"))
(show (sql-row db "select * from t where id = 7"))
(show (sql-value db "insert into t (name) values ('C') returning id"))
(show (sql-query db "select ?, ?, ?, ?, ?, ?"
                 9223372036854775807 1.5 "x" #u8(1 2) #t 'null))
(define numbers
  "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
   select i from n")
(define (sum rows) (apply + (map car rows)))
(show (sum (sql-query db numbers 512)))
(show (sum (sql-query db numbers 513)))
(show (sum (sql-query db numbers 1500)))
(show (sql-fold (lambda (sum i) (+ sum i)) 0 db numbers 1500))

;; Faults.
(show (sql-execute! db "insert into t values (9, 'Ada')"))
(show (sql-execute! db "insert into u values (77, 1)"))
(show (sql-query db "select ?" 1/2))
(show (sql-query db "select ?" 9223372036854775808))
(show (sql-query db "select ?"))
(show (sql-query db "select 1; select 2"))
(show (sql-open "/nonexistent/x.db"))
;; What is secret in an address is not told.
(for-each
 (lambda (server)
   (show (guard (e (#t (cadr (error-object-irritants e))))
           (sql-open (string-append server ":1/d:b?password=secret") timeout: 5))))
 '("postgres://127.0.0.1" "postgresql://user@127.0.0.1"
   "postgres://user:secret@127.0.0.1" "postgres://user:se@cret@127.0.0.1"))

;; Other statements while rows are read, and the end of that by a continuation.
(show (sql-fold (lambda (all id name)
                  (cons (sql-value db "select ? || ?" name id) all))
                '() db "select id, name from t order by id"))
(show (call/cc (lambda (k) (sql-for-each k db numbers 1500))))
(show (guard (e (#t e)) (sql-for-each raise db numbers 1500)))
(show (sql-value db "select 'free'"))

;; Transactions.
(show (sql-transaction
       db
       (lambda ()
         (sql-execute! db "delete from t where id = 1")
         (sql-value db "select count(*) from t"))))
(show (sql-transaction
       db
       (lambda () (sql-execute! db "delete from t") (raise 'no))))
(show (sql-value db "select count(*) from t"))
(show (call/cc
       (lambda (k)
         (sql-transaction
          db
          (lambda () (sql-execute! db "delete from t") (k 'left))))))
(show (sql-value db "select count(*) from t"))
(show (sql-transaction
       db
       (lambda ()
         (sql-execute! db "insert into t values (10, 'x')")
         (guard (e (#t #f))
           (sql-transaction
            db
            (lambda ()
              (sql-execute! db "insert into t values (11, 'y')")
              (raise 'no))))
         (sql-value db "select max(id) from t"))))
(show (sql-execute! db "begin"))
(show (sql-transaction db (lambda () (sql-execute! db "rollback"))))
(show (sql-value db "select max(id) from t"))

;; A transaction ends with its process, and others wait for that.
(define (in-process thunk)
  (let ((me (self)))
    (spawn (lambda () (! me (thunk))))))
(define me (self))
(define holder
  (in-process
   (lambda ()
     (sql-transaction
      db
      (lambda ()
        (sql-execute! db "delete from t")
        (! me 'deleted)
        (?))))))
(show (?))
(define asker
  (in-process (lambda () (list 'count (sql-value db "select count(*) from t")))))
(terminate! holder)
(show (?))

;; Each process counts one up, in a transaction that reads first.
(sql-script! db "create table counter (n); insert into counter values (0)")
(define (count-up)
  (sql-transaction
   db
   (lambda ()
     (let ((n (sql-value db "select n from counter")))
       (sql-execute! db "update counter set n = ?" (+ n 1))))))
(do ((i 0 (+ i 1))) ((= i 20)) (in-process count-up))
(do ((i 0 (+ i 1))) ((= i 20)) (?))
(show (sql-value db "select n from counter"))

;; A closed one, and one whose opener has ended.
(define watch (monitor (spawn (lambda () (sql-close db)))))
(recv (('down ,watch _ reason _) reason))
(show (sql-value db "select 1"))
(show (sql-close db))
(define orphan
  (begin
    (in-process (lambda () (sql-open ":memory:")))
    (?)))
(let loop ()
  (let ((code (guard (e ((sql-error? e) (sql-error-code e)))
                (sql-value orphan "select 1"))))
    (if (eq? code 'closed) (show code) (loop))))
