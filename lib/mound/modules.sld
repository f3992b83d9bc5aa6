;;; What this node may do to get libraries that name their repository.

(define-library (mound modules)
  (import (mound syntax) (mound base) (mound resource))
  (export distrust-all-locations! trust-location! trusted-locations)
  (include "modules.scm"))
