;; Included by 5.6-include.scm with include-library-declarations.
(export (rename internal external))
(import (only (scheme base) define quote))
