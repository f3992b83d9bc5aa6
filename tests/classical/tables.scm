;; The classical program of this name, with less to do.
(import (scheme base) (scheme char) (scheme cxr) (scheme inexact) (scheme read)
        (scheme write) (srfi 69))
(include "../../bench/classical/tables.scm")

(write (benchmark 40))
(newline)
