;;; Databases of the language SQL: statements with parameters, rows as lists,
;;; results of any length, and transactions that end with their process.

(define-library (mound sql)
  (import
    (mound syntax) (mound base) (mound conditions) (mound match)
    (mound receive) (mound call) (mound options) (mound resource)
    (termite process))
  (export
    busy-timeout: read-only: sql-alists sql-close sql-error-code sql-error?
    sql-execute! sql-fold sql-for-each sql-null? sql-open
    sql-query sql-row sql-script! sql-transaction sql-value timeout:)
  (include "sql.scm" "sql-server.scm"))
