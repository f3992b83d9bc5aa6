;;; `only` and `except` may give a name twice; it was said not to be exported.
(import (only (scheme base) car car quote define)
        (only (scheme write) write write))
(import (except (scheme cxr) caddr caddr))

(write (car '(1 2)))
(write (cadddr '(1 2 3 4)))
