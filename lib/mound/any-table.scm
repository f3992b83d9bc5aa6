;;; A table is one of the machine, or a record around one, for other equalities
;;; and for tables that are not to be changed. The table in a record has the
;;; keys themselves if the machine knows the equality (`hash` is #f), else for
;;; each hash an alist. No pair of an alist is ever changed, so what goes
;;; through a table sees it as it was.

(define-record-type any-table
  (%make-any-table table same? hash size mutable)
  %any?
  (table %any-table-table)
  (same? %any-table-same?)
  (hash %any-table-hash)
  (size %any-table-size %set-size!)
  (mutable %any-table-mutable? %set-mutable!))

(define (%known? same?)
  (memq same? (list eq? eqv? equal? string=? char=? symbol=?)))

;; A table with that equality; `hash` must fit it. Without one, there is one for
;; the equalities that the machine knows only.
(define (%any-table same? hash)
  (cond ((%known? same?) (%make-native same?))
        (hash (%make-any-table (%make-native eqv?) same? hash 0 #t))
        (else (%type-error 'make-hash-table "a hash function" hash))))

(define (%table? object) (or (%native? object) (%any? object)))

;; What procedures begin with, under their own names: is it a table, and one
;; that can be changed?
(define (%check-table object who)
  (if (not (%table? object)) (%type-error who "a hash table" object)))

(define (%check-change object who)
  (%check-table object who)
  (if (%any? object) (%check-mutable object who)))

(define (%table-same? table)
  (cond ((%any? table) (%any-table-same? table))
        (else
         (case (%primitive %hash-table-kind table)
           ((eq) eq?)
           ((eqv) eqv?)
           (else equal?)))))

(define (%table-hash table)
  (if (%any? table)
      (or (%any-table-hash table) hash)
      (begin (%native-count table) hash)))

(define (%find same? key bucket)
  (cond ((null? bucket) #f)
        ((same? key (caar bucket)) (car bucket))
        (else (%find same? key (cdr bucket)))))

(define %none (list 'none))

;; The pair of key and value, or #f; the key is that of the table where it has
;; its own.
(define (%table-entry table key)
  (if (%any? table)
      (if (%any-table-hash table)
          (%find (%any-table-same? table) key (%bucket table key))
          (%table-entry (%any-table-table table) key))
      (let ((value (%native-ref table key %none)))
        (if (eq? value %none) #f (cons key value)))))

(define (%bucket table key)
  (%native-ref (%any-table-table table) ((%any-table-hash table) key) '()))

(define (%table-contains? table key)
  (if (%any? table)
      (if (%table-entry table key) #t #f)
      (%native-contains? table key)))

;; The value of the key, or the default.
(define (%table-ref/default table key default)
  (cond ((not (%any? table)) (%native-ref table key default))
        ((%any-table-hash table)
         (let ((entry (%table-entry table key)))
           (if entry (cdr entry) default)))
        (else (%native-ref (%any-table-table table) key default))))

;; Calls one of the procedures, `found` with the value.
(define (%table-ref table key missing found)
  (if (%any? table)
      (let ((entry (%table-entry table key)))
        (if entry (found (cdr entry)) (missing)))
      (let ((value (%native-ref table key %none)))
        (if (eq? value %none) (missing) (found value)))))

(define (%check-mutable table who)
  (if (not (%any-table-mutable? table))
      (%error-of-kind 'frozen who "the hash table cannot be changed" table)))

(define (%table-set! table key value)
  (cond ((not (%any? table)) (%native-set! table key value))
        ((not (%any-table-hash table))
         (%check-mutable table 'hash-table-set!)
         (%native-set! (%any-table-table table) key value))
        (else
         (%check-mutable table 'hash-table-set!)
         (let* ((code ((%any-table-hash table) key))
                (bucket (%native-ref (%any-table-table table) code '()))
                (entry (%find (%any-table-same? table) key bucket)))
           (if (not entry) (%set-size! table (+ (%any-table-size table) 1)))
           (%native-set! (%any-table-table table) code
                         (if entry
                             (%replaced bucket entry
                                        (list (cons (car entry) value)))
                             (cons (cons key value) bucket)))))))

(define (%table-delete! table key)
  (cond ((not (%any? table)) (%native-delete! table key))
        ((not (%any-table-hash table))
         (%check-mutable table 'hash-table-delete!)
         (%native-delete! (%any-table-table table) key))
        (else
         (%check-mutable table 'hash-table-delete!)
         (let* ((code ((%any-table-hash table) key))
                (bucket (%native-ref (%any-table-table table) code '()))
                (entry (%find (%any-table-same? table) key bucket)))
           (if entry
               (let ((rest (%replaced bucket entry '())))
                 (%set-size! table (- (%any-table-size table) 1))
                 (if (null? rest)
                     (%native-delete! (%any-table-table table) code)
                     (%native-set! (%any-table-table table) code rest))))))))

;; The bucket with other pairs in the place of an entry.
(define (%replaced bucket entry pairs)
  (cond ((eq? (car bucket) entry) (append pairs (cdr bucket)))
        (else (cons (car bucket) (%replaced (cdr bucket) entry pairs)))))

(define (%table-size table)
  (cond ((not (%any? table)) (%native-count table))
        ((%any-table-hash table) (%any-table-size table))
        (else (%native-count (%any-table-table table)))))

;; New pairs of key and value.
(define (%table->alist table)
  (cond ((not (%any? table)) (%native->alist table))
        ((not (%any-table-hash table))
         (%native->alist (%any-table-table table)))
        (else
         (let loop ((buckets (%native->alist (%any-table-table table)))
                    (entries '()))
           (if (null? buckets)
               (reverse entries)
               (loop (cdr buckets)
                     (%add-copies (cdar buckets) entries)))))))

(define (%add-copies bucket entries)
  (if (null? bucket)
      entries
      (%add-copies (cdr bucket)
                   (cons (cons (caar bucket) (cdar bucket)) entries))))

(define (%table-clear! table)
  (if (%any? table)
      (begin
        (%check-mutable table 'hash-table-clear!)
        (%set-size! table 0)
        (%native-clear! (%any-table-table table)))
      (%native-clear! table)))

;; A table with the same associations that can be changed.
(define (%table-copy table)
  (if (and (%any? table) (%any-table-hash table))
      (%make-any-table (%native-copy (%any-table-table table))
                       (%any-table-same? table) (%any-table-hash table)
                       (%any-table-size table) #t)
      (%native-copy (if (%any? table) (%any-table-table table) table))))

;; The same associations in a table that cannot be changed; the argument must
;; not be used any more.
(define (%table-freeze! table)
  (if (and (%any? table) (%any-table-hash table))
      (begin (%set-mutable! table #f) table)
      (%make-any-table (if (%any? table) (%any-table-table table) table)
                       (%table-same? table) #f 0 #f)))

(define (%table-mutable? table)
  (or (not (%any? table)) (%any-table-mutable? table)))
