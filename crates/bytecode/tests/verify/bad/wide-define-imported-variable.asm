;; error: block 0 defines reference 0, which is not a variable of this unit
import 0 = scheme/base 0000000000000000000000000000000000000000000000000000000000000000
reference 0 = imported 0 car
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    define-global-wide 2 0
    return 2
