;;; Registries: processes under keys of any kind, for as long as they live.

(define-library (mound registry)
  (import
    (mound syntax) (mound base) (termite process) (termite server))
  (export
    make-registry registry->list registry-find registry-keys
    registry-register! registry-unregister! registry?)
  (include "registry.scm"))
