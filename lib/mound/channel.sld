;;; Synchronous channels of any values, and the choice between communications,
;;; as in Concurrent ML.

(define-library (mound channel)
  (import
    (mound syntax) (mound base) (mound receive) (termite process) (mound call))
  (export
    always-event channel-get! channel-put! channel? choose-event event?
    get-event guard-event make-channel never-event put-event sync
    timeout-event wrap-event)
  (include "channel-keeper.scm" "channel.scm" "channel-event.scm"))
