;; A node that does nothing itself.
(import (scheme base))
