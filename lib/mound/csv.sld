;;; Tables as text with commas, as RFC 4180 describes it.

(define-library (mound csv)
  (import (mound syntax) (mound base))
  (export csv-for-each csv->list list->csv read-csv-row write-csv-row)
  (include "csv.scm"))
