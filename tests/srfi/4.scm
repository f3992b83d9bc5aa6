;; SRFI 4: vectors of numbers of one kind.
(import (scheme base) (srfi 64) (srfi 4) (only (mound hash-table) hash))
(test-begin "srfi-4")
(include "kinds/4.scm")
(test-end)
