;;; What this node may do to get libraries that name their repository, which
;;; libraries it has, and how a changed one is loaded while it runs.

(define-library (mound modules)
  (import (mound syntax) (mound base) (mound eval) (mound options)
          (mound resource))
  (export
    distrust-all-locations! dry-run: library-value library-version-commit
    library-version-current? library-version-from library-version-hash
    library-version-importers library-version-library library-version-origin
    library-version-processes library-version-sources library-version-version
    library-version? library-versions print-library-versions print-upgrade
    reload-library trust-location! trusted-locations upgrade upgrade-left
    upgrade-libraries upgrade?)
  (include "modules.scm" "versions.scm"))
