;; The classical program of this name, with less to do.
(import (scheme base) (scheme char) (scheme cxr) (scheme inexact) (scheme read)
        (scheme write) (srfi 69))
(include "../../bench/classical/takl.scm")

(write (takl (count-down 8) (count-down 4) (count-down 2)))
(newline)
