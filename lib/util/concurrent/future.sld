;;; Futures: results that are computed elsewhere and can be asked for by any
;;; process.

(define-library (util concurrent future)
  (import
    (mound syntax)
    (except (mound base) condition?)
    (only (mound mailbox) %exit-notice? %mailbox-accept! %mailbox-rewind!)
    (termite process) (mound call)
    (except (srfi 99) define-record-type)
    (only (srfi 35) &error &message condition-has-type? condition-ref
          condition? make-compound-condition make-condition
          make-condition-type))
  (export
    &future-terminated <future> <simple-future> class future future-all
    future-any future-cancel future-cancel-after future-cancelled?
    future-close! future-done? future-flatmap future-get future-guard
    future-map future-pid future-race future-state future-terminated? future?
    make-simple-future simple-future? terminated-future
    ;; for those who make executors
    future-canceller future-canceller-set! future-result future-result-set!
    future-state-set! future-thunk make-shared-box shared-box-get!
    shared-box-put! shared-box?
    ;; for the other libraries here
    %future-elsewhere %make-future %submit-future!)
  (include "shared-box.scm" "future-server.scm" "future.scm"
           "future-combine.scm"))
