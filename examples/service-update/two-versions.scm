;;; Two versions of a library in one program.

(import (scheme base) (scheme write)
        (prefix (example.org/fred hello @1.0) old:)
        (prefix (example.org/fred hello @2.0) new:))

(display (list (old:hello "Ann") (new:hello "Ann")))
(newline)
